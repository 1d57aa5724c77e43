"""The WebSocket of a table: accepts it, finds out whose it is, and connects it.

This is plain ASGI, without Litestar: when a server begins again, thousands come back at once, and a quarter of the work
for each would be Litestar's.
"""

from itertools import count
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.types import Receive, Scope, Send

from prikup.errors import reason
from prikup.server.accounts.accounts import Session
from prikup.server.http.caller import Caller
from prikup.server.http.handlers import token_of
from prikup.server.logging import logger
from prikup.server.services import Services
from prikup.server.websocket.connection import (
    DISCONNECTED,
    FORBIDDEN,
    INTERNAL_ERROR,
    NO_SUCH_TABLE,
    Connection,
    reject,
)
from prikup.table.storage import NotRead

__all__ = ["WebSocketEndpoint"]

PATH = "/ws/tables/"


class WebSocketEndpoint:
    """The ASGI application of all WebSockets: connects each to the table that its path names."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._numbers = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one WebSocket, to its end."""
        number, path = next(self._numbers), scope["path"]
        await receive()  # websocket.connect
        try:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        except DISCONNECTED:
            return
        try:
            session = await self._session(scope)
            scope.clear()  # type: ignore[union-attr]  # it is a dict, of 4 kB, and whoever watches may stay for hours
            await self._connect(path, session, receive, send, number)
        except NotRead:
            await reject(send, INTERNAL_ERROR, reason("not-read"))
        except Exception as error:
            logger.error("failed", path=path[:200], error=error)
            await reject(send, INTERNAL_ERROR, reason("server-failed"))

    async def _connect(self, path: str, session: Session | None, receive: Receive, send: Send, number: int) -> None:
        services, name = self._services, path.removeprefix(PATH)
        table = await services.tables.find(name) if session else None
        if session is None:
            services.metrics.sockets_declined.labels("not-signed-in").inc()
            logger.info("declined", path=path[:200], reason="not-signed-in")
            await reject(send, FORBIDDEN, reason("not-signed-in"))
        elif table is None or (table.stage == "over" and await services.archive.hidden(name, session.user.id)):
            await reject(send, NO_SUCH_TABLE, reason("no-such-table"))
        else:
            limited = services.config.limited
            connection = Connection(session, number, table, receive, send, services.metrics, limited=limited)
            logger.info("joined", table=table.id)
            try:
                await services.run_connection(connection)
            finally:
                services.metrics.sockets_closed.labels(connection.code).inc()
                logger.info("left", table=table.id, code=connection.code)

    async def _session(self, scope: Scope) -> Session | None:
        """Return whose WebSocket it is, None if nobody is signed in: a page has its cookie, a program its ticket."""
        request = ASGIConnection[Any, Any, Any, State](scope)
        caller: Caller = scope["state"]["caller"]
        ticket = request.query_params.get("ticket", "")
        if ticket or not caller.origin:
            return await self._services.accounts.redeem_ticket(ticket)
        return await self._services.accounts.session(token_of(request.headers, request.cookies))
