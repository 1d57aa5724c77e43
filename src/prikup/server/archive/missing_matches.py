"""Adds the finished matches that the archive lacks, and updates outdated statistics, after a server starts."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from sqlalchemy import select

from prikup.archive.finished_match import FinishedMatch
from prikup.server.archive.level_sums import add_to_sums
from prikup.server.archive.tallies import COUNTING_MARK, count
from prikup.server.logging import logger
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import (
    IS_COUNTABLE,
    IS_MISSING_IN_SUMS,
    IS_UNARCHIVED,
    matches,
    tables,
)
from prikup.table.host.storage import NotRead

__all__ = ["MissingMatches"]

TABLES_PER_QUERY = 100
"""The number of tables that one query returns while missing matches are added after the start of the server."""
MATCHES_PER_TRANSACTION = 20
"""The number of matches that one transaction adds to the sums of computer players' statistics after the start."""
RETRY_S = 5.0
"""Seconds after which a starting server tries again to add missing matches, if another server is adding them."""
PAUSE = 0.02
"""Seconds between two matches while missing matches are added after the start, so that user requests go first."""


class MissingMatches:
    """The finished matches that the archive in `database` lacks, or whose statistics are missing or outdated.

    Both functions are called with the id of a table: `add` adds the match of the table to the archive, and `read`
    returns the match, rebuilt from the table's commits (its stored changes).
    """

    def __init__(
        self,
        database: Database,
        add: Callable[[str], Awaitable[object]],
        read: Callable[[str], Awaitable[FinishedMatch | None]],
    ) -> None:
        self._database, self._add, self._read = database, add, read

    async def catch_up(self) -> None:
        """Add all finished matches that the archive lacks, for example because the server crashed before it added them.

        Also compute the statistics of a match again if they are missing or another version of the program has computed
        them.
        """
        try:
            while not await self._try_catch_up():
                await asyncio.sleep(RETRY_S)
        except NotRead as error:
            logger.error("not-archived", error=error)

    async def _try_catch_up(self) -> bool:
        """Add missing matches and compute outdated statistics, as `catch_up` describes.

        Return True if this server has done this, False if another server is doing it.
        """
        async with self._database.chore() as ours:
            if ours:
                await self._process_pages(self._unarchived_tables, self._add)
                for mark in await self._stale_marks():
                    await self._process_pages(partial(self._uncounted_tables, mark), self._count)
                await self._sum_up()
        return ours

    async def _process_pages(
        self, fetch_page: Callable[[str], Awaitable[list[str]]], act: Callable[[str], Awaitable[object]]
    ) -> None:
        """Call `act` with each table id that the query `fetch_page` returns, in the order of the ids.

        `fetch_page` returns one page of ids. It is called with the last id of the previous page, or "" for the first
        page.
        """
        after = ""
        while names := await fetch_page(after):
            for name in names:
                await act(name)
                await asyncio.sleep(PAUSE)
            after = names[-1]

    async def _unarchived_tables(self, after: str) -> list[str]:
        t = tables.c
        query = select(t.id).where(IS_UNARCHIVED, t.id > after).order_by(t.id).limit(TABLES_PER_QUERY)
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def _stale_marks(self) -> list[str | None]:
        """Return the counting marks of all matches whose statistics have to be computed again.

        A counting mark names the program version that has computed the statistics of a match; None stands for matches
        without statistics. As there are few different marks on very many matches, each query searches for the next
        greater mark.
        """
        mark_column, marks = matches.c.counted, list[str | None]([None])
        query = select(mark_column).where(IS_COUNTABLE).order_by(mark_column).limit(1)
        last = ""
        async with self._database.reading() as connection:
            while mark := await connection.scalar(query.where(mark_column > last)):
                marks.append(mark)
                last = mark
        return [mark for mark in marks if mark != COUNTING_MARK]

    async def _uncounted_tables(self, mark: str | None, after: str) -> list[str]:
        m = matches.c
        theirs = m.counted.is_(None) if mark is None else m.counted == mark
        query = (
            select(m.table_id)
            .where(IS_COUNTABLE, theirs, m.table_id > after)
            .order_by(m.table_id)
            .limit(TABLES_PER_QUERY)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def _count(self, table: str) -> None:
        try:
            match = await self._read(table)
            if match is not None:
                async with self._database.writing(exclusive=True) as connection:
                    await count(connection, table, match)
        except Exception as error:  # the next start retries; the server continues
            logger.error("not-counted", table=table, error=error)

    async def _sum_up(self) -> None:
        """Add matches to the sums of computer players' statistics if they have statistics but are missing in the sums.

        Such matches exist because an older version of the program computed statistics without the sums.
        """
        m, after = matches.c, ""
        query = select(m.table_id).where(IS_MISSING_IN_SUMS).order_by(m.table_id).limit(MATCHES_PER_TRANSACTION)
        while True:
            async with self._database.reading() as connection:
                names = list((await connection.execute(query.where(m.table_id > after))).scalars())
            if not names:
                return
            await self._add_to_sums(names)
            await asyncio.sleep(PAUSE)
            after = names[-1]

    async def _add_to_sums(self, names: Sequence[str]) -> None:
        """Add matches to the sums of computer players' statistics. If that fails, add them one by one.

        `names` are the ids of the matches. A match that still fails is logged and skipped.
        """
        try:
            async with self._database.writing(exclusive=True) as connection:
                await add_to_sums(connection, names, COUNTING_MARK)
        except Exception as error:  # the next start retries; the server continues
            if len(names) == 1:
                logger.error("not-counted", table=names[0], error=error)
                return
            for name in names:
                await self._add_to_sums([name])
