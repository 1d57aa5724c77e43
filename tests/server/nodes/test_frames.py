"""How a relay treats the frames of both sides, whatever the other node does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError

from prikup.rules.errors import reason
from prikup.server.accounts.accounts import LoginSession, User
from prikup.server.nodes import relay as module
from prikup.server.nodes.relay import CAME, HEADER, Relay, Unreachable, connect_to_node

SESSION = LoginSession(User("v", "Vera", True), "digest")
Frames = list[str]


class Person:
    """The client's side: the frames it sends, and all that it receives."""

    def __init__(self) -> None:
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.received_frames: Frames = []
        self.code = 0

    def say(self, *frames: str | bytes) -> None:
        for frame in frames:
            kind = "text" if isinstance(frame, str) else "bytes"
            self.outbox.put_nowait({"type": "websocket.receive", kind: frame})

    def go(self) -> None:
        self.outbox.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def send(self, event: Any) -> None:
        if event["type"] == "websocket.close":
            self.code = event["code"]
        else:
            self.received_frames.append(event["text"])

    @property
    def goodbye(self) -> str:
        """Return the key of the reason in the last close message."""
        reason_key: str = msgspec.json.decode(self.received_frames[-1])["reason"]["key"]
        return reason_key


@asynccontextmanager
async def open_relay(
    owner: Callable[[ServerConnection], Awaitable[None]], at_end: Callable[[], object] = lambda: None
) -> AsyncIterator[tuple[Person, Relay]]:
    """Yield a relay to a node; run it when the block ends, then call `at_end`."""
    person = Person()
    async with serve(owner, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with connect_to_node(f"127.0.0.1:{port}", "/ws/tables/t", "the ticket", 7) as connection:
            relay = Relay(SESSION, connection, person.outbox.get, person.send)  # type: ignore[arg-type]  # plain events
            yield person, relay
            await relay.run()
            at_end()


async def test_relay_passes_frames_undecoded_in_order_and_once() -> None:
    owner_frames: Frames = []

    async def owner(socket: ServerConnection) -> None:
        assert socket.request is not None
        assert (socket.request.path, socket.request.headers[HEADER]) == ("/ws/tables/t", "the ticket")
        assert socket.request.headers[CAME] == "7"
        for number in range(50):
            await socket.send(f"{{no json {number}")
        async for frame in socket:
            owner_frames.append(str(frame))
            if len(owner_frames) == 50:
                await socket.close(4001)

    async with open_relay(owner) as (person, relay):
        sent_frames = [f"whatever {number} ♠" for number in range(50)]
        person.say(*sent_frames)
    assert owner_frames == sent_frames
    assert person.received_frames == [f"{{no json {number}" for number in range(50)]
    assert (person.code, relay.code) == (4001, 4001), "the table's last word"


async def test_relay_sends_server_stops_when_node_disappears() -> None:
    async def owner(socket: ServerConnection) -> None:
        await socket.send("welcome")
        socket.transport.abort()

    async with open_relay(owner) as (person, relay):
        pass
    assert (person.received_frames[0], person.goodbye, person.code, relay.code) == (
        "welcome",
        "server-stops",
        1001,
        1001,
    )


async def test_relay_gives_up_node_that_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_WORD_WITHIN", 0.1)
    async with open_relay(lambda socket: socket.wait_closed()) as (person, _):
        pass
    assert (person.goodbye, person.code) == ("server-stops", 1001)


async def test_relay_gives_up_node_that_stops_answering_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PING_S", 0.1)
    given_up = asyncio.Event()

    async def owner(socket: ServerConnection) -> None:
        await socket.send("welcome")
        socket.transport.pause_reading()  # pings are not answered
        await given_up.wait()
        socket.transport.resume_reading()  # so that the server of this test notices that the relay is gone

    async with open_relay(owner, given_up.set) as (person, _):
        pass
    assert (person.goodbye, person.code) == ("server-stops", 1001)


async def test_relay_ends_when_client_disconnects() -> None:
    owner_ended = asyncio.Event()

    async def owner(socket: ServerConnection) -> None:
        await socket.send("welcome")
        await socket.wait_closed()
        owner_ended.set()

    async with open_relay(owner) as (person, relay):
        person.go()
    await owner_ended.wait()
    assert (person.code, relay.code) == (0, 0)


async def test_relay_closes_when_session_ends() -> None:
    async with open_relay(lambda socket: socket.wait_closed()) as (person, relay):
        relay.close(1001, reason("signed-out"))
    assert (person.goodbye, person.code) == ("signed-out", 1001)


async def test_relay_reports_unreachable_node_on_failed_handshake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def dies(*_: object, **__: object) -> None:
        raise ConnectionClosedError(None, None)

    for way in (connect, dies):
        monkeypatch.setattr(module, "connect", way)
        with pytest.raises(Unreachable):
            async with connect_to_node("127.0.0.1:1", "/ws/tables/t", "the ticket", 7):
                raise AssertionError("there is nobody")
