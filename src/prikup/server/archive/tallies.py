"""Tallies: the statistics of one player in one finished match.

They are a cache, like the archive. There is one row for each player of a match, computed from the match's log and the
stored reviews of its deals; a review that is stored later is added to it. A user's statistics are the sum of their
rows, so nothing has to be corrected when a guest logs in or a user is deleted. The sums of computer players by level
are stored (`level_sums`).
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.archive.finished_match import FinishedMatch
from prikup.archive.statistics_page import StatisticsScope
from prikup.review.review import VERSION as REVIEWS
from prikup.server.archive.level_sums import add_to_sums, load_sums, subtract_from_sums
from prikup.server.archive.review_rows import load_reviews
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import match_seats, matches, statistics
from prikup.statistics.period import ALWAYS, Period
from prikup.statistics.tally import (
    COUNTING,
    SeatGroup,
    Tally,
    decode_tally,
    encode_tally,
    tallies_of_log,
    tallies_of_review,
)

__all__ = ["COUNTING_MARK", "TallyStore", "add_review", "count", "tallies_of"]

COUNTING_MARK = f"{COUNTING}.{REVIEWS}"
"""The counting mark of this version of the program, which names the rules by which it computes tallies and reviews.

The column `matches.counted` contains the mark of the version that has computed the tallies of the match. Tallies with
another mark are computed again.
"""
ROWS_PER_PAGE = 1000
"""The number of tallies (statistics of one player in one match) that are loaded and added up at a time."""


# Rows


async def count(connection: AsyncConnection, table: str, match: FinishedMatch) -> None:
    """Compute and store the tallies (statistics of one player in one match) of all players of a match.

    They replace earlier tallies of the match. `table` is the id of the match.
    """
    await subtract_from_sums(connection, table)
    tally_by_seat = await tallies_of(connection, table, match)
    await connection.execute(delete(statistics).where(statistics.c.table_id == table))
    values = [{"table_id": table, "seat": seat, "tally": tally} for seat, tally in tally_by_seat.items()]
    if values:
        await connection.execute(insert(statistics), values)
    await connection.execute(update(matches).where(matches.c.table_id == table).values(counted=COUNTING_MARK))
    await add_to_sums(connection, [table], COUNTING_MARK)


async def tallies_of(connection: AsyncConnection, table: str, match: FinishedMatch) -> dict[int, bytes]:
    """Compute the tallies (statistics of one player in one match) of a match; return them encoded, by seat.

    If a user, or the computer players of one level, have several seats, they have one tally under the first of these
    seats. A match that was played on a user's own device is unverified and has no tallies. `table` is the id of the
    match.
    """
    if match.unverified:
        return {}
    players = await _players(connection, table)
    player_tallies = tallies_of_log(match.log, players)
    for deal, review in (await load_reviews(connection, table)).items():
        if match.counts(deal):
            player_tallies = tuple(
                total + added_tally
                for total, added_tally in zip(player_tallies, tallies_of_review(review, players), strict=True)
            )
    return {seats[0]: encode_tally(tally) for seats, tally in zip(players, player_tallies, strict=True)}


async def add_review(connection: AsyncConnection, table: str, review: Mapping[str, Any]) -> None:
    """Add the evaluations in the review of a deal to the tallies (statistics of one player in one match) of its match.

    `table` is the id of the match, and `review` is JSON data. Do nothing if another version of the program has computed
    these tallies.
    """
    m, t = matches.c, statistics.c
    if await connection.scalar(select(m.counted).where(m.table_id == table)) != COUNTING_MARK:
        return
    await subtract_from_sums(connection, table)
    query = select(t.seat, t.tally).where(t.table_id == table).with_for_update()  # locked against concurrent additions
    rows = await connection.execute(query)
    tally_by_seat: dict[int, bytes] = {row.seat: row.tally for row in rows}
    players = await _players(connection, table)
    for seats, added_tally in zip(players, tallies_of_review(review, players), strict=True):
        tally = encode_tally(decode_tally(tally_by_seat[seats[0]]) + added_tally)
        change = update(statistics).where(t.table_id == table, t.seat == seats[0])
        await connection.execute(change.values(tally=tally))
    await add_to_sums(connection, [table], COUNTING_MARK)


async def _players(connection: AsyncConnection, table: str) -> tuple[SeatGroup, ...]:
    """Return the seats of each player in a match, as one group per player.

    All computer players of one level count as one player, and so does a user who has several seats. `table` is the id
    of the match.
    """
    s = match_seats.c
    query = select(s.seat, s.person, s.level).where(s.table_id == table).order_by(s.seat)
    seats_by_player: dict[str, SeatGroup] = {}
    for seat, person, level in await connection.execute(query):
        if person or level:
            player = f"level {level}" if level else f"person {person}"
            seats_by_player[player] = (*seats_by_player.get(player, ()), seat)
    return tuple(seats_by_player.values())


# Queries


class TallyStore:
    """Loads the statistics of users and of computer players. Methods raise NotRead if the database fails.

    A tally is the statistics of one player, in one match or summed over several matches.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tallies_of_user(
        self, user: str, period: Period = ALWAYS, *, with_private: bool = True
    ) -> dict[StatisticsScope, Tally]:
        """Return the statistics of the user with the id `user`, by game and house rules.

        They are summed over the matches that ended in `period`, with or without private ones.
        """
        condition = match_seats.c.person == user
        if not with_private:
            condition &= ~matches.c.private
        if period.since is not None:
            condition &= match_seats.c.ended >= period.since
        if period.until is not None:
            condition &= match_seats.c.ended < period.until
        return await self._sum_rows(condition)

    async def tallies_of_levels(self) -> dict[StatisticsScope, Tally]:
        """Return the statistics of computer players, by game, house rules and level (playing strength).

        Private matches are left out.
        """
        async with self._database.reading() as connection:
            sums = await load_sums(connection, COUNTING_MARK)
        return {part: decode_tally(tally) for part, tally in sums.items()}

    async def _sum_rows(self, condition: ColumnElement[bool]) -> dict[StatisticsScope, Tally]:
        tally_by_scope: dict[StatisticsScope, Tally] = {}
        last = (-1, "", -1)
        while rows := await self._page(condition, last):
            await asyncio.to_thread(_add, tally_by_scope, rows)
            last = (rows[-1].ended, rows[-1].table_id, rows[-1].seat)
        return tally_by_scope

    async def _page(self, condition: ColumnElement[bool], last: tuple[int, str, int]) -> Sequence[Any]:
        m, s, t = matches.c, match_seats.c, statistics.c
        query: Select[Any] = select(s.ended, s.table_id, s.seat, t.tally, m.game, m.preset, s.level)
        query = query.join(statistics, (t.table_id == s.table_id) & (t.seat == s.seat))
        query = query.join(matches, m.table_id == s.table_id)
        # In the order of the index for a user's matches: otherwise PostgreSQL might read the rows of all players.
        place = s.ended, s.table_id, s.seat
        query = query.where(condition, m.counted == COUNTING_MARK, tuple_(*place) > tuple_(*last))
        async with self._database.reading() as connection:
            rows: Sequence[Any] = (await connection.execute(query.order_by(*place).limit(ROWS_PER_PAGE))).all()
            return rows


def _add(tally_by_scope: dict[StatisticsScope, Tally], rows: Iterable[Any]) -> None:
    for row in rows:
        scope = StatisticsScope(row.game, row.preset, row.level)
        tally_by_scope[scope] = tally_by_scope.get(scope, Tally()) + decode_tally(row.tally)
