"""Sums of the statistics of computer players, by game, house rules and level (playing strength).

The sums take only a few rows, however many matches there are. They include each match that is not private and whose
tallies (statistics of one player in one match) are stored. The column `matches.summed` records whether a match is
included, and changes in the same transaction as the sums. Before the tallies of a match change, the match is subtracted
from the sums; afterwards it is added again.
"""

import asyncio
from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import ColumnElement, delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.archive.statistics_page import StatisticsScope
from prikup.server.storage.sql_tables import IS_MISSING_IN_SUMS, level_sums, match_seats, matches, statistics
from prikup.statistics.tally import Tally, decode_tally, encode_tally

__all__ = ["add_to_sums", "load_sums", "subtract_from_sums"]

EMPTY_ROW = text(
    "INSERT INTO level_sums (counted, game, preset, level, tally) VALUES (:counted, :game, :preset, :level, :tally)"
    " ON CONFLICT DO NOTHING"  # another node may have inserted it meanwhile
)


async def load_sums(connection: AsyncConnection, mark: str) -> dict[StatisticsScope, bytes]:
    """Return the stored sums of computer players' statistics, encoded, by game, house rules and level.

    `mark` is the counting mark (`COUNTING_MARK`), which names the version of the counting. Only sums that this version
    has computed are returned.
    """
    c = level_sums.c
    rows = await connection.execute(select(c.game, c.preset, c.level, c.tally).where(c.counted == mark))
    return {StatisticsScope(row.game, row.preset, row.level): bytes(row.tally) for row in rows}


async def add_to_sums(connection: AsyncConnection, tables: Collection[str], mark: str) -> None:
    """Add matches to the sums of computer players' statistics.

    `tables` are the ids of the matches. `mark` is the counting mark (`COUNTING_MARK`), which names the version of the
    counting. Skip matches that are private, that are included already, or that another version has counted.
    """
    m = matches.c
    await _change(connection, (m.table_id.in_(tables)) & (m.counted == mark) & IS_MISSING_IN_SUMS, include=True)


async def subtract_from_sums(connection: AsyncConnection, table: str) -> None:
    """Subtract the match with the id `table` from the sums of computer players' statistics if it is included."""
    await _change(connection, (matches.c.table_id == table) & matches.c.summed, include=False)


async def _change(connection: AsyncConnection, condition: ColumnElement[bool], *, include: bool) -> None:
    m, s, t = matches.c, match_seats.c, statistics.c
    match_query = (
        select(m.table_id, m.counted, m.game, m.preset).where(condition).order_by(m.table_id).with_for_update()
    )
    match_rows = {row.table_id: row for row in await connection.execute(match_query)}
    if not match_rows:
        return
    query = select(t.table_id, t.tally, s.level)
    query = query.join(match_seats, (s.table_id == t.table_id) & (s.seat == t.seat))
    query = query.where(t.table_id.in_(match_rows), s.level != "")
    rows = (await connection.execute(query)).all()
    for (mark, *scope_fields), tally in sorted((await asyncio.to_thread(_sum_tallies, match_rows, rows)).items()):
        await _add(connection, mark, StatisticsScope(*scope_fields), tally if include else -tally)
    await connection.execute(update(matches).where(m.table_id.in_(match_rows)).values(summed=include))


def _sum_tallies(match_rows: dict[str, Any], rows: Iterable[Any]) -> dict[tuple[str, str, str, str], Tally]:
    sums: dict[tuple[str, str, str, str], Tally] = {}
    for row in rows:
        match = match_rows[row.table_id]
        sum_key = (match.counted, match.game, match.preset, row.level)
        sums[sum_key] = sums.get(sum_key, Tally()) + decode_tally(row.tally)
    return sums


async def _add(connection: AsyncConnection, mark: str, scope: StatisticsScope, added_tally: Tally) -> None:
    """Add a tally to the stored sum for one game, house rules and level. Delete the sum if it becomes empty.

    A tally is the statistics of one player, here of the computer players of one level. `mark` is the counting mark,
    which names the version of the counting. To subtract a match, `added_tally` is negative.
    """
    c = level_sums.c
    await connection.execute(EMPTY_ROW, {"counted": mark, **scope._asdict(), "tally": encode_tally(Tally())})
    is_row = (c.counted == mark) & (c.game == scope.game) & (c.preset == scope.preset) & (c.level == scope.level)
    stored_sum: bytes = (await connection.execute(select(c.tally).where(is_row).with_for_update())).scalar_one()
    tally = decode_tally(stored_sum) + added_tally
    if tally == Tally():
        await connection.execute(delete(level_sums).where(is_row))
    else:
        await connection.execute(update(level_sums).where(is_row).values(tally=encode_tally(tally)))
