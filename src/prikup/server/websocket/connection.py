"""One WebSocket connection to a table: parses messages from the client, and queues messages from the table.

A client that receives slowly never delays a table. When too much is queued for the client, the queued messages are
dropped, except the answers to the client's own commands. Once the client receives again, it gets a snapshot, which is
all messages that show the current state.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any, Protocol, TypeVar

import msgspec
from litestar.types import Receive, Send

from prikup.rules.errors import Reason, reason
from prikup.server.accounts.accounts import LoginSession
from prikup.server.logging import logger
from prikup.server.metrics import Metrics
from prikup.server.nodes.presence import AT_CLOSED_TABLE, CONNECTED, Place
from prikup.table.host.time_source import LOOP_TIME
from prikup.table.protocol.client_messages import ActCommand, ClientCommand
from prikup.table.protocol.message_parts import FriendCall
from prikup.table.protocol.server_messages import (
    CloseMessage,
    InvitedMessage,
    ReceiptMessage,
    RefusedMessage,
    ServerMessage,
    WelcomeMessage,
)
from prikup.table.state.presence import UNKNOWN_ORIGIN, ConnectionOrigin

__all__ = [
    "DISCONNECT_ERRORS",
    "FORBIDDEN",
    "GOING_AWAY",
    "INTERNAL_ERROR",
    "MAX_MESSAGE",
    "MAX_UNREADABLE",
    "NO_SUCH_TABLE",
    "TOO_FAST",
    "UNREADABLE",
    "JoinableTable",
    "MessageRate",
    "TableSocket",
    "parse_message",
    "reject",
]

GOING_AWAY, INTERNAL_ERROR = 1001, 1011
UNREADABLE, FORBIDDEN, NO_SUCH_TABLE, TOO_FAST = 4000, 4003, 4004, 4008
"""WebSocket close codes. They tell the client why the server has closed the connection."""
MAX_MESSAGE = 4096
"""Maximum number of characters in a client's message. The longest valid message has a tenth of this number."""
MAX_UNREADABLE = 20
"""The number of invalid messages after which a connection is closed."""
SECONDS_PER_MESSAGE, BURST = 1 / 20, 60
"""The limits on a client's messages: one every `SECONDS_PER_MESSAGE` seconds, and `BURST` at once after a pause."""
MAX_WAITING, MAX_BYTES = 64, 128 * 1024
"""The maximum numbers of messages and of bytes that are queued for a slow client.

Messages that were already queued when writing began do not count. So a snapshot (the messages that show the current
state) never exceeds the limits, although for a long match it is larger than `MAX_BYTES`.
"""
MAX_TIMED = 100
"""Maximum number of unanswered actions of one client for which the time until the answer is measured."""
LINGER, LINGERS = 0.005, 4
"""The time for which a new connection is watched, in case it ends, before it joins its table.

It is `LINGERS` checks of `LINGER` seconds each.
"""
DISCONNECT_ERRORS = (OSError, RuntimeError)
"""The errors that sending on an ended connection raises.

RuntimeError means that uvicorn closed the connection after a broken frame.
"""

T = TypeVar("T")

decode: Callable[[str | bytes], ClientCommand] = msgspec.json.Decoder(ClientCommand).decode


class MessageEncoder:
    """Encodes messages as JSON.

    If the same message is encoded several times in a row for different clients, this is done only once.
    """

    def __init__(self) -> None:
        self._encode = msgspec.json.Encoder().encode
        self._message: ServerMessage | None = None
        self._data = b""

    def __call__(self, message: ServerMessage) -> bytes:
        """Return the message as JSON bytes."""
        if message is not self._message:
            self._message, self._data = message, self._encode(message)
        return self._data


encode = MessageEncoder()


class MessageRate:
    """A limit on the messages of a client: one every `seconds`, and `burst` at once after a pause.

    `clock` returns monotonic seconds.
    """

    __slots__ = ("_burst_s", "_clock", "_paid_until_s", "_seconds")

    def __init__(self, seconds: float, burst: int, clock: Callable[[], float]) -> None:
        self._seconds, self._burst_s, self._clock = seconds, seconds * burst, clock
        self._paid_until_s = 0.0  # when the messages so far will no longer count

    def count(self) -> bool:
        """Count a message; return False if the client has exceeded the limit."""
        now_s = self._clock()
        self._paid_until_s = max(self._paid_until_s, now_s) + self._seconds
        return self._paid_until_s - now_s <= self._burst_s


def parse_message(decode: Callable[[str | bytes], T], data: str | bytes) -> T | None:
    """Parse `data`, a client's message, by `decode`; return None if it is too long or not valid."""
    if len(data) > MAX_MESSAGE:
        return None
    try:
        return decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


class ActionCallback(Protocol):
    """The type of a function that is called when a table has answered a player's action."""

    def __call__(self, seconds: float, *, done: bool) -> None:
        """Record that the table answered after this number of seconds.

        `done` is True if the action was done, False if it was refused.
        """


class JoinableTable(Protocol):
    """The methods of a game table that a user's connection to the table calls."""

    @property
    def id(self) -> str:
        """The table's id."""

    @property
    def is_enterable(self) -> bool:
        """Whether users without a seat may enter this table, to watch or to take a free seat."""

    def is_playing(self, user: str) -> bool:
        """Return whether a user has a seat at this table, and the match is not over."""

    def join(self, client: Any) -> None:
        """Add a client, which receives the messages of the table from now on."""

    def leave(self, client: Any) -> None:
        """Remove a client, because its connection has ended."""

    def receive(self, client: Any, message: ClientCommand) -> None:
        """Handle a message from a client."""

    def snapshot(self, client: Any) -> list[ServerMessage]:
        """Return all messages that a new client needs to show the current state."""
        ...


class TableSocket:
    """A user's WebSocket at a table, which is a `Client` of the table. It ends when the session that opened it ends.

    - `session`: the session of the signed-in user.
    - `came`: the time at which the user connected, in microseconds; of two connections of a user, the newer one has the
      larger value.
    - `table`: the table that it joins.
    - `receive`, `send`: the ASGI functions of the WebSocket.
    - `limited`: True if a client that sends too fast is disconnected.
    - `on_answer`: called with the seconds until each action was answered, and whether the action was done.
    - `clock`: returns monotonic seconds, for the limit on messages.
    - `origin`: the device and the network address that the connection comes from.
    - `on_joined`: called with the connection when it has joined the table.
    - `code`: the WebSocket code with which the server closes the connection, 0 while it is open.
    - `calls`: the friends' invitations of the user to a table, as they were sent last.

    Thousands may watch a table, so a connection that receives nothing at the moment uses little memory: it has no
    writer task and no large queue.
    """

    __slots__ = (
        "_acted",
        "_answers",
        "_begun",
        "_behind",
        "_bytes",
        "_clock",
        "_is_welcome",
        "_joined",
        "_limited",
        "_max_bytes",
        "_max_waiting",
        "_metrics",
        "_receive",
        "_send",
        "_table",
        "_waiting",
        "_writer",
        "calls",
        "came",
        "code",
        "guest",
        "name",
        "origin",
        "session",
        "user",
    )

    def __init__(
        self,
        session: LoginSession,
        came: int,
        table: JoinableTable,
        receive: Receive,
        send: Send,
        metrics: Metrics,
        *,
        limited: bool,
        on_answer: ActionCallback | None = None,
        clock: Callable[[], float] = LOOP_TIME.now,
        origin: ConnectionOrigin = UNKNOWN_ORIGIN,
        on_joined: Callable[["TableSocket"], object] = lambda connection: None,
    ) -> None:
        self.session, self.came, self.origin, self._joined = session, came, origin, on_joined
        self.user, self.name, self.guest = session.user.id, session.user.name, session.user.guest
        self.code = 0
        self.calls: tuple[FriendCall, ...] = ()
        self._is_welcome = False  # whether the client has been sent what it needs before any other message
        self._table, self._receive, self._send, self._metrics = table, receive, send, metrics
        self._limited, self._acted, self._clock = limited, on_answer, clock
        self._waiting: list[bytes] = []
        self._answers: list[bytes] = []  # the queued answers to commands, whose outcome no other message reports
        self._bytes = 0
        self._max_waiting = self._max_bytes = sys.maxsize
        self._behind = False
        self._writer: asyncio.Task[None] | None = None
        self._begun: dict[str, float] = {}

    @property
    def place(self) -> Place:
        """The user's place as friends see it, such as the id of the table at which the user sits."""
        if not self._table.is_playing(self.user):
            return CONNECTED
        return self._table.id if self._table.is_enterable else AT_CLOSED_TABLE

    def renew(self, session: LoginSession) -> None:
        """Replace the sign-in session by its newer state, because the user has a new name or has opened an account.

        The table is told the new name too. But it does not know this connection before the connection joins it.
        """
        self.session, self.name, self.guest = session, session.user.name, session.user.guest

    # From the table

    def send(self, message: ServerMessage) -> None:
        """Queue a message for the client, without waiting."""
        if self.code or (self._behind and not isinstance(message, ReceiptMessage | RefusedMessage)):
            return
        data = encode(message)
        if isinstance(message, ReceiptMessage | RefusedMessage):
            self._count(message)
            if len(self._answers) < MAX_WAITING:  # a client with more unread answers can repeat its commands
                self._answers.append(data)
        if len(self._waiting) >= self._max_waiting or self._bytes + len(data) > self._max_bytes:
            self._waiting = [*self._answers]
            self._bytes = sum(map(len, self._waiting))
            self._behind = True
        else:
            self._queue(data)
        self._write_soon()
        if isinstance(message, WelcomeMessage):
            self._is_welcome = True
            if self.calls:  # a client forgets them when it is welcomed again
                self.send(InvitedMessage(self.calls))

    def show_calls(self, calls: tuple[FriendCall, ...]) -> None:
        """Note the invitations of friends to a table, and send them if they are new, but not before `welcome`."""
        if calls != self.calls:
            self.calls = calls
            if self._is_welcome:
                self.send(InvitedMessage(calls))

    def _count(self, answer: ReceiptMessage | RefusedMessage) -> None:
        start_s = self._begun.pop(answer.id, None)
        done = isinstance(answer, ReceiptMessage)
        if not done:
            self._metrics.refused.inc()
        if start_s is not None:
            seconds = perf_counter() - start_s
            if done:
                self._metrics.latency.observe(seconds)
            if self._acted is not None:
                self._acted(seconds, done=done)

    def _queue(self, data: bytes) -> None:
        self._waiting.append(data)
        self._bytes += len(data)

    def close(self, code: int, reason: Reason) -> None:
        """Close the WebSocket with the code `code`, after the queued messages and a close message with the reason."""
        if not self.code:
            self._queue(encode(CloseMessage(reason)))
            self._behind = False  # no snapshot is needed any more
            self.code = code
            self._write_soon()

    def _write_soon(self) -> None:
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        """Send queued messages until none is left; then close the WebSocket if `close` was called."""
        try:
            while self._waiting or self._behind:
                if self._behind:
                    self._catch_up()
                await self._send_waiting()
            self._max_waiting = self._max_bytes = sys.maxsize
            if self.code:
                await self._send({"type": "websocket.close", "code": self.code, "reason": ""})
        except DISCONNECT_ERRORS:
            return  # the client is gone; `run` notices this too, and nothing more is written
        except Exception as error:
            logger.error("failed", error=error)
            self.code = INTERNAL_ERROR
            await reject(self._send, INTERNAL_ERROR, reason("server-failed"))
        self._writer = None

    def _catch_up(self) -> None:
        """Queue a snapshot (all messages that show the current state), because earlier messages were dropped."""
        self._behind, self._is_welcome = False, True
        for message in self._table.snapshot(self):
            self._queue(encode(message))
        if self.calls:
            self._queue(encode(InvitedMessage(self.calls)))

    async def _send_waiting(self) -> None:
        data = self._next()
        self._max_waiting, self._max_bytes = MAX_WAITING + len(self._waiting), MAX_BYTES + self._bytes
        while data:
            await self._send({"type": "websocket.send", "bytes": None, "text": data.decode()})
            data = self._next()

    def _next(self) -> bytes:
        """Remove the next message from the queue and return it; b"" if the queue is empty."""
        data = self._waiting.pop(0) if self._waiting else b""
        if self._answers and data is self._answers[0]:
            self._answers.pop(0)
        self._bytes -= len(data)
        return data

    # To the table

    async def run(self) -> None:
        """Join the table, and handle the client's messages until the connection ends; then leave the table.

        When thousands connect at once, some disconnect again before they can join. Such a connection does not join,
        because this would delay the others, which may belong to the same users.
        """
        first = await self._early_event()
        if first is not None and first["type"] != "websocket.receive":
            return
        self._table.join(self)
        self._joined(self)
        try:
            await self._read(first or await self._receive())
        finally:
            self._table.leave(self)
            writer, self._writer = self._writer, None  # a cancelled task keeps references to its frame
            if writer is not None:
                writer.cancel()

    async def _early_event(self) -> Any:
        """Return the first ASGI event if it arrives within `LINGERS * LINGER` seconds, otherwise None.

        Such an early event may be the end of the connection.
        """
        for _ in range(LINGERS):
            with suppress(TimeoutError):
                async with asyncio.timeout(LINGER):
                    return await self._receive()
        return None

    async def _read(self, event: Any) -> None:
        receive, say = self._receive, self._table.receive
        rate = MessageRate(SECONDS_PER_MESSAGE, BURST, self._clock)
        unreadable = 0
        while event["type"] == "websocket.receive":
            is_within_limit = rate.count() or not self._limited
            if self.code:
                pass  # already closing
            elif not is_within_limit:
                self._send_away(TOO_FAST, reason("too-fast"))
            elif (message := parse_message(decode, event.get("text") or event.get("bytes") or "")) is None:
                unreadable += 1
                self._refuse(unreadable)
            else:
                if type(message) is ActCommand and len(self._begun) < MAX_TIMED:
                    self._begun[message.id] = perf_counter()
                say(self, message)
            event = await receive()

    def _refuse(self, times: int) -> None:
        if times < MAX_UNREADABLE:
            self.send(RefusedMessage(reason("message-unreadable")))
        else:
            self._send_away(UNREADABLE, reason("message-unreadable"))

    def _send_away(self, code: int, why: Reason) -> None:
        logger.info("sent-away", reason=why.key)
        self.close(code, why)


async def reject(send: Send, code: int, reason: Reason) -> None:
    """Close a WebSocket that has joined no table, with the WebSocket code `code`.

    First send a close message with the reason. `send` is the ASGI function of the WebSocket.
    """
    with suppress(*DISCONNECT_ERRORS):
        await send({"type": "websocket.send", "bytes": None, "text": encode(CloseMessage(reason)).decode()})
        await send({"type": "websocket.close", "code": code, "reason": ""})
