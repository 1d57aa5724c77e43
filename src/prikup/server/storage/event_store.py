"""Where tables are kept: many rows go to disk in one transaction, and each writer goes on when his is there."""

import asyncio
from collections.abc import Callable
from typing import Self

from msgspec import Struct
from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.batch_loader import BatchLoader
from prikup.server.storage.database import Database, wall
from prikup.server.storage.sql_tables import moves, seats, tables
from prikup.table.storage import Commit, EventStore, NotWritten, Opening

__all__ = ["Opened", "SqlEventStore"]

GROUP = 1000
"""So many rows go to disk at once, at most: the next in turn wait no longer than these take."""
LISTED = 100
TABLES, ROWS_OF = 200, 20
"""So many tables are looked up at once, and so many read: the loop waits meanwhile."""
_Waiting = tuple[Commit, asyncio.Future[None]]


class Opened(Struct, frozen=True):
    """A table as it was opened, and the seat of the one who asks (None: he is only its host)."""

    table: str
    settings: bytes
    at: int
    seat: int | None


class SqlEventStore(EventStore):
    """Tables and their rows, durable. `grouped` is told how many rows each transaction took."""

    def __init__(self, database: Database, grouped: Callable[[int], object] | None = None) -> None:
        self.database = database
        self._grouped = grouped
        self._waiting: list[_Waiting] = []
        self._settings = BatchLoader(self._settings_of, TABLES)
        self._rows = BatchLoader(self._rows_of, ROWS_OF)
        self._wake = asyncio.Event()
        self._closed = False
        self._writer = asyncio.create_task(self._run())

    @classmethod
    async def open(cls, url: str, grouped: Callable[[int], object] | None = None) -> Self:
        """Open a database (`Database.open`)."""
        return cls(await Database.open(url), grouped)

    async def close(self) -> None:
        """Write what waits, then give the database up. Later rows are not written."""
        self._closed = True
        self._wake.set()
        await self._writer
        await self.database.close()

    async def write(self, row: Commit) -> None:
        """Return when the row is durable; raise `NotWritten` if it is not. Who stops waiting does not take it back.

        The wait is what holds the writers back: each has one row on its way.
        """
        if self._closed:
            raise NotWritten("the store is closed")
        written = asyncio.get_running_loop().create_future()
        self._waiting.append((row, written))
        self._wake.set()
        await written

    async def commits(self, table: str) -> list[Commit]:
        """All rows of a table, by `seq`."""
        return await self._rows.find(table) or []

    async def create(self, opening: Opening) -> None:
        """Keep a new table; its commits may be written from now on."""
        async with self.database.writing() as connection:
            await _opened(connection, opening)

    async def settings(self, table: str) -> bytes | None:
        """How a table was opened; None if there is no such table."""
        return await self._settings.find(table)

    async def tables_of(self, user: str) -> list[Opened]:
        """The unfinished tables where a person sits or is the host, newest first, at most 100."""
        t = tables.c
        mine = select(seats).where(seats.c.person == user).subquery()
        asked = (
            select(t.id, t.settings, t.opened, mine.c.seat)
            .outerjoin(mine, mine.c.table_id == t.id)
            .where(~t.over, or_(t.host == user, t.id.in_(select(mine.c.table_id))))
            .order_by(t.opened.desc(), t.id)
            .limit(LISTED)
        )
        async with self.database.reading() as connection:
            return [Opened(*found) for found in await connection.execute(asked)]

    async def writable(self) -> None:
        """Return if the database lets itself be written to; raise `NotWritten` if not."""
        async with self.database.writing() as connection:
            await _over(connection, "")  # no table has this name, but it takes the right to write

    async def _settings_of(self, names: list[str]) -> dict[str, bytes]:
        asked = select(tables.c.id, tables.c.settings).where(tables.c.id.in_(names))
        async with self.database.reading() as connection:
            return {found.id: found.settings for found in await connection.execute(asked)}

    async def _rows_of(self, names: list[str]) -> dict[str, list[Commit]]:
        c = moves.c
        asked = select(c.table_id, c.seq, c.events, c.command, c.digest, c.at)
        found: dict[str, list[Commit]] = {name: [] for name in names}
        async with self.database.reading() as connection:
            for row in await connection.execute(asked.where(c.table_id.in_(names)).order_by(c.table_id, c.seq)):
                found[row.table_id].append(Commit(*row))
        return found

    async def _run(self) -> None:
        while True:
            group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
            if group:
                await self._commit(group)
            elif self._closed:
                return
            else:
                self._wake.clear()
                await self._wake.wait()

    async def _commit(self, group: list[_Waiting]) -> None:
        """Write a group in one transaction; a row that spoils it is looked for by halves, the others are kept."""
        failed = None
        try:
            await self._insert([row for row, _ in group])
            if self._grouped:
                self._grouped(len(group))
        except NotWritten as error:
            failed = str(error)
        except Exception as error:
            if len(group) > 1:
                half = len(group) // 2
                await self._commit(group[:half])
                await self._commit(group[half:])
                return
            failed = str(error)
        for _, written in group:
            if written.cancelled():
                continue
            if failed is None:
                written.set_result(None)
            else:
                written.set_exception(NotWritten(failed))

    async def _insert(self, rows: list[Commit]) -> None:
        values = [
            {
                "table_id": r.table,
                "seq": r.seq,
                "events": r.events,
                "command": r.command,
                "digest": r.digest,
                "at": r.at,
            }
            for r in rows
        ]
        async with self.database.writing() as connection:
            await connection.execute(insert(moves), values)
            for row in rows:
                if row.opens:
                    await _opened(connection, row.opens)
                await _listed(connection, row)


async def _opened(connection: AsyncConnection, opening: Opening) -> None:
    """Keep a new table."""
    values = {"id": opening.table, "settings": opening.settings, "host": opening.host, "opened": wall(), "over": False}
    await connection.execute(insert(tables), values)


async def _listed(connection: AsyncConnection, row: Commit) -> None:
    """Bring whose tables there are up to date with a row."""
    for user, seat in row.sits:
        await connection.execute(delete(seats).where(seats.c.person == user, seats.c.table_id == row.table))
        if seat is not None:
            await connection.execute(insert(seats), {"person": user, "table_id": row.table, "seat": seat})
    if row.over:
        await _over(connection, row.table)


async def _over(connection: AsyncConnection, table: str) -> None:
    await connection.execute(update(tables).where(tables.c.id == table).values(over=True))
