"""The tallies that a database keeps, held to what its logs say."""

from collections.abc import AsyncIterator
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.archive.finished import FinishedMatch, finished_match
from prikup.server.archive.tallies import COUNTED, count, tallies_of
from prikup.server.storage.database import Database, looked_at
from prikup.server.storage.event_store import load_commits
from prikup.server.storage.sql_tables import matches, statistics, tables

__all__ = ["Recount", "mend", "recount"]


class Recount(NamedTuple):
    """The number of matches that were counted again, and those whose tallies were not what their logs say."""

    matches: int
    wrong: tuple[str, ...]


async def recount(url: str) -> Recount:
    """Count all matches of a database again, which a server may have. Raises BadDatabase."""
    async with looked_at(url) as connection:
        found = {table: match is None async for table, match in _compared(connection)}
    return Recount(len(found), tuple(table for table, right in found.items() if not right))


async def mend(url: str) -> Recount:
    """Count all matches of a database again, and write what is wrong anew. Raises BadDatabase if a server has it."""
    database = await Database.open(url)
    try:
        async with database.writing() as connection:
            found = {table: match async for table, match in _compared(connection)}
            for table, match in found.items():
                if match is not None:
                    await count(connection, table, match)
    finally:
        await database.close()
    return Recount(len(found), tuple(table for table, match in found.items() if match is not None))


async def _compared(connection: AsyncConnection) -> AsyncIterator[tuple[str, FinishedMatch | None]]:
    """Yield each match of the archive, and it itself if its tallies are not what its log says."""
    m, t = matches.c, statistics.c
    query = select(m.table_id, m.counted, tables.c.settings).join(tables, tables.c.id == m.table_id)
    for row in (await connection.execute(query.where(m.deals > 0).order_by(m.table_id))).all():
        match = finished_match(row.settings, (await load_commits(connection, [row.table_id]))[row.table_id])
        assert match is not None, "it is in the archive"
        rows = await connection.execute(select(t.seat, t.tally).where(t.table_id == row.table_id))
        kept = {each.seat: bytes(each.tally) for each in rows}
        right = row.counted == COUNTED and kept == await tallies_of(connection, row.table_id, match)
        yield row.table_id, None if right else match
