"""A node: one of several servers that share a PostgreSQL database.

Each node has a row in `nodes` with its lease, a time-limited permission to act for the tables it owns, which it keeps
renewing. Each table in memory has a row in `owners` with the node that owns it. A node becomes the owner by a claim,
which it makes before it loads the table's commits (its stored changes). Each claim has an id, which is in the row too.

A transaction that writes commits first locks the owner rows of its tables, and leaves out tables that are under another
claim by now. A claim skips rows that are locked. So a commit whose transaction started before a claim can never appear
after the claim: either it is stored already and is loaded, or it will never be stored. This is also true for an owner
that was suspended and wakes up, and for a node's own commit of unknown outcome.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Self

from sqlalchemy import CTE, ColumnElement, String, any_, delete, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.rules.errors import reason
from prikup.server.logging import logger
from prikup.server.nodes.lease import LASTS_S, RENEW_EVERY, Lease
from prikup.server.storage.batch_loader import BatchLoader
from prikup.server.storage.database import POSTGRESQL_TIME, Database
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.sql_tables import nodes, owners
from prikup.table.host.services import OwnedElsewhere, TableOwnership
from prikup.table.host.storage import NotRead, NotWritten, new_id
from prikup.table.host.time_source import LOOP_TIME, Timekeeper, Timer, pause, wait_until

__all__ = ["Node", "NodeTime"]

TABLES_PER_QUERY = 200
"""Maximum number of tables that one SQL statement claims (makes this node their owner) or releases."""
LOOKS = 16
"""The number of recent lease renewals from which a node (server) estimates what the database's clock shows."""
TRY_EVERY = 0.5
"""Seconds between two attempts to renew a lease that has ended, or to release a table that could not be released."""


class Node(TableOwnership):
    """This server as one of several (the nodes) that share a database, and the tables that it owns.

    `address` is the HOST:PORT at which the other servers reach this one, and `keeper` is the source of time. `on_lapse`
    is called when this node's lease (a time-limited permission to act for the tables it owns) has lapsed. From then on
    the server must not act at these tables.
    """

    def __init__(self, database: Database, address: str, on_lapse: Callable[[], None], keeper: Timekeeper) -> None:
        self._id = new_id()
        self._database, self._address, self._on_lapse = database, address, on_lapse
        self._keeper, self._lease = keeper, Lease(keeper.now)
        self._lapsed, self._ended = True, False
        self._ahead = deque[float](maxlen=LOOKS)
        self._renewing: asyncio.Task[None] | None = None
        self._claimed: dict[str, str] = {}  # by table: the id of this node's latest claim
        self._claims = BatchLoader(self._claim, TABLES_PER_QUERY)
        self._releases = BatchLoader(self._release, TABLES_PER_QUERY)
        self._unreleased: dict[str, str] = {}  # by table: the id of a claim that is still to be released
        self._releasing: asyncio.Task[None] | None = None

    @classmethod
    async def begin(
        cls, database: Database, address: str, on_lapse: Callable[[], None], keeper: Timekeeper = LOOP_TIME
    ) -> Self:
        """Create a node with a lease (a time-limited permission to act for its tables), which it renews until `end`.

        `address` is the HOST:PORT at which the other servers reach this one. `on_lapse` is called when the lease has
        lapsed. Raise BadDatabase if the database fails.
        """
        node = cls(database, address, on_lapse, keeper)
        try:
            async with database.writing() as connection:
                await node._sweep(connection)
            await node.renew()
        except NotWritten as error:
            raise BadDatabase(reason("database-failed", error=str(error))) from error
        node._renewing = asyncio.create_task(node._run())
        return node

    async def end(self) -> None:
        """Give up the lease (permission to act for tables), so that other nodes may claim this node's tables."""
        self._ended = True
        for task in (self._renewing, self._releasing):
            if task is not None:
                task.cancel()
        with suppress(NotWritten):
            async with self._database.writing() as connection:
                await connection.execute(delete(nodes).where(nodes.c.id == self._id))

    @property
    def id(self) -> str:
        """The random id of this node, by which its rows in the database name it."""
        return self._id

    @property
    def has_lease(self) -> bool:
        """Whether this node has a lease, a time-limited permission to act for the tables it owns."""
        return self._lease.is_held

    def database_time(self) -> float:
        """Return the time of the database's clock in seconds, as this node estimates it.

        All nodes use it as their common time, because their own clocks may differ.
        """
        return self._lease.clock() + min(self._ahead, default=0.0)

    # Tables

    async def claim(self, table: str) -> None:
        """Make this node (server) the owner of a table, and return when it is. Raise NotRead if the database fails.

        Raise OwnedElsewhere if another node owns the table, if a transaction that may write to the table has not ended,
        or if this node has no lease (permission to act for tables).
        """
        address = await self._claims.load(table) if self._lease.is_held else None
        if address is None or not self._lease.is_held:  # the lease of this node or of the owner has just lapsed
            raise OwnedElsewhere("")
        if address:
            raise OwnedElsewhere(address)

    async def release(self, table: str) -> None:
        """Give up a table, so that another node can claim it (become its owner) at once.

        Otherwise the other node would have to wait until this node's lease ends. If the database fails or a write to
        the table is in progress, the table is released as soon as possible. A node that stops keeps its lease until its
        last table is released.
        """
        claim = self._claimed.pop(table, None)
        with suppress(NotWritten):
            claim = await self._releases.load(table)
        if claim is not None:
            self._release_soon({table: claim})

    async def release_others(self, tables: Collection[str]) -> None:
        """Give up all tables except `tables`, so that other nodes can claim them (become their owners) at once.

        This node may own a table that it has not loaded: if the database failed or the lease lapsed during the claim,
        the claim may have succeeded nevertheless. If the database fails now, such tables are given up with the lease.
        """
        with suppress(NotWritten):
            self._release_soon(await self._free((owners.c.node == self._id, owners.c.table_id.not_in(tables))))

    async def owned_tables(self, tables: Collection[str]) -> set[str]:
        """Return those of `tables` that a node (server) with a lease owns: this node or another one.

        A lease is a node's permission to act for its tables. Raise NotRead if the database fails.
        """
        query = select(owners.c.table_id).join(nodes, nodes.c.id == owners.c.node)
        query = query.where(owners.c.table_id.in_(tables), nodes.c.until > POSTGRESQL_TIME)
        async with self._database.reading() as connection:
            return set(await connection.scalars(query))

    async def hold(self, connection: AsyncConnection, tables: Collection[str]) -> set[str]:
        """Lock the owner rows of `tables`, and return those tables that this node (server) still owns.

        A row names the claim (the act by which a node became the owner). A table is left out unless this is the latest
        claim of this node. Writers call this first in the transaction of `connection`. Until the transaction ends, no
        node can claim (become the owner of) the returned tables, not even this node again.
        """
        is_requested = any_(literal(list(tables), ARRAY(String)))  # one prepared statement for any number of tables
        query = select(owners.c.table_id, owners.c.claim).where(owners.c.table_id == is_requested)
        rows = await connection.execute(query.with_for_update(read=True, skip_locked=True))
        return {row.table_id for row in rows if self._claimed.get(row.table_id) == row.claim}

    async def _claim(self, tables: list[str]) -> dict[str, str]:
        """Make this node (server) the owner of those of `tables` that are free.

        Return the address of each table's owner by table. The address is "" if this node is the owner. A table is left
        out of the result if its owner is gone but a write has locked its row. Waiting for the lock would delay the
        other tables.
        """
        o, claim = owners.c, new_id()
        living = select(nodes.c.id).where(nodes.c.until > POSTGRESQL_TIME)
        new = insert(owners).values([{"table_id": table, "node": self._id, "claim": claim} for table in sorted(tables)])
        free = _unlocked_owners(o.table_id.in_(tables), (o.node == self._id) | o.node.not_in(living))
        take_over = update(owners).where(o.table_id == free.c.table_id).values(node=self._id, claim=claim)
        other_owners = select(o.table_id, nodes.c.address).join(nodes, nodes.c.id == o.node)
        other_owners = other_owners.where(
            o.table_id.in_(tables), nodes.c.until > POSTGRESQL_TIME, nodes.c.id != self._id
        )
        try:
            async with self._database.writing() as connection:
                ours = set(await connection.scalars(new.on_conflict_do_nothing().returning(o.table_id)))
                if len(ours) < len(tables):
                    ours |= set(await connection.scalars(take_over.where(o.claim != claim).returning(o.table_id)))
                theirs = await connection.execute(other_owners) if len(ours) < len(tables) else ()
                address_by_table = {row.table_id: row.address for row in theirs}
        except NotWritten as error:
            raise NotRead(str(error)) from error
        self._claimed |= dict.fromkeys(ours, claim)
        return address_by_table | dict.fromkeys(ours, "")

    async def _release(self, tables: list[str]) -> dict[str, str]:
        """Give up tables that this node (server) owns.

        Return the claims of those tables that are not released, because a write to them may be in progress. A claim is
        the id of the act by which this node became the owner.
        """
        return await self._free((owners.c.table_id.in_(tables), owners.c.node == self._id))

    def _release_soon(self, claims: dict[str, str]) -> None:
        """Start releasing tables that could not be released; `claims` are the ids of this node's claims by table."""
        self._unreleased |= claims
        if self._unreleased and (self._releasing is None or self._releasing.done()):
            self._releasing = asyncio.create_task(self._release_later())

    async def _release_later(self) -> None:
        """Try repeatedly to release the tables in `_unreleased`, until none is left.

        A table is only released under the claim (the id of the act by which this node became its owner) that is
        recorded there. This node may have claimed the table again meanwhile, and must then keep it.
        """
        while self._unreleased:
            await pause(self._keeper, TRY_EVERY)
            claims = dict(self._unreleased)
            with suppress(NotWritten):
                locked_claims = await self._free((owners.c.claim.in_(claims.values()), owners.c.table_id.in_(claims)))
                released_tables = {table for table, claim in claims.items() if locked_claims.get(table) != claim}
                self._unreleased = {t: claim for t, claim in self._unreleased.items() if t not in released_tables}

    async def _free(self, conditions: tuple[ColumnElement[bool], ...]) -> dict[str, str]:
        """Delete the rows of `owners` that fulfil all of `conditions`, except rows that another transaction has locked.

        A row names the node that owns a table. Return, by table, the claim ids of the rows that fulfil `conditions` but
        were locked and therefore remain. A claim is the act by which a node became the owner.
        """
        free = _unlocked_owners(*conditions)
        async with self._database.writing() as connection:
            await connection.execute(delete(owners).where(owners.c.table_id == free.c.table_id))
            rows = await connection.execute(select(owners.c.table_id, owners.c.claim).where(*conditions))
            return {row.table_id: row.claim for row in rows}

    # The lease

    async def _run(self) -> None:
        """Renew the lease (the permission to act for tables) until cancelled.

        When the lease lapses, notice this at once, even while the database does not respond.
        """
        while True:
            request_time = self._lease.clock()
            renewal = asyncio.create_task(self._try())
            await self._wait_for_renewal(renewal)
            self._look()
            await renewal
            self._look()
            await pause(self._keeper, self._pause(request_time))
            self._look()

    async def _wait_for_renewal(self, renewal: asyncio.Task[None]) -> None:
        """Wait until the task `renewal`, which renews the lease, has ended, or until the lease lapses.

        If the lease has lapsed already, wait until the task has ended.
        """
        if self._lease.remaining_s:
            await wait_until(self._keeper, self._keeper.now() + self._lease.remaining_s, renewal)
        else:
            await renewal

    def _pause(self, request_time: float) -> float:
        """Return the seconds until the next renewal of the lease. The last renewal was requested at `request_time`.

        The interval starts at this time. Otherwise a slow renewal would also delay the next one.
        """
        pause = min(request_time + RENEW_EVERY - self._lease.clock(), self._lease.remaining_s)
        return pause if pause > 0 else TRY_EVERY

    async def _try(self) -> None:
        with suppress(NotWritten):  # no log line here: the lapse of the lease is logged
            await self.renew()

    async def renew(self) -> None:
        """Renew the lease (permission to act for tables), or take a new one if it has ended in the database.

        Return when this is durable. Raise NotWritten if the database fails. This writes no row of another node, so a
        node that stalls here blocks no other node. Nor does it wait for this node's other writes, because a busy node
        must not be taken for a dead one.
        """
        request_time, n = self._lease.clock(), nodes.c
        extension = (
            update(nodes).where(n.id == self._id, n.until > POSTGRESQL_TIME).values(until=POSTGRESQL_TIME + LASTS_S)
        )
        new = insert(nodes).values(id=self._id, address=self._address, until=POSTGRESQL_TIME + LASTS_S)
        new = new.on_conflict_do_update(index_elements=[n.id], set_={"until": POSTGRESQL_TIME + LASTS_S})
        async with self._database.writing_urgently() as connection:
            until = await connection.scalar(extension.returning(n.until))
            if until is None:
                if self._ended:  # `end` has deleted its row, maybe during this renewal
                    return
                self._report_lapse()  # other nodes may have owned the tables, whatever this node's clock shows
                until = await connection.scalar(new.returning(n.until))
        assert until is not None
        self._ahead.append(
            until - LASTS_S - request_time
        )  # too high by the duration of the request, so the minimum is best
        self._lease.renew(request_time)
        if self._lapsed and self._lease.is_held:
            self._lapsed = False
            logger.info("lease", address=self._address)

    def _look(self) -> None:
        if not self._lease.is_held:
            self._report_lapse()

    def _report_lapse(self) -> None:
        """Report that the lease (permission to act for tables) has lapsed, so that the server stops its tables.

        Do nothing if this was reported before.
        """
        if not self._lapsed:
            self._lapsed = True
            logger.error("lease-lapsed", address=self._address)
            self._on_lapse()

    async def _sweep(self, connection: AsyncConnection) -> None:
        """Delete the rows of nodes that have ended, and of the tables that they owned.

        A node has ended if its lease (permission to act for tables) has lapsed, or if this new node has its address.
        """
        await connection.execute(
            delete(nodes).where((nodes.c.until <= POSTGRESQL_TIME) | (nodes.c.address == self._address))
        )
        free = _unlocked_owners(owners.c.node.not_in(select(nodes.c.id)))
        await connection.execute(delete(owners).where(owners.c.table_id == free.c.table_id))


def _unlocked_owners(*conditions: ColumnElement[bool]) -> CTE:
    """Return a subquery that selects and locks the rows of `owners` that fulfil all of `conditions`.

    It skips rows that another transaction has locked.
    """
    return select(owners.c.table_id).where(*conditions).with_for_update(skip_locked=True).cte("free")


class NodeTime(Timekeeper):
    """The source of time for the tables of a node (a server that shares its database with others).

    Its monotonic time is that of `keeper`. Its wall-clock time is that of the database, so that all nodes agree on
    times that are stored, whatever their own wall clocks show.
    """

    def __init__(self, node: Node, keeper: Timekeeper) -> None:
        self._node, self._keeper = node, keeper

    def now(self) -> float:
        """Return the monotonic time of this node in seconds."""
        return self._keeper.now()

    def wall(self) -> float:
        """Return the time of the database's clock in seconds since 1970, as this node estimates it."""
        return self._node.database_time()

    def call_at(self, time: float, callback: Callable[[], object]) -> Timer:
        """Schedule a call of `callback` for when `now()` has reached `time`."""
        return self._keeper.call_at(time, callback)
