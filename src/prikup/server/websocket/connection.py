"""One connection to a table: what it says is read and passed on, what it is told waits in a queue of its own.

Nobody waits for a slow reader. When too much waits for him it is thrown away, and once he reads again he is told how
things stand now.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable
from contextlib import suppress
from time import monotonic, perf_counter
from typing import Any, Protocol

import msgspec
from litestar.types import Receive, Send

from prikup.errors import Reason, reason
from prikup.server.accounts.accounts import Person
from prikup.server.metrics import Meters
from prikup.table.protocol import Act, Goodbye, Receipt, Refused, Sent, Told

__all__ = ["FAILED", "FORBIDDEN", "GONE", "LEAVING", "NOWHERE", "Connection", "Seen", "dismiss"]

FORBIDDEN, NOWHERE, UNREADABLE, TOO_FAST, LEAVING, FAILED = 4003, 4004, 4000, 4008, 1001, 1011
"""Why the server closes a connection, as WebSocket codes."""
LONGEST = 4096
"""Characters of a message; the largest that means anything has a tenth of them."""
UNREADABLE_MOST = 20
SECONDS_EACH, AT_ONCE = 1 / 20, 60
"""How fast a client may speak: so many seconds a message, and so many at once after a pause."""
WAITING_MOST, BYTES_MOST = 64, 128 * 1024
"""What may wait for a slow reader, beside what tells him how things stand."""
TIMED_MOST = 100
MOMENT, TURNS = 0.005, 4
"""How long, and for how many turns of the loop, one listens whether a connection has ended already."""
GONE = (OSError, RuntimeError)
"""What a send to a connection that is no more raises; the last where uvicorn has closed it after a broken frame."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Sent).decode


class Seen(Protocol):
    """A table, as a connection sees it."""

    def join(self, client: Any) -> None: ...
    def leave(self, client: Any) -> None: ...
    def say(self, client: Any, message: Sent) -> None: ...
    def snapshot(self, client: Any) -> list[Told]: ...


class Connection:
    """A person's socket at a table: the table's `Client`.

    `run` lasts as long as the connection does.
    """

    def __init__(
        self, person: Person, came: int, table: Seen, receive: Receive, send: Send, meters: Meters, *, hurried: bool
    ) -> None:
        self.user, self.name, self.came = person.id, person.name, came
        self.code = 0
        self._table, self._receive, self._send, self._meters = table, receive, send, meters
        self._hurried = hurried  # one who speaks too fast is sent away
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._most, self._most_bytes = WAITING_MOST, BYTES_MOST
        self._behind = False
        self._wake = asyncio.Event()
        self._begun: dict[str, float] = {}

    # What it is told

    def tell(self, message: Told) -> None:
        """Put a message into the queue; never waits."""
        if self.code or self._behind:
            return
        if isinstance(message, Receipt | Refused):
            self._count(message)
        data = encode(message)
        if len(self._waiting) >= self._most or self._bytes + len(data) > self._most_bytes:
            self._waiting.clear()
            self._bytes = 0
            self._behind = True
        else:
            self._queue(data)
        self._wake.set()

    def _count(self, answer: Receipt | Refused) -> None:
        begun = self._begun.pop(answer.id, None)
        if isinstance(answer, Refused):
            self._meters.refused.inc()
        elif begun is not None:
            self._meters.latency.observe(perf_counter() - begun)

    def _queue(self, data: bytes) -> None:
        self._waiting.append(data)
        self._bytes += len(data)

    def close(self, code: int, reason: Reason) -> None:
        """Say goodbye after what waits, and close."""
        if not self.code:
            self._queue(encode(Goodbye(reason)))
            self._behind = False  # who goes needs not know how things stand
            self.code = code
            self._wake.set()

    async def _write(self) -> None:
        """Send what waits, for as long as the connection is open."""
        while not self.code or self._waiting:
            if not await self._sent():
                return  # it is gone: the reader hears of it too
            self._most, self._most_bytes = WAITING_MOST, BYTES_MOST
            if self._behind:
                self._catch_up()
            elif not self.code:
                self._wake.clear()
                await self._wake.wait()
        with suppress(*GONE):
            await self._send({"type": "websocket.close", "code": self.code, "reason": ""})

    def _catch_up(self) -> None:
        """Queue how things stand. However much that is, it does not count as being slow."""
        self._behind = False
        for message in self._table.snapshot(self):
            self._queue(encode(message))
        self._most += len(self._waiting)
        self._most_bytes += self._bytes

    async def _sent(self) -> bool:
        """Send all that waits; False if that is no longer possible."""
        send, waiting = self._send, self._waiting
        try:
            while waiting:
                data = waiting.popleft()
                self._bytes -= len(data)
                await send({"type": "websocket.send", "bytes": None, "text": data.decode()})
        except GONE:
            return False
        return True

    # What it says

    async def run(self) -> None:
        """Join the table, and leave it when the connection ends. When many come at once, some have given up before it
        is their turn: to let them join would keep the others waiting, who may be the same people."""
        first = asyncio.ensure_future(self._receive())
        for _ in range(TURNS):
            await asyncio.sleep(MOMENT)
        if first.done() and first.result()["type"] != "websocket.receive":
            return
        async with asyncio.TaskGroup() as group:
            writer = group.create_task(self._write())
            self._table.join(self)
            try:
                await self._read(first)
            finally:
                self._table.leave(self)
                writer.cancel()

    async def _read(self, first: Awaitable[Any]) -> None:
        receive, say = self._receive, self._table.say
        paid = 0.0  # until when the messages so far are paid for
        unreadable = 0
        event = await first
        while event["type"] == "websocket.receive":
            paid = max(paid, now := monotonic()) + SECONDS_EACH
            if self.code:
                pass  # he was told goodbye
            elif self._hurried and paid - now > SECONDS_EACH * AT_ONCE:
                self.close(TOO_FAST, reason("too-fast"))
            elif (message := _read(event.get("text") or event.get("bytes") or "")) is None:
                unreadable += 1
                self._refuse(unreadable)
            else:
                if type(message) is Act and len(self._begun) < TIMED_MOST:
                    self._begun[message.id] = perf_counter()
                say(self, message)
            event = await receive()

    def _refuse(self, times: int) -> None:
        if times < UNREADABLE_MOST:
            self.tell(Refused(reason("message-unreadable")))
        else:
            self.close(UNREADABLE, reason("message-unreadable"))


def _read(data: str | bytes) -> Sent | None:
    """A message of the protocol, None for anything else."""
    if len(data) > LONGEST:
        return None
    try:
        message: Sent = decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return message


async def dismiss(send: Send, code: int, reason: Reason) -> None:
    """Say goodbye to one who has no place here."""
    with suppress(*GONE):
        await send({"type": "websocket.send", "bytes": None, "text": encode(Goodbye(reason)).decode()})
        await send({"type": "websocket.close", "code": code, "reason": ""})
