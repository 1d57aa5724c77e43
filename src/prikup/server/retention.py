"""The deletion of what nobody uses any more: guests, their unfinished tables, and old rows of the journal.

A guest is unused who has shown no token and had no connection for the time that guests are kept. An unfinished table
goes if all whose it is (its host, and who sits there) are unused guests and nothing has happened there for that time; a
guest goes once no unfinished table is left of theirs. Accounts, what they share with guests, and finished matches stay.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import NamedTuple, TypeVar

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.accounts.accounts import Accounts
from prikup.server.logging import logger
from prikup.server.storage import deletion
from prikup.server.storage.database import Database, wall_clock
from prikup.server.storage.event_store import Fence
from prikup.table.registry import TableRegistry

__all__ = ["Deleted", "Keep", "Retention"]

DAY = 86_400_000  # ms
FIRST_AFTER, EVERY = 600.0, 3600.0
"""Seconds until the first round, in which those may come back who were here when the server ended; between two."""
SCORES = 90
"""The days for which a shared score sheet is kept on which nothing is entered any more."""
PAUSE = 0.02
"""Seconds between two transactions: whatever waits to be written meanwhile is written."""

R = TypeVar("R")


class Keep(Struct, frozen=True):
    """The days for which unused guests with their unfinished tables, and rows of the journal, are kept; 0: for ever."""

    guests: int = 30
    audit: int = 365


class Deleted(NamedTuple):
    """The numbers of what a round has deleted."""

    guests: int
    tables: int
    audit: int
    scores: int = 0


class _Stopped(Exception):
    """The server ends; its next start goes on with what is left."""


class Retention:
    """Deletes, in small transactions, what a server does not keep any longer.

    `present` returns the users who are connected; `now` is the wall clock in milliseconds. The `fence` keeps it from
    tables that are another server's by the time that it comes to them.
    """

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        registry: TableRegistry,
        keep: Keep,
        present: Callable[[], Collection[str]],
        now: Callable[[], int] = wall_clock,
        fence: Fence | None = None,
    ) -> None:
        self._database, self._accounts, self._registry = database, accounts, registry
        self._keep, self._present, self._now, self._fence = keep, present, now, fence
        self._stop = asyncio.Event()

    async def run(self) -> None:
        """Make a round now and then, until `stop`."""
        try:
            await self._rest(FIRST_AFTER)
            while True:
                try:
                    logger.info("deleted", **(await self.round())._asdict())
                except _Stopped:
                    raise
                except Exception as error:  # whatever it is: people play on, and the next round tries again
                    logger.error("not-deleted", error=error)
                await self._rest(EVERY)
        except _Stopped:
            return

    def stop(self) -> None:
        """Let `run` end after the transaction that is under way."""
        self._stop.set()

    async def round(self) -> Deleted:
        """Delete what is due. Raises NotRead or NotWritten if the database fails; the next round goes on from there."""
        if self._keep.guests:
            await self._note_present()
        async with self._database.chore() as ours:
            return await self._round() if ours else Deleted(0, 0, 0, 0)

    async def _round(self) -> Deleted:
        async with self._database.reading() as connection:
            marked = await deletion.marked_tables(connection)
        for table in marked:
            await self._clear(table)
        await self._unname_deleted()
        guests = gone = rows = 0
        if self._keep.guests:
            guests, gone = await self._delete_guests(self._now() - self._keep.guests * DAY)
        if self._keep.audit:
            rows = await self._delete_audit(self._now() - self._keep.audit * DAY)
        scores = await self._write(partial(deletion.delete_scores, before=self._now() - SCORES * DAY))
        return Deleted(guests, gone, rows, scores)

    async def _unname_deleted(self) -> None:
        """Let no row of a finished match name people who have deleted themselves, unless its table is in memory."""
        last = ""
        while True:
            async with self._database.reading() as connection:
                found = await deletion.finished_seats_of_deleted(connection, last)
            if not found:
                return
            for sat in found:
                await self._while_unloaded(sat.table, partial(deletion.unname, sat=sat))
            last = found[-1].table

    async def _note_present(self) -> None:
        present, most = list(self._present()), deletion.GUESTS_AT_ONCE
        for at in range(0, len(present), most):
            await self._write(partial(deletion.note_use, users=present[at : at + most], now=self._now()))

    async def _delete_guests(self, before: int) -> tuple[int, int]:
        """Delete unused guests, and their tables before them; return the numbers of both."""
        guests = gone = 0
        last = deletion.UnusedGuest(-1, "")
        while True:
            async with self._database.reading() as connection:
                page = await deletion.unused_guests(connection, before, last)
                ids = [guest.id for guest in page]
                theirs = await deletion.tables_of_guests(connection, ids)
            if not page:
                return guests, gone
            for table in theirs:
                gone += await self._delete_table(table, before)
            guests += await self._forget(ids, before)
            last = page[-1]

    async def _delete_table(self, table: str, before: int) -> bool:
        """Delete a table, unless it is in memory or is to stay; return whether it was deleted."""

        async def mark(connection: AsyncConnection) -> bool:
            return await deletion.mark_table(connection, table, before, self._now())

        if not await self._while_unloaded(table, mark):
            return False
        await self._clear(table)
        return True

    async def _while_unloaded(self, table: str, work: Callable[[AsyncConnection], Awaitable[bool]]) -> bool:
        """Do a piece of work with the rows of a table that nobody has in memory; return what that returns, or False."""

        async def fenced(connection: AsyncConnection) -> bool:
            if self._fence is not None and not await self._fence(connection, [table]):
                return False  # this server stood still, and another has the table by now
            return await work(connection)

        return await self._registry.while_unloaded(table, lambda: self._write(fenced))

    async def _clear(self, table: str) -> None:
        while not await self._write(lambda connection: deletion.clear_table(connection, table)):
            pass

    async def _forget(self, guests: list[str], before: int) -> int:
        """Delete those of these guests who are to go; return their number."""
        present = set(self._present())
        absent = [guest for guest in guests if guest not in present]
        deleted = await self._write(
            lambda connection: deletion.delete_guests(connection, absent, before, self._now()), self._accounts.forget
        )
        return len(deleted)

    async def _delete_audit(self, before: int) -> int:
        rows = 0
        while some := await self._write(lambda connection: deletion.delete_audit(connection, before)):
            rows += some
        return rows

    async def _write(
        self, work: Callable[[AsyncConnection], Awaitable[R]], then: Callable[[R], object] = lambda done: None
    ) -> R:
        """Do a piece of work in a transaction of its own, tell `then` what came of it, and let others do theirs."""
        async with self._database.writing() as connection:
            done = await work(connection)
        then(done)
        await self._rest(PAUSE)
        return done

    async def _rest(self, seconds: float) -> None:
        """Wait. Raises _Stopped if the server ends meanwhile."""
        try:
            async with asyncio.timeout(seconds):
                await self._stop.wait()
        except TimeoutError:
            return
        raise _Stopped
