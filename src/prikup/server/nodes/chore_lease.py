"""The lease of a chore: a job that exactly one node does for all, such as pairing people who look for a table.

A node is one of the servers that share a database. Each chore has a row in `chores`, which contains the node that does
the chore, the id of this node's claim, and the time by the database's clock at which the lease ends. The node renews
the lease in time. When a lease has ended, any other node takes the chore, under a new claim.

Each transaction in which a chore writes first locks this row, and writes nothing if the row has another claim by now. A
node that takes a chore skips a row that is locked. So a node that was suspended while it did a chore cannot write once
another node does it.

A server that does not share its database does its chores in the same way. It need not wait for the lease of a server
that used the database before it, because that server has ended; nor need it renew its lease in the database.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from sqlalchemy import ColumnElement, exists, insert, literal, or_, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.logging import logger
from prikup.server.metrics import Metrics
from prikup.server.nodes.lease import LASTS_S, RENEW_EVERY, Lease
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import chores
from prikup.table.host.storage import NotRead, NotWritten, new_id
from prikup.table.host.time_source import LOOP_TIME, Timekeeper, pause

__all__ = ["ChoreLease", "ChoreLost"]


class ChoreLost(Exception):
    """Raised if another node does the chore by now, so that this node must not write anything for it.

    A chore is a job that exactly one node (one of the servers that share a database) does for all.
    """


class ChoreLease:
    """The lease of a chore, which is the time-limited right to do it, as one of the nodes sees it.

    A chore is a job that exactly one node does for all, and a node is one of the servers that share a database.

    - `name`: the name of the chore.
    - `node`: the id of this node.
    - `keeper`: the source of time.
    """

    def __init__(
        self, database: Database, name: str, node: str, metrics: Metrics, keeper: Timekeeper = LOOP_TIME
    ) -> None:
        self._database, self._name, self._node, self._keeper = database, name, node, keeper
        self._lease = Lease(keeper.now)
        self._claim = ""  # the id of this node's claim, "" while it does not do the chore
        self._renewal_time = float("-inf")
        self._round: asyncio.Task[None] | None = None
        self._gauge = metrics.chore_held.labels(name)
        self._gauge.set_function(lambda: float(self.is_held))

    @property
    def is_held(self) -> bool:
        """Whether this node (server) does the chore now, because it has the lease and the lease has not ended."""
        return bool(self._claim) and self._lease.is_held

    async def run(self, work: Callable[[], Awaitable[None]], every_s: float) -> None:
        """Do a chore until cancelled: while this node has the lease, call `work` every `every_s` seconds.

        Take the lease as soon as no other node has it, and renew it between the calls. When `work` fails, log the error
        and call it again at the next time. A call in progress is not cancelled; `release` waits for it.
        """
        while True:
            start = self._keeper.now()
            self._round = asyncio.create_task(self._do(work))
            await asyncio.shield(self._round)
            await pause(self._keeper, max(0.0, start + every_s - self._keeper.now()))

    async def _do(self, work: Callable[[], Awaitable[None]]) -> None:
        """Renew the lease if that is due, and call `work` if this node does the chore."""
        try:
            if self._keeper.now() >= self._renewal_time + RENEW_EVERY:
                await self.renew()
            if self.is_held:
                await work()
        except (NotRead, NotWritten, ChoreLost):  # no log line here: a database that fails is logged elsewhere
            self._look()
        except Exception as error:
            logger.error("chore-failed", chore=self._name, error=error)

    async def renew(self) -> None:
        """Renew the lease of this chore, or take the lease if no node has it. Raise NotWritten if the database fails.

        Taking the lease never waits for another node (server): if a transaction has locked the row of the lease, this
        node does not get it.
        """
        self._look()
        request_time, c = self._keeper.now(), chores.c
        self._renewal_time = request_time
        if self._claim and not self._database.shared:
            self._lease.renew(request_time)
            return
        claim = self._claim or new_id()
        async with self._database.writing() as connection:
            held = await self._take(connection, c.claim == claim, claim) if self._claim else False
            if not held:
                claim = new_id()
                held = await self._take(connection, self._is_free, claim) or await self._create(connection, claim)
        if self._claim and (not held or claim != self._claim):
            self._lose()
        if held:
            if not self._claim:
                logger.info("chore", chore=self._name)
            self._claim = claim
            self._lease.renew(request_time)

    async def release(self) -> None:
        """Give up the lease, so that another node can do the chore at once. If the database fails, the lease expires.

        Call this after `run` was cancelled.
        """
        if self._round is not None:
            await self._round
        claim, self._claim = self._claim, ""
        if claim:
            with suppress(NotWritten):
                async with self._database.writing() as connection:
                    freed = update(chores).where(chores.c.name == self._name, chores.c.claim == claim)
                    await connection.execute(freed.values(claim="", until=0.0))

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Run a block in one transaction, during which no other node can take the lease of the chore.

        Raise ChoreLost if this node does not have the lease, and NotWritten if the database fails.
        """
        claim = self._claim
        if not self.is_held:
            self._look()
            raise ChoreLost
        async with self._database.writing() as connection:
            row = select(chores.c.name).where(chores.c.name == self._name, chores.c.claim == claim)
            if (await connection.execute(row.with_for_update())).first() is None:
                self._lose()
                raise ChoreLost
            yield connection

    @property
    def _is_free(self) -> ColumnElement[bool]:
        """The SQL condition that no node has the lease of the chore."""
        if not self._database.shared:
            return true()
        return or_(chores.c.claim == "", chores.c.until <= self._database.time)

    async def _take(self, connection: AsyncConnection, condition: ColumnElement[bool], claim: str) -> bool:
        """Give this node (server) the lease if the row of the chore in the database fulfils `condition`.

        `claim` is the id that the row then has for this node's right. Return whether this node has the lease now.
        """
        c = chores.c
        unlocked = select(c.name).where(c.name == self._name, condition).with_for_update(skip_locked=True)
        lease = {"node": self._node, "claim": claim, "until": self._database.time + LASTS_S}
        result = await connection.execute(update(chores).where(c.name.in_(unlocked)).values(lease))
        return bool(result.rowcount)

    async def _create(self, connection: AsyncConnection, claim: str) -> bool:
        """Insert the row of the chore if no node (server) has ever done it, with the lease for this node.

        `claim` is the id of this node's right. Return False if there is such a row already.
        """
        c = chores.c
        row = select(literal(self._name), literal(self._node), literal(claim), self._database.time + LASTS_S)
        new = insert(chores).from_select(
            [c.name, c.node, c.claim, c.until], row.where(~exists().where(c.name == self._name))
        )
        try:
            async with connection.begin_nested():
                return bool((await connection.execute(new)).rowcount)
        except IntegrityError:  # another node has inserted it meanwhile
            return False

    def _look(self) -> None:
        """Note that this node no longer does the chore if its lease has ended without a renewal."""
        if self._claim and not self._lease.is_held:
            self._lose()

    def _lose(self) -> None:
        self._claim = ""
        logger.warning("chore-lost", chore=self._name)
