"""Relays a user's WebSocket to the node that owns the table, without decoding frames.

A node is one of the servers that share a database.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar.types import Receive, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import CloseCode

from prikup.rules.errors import Reason, reason
from prikup.server.accounts.accounts import LoginSession
from prikup.server.nodes.presence import CONNECTED
from prikup.server.telemetry import PARENT
from prikup.server.websocket.connection import DISCONNECT_ERRORS, GOING_AWAY, reject
from prikup.table.state.presence import UNKNOWN_ORIGIN, ConnectionOrigin

__all__ = ["CAME", "HEADER", "ORIGIN", "Relay", "Unreachable", "connect_to_node"]

HEADER = "x-prikup-relay"
"""The header with the ticket of a relay, by which one node (server) opens a user's WebSocket at another node.

The ticket names the user's session and is signed with the secret that all nodes share.
"""
CAME = "x-prikup-came"
"""The header of a relayed WebSocket with the time at which the user connected to the first node (server).

It is in microseconds of the time that all nodes share (`Node.database_time`).
"""
ORIGIN = "x-prikup-origin"
"""The header of a relayed WebSocket that contains the user's device and network address, separated by a space.

Each may be "".
"""
REACHED_WITHIN = 2.0
"""Seconds that another node (server) has to accept a relayed WebSocket."""
FIRST_WORD_WITHIN = 3.0
"""Seconds that another node (server) has to send the table's first message over a relayed WebSocket.

A node that is cut off from the database accepts a WebSocket but sends nothing.
"""
PING_S = 2.0
"""Seconds between two pings over a relayed WebSocket. The relay ends if the other server answers later than this."""
LOST_CODES = (CloseCode.NO_STATUS_RCVD, CloseCode.ABNORMAL_CLOSURE, CloseCode.SERVICE_RESTART)
"""The WebSocket close codes of a connection that ended without a close message from the table."""


class Unreachable(Exception):
    """Raised if the server to which a WebSocket is to be relayed does not respond; the argument is its address."""


@asynccontextmanager
async def connect_to_node(
    address: str, path: str, ticket: str, came: int, parent: str = "", origin: ConnectionOrigin = UNKNOWN_ORIGIN
) -> AsyncIterator[ClientConnection]:
    """Open a WebSocket to the node (server) at `address` for a user of this node, and close it when the block ends.

    - `path`: the path of the table's WebSocket.
    - `ticket`: the relay ticket, which names the user's session.
    - `came`: the time at which the user connected, in microseconds. Of two relays of a user to one table the older one
      may arrive later, and must not replace the newer one.
    - `parent`: the trace context of the span that records this relay, "" without telemetry.
    - `origin`: the device and the network address that the WebSocket comes from.

    Raise Unreachable if the node does not respond.
    """
    headers = {HEADER: ticket, CAME: str(came), ORIGIN: f"{origin.device} {origin.address}"}
    headers |= {PARENT: parent} if parent else {}
    opening = connect(
        f"ws://{address}{path}",
        additional_headers=headers,
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
    except (OSError, TimeoutError, WebSocketException) as error:  # a node that dies meanwhile closes the connection
        raise Unreachable(address) from error
    try:
        yield owner
    finally:
        await owner.close()


class Relay:
    """A user's WebSocket on this node (server), for a table that another node owns.

    Its frames pass through `owner`, a WebSocket to that node. `receive` and `send` are the ASGI functions of the user's
    WebSocket. The relay ends when either side closes it, or when the user's `session` ends. `code` is the WebSocket
    code with which the user's side is closed; it is 0 while the relay is open, or if the user closed it. `place` is
    `CONNECTED`, because only the other node knows whether the user has a seat.
    """

    def __init__(self, session: LoginSession, owner: ClientConnection, receive: Receive, send: Send) -> None:
        self.session, self.code = session, 0
        self.place = CONNECTED  # only the owner of the table knows more
        self._owner, self._receive, self._send = owner, receive, send
        self._closed: asyncio.Future[Reason] = asyncio.get_running_loop().create_future()

    def renew(self, session: LoginSession) -> None:
        """Replace the sign-in session by its newer state, because the user has a new name or has opened an account."""
        self.session = session

    def close(self, code: int, reason: Reason) -> None:
        """Close the user's side with the WebSocket code `code`, after a close message with the reason."""
        if not self._closed.done():
            self.code = code
            self._closed.set_result(reason)

    async def run(self) -> None:
        """Pass frames on between the user and the node that owns the table, in both directions, until one side ends."""
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
        """Pass the user's frames on to the node (server) that owns the table, until the user disconnects."""
        event: Any = await self._receive()
        while event["type"] == "websocket.receive":
            with suppress(ConnectionClosed):  # `_to_user` ends then too, and uses the close code
                await self._owner.send(event.get("text") or event.get("bytes") or "")
            event = await self._receive()

    async def _to_user(self) -> None:
        """Pass the table's frames on to the user until the node (server) that owns the table closes the WebSocket.

        If that node is gone, send a close message.
        """
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
        except DISCONNECT_ERRORS:
            return
        except ConnectionClosed:
            pass
        code = self._owner.close_code
        if code is None or code in LOST_CODES:
            self.close(GOING_AWAY, reason("server-stops"))
        else:
            self.code = code
            with suppress(*DISCONNECT_ERRORS):
                await self._send({"type": "websocket.close", "code": code, "reason": ""})
