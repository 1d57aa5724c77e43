"""A node: one of several servers that share a PostgreSQL database.

Each node has a row with a lease, which it renews, and each table that somebody is at has a row that says whose it is. A
table is claimed in one statement, before its commits are read. The key of the commits does the rest: who writes the
next one has seen all before it, so two nodes that both believed a table theirs could annoy each other, and no more.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from sqlalchemy import Float, cast, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.errors import reason
from prikup.server.logging import logger
from prikup.server.nodes.lease import LASTS_S, RENEW_EVERY, Lease
from prikup.server.storage.batch_loader import BatchLoader
from prikup.server.storage.database import Database
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.sql_tables import nodes, owners
from prikup.table.host import Claims, Elsewhere
from prikup.table.storage import NotRead, NotWritten, new_id

__all__ = ["Node"]

TABLES_A_QUERY = 200
"""The number of tables that one statement claims."""
TRY_EVERY = 0.5
"""Seconds between two tries to have a lease again."""

NOW = cast(func.extract("epoch", func.clock_timestamp()), Float)
"""The time of the database, in seconds."""


class Node(Claims):
    """A server among others, which reach it at its `address`.

    `on_lapse` is called when the lease has lapsed: nothing may be done any more at the tables that were claimed.
    """

    def __init__(self, database: Database, address: str, on_lapse: Callable[[], None], lease: Lease) -> None:
        self._id = new_id()
        self._database, self._address, self._on_lapse = database, address, on_lapse
        self._lease, self._lapsed = lease, True
        self._ahead = 0.0
        self._renewing: asyncio.Task[None] | None = None
        self._claims = BatchLoader(self._claim, TABLES_A_QUERY)
        self._releases = BatchLoader(self._release, TABLES_A_QUERY)

    @classmethod
    async def begin(cls, database: Database, address: str, on_lapse: Callable[[], None]) -> Self:
        """Return a node that has its lease, and renews it until `end`. Raises BadDatabase."""
        node = cls(database, address, on_lapse, Lease())
        try:
            async with database.writing() as connection:
                await node._sweep(connection)
            await node._renew()
        except NotWritten as error:
            raise BadDatabase(reason("database-failed", error=str(error))) from error
        node._renewing = asyncio.create_task(node._run())
        return node

    async def end(self) -> None:
        """Give the lease up: whatever this node still has is anybody's."""
        if self._renewing is not None:
            self._renewing.cancel()
        with suppress(NotWritten):
            async with self._database.writing() as connection:
                await connection.execute(delete(nodes).where(nodes.c.id == self._id))

    @property
    def held(self) -> bool:
        """Whether its lease is held."""
        return self._lease.held

    def now(self) -> float:
        """Return the time of the database in seconds, which all nodes share whatever their own clocks say."""
        return self._lease.clock() + self._ahead

    # Tables

    async def claim(self, table: str) -> None:
        """Return when a table is this node's. Raise Elsewhere if another has it, NotRead if the database fails."""
        address = await self._claims.load(table) if self._lease.held else None
        if address is None or not self._lease.held:  # the lease, or that of the other, has just lapsed
            raise Elsewhere("")
        if address:
            raise Elsewhere(address)

    async def release(self, table: str) -> None:
        """Let others have a table; if the database fails it is theirs when the lease ends."""
        with suppress(NotWritten):
            await self._releases.load(table)

    async def _claim(self, tables: list[str]) -> dict[str, str]:
        """Claim tables; return the address of the node that has each, "" for this one."""
        living = select(nodes.c.id).where(nodes.c.until > NOW)
        wanted = insert(owners).values([{"table_id": table, "node": self._id} for table in sorted(tables)])
        claim = wanted.on_conflict_do_update(
            index_elements=[owners.c.table_id],
            set_={"node": self._id},
            where=(owners.c.node == self._id) | owners.c.node.not_in(living),
        )
        others = select(owners.c.table_id, nodes.c.address).join(nodes, nodes.c.id == owners.c.node)
        try:
            async with self._database.writing() as connection:
                found = dict.fromkeys(await connection.scalars(claim.returning(owners.c.table_id)), "")
                if left := [table for table in tables if table not in found]:
                    rows = await connection.execute(others.where(owners.c.table_id.in_(left)))
                    found |= {row.table_id: row.address for row in rows}
        except NotWritten as error:
            raise NotRead(str(error)) from error
        return found

    async def _release(self, tables: list[str]) -> dict[str, None]:
        async with self._database.writing() as connection:
            await connection.execute(delete(owners).where(owners.c.node == self._id, owners.c.table_id.in_(tables)))
        return {}

    # The lease

    async def _run(self) -> None:
        """Renew the lease until this is cancelled; notice at once when it lapses, whatever the database does."""
        while True:
            renewal = asyncio.create_task(self._try())
            await asyncio.wait({renewal}, timeout=self._lease.left or None)
            self._look()
            await renewal
            self._look()
            await asyncio.sleep(min(RENEW_EVERY, self._lease.left) or TRY_EVERY)
            self._look()

    async def _try(self) -> None:
        with suppress(NotWritten):  # the log has a line when the lease lapses
            await self._renew()

    async def _renew(self) -> None:
        """Renew the lease; take a new one if it has lapsed in the database. Raises NotWritten."""
        asked, n = self._lease.clock(), nodes.c
        renewed = update(nodes).where(n.id == self._id, n.until > NOW).values(until=NOW + LASTS_S)
        new = insert(nodes).values(id=self._id, address=self._address, until=NOW + LASTS_S)
        new = new.on_conflict_do_update(index_elements=[n.id], set_={"until": NOW + LASTS_S})
        async with self._database.writing() as connection:
            until = await connection.scalar(renewed.returning(n.until))
            if until is None:
                self._lapse()  # others may have had the tables, whatever our clock says
                until = await connection.scalar(new.returning(n.until))
        assert until is not None
        self._ahead = until - LASTS_S - asked
        self._lease.renew(asked)
        if self._lapsed and self._lease.held:
            self._lapsed = False
            logger.info("lease", address=self._address)

    def _look(self) -> None:
        if not self._lease.held:
            self._lapse()

    def _lapse(self) -> None:
        """Stop everything, once."""
        if not self._lapsed:
            self._lapsed = True
            logger.error("lease-lapsed", address=self._address)
            self._on_lapse()

    async def _sweep(self, connection: AsyncConnection) -> None:
        """Forget nodes that are gone, the one that was at this address before among them, and what they had."""
        await connection.execute(delete(nodes).where((nodes.c.until <= NOW) | (nodes.c.address == self._address)))
        await connection.execute(delete(owners).where(owners.c.node.not_in(select(nodes.c.id))))
