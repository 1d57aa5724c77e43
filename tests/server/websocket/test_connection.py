import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from server.captured_log import capture_log
from server.still_time import StillTime
from support.example_games import example

from prikup.games import game
from prikup.rules.errors import reason
from prikup.server.accounts.accounts import LoginSession, User
from prikup.server.lobby.messages import decode_command
from prikup.server.lobby.seek_messages import CancelCommand
from prikup.server.metrics import Metrics
from prikup.server.nodes.presence import AT_CLOSED_TABLE, CONNECTED
from prikup.server.websocket import connection as module
from prikup.server.websocket.connection import (
    BURST,
    INTERNAL_ERROR,
    MAX_BYTES,
    MAX_MESSAGE,
    MAX_UNREADABLE,
    MAX_WAITING,
    MessageRate,
    TableSocket,
    parse_message,
)
from prikup.table.messages.views import welcome
from prikup.table.protocol.client_messages import ActCommand, ChatCommand, ClientCommand
from prikup.table.protocol.message_parts import FriendCall
from prikup.table.protocol.server_messages import (
    ChatMessage,
    ReceiptMessage,
    RefusedMessage,
    SeatsMessage,
    ServerMessage,
)

GAME = example(seats=3)
SNAPSHOT = SeatsMessage("open", (None,), None, False)
WELCOME = welcome("t", game(GAME), absent="wait", clock=None, presets=None)
CALL = FriendCall("c", "Anna", "t", GAME)
VERA = User("v", "Vera", True)


@pytest.fixture(autouse=True)
def no_linger(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new client joins after a few turns of the event loop, however busy the machine is."""
    monkeypatch.setattr(module, "LINGER", 0)


class Table:
    """A table that records received messages and acknowledges each action. `players` are the ids of seated users."""

    id, is_enterable = "t", True
    players: tuple[str, ...] = ()

    def is_playing(self, user: str) -> bool:
        return user in self.players

    def __init__(self) -> None:
        self.heard: list[ClientCommand] = []
        self.here: list[TableSocket] = []
        self.joined = 0

    def join(self, client: TableSocket) -> None:
        self.here.append(client)
        self.joined += 1

    def leave(self, client: TableSocket) -> None:
        self.here.remove(client)

    def receive(self, client: TableSocket, message: ClientCommand) -> None:
        self.heard.append(message)
        if isinstance(message, ActCommand):
            client.send(ReceiptMessage(message.id, message.n))

    def snapshot(self, _: TableSocket) -> list[ServerMessage]:
        return [SNAPSHOT]


class Line:
    """A connection and its client, which reads while `reading` is set."""

    def __init__(
        self, is_limited: bool = True, on_joined: Callable[[TableSocket], object] = lambda connection: None
    ) -> None:
        self.table = Table()
        self.metrics = Metrics()
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[dict[str, Any]] = []
        self.code = 0
        self.reading = asyncio.Event()
        self.reading.set()
        receive: Any = self.inbox.get  # plain dicts for the events of ASGI
        send: Any = self._send
        self.connection = TableSocket(
            LoginSession(VERA, "digest"),
            0,
            self.table,
            receive,
            send,
            self.metrics,
            limited=is_limited,
            clock=StillTime(),
            on_joined=on_joined,
        )
        self.running = asyncio.create_task(self.connection.run())

    async def _send(self, message: dict[str, Any]) -> None:
        await self.reading.wait()
        if message["type"] == "websocket.close":
            self.code = message["code"]
            self.inbox.put_nowait({"type": "websocket.disconnect"})
        else:
            self.sent.append(json.loads(message["text"]))

    def come(self, text: str | bytes) -> None:
        """Receive a message from the client."""
        self.inbox.put_nowait({"type": "websocket.receive", "text" if isinstance(text, str) else "bytes": text})

    async def settle(self) -> None:
        """Run the event loop until everything pending has happened."""
        for _ in range(100):
            await asyncio.sleep(0)  # real time: none passes

    async def fall_behind(self) -> None:
        """Make the client stop reading while more is sent than may wait."""
        self.reading.clear()
        self.connection.send(chat_message("first"))
        await self.settle()
        self.connection.send(chat_message("x" * 2 * MAX_BYTES))

    async def end(self) -> None:
        """Disconnect the client."""
        self.inbox.put_nowait({"type": "websocket.disconnect"})
        await self.running

    @property
    def kinds(self) -> list[str]:
        """Return the types of the messages sent."""
        return [message["type"] for message in self.sent]


def chat_message(text: str) -> ChatMessage:
    """Return a message to send."""
    return ChatMessage(None, "", text, "")


async def test_table_socket_delivers_commands_and_returns_receipts() -> None:
    line = Line()
    line.come('{"type":"act","n":3,"id":"a","act":7}')
    line.come(b'{"type":"chat","text":"hello"}')
    await line.settle()
    assert line.table.heard == [ActCommand(3, "a", 7), ChatCommand("hello")]
    assert line.sent == [{"type": "receipt", "id": "a", "n": 3}]
    assert b"prikup_move_seconds_count 1.0" in line.metrics.exposition()
    assert line.table.here == [line.connection]
    await line.end()
    assert line.table.here == []


async def test_table_socket_closed_early_does_not_join() -> None:
    line = Line()
    await line.end()
    assert line.table.joined == 0


NO_MESSAGES: tuple[str | bytes, ...] = (
    "",
    "nonsense",
    "{}",
    "[]",
    "null",
    '{"type":"fly"}',
    '{"type":"act","n":-1,"id":"a","act":1}',
    '{"type":"act","n":1,"id":"","act":1}',
    '{"type":"act","n":1,"id":"a b","act":1}',
    '{"type":"act","n":1,"id":"a","act":[]}',
    '{"type":"act","n":1,"id":"a","act":1e400}',
    '{"type":"chat","text":"' + "x" * 201 + '"}',
    '{"type":"next","more":' + "[" * 4000,
    '{"type":"next"}' + " " * 5000,
    b"\xff\xfe",
    b'{"type":"fil\x9f"}',
    b'{"type":"chat","text":"\x9f"}',
    b"\x00",
)


async def test_table_socket_refuses_invalid_messages() -> None:
    accepted_texts = []
    for text in NO_MESSAGES:
        line = Line()
        line.come(text)
        line.come('{"type":"next"}')
        await line.settle()
        is_refused = [message["reason"]["key"] for message in line.sent] == ["message-unreadable"]
        is_counted = b"prikup_refused_total 1.0" in line.metrics.exposition()
        if not (is_refused and is_counted and len(line.table.heard) == 1):
            accepted_texts.append(text)
        await line.end()
    assert accepted_texts == []


async def test_table_socket_closes_after_too_many_invalid_messages() -> None:
    line = Line()
    for _ in range(MAX_UNREADABLE + 5):
        line.come("nonsense")
    await line.running
    assert line.kinds == ["refused"] * (MAX_UNREADABLE - 1) + ["goodbye"]
    assert line.code == 4000
    assert line.table.here == []


async def test_table_socket_closes_when_messages_arrive_too_fast() -> None:
    line = Line()
    for _ in range(BURST + 10):
        line.come('{"type":"next"}')
    await line.running
    assert line.code == 4008
    assert line.sent[-1] == {"type": "goodbye", "reason": {"key": "too-fast", "numbers": {}}}
    assert len(line.table.heard) == BURST


async def test_table_socket_without_limits_accepts_fast_messages() -> None:
    line = Line(is_limited=False)
    for _ in range(10 * BURST):
        line.come('{"type":"next"}')
    await line.settle()
    await line.settle()
    assert len(line.table.heard) == 10 * BURST
    await line.end()


@pytest.mark.parametrize(("number", "length"), [(2 * MAX_WAITING, 1), (3, MAX_BYTES // 2)])
async def test_table_socket_sends_long_burst_in_full(number: int, length: int) -> None:
    """Joining a long match is no fault of the client: all messages and repeated answers are delivered."""
    line = Line()
    for _ in range(number):
        line.connection.send(chat_message("x" * length))
    line.connection.send(ReceiptMessage("a", 1))
    await line.settle()
    assert line.kinds == ["chatted"] * number + ["receipt"]
    await line.end()


@pytest.mark.parametrize("length", [1, MAX_BYTES // 8])
async def test_slow_reader_gets_snapshot_and_its_queue_is_bounded(length: int) -> None:
    """Neither the number nor the size of waiting messages can grow; the rest is dropped for a snapshot."""
    line = Line()
    line.reading.clear()
    for _ in range(2 * MAX_WAITING):
        line.connection.send(chat_message("x" * length))
        assert len(line.connection._waiting) <= MAX_WAITING
        assert line.connection._bytes <= MAX_BYTES
        await asyncio.sleep(0)  # real time: none passes
    line.reading.set()
    await line.settle()
    assert line.sent[-1] == json.loads(msgspec.json.encode(SNAPSHOT))
    assert line.kinds.count("chatted") <= 1  # already being sent
    line.connection.send(chat_message("now"))
    await line.settle()
    assert line.sent[-1]["text"] == "now"
    await line.end()


async def test_slow_reader_still_gets_answers_to_commands() -> None:
    """A snapshot does not include the answers to commands, so these are still sent."""
    line = Line()
    line.reading.clear()
    line.connection.send(chat_message("first"))
    await line.settle()
    line.connection.send(ReceiptMessage("before", 1))
    line.connection.send(chat_message("x" * 2 * MAX_BYTES))
    line.connection.send(RefusedMessage(reason("stale"), "after"))
    for number in range(2 * MAX_WAITING):  # a client that sends without reading may have to repeat its commands
        line.connection.send(ReceiptMessage(str(number), 2))
        assert len(line.connection._waiting) <= MAX_WAITING
    line.reading.set()
    await line.settle()
    assert line.kinds == ["chatted", "receipt", "refused", *["receipt"] * (MAX_WAITING - 2), "seats"]
    assert [message["id"] for message in line.sent[1:4]] == ["before", "after", "0"]
    line.connection.send(ReceiptMessage("now", 3))
    await line.settle()
    assert line.sent[-1]["id"] == "now"
    await line.end()


async def test_snapshot_may_exceed_queue_limit() -> None:
    line = Line()
    standing: list[ServerMessage] = [chat_message("x" * 2 * MAX_BYTES), *[SNAPSHOT] * MAX_WAITING]

    def snapshot(_: TableSocket) -> list[ServerMessage]:
        line.reading.clear()
        return standing

    line.table.snapshot = snapshot  # type: ignore[method-assign]
    await line.fall_behind()
    line.reading.set()
    await line.settle()
    line.connection.send(chat_message("news"))
    line.reading.set()
    await line.settle()
    assert line.kinds == ["chatted", "chatted", *["seats"] * MAX_WAITING, "chatted"]
    assert line.sent[-1]["text"] == "news"
    await line.end()


async def test_table_socket_tells_calls_of_friends_once_and_again_after_falling_behind() -> None:
    line = Line()
    line.connection.send(WELCOME)
    line.connection.show_calls(())
    for _ in range(2):
        line.connection.show_calls((CALL,))
    await line.settle()
    assert line.kinds == ["welcome", "invited"]
    assert line.sent[-1]["calls"] == [{"id": "c", "name": "Anna", "table": "t", "game": GAME}]
    await line.fall_behind()
    line.reading.set()
    await line.settle()
    assert line.kinds == ["welcome", "invited", "chatted", "seats", "invited"]
    line.connection.show_calls(())
    await line.settle()
    assert line.sent[-1] == {"type": "invited", "calls": []}
    await line.end()


async def test_calls_of_friends_follow_each_welcome_however_early_they_are_known() -> None:
    line = Line()
    line.connection.show_calls((CALL,))
    await line.settle()
    assert line.kinds == []
    for _ in range(2):
        line.connection.send(WELCOME)
    await line.settle()
    assert line.kinds == ["welcome", "invited", "welcome", "invited"]
    await line.end()


async def test_table_socket_reports_when_it_has_joined_its_table() -> None:
    joined = list[tuple[TableSocket, int]]()
    line = Line(on_joined=lambda connection: joined.append((connection, line.table.joined)))
    await line.settle()
    assert joined == [(line.connection, 1)]
    await line.end()


async def test_table_socket_can_be_closed_by_table() -> None:
    line = Line()
    line.connection.send(chat_message("before"))
    line.connection.close(4001, reason("seat-elsewhere"))
    line.connection.send(chat_message("after"))
    line.come('{"type":"next"}')
    await line.running
    assert line.kinds == ["chatted", "goodbye"]
    assert line.code == 4001
    assert line.table.heard == []


async def test_table_socket_ends_quietly_when_connection_breaks_during_send() -> None:
    line = Line()

    async def broken(_: Any) -> None:
        raise ConnectionResetError

    line.connection._send = broken
    line.connection.send(chat_message("x"))
    await line.settle()
    await line.end()
    assert line.table.here == []


async def test_table_socket_logs_table_failure_and_closes() -> None:
    line = Line()
    line.table.snapshot = lambda _: 1 / 0  # type: ignore[method-assign,assignment,return-value]  # a bug in the program
    with capture_log() as log_stream:
        await line.fall_behind()
        line.reading.set()
        await line.running
    assert "ZeroDivisionError" in log_stream.getvalue()
    assert (line.kinds, line.code) == (["chatted", "goodbye"], INTERNAL_ERROR)
    assert line.table.here == []


async def test_table_socket_holds_no_send_task_while_idle() -> None:
    line = Line()
    line.connection.send(chat_message("x"))
    await line.settle()
    assert line.kinds == ["chatted"]
    assert len(asyncio.all_tasks()) == 2, "this one, and that of the connection"
    await line.end()


async def test_table_sockets_share_bytes_of_same_message() -> None:
    lines, message = [Line(), Line()], chat_message("hello")
    for line in lines:
        line.reading.clear()
        line.connection.send(message)
    first, second = (line.connection._waiting[0] for line in lines)
    assert first is second
    for line in lines:
        line.reading.set()
        await line.end()


async def test_connection_place_depends_on_seat_and_open_table() -> None:
    line = Line()
    assert line.connection.place == CONNECTED
    line.table.players = (VERA.id,)
    assert line.connection.place == "t"
    line.table.is_enterable = False
    assert line.connection.place == AT_CLOSED_TABLE
    await line.end()


def test_rate_allows_burst_and_then_one_message_at_a_time() -> None:
    clock = StillTime()
    rate = MessageRate(2.0, 3, clock.now)
    assert [rate.count() for _ in range(5)] == [True, True, True, False, False]
    clock.advance(5)
    assert not rate.count()
    clock.advance(100)
    assert [rate.count() for _ in range(4)] == [True, True, True, False]


def test_invalid_and_too_long_messages_are_not_parsed() -> None:
    valid = '{"type": "cancel"}'
    assert parse_message(decode_command, valid) == CancelCommand()
    assert parse_message(decode_command, valid.encode()) == CancelCommand()
    nested = "[" * (MAX_MESSAGE // 2) + "]" * (MAX_MESSAGE // 2)
    for data in ("", "{}", '{"type": "other"}', b"\xff\xfe", nested, valid + " " * MAX_MESSAGE):
        assert parse_message(decode_command, data) is None
