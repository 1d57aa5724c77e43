"""The way of a person's WebSocket to the node that has the table: frames are passed on unread, both ways."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar.types import Receive, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import CloseCode

from prikup.errors import Reason, reason
from prikup.server.accounts.accounts import Session
from prikup.server.telemetry import PARENT
from prikup.server.websocket.connection import DISCONNECTED, GOING_AWAY, reject

__all__ = ["CAME", "HEADER", "Relay", "Unreachable", "reached"]

HEADER = "x-prikup-relay"
"""The header by which a node says for whose session it relays: a ticket, signed with what nodes alone know."""
CAME = "x-prikup-came"
"""The header that says when the person came, by the time that all nodes share."""
REACHED_WITHIN = 2.0
"""Seconds that another node has to take a connection."""
FIRST_WORD_WITHIN = 3.0
"""Seconds that the table has to say its first word: a node cut from the database takes a socket and says nothing."""
PING_S = 2.0
"""Seconds between two pings to the other node, and until a missing answer ends the relay."""
GONE = (CloseCode.NO_STATUS_RCVD, CloseCode.ABNORMAL_CLOSURE, CloseCode.SERVICE_RESTART)
"""The codes of a connection that ended without a word of the table."""


class Unreachable(Exception):
    """A node does not answer at its address."""


@asynccontextmanager
async def reached(address: str, path: str, ticket: str, came: int, parent: str = "") -> AsyncIterator[ClientConnection]:
    """Run a block with a WebSocket to another node, for the session of a ticket. Raises Unreachable.

    `came` is when the person did: of two ways to one table the older may be the slower one, and is not to win. `parent`
    is what that node is told of the span of this way.
    """
    said = {HEADER: ticket, CAME: str(came)} | ({PARENT: parent} if parent else {})
    opening = connect(
        f"ws://{address}{path}",
        additional_headers=said,
        compression=None,
        max_size=None,
        open_timeout=REACHED_WITHIN,
        ping_interval=PING_S,
        ping_timeout=PING_S,
        close_timeout=PING_S,
        proxy=None,
    )
    try:
        owner = await opening
    except (OSError, TimeoutError, WebSocketException) as error:  # one that dies in the middle closes the connection
        raise Unreachable(address) from error
    try:
        yield owner
    finally:
        await owner.close()


class Relay:
    """A user's WebSocket at a table that another node has, by a connection to its `owner`.

    It ends with the session in which it was opened, and when either side ends it. `code` is the WebSocket code with
    which the user's is closed (0: open, or theirs to close).
    """

    def __init__(self, session: Session, owner: ClientConnection, receive: Receive, send: Send) -> None:
        self.session, self.code = session, 0
        self._owner, self._receive, self._send = owner, receive, send
        self._closed: asyncio.Future[Reason] = asyncio.get_running_loop().create_future()

    def close(self, code: int, reason: Reason) -> None:
        """Close the user's side with this WebSocket code, after a goodbye with its reason."""
        if not self._closed.done():
            self.code = code
            self._closed.set_result(reason)

    async def run(self) -> None:
        """Pass on what comes until one side ends."""
        ways = [asyncio.create_task(self._to_owner()), asyncio.create_task(self._to_user())]
        try:
            ends: list[asyncio.Future[Any]] = [*ways, self._closed]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        if self._closed.done():
            await reject(self._send, self.code, self._closed.result())

    async def _to_owner(self) -> None:
        """Pass on what the user says, until they are gone."""
        event: Any = await self._receive()
        while event["type"] == "websocket.receive":
            with suppress(ConnectionClosed):  # then the other way ends, which knows why
                await self._owner.send(event.get("text") or event.get("bytes") or "")
            event = await self._receive()

    async def _to_user(self) -> None:
        """Pass on what the table says, its last word included; if the node is gone the user is to come again."""
        try:
            async with asyncio.timeout(FIRST_WORD_WITHIN):
                frame = await self._owner.recv()
            while True:
                text = frame if isinstance(frame, str) else frame.decode()
                await self._send({"type": "websocket.send", "bytes": None, "text": text})
                frame = await self._owner.recv()
        except TimeoutError:
            self.close(GOING_AWAY, reason("server-stops"))
            return
        except DISCONNECTED:
            return
        except ConnectionClosed:
            pass
        code = self._owner.close_code
        if code is None or code in GONE:
            self.close(GOING_AWAY, reason("server-stops"))
        else:
            self.code = code
            with suppress(*DISCONNECTED):
                await self._send({"type": "websocket.close", "code": code, "reason": ""})
