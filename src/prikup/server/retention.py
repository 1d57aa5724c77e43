"""Deletes expired data: unused guests, their unfinished tables, and old rows of the moderation journal.

A guest is a user without an account. A guest is unused if they have not used their sign-in token and have not been
connected for the retention period. An unfinished table is deleted if its owner and all seated people are unused guests
and nothing has happened at the table for that period. A guest is deleted once they have no unfinished table left.
Accounts, tables that guests share with account owners, and finished matches are not deleted.
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
from prikup.server.storage.deletion import DELETED_SINCE
from prikup.server.storage.event_store import Fence
from prikup.table.registry import TableRegistry

__all__ = ["DeletionCounts", "Retention", "RetentionPeriods"]

DAY = 86_400_000  # ms
FIRST_AFTER, EVERY = 600.0, 3600.0
"""Seconds until the first round of deletion, and seconds between two rounds.

Before the first round, people who were connected when the server stopped have time to reconnect.
"""
SCORES = 90
"""Days without an entry after which a shared score sheet is deleted."""
PAUSE = 0.02
"""Seconds between two transactions, so that other waiting writes can go first."""

R = TypeVar("R")


class RetentionPeriods(Struct, frozen=True):
    """The numbers of days for which data is stored; 0 means that it is never deleted.

    `guests` applies to unused guests (users without an account) and their unfinished tables. `audit` applies to the
    rows of the moderation journal.
    """

    guests: int = 30
    audit: int = 365


class DeletionCounts(NamedTuple):
    """The numbers of guests, tables, journal rows and shared score sheets that one round of deletion has deleted.

    `audit` is the number of rows of the moderation journal.
    """

    guests: int
    tables: int
    audit: int
    scores: int = 0


class _ServerStopping(Exception):
    """Raised to end a round of deletion, because the server stops.

    After the next start of the server, another round resumes the work.
    """


class Retention:
    """Deletes expired data in small transactions while the server runs.

    - `accounts`: the store of users, whose cache must forget those that are deleted.
    - `registry`: the tables in memory, which are not deleted.
    - `keep`: the numbers of days for which data is stored.
    - `present`: returns the ids of the connected users.
    - `wall_clock_ms`: returns the wall-clock time in milliseconds.
    - `fence`: checks in each transaction that this server still owns the table to be changed; None if no other server
      shares the database.
    """

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        registry: TableRegistry,
        keep: RetentionPeriods,
        present: Callable[[], Collection[str]],
        wall_clock_ms: Callable[[], int] = wall_clock,
        fence: Fence | None = None,
    ) -> None:
        self._database, self._accounts, self._registry = database, accounts, registry
        self._keep, self._present, self._now, self._fence = keep, present, wall_clock_ms, fence
        self._stop = asyncio.Event()

    async def run(self) -> None:
        """Run a round of deletion at regular intervals, until `stop` is called."""
        try:
            await self._rest(FIRST_AFTER)
            while True:
                try:
                    logger.info("deleted", **(await self.round())._asdict())
                except _ServerStopping:
                    raise
                except Exception as error:  # whatever fails, play continues and the next round retries
                    logger.error("not-deleted", error=error)
                await self._rest(EVERY)
        except _ServerStopping:
            return

    def stop(self) -> None:
        """Make `run` return after the current transaction."""
        self._stop.set()

    async def round(self) -> DeletionCounts:
        """Delete all data that has expired; return the numbers of deleted objects.

        Delete nothing while another server runs a round. Raise NotRead or NotWritten if the database fails; the next
        round resumes the work.
        """
        if self._keep.guests:
            await self._note_present()
        async with self._database.chore() as ours:
            return await self._round() if ours else DeletionCounts(0, 0, 0, 0)

    async def _round(self) -> DeletionCounts:
        async with self._database.reading() as connection:
            marked_tables = await deletion.marked_tables(connection)
        for table in marked_tables:
            await self._clear(table)
        await self._unname_deleted(in_journal=False)
        still_named = await self._unname_deleted(in_journal=True)
        rows = 0
        before_ms = self._now() - self._keep.guests * DAY if self._keep.guests else DELETED_SINCE + 1
        guests, deleted_tables = await self._delete_guests(before_ms, still_named)
        if self._keep.audit:
            rows = await self._delete_audit(self._now() - self._keep.audit * DAY)
        scores = await self._write(partial(deletion.delete_scores, before_ms=self._now() - SCORES * DAY))
        return DeletionCounts(guests, deleted_tables, rows, scores)

    async def _unname_deleted(self, *, in_journal: bool) -> set[str]:
        """Remove deleted users from the rows of tables whose matches are over; return the ids of those still named.

        These are named at tables that are in memory or owned by another server, which are skipped. The tables are found
        by the users' seats, or by the moderation journal, and then only for users who have no seat at any table any
        more.
        """
        last, still_named = deletion.TableOfDeleted("", ""), set[str]()
        while True:
            async with self._database.reading() as connection:
                found_tables = await deletion.finished_tables_of_deleted(connection, last, in_journal=in_journal)
            if not found_tables:
                return still_named
            for last in found_tables:
                if not await self._change_unloaded_table(last.table, partial(deletion.unname, table_of_deleted=last)):
                    still_named.add(last.person)

    async def _note_present(self) -> None:
        present, batch_size = list(self._present()), deletion.GUESTS_AT_ONCE
        for start in range(0, len(present), batch_size):
            await self._write(partial(deletion.note_use, users=present[start : start + batch_size], now_ms=self._now()))

    async def _delete_guests(self, before_ms: int, kept: Collection[str]) -> tuple[int, int]:
        """Delete unused guests and their unfinished tables; return the numbers of deleted guests and tables.

        An unused guest has not been active since `before_ms` (wall clock, ms). The guests with the ids `kept` are left
        to a later round.
        """
        guests = deleted_tables = 0
        last = deletion.UnusedGuest(-1, "")
        while True:
            async with self._database.reading() as connection:
                page = await deletion.unused_guests(connection, before_ms, last)
                ids = [guest.id for guest in page]
                theirs = await deletion.tables_of_guests(connection, ids)
            if not page:
                return guests, deleted_tables
            for table in theirs:
                deleted_tables += await self._delete_table(table, before_ms)
            guests += await self._forget([guest for guest in ids if guest not in kept], before_ms)
            last = page[-1]

    async def _delete_table(self, table: str, before_ms: int) -> bool:
        """Delete an unfinished table if it is not in memory and only unused guests own it or sit there.

        An unused guest is a user without an account who has not been active since `before_ms` (wall clock, ms). Nor is
        the table deleted if anything has happened there since then. Return whether it was deleted.
        """

        async def mark(connection: AsyncConnection) -> bool:
            return await deletion.mark_table(connection, table, before_ms, self._now())

        if not await self._change_unloaded_table(table, mark):
            return False
        await self._clear(table)
        return True

    async def _change_unloaded_table(self, table: str, work: Callable[[AsyncConnection], Awaitable[bool]]) -> bool:
        """Call `work` in a transaction, to change the rows of a table that is not in memory; return its result.

        Return False without calling `work` if the table is in memory or another server owns it.
        """

        async def work_if_owned(connection: AsyncConnection) -> bool:
            if self._fence is not None and not await self._fence(connection, [table]):
                return False  # this server was suspended meanwhile, and another server owns the table by now
            return await work(connection)

        return await self._registry.call_while_unloaded(table, lambda: self._write(work_if_owned))

    async def _clear(self, table: str) -> None:
        while not await self._write(lambda connection: deletion.clear_table(connection, table)):
            pass

    async def _forget(self, guests: list[str], before_ms: int) -> int:
        """Delete those of `guests` who are not connected and have still not been active since `before_ms`.

        Return the number of deleted guests. `guests` are user ids, and `before_ms` is a time of the wall clock in ms.
        """
        present = set(self._present())
        absent = [guest for guest in guests if guest not in present]
        deleted_guests = await self._write(
            lambda connection: deletion.delete_guests(connection, absent, before_ms, self._now()), self._accounts.forget
        )
        return len(deleted_guests)

    async def _delete_audit(self, before_ms: int) -> int:
        rows = 0
        while deleted_rows := await self._write(lambda connection: deletion.delete_audit(connection, before_ms)):
            rows += deleted_rows
        return rows

    async def _write(
        self, work: Callable[[AsyncConnection], Awaitable[R]], on_done: Callable[[R], object] = lambda result: None
    ) -> R:
        """Run `work` in a transaction of its own, pause so that other writes can go first, and return the result.

        When the transaction is durable, the result is passed to `on_done`.
        """
        async with self._database.writing() as connection:
            result = await work(connection)
        on_done(result)
        await self._rest(PAUSE)
        return result

    async def _rest(self, seconds: float) -> None:
        """Wait for this number of seconds. If the server stops, raise _ServerStopping at once."""
        try:
            async with asyncio.timeout(seconds):
                await self._stop.wait()
        except TimeoutError:
            return
        raise _ServerStopping
