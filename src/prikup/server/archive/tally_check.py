"""Checks the stored statistics in a database against the logs of the matches, and repairs them."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.archive.finished_match import FinishedMatch, finished_match
from prikup.archive.statistics_page import StatisticsScope
from prikup.server.archive.level_sums import add_to_sums, load_sums
from prikup.server.archive.tallies import COUNTING_MARK, count, tallies_of
from prikup.server.storage.database import Database, reading_snapshot
from prikup.server.storage.event_store import load_commits
from prikup.server.storage.sql_tables import IS_MISSING_IN_SUMS, level_sums, match_seats, matches, statistics, tables
from prikup.statistics.tally import Tally, decode_tally, encode_tally

__all__ = ["Recount", "recount", "repair_tallies"]

MATCHES_PER_STEP = 500
"""The number of matches that one statement adds to the sums of computer players' statistics during a repair."""


class Recount(NamedTuple):
    """The result of computing the tallies (statistics of one player in one match) of all matches again.

    - `matches`: the number of matches for which this was done.
    - `wrong`: the ids of the matches whose stored tallies differ from the computed ones.
    - `sums`: the sums of computer players' statistics that differ, each as GAME/PRESET/LEVEL, where a preset is a set
      of house rules.
    """

    matches: int
    wrong: tuple[str, ...]
    sums: tuple[str, ...]


async def recount(url: str) -> Recount:
    """Compute the statistics of all matches in the database at `url` again, and compare them with the stored ones.

    The result lists the differences. The database is not changed, and a server may be using it. Raise BadDatabase if it
    cannot be read.
    """
    async with reading_snapshot(url) as connection:
        return (await _compare(connection)).recount


async def repair_tallies(url: str) -> Recount:
    """Compute the statistics of all matches in the database at `url` again, and correct the stored ones that differ.

    Return the differences that existed before. Raise BadDatabase if a server is using the database.
    """
    database = await Database.open(url)
    try:
        async with database.writing() as connection:
            comparison = await _compare(connection)
            if comparison.recount.wrong or comparison.recount.sums:
                await _repair(connection, comparison.wrong)
    finally:
        await database.close()
    return comparison.recount


class _TallyComparison(NamedTuple):
    recount: Recount
    wrong: dict[str, FinishedMatch]


async def _compare(connection: AsyncConnection) -> _TallyComparison:
    """Compute all tallies and the sums of computer players again, and compare them with the stored ones.

    A tally is the statistics of one player in one match; the tallies are computed from the logs.
    """
    m, t = matches.c, statistics.c
    wrong, sums, number = dict[str, FinishedMatch](), dict[StatisticsScope, Tally](), 0
    columns = (m.table_id, m.counted, m.summed, m.private, m.game, m.preset, tables.c.settings)
    query = select(*columns).join(tables, tables.c.id == m.table_id)
    for row in (await connection.execute(query.where(m.deals > 0).order_by(m.table_id))).all():
        match = finished_match(row.settings, (await load_commits(connection, [row.table_id]))[row.table_id])
        assert match is not None, "the match is in the archive"
        rows = await connection.execute(select(t.seat, t.tally).where(t.table_id == row.table_id))
        stored_tallies = {tally_row.seat: bytes(tally_row.tally) for tally_row in rows}
        tallies = await tallies_of(connection, row.table_id, match)
        if row.counted != COUNTING_MARK or stored_tallies != tallies:
            wrong[row.table_id] = match
        if row.counted == COUNTING_MARK and row.summed and not row.private:
            for level, tally in await _tallies_of_levels(connection, row.table_id, tallies):
                scope = StatisticsScope(row.game, row.preset, level)
                sums[scope] = sums.get(scope, Tally()) + tally
        number += 1
    expected_sums = {scope: encode_tally(tally) for scope, tally in sums.items()}
    differing_scopes = await _differing_sums(connection, expected_sums)
    return _TallyComparison(Recount(number, tuple(wrong), tuple("/".join(scope) for scope in differing_scopes)), wrong)


async def _tallies_of_levels(
    connection: AsyncConnection, table: str, tallies: Mapping[int, bytes]
) -> list[tuple[str, Tally]]:
    """Return the level and the tally (statistics in this match) of each computer player in the match at `table`.

    `tallies` are the encoded tallies of the match by seat. The computer players of one level share one tally.
    """
    s = match_seats.c
    levels = await connection.execute(select(s.seat, s.level).where(s.table_id == table, s.level != ""))
    return [(row.level, decode_tally(tallies[row.seat])) for row in levels if row.seat in tallies]


async def _differing_sums(
    connection: AsyncConnection, expected_sums: Mapping[StatisticsScope, bytes]
) -> list[StatisticsScope]:
    stored_sums = await load_sums(connection, COUNTING_MARK)
    return sorted(
        scope for scope in {*stored_sums, *expected_sums} if stored_sums.get(scope) != expected_sums.get(scope)
    )


async def _repair(connection: AsyncConnection, wrong: Mapping[str, FinishedMatch]) -> None:
    """Compute and store again the tallies (statistics) of the matches in `wrong` and all sums of computer players.

    `wrong` maps the id of each match to the match.
    """
    await connection.execute(delete(level_sums))
    await connection.execute(update(matches).where(matches.c.summed).values(summed=False))
    for table, match in wrong.items():
        await count(connection, table, match)
    remaining_tables = list((await connection.execute(select(matches.c.table_id).where(IS_MISSING_IN_SUMS))).scalars())
    for start in range(0, len(remaining_tables), MATCHES_PER_STEP):
        await add_to_sums(connection, remaining_tables[start : start + MATCHES_PER_STEP], COUNTING_MARK)
