"""Puts tables into the lobby's list of open tables and takes them out, on whichever server they are.

The task of a table decides whether the table stays in the list (`prikup.table.commands.listing`), so a listed table
must be in the memory of a server. If its server has stopped, another one loads it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

import msgspec
from msgspec import Struct
from sqlalchemy import select

from prikup.rules.errors import Reason, reason
from prikup.server.logging import logger
from prikup.server.storage.database import LOBBY_CHANNEL, Database
from prikup.server.storage.sql_tables import IS_LISTED, tables
from prikup.table.host.services import OwnedElsewhere
from prikup.table.host.storage import NotRead, NotWritten
from prikup.table.host.time_source import Timekeeper, pause
from prikup.table.registry import TableRegistry

__all__ = ["ListingRequest", "Listings"]

ADOPT_EVERY = 2.0
"""Seconds between two searches for listed tables that are in the memory of no server."""
ELSEWHERE_TRIES, ELSEWHERE_EVERY = 20, 0.25
"""The number of checks whether another server has put a table into the list or taken it out, as it was asked to.

The second number is the seconds between two of these checks.
"""


class ListingRequest(Struct, frozen=True):
    """A notice to all servers that a table is to be put into the list of open tables (`listed`), or taken out of it."""

    table: str
    listed: bool


class Listings:
    """Puts tables into the lobby's list of open tables (anyone may sit down) and takes them out.

    - `registry`: the tables in the memory of this server.
    - `active_tables`: gets table ids, and returns those of tables that are in the memory of any server.
    - `keeper`: the source of time.
    """

    def __init__(
        self,
        database: Database,
        registry: TableRegistry,
        active_tables: Callable[[Collection[str]], Awaitable[set[str]]],
        keeper: Timekeeper,
    ) -> None:
        self._database, self._registry, self._keeper = database, registry, keeper
        self._active_tables = active_tables
        self._requests = set[asyncio.Task[None]]()

    async def change(self, table: str, *, listed: bool) -> Reason | None:
        """Put a table into the list of open tables or take it out, and return when this is durable.

        If another server owns the table, that server does it. Return the reason if it is impossible, None if it was
        done. `table` is the table's id.
        """
        try:
            loaded_table = await self._registry.find(table)
        except OwnedElsewhere:
            return await self._change_elsewhere(table, listed=listed)
        return None if loaded_table is None else await loaded_table.set_listed(listed=listed)

    async def end_listings(self, host: str, except_table: str = "") -> None:
        """Take the tables of a host (the user who opened them) out of the list, all except `except_table`.

        A host may have only one table in the list.
        """
        query = select(tables.c.id).where(IS_LISTED, tables.c.host == host, tables.c.id != except_table)
        async with self._database.reading() as connection:
            listed_tables = list(await connection.scalars(query))
        for table in listed_tables:
            await self.change(table, listed=False)

    def hear(self, request: ListingRequest) -> None:
        """Put a table into the list or take it out, as another server requests, if this server has it in memory."""
        if request.table in self._registry:
            task = asyncio.create_task(self._change_here(request))
            self._requests.add(task)
            task.add_done_callback(self._requests.discard)

    async def _change_here(self, request: ListingRequest) -> None:
        with suppress(OwnedElsewhere, NotRead):
            if (table := await self._registry.find(request.table)) is not None:
                await table.set_listed(listed=request.listed)

    async def _change_elsewhere(self, table: str, *, listed: bool) -> Reason | None:
        """Ask the other servers to put a table into the list or take it out, and wait until one of them has done it."""
        async with self._database.writing() as connection:
            request = msgspec.json.encode(ListingRequest(table, listed))
            await self._database.announce(connection, request, LOBBY_CHANNEL)
        for _ in range(ELSEWHERE_TRIES):
            await pause(self._keeper, ELSEWHERE_EVERY)
            async with self._database.reading() as connection:
                is_listed = await connection.scalar(select(tables.c.listed).where(tables.c.id == table))
            if bool(is_listed) == listed:
                return None
        return reason("not-listed", why="away")

    async def run(self) -> None:
        """Load listed tables that are in the memory of no server, again and again, until cancelled.

        For example, a server that has just started finds the tables that were listed when it stopped.
        """
        while True:
            try:
                await self._adopt()
            except (NotRead, NotWritten):
                pass  # the database fails; the next attempt follows
            except Exception as error:
                logger.error("failed", error=error)
            await pause(self._keeper, ADOPT_EVERY)

    async def _adopt(self) -> None:
        async with self._database.reading() as connection:
            listed_tables = list(await connection.scalars(select(tables.c.id).where(IS_LISTED)))
        active = await self._active_tables(listed_tables) if listed_tables else set()
        for table in listed_tables:
            if table not in active:
                with suppress(OwnedElsewhere, NotRead):
                    await self._registry.find(table)
