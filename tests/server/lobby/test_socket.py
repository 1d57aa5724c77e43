"""A WebSocket of the lobby whose client receives slowly."""

import asyncio
from typing import Any

import msgspec
from support.waiting import eventually

from prikup.server.lobby.rows import LobbyFilter
from prikup.server.lobby.socket import MAX_WAITING, LobbySocket
from prikup.server.websocket.connection import GOING_AWAY


class FakeLobby:
    """A lobby whose whole list is a text."""

    whole = b'{"type":"lobby"}'

    def whole_list(self, wanted: LobbyFilter) -> bytes:
        return self.whole

    def join(self, reader: object) -> None:
        """Accept any WebSocket."""

    leave = join


class SlowClient:
    """The client's side: it receives nothing while `gate` is closed."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.texts: list[str] = []
        self.code = 0
        lobby: Any = FakeLobby()
        seekers: Any = None
        receive, send = self._receive, self._send
        self.socket = LobbySocket(None, lobby, seekers, lobby, lobby, receive, send, limited=False, clock=lambda: 0.0)
        self.socket.wanted = LobbyFilter()

    async def _receive(self) -> Any:
        await asyncio.Event().wait()

    async def _send(self, event: Any) -> None:
        await self.gate.wait()
        if event["type"] == "websocket.close":
            self.code = event["code"]
        else:
            self.texts.append(event["text"])


async def test_slow_client_gets_whole_list_in_place_of_missed_changes() -> None:
    client = SlowClient()
    for number in range(100):
        client.socket.send_changes(b'{"change":%d}' % number)
        await asyncio.sleep(0)  # real time: none passes; lets the writer begin
    client.socket.send(b'{"type":"blocked"}')
    client.gate.set()
    await eventually(lambda: len(client.texts) == 3)
    assert client.texts == ['{"change":0}', '{"type":"blocked"}', '{"type":"lobby"}']
    client.socket.send_changes(b'{"change":100}')
    await eventually(lambda: client.texts[-1] == '{"change":100}')


async def test_socket_leaves_friends_and_turns_although_its_end_is_cancelled() -> None:
    class Registry:
        """Records the WebSockets that have left."""

        def __init__(self) -> None:
            self.left: list[object] = []

        def join(self, reader: object) -> None:
            """Accept any WebSocket."""

        def leave(self, reader: object) -> None:
            self.left.append(reader)

    class StuckSeekers:
        is_leaving = False

        async def leave(self, reader: object) -> None:
            self.is_leaving = True
            await asyncio.Event().wait()

    async def receive() -> Any:
        return {"type": "websocket.disconnect"}

    async def send(event: Any) -> None:
        pass

    registry: Any = Registry()
    seekers: Any = StuckSeekers()
    socket = LobbySocket(None, registry, seekers, registry, registry, receive, send, limited=False, clock=lambda: 0.0)
    task = asyncio.create_task(socket.run())
    await eventually(lambda: seekers.is_leaving)
    task.cancel()
    await asyncio.wait([task])
    assert registry.left == [socket] * 3, "the lobby, the friends and the turns"


async def test_client_with_too_many_unread_messages_is_disconnected() -> None:
    client = SlowClient()
    for _ in range(MAX_WAITING + 2):
        client.socket.send(b'{"type":"blocked"}')
        await asyncio.sleep(0)  # real time: none passes
    client.gate.set()
    await eventually(lambda: client.code)
    assert client.code == GOING_AWAY
    assert msgspec.json.decode(client.texts[-1])["reason"]["key"] == "server-stops"
