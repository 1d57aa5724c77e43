"""Who comes to a table by a socket, until he is there.

This is plain ASGI, without Litestar: when a server begins again, thousands come back at once, and a quarter of the work
for each would be Litestar's.
"""

from itertools import count
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.types import Receive, Scope, Send

from prikup.errors import reason
from prikup.server.accounts.accounts import Person
from prikup.server.http.api import token_of
from prikup.server.http.middleware import Caller
from prikup.server.logging import journal
from prikup.server.services import House
from prikup.server.websocket.connection import FAILED, FORBIDDEN, GONE, NOWHERE, Connection, dismiss

__all__ = ["Endpoint"]

TABLES = "/ws/tables/"


class Endpoint:
    """Brings each connection to its table."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._numbers = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, to its end."""
        number = next(self._numbers)
        await receive()  # it wants to be let in
        try:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        except GONE:
            return
        try:
            await self._sit(scope, receive, send, number)
        except Exception as error:
            self._house.meters.errors.inc()
            journal.error("failed", path=scope["path"][:200], error=error)
            await dismiss(send, FAILED, reason("server-failed"))

    async def _sit(self, scope: Scope, receive: Receive, send: Send, number: int) -> None:
        house, name = self._house, scope["path"].removeprefix(TABLES)
        person = await self._visitor(scope)
        found = await house.hall.table(name) if person else None
        if person is None:
            await dismiss(send, FORBIDDEN, reason("not-signed-in"))
        elif found is None:
            await dismiss(send, NOWHERE, reason("no-such-table"))
        else:
            hurried = house.site.limited
            connection = Connection(person, number, found, receive, send, house.meters, hurried=hurried)
            journal.info("joined", table=found.id)
            try:
                await house.keep(connection)
            finally:
                journal.info("left", table=found.id, code=connection.code)

    async def _visitor(self, scope: Scope) -> Person | None:
        """Who comes: a page shows its cookie, a program its ticket."""
        asked = ASGIConnection[Any, Any, Any, State](scope)
        come: Caller = scope["state"]["caller"]
        ticket = asked.query_params.get("ticket", "")
        if ticket or not come.origin:
            return self._house.people.redeem(ticket)
        return await self._house.people.whose(token_of(asked.headers, asked.cookies))
