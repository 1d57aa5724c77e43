"""Rates finished matches, each exactly once, whichever server finished them.

A match is due from the transaction that adds it to the archive until the transaction that rates it. If a server is
killed in between, another server rates the match: the next one that finishes a match, or that looks for due matches at
its regular interval.
"""

from collections.abc import Awaitable, Callable, Collection
from typing import Any

from sqlalchemy import and_, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.archive.finished_match import FinishedMatch
from prikup.ratings.anchors import anchor_mu
from prikup.ratings.model import Rating
from prikup.ratings.ranking import FEWEST_DEALS_WITHOUT_PLAN
from prikup.ratings.standing import Standing, is_provisional, shown_margin, shown_number
from prikup.server.logging import logger
from prikup.server.ratings.rating_rows import rate_finished_match
from prikup.server.storage.database import Database
from prikup.server.storage.deletion import DELETED_SINCE, random_deleted_id
from prikup.server.storage.sql_tables import IS_RATING_DUE, matches, people, rated_matches, rating_changes, ratings
from prikup.table.protocol.message_parts import RatingEffect

__all__ = ["LATE_MS", "DueMatches", "is_to_be_rated", "rating_effects"]

MATCHES_PER_QUERY = 100
LATE_MS = 60_000
"""Milliseconds after the end of a match from which on its rating, if still missing, counts as late."""


def is_to_be_rated(match: FinishedMatch) -> bool:
    """Return whether a finished match counts for ratings.

    It must be a rated match in which each computer player has a fixed rating. If a player has forfeited it, it counts.
    If it was played to its end, at least one deal must be finished. If the players agreed to stop, at least half of the
    planned deals must be finished; without a planned number, `2 * FEWEST_DEALS_WITHOUT_PLAN` deals.
    """
    if not match.is_rated or any(_is_unmeasured(match, seat.level) for seat in match.seats):
        return False
    deals, planned_deals = len(match.log.match.sheet.lines), match.log.begin.deals
    if match.forfeits:
        return True
    if match.stopping is None or match.stopping.why:
        return deals > 0
    return 2 * deals >= planned_deals if planned_deals else deals >= 2 * FEWEST_DEALS_WITHOUT_PLAN


def _is_unmeasured(match: FinishedMatch, level: str) -> bool:
    return bool(level) and anchor_mu(match.log.begin.game, level) is None


class DueMatches:
    """The finished matches in `database` that are due to be rated.

    `read` returns the match at a table, rebuilt from its commits (the stored changes of the table).
    """

    def __init__(self, database: Database, read: Callable[[str], Awaitable[FinishedMatch | None]]) -> None:
        self._database, self._read = database, read

    async def rate(self) -> None:
        """Rate all matches that are due, in the order in which they ended.

        An error is logged, not raised. A match that could not be rated stays due.
        """
        m, after = matches.c, (0, "")
        while True:
            query = select(m.ended, m.table_id).where(IS_RATING_DUE).order_by(m.ended, m.table_id)
            async with self._database.reading() as connection:
                rows = (await connection.execute(query.limit(MATCHES_PER_QUERY))).all()
            due = [(row.ended, row.table_id) for row in rows if (row.ended, row.table_id) > after]
            if not due:
                return
            for after in due:
                await self._try_to_rate(after[1])

    async def log_late_matches(self, now_ms: int) -> None:
        """Log each match that ended more than `LATE_MS` before `now_ms` (wall clock) and is not rated yet."""
        m = matches.c
        query = select(m.table_id, m.ended).where(IS_RATING_DUE, m.ended < now_ms - LATE_MS).order_by(m.ended)
        async with self._database.reading() as connection:
            for row in await connection.execute(query.limit(MATCHES_PER_QUERY)):
                logger.error("rating-late", table=row.table_id, seconds=(now_ms - row.ended) // 1000)

    async def count(self) -> int:
        """Return the number of matches that are due to be rated. The index used has only these matches."""
        async with self._database.reading() as connection:
            return await connection.scalar(select(func.count(matches.c.table_id)).where(IS_RATING_DUE)) or 0

    async def _try_to_rate(self, table: str) -> None:
        try:
            await self._rate(table)
        except Exception as error:  # the next attempt may succeed; the server continues
            logger.error("not-rated", table=table, error=error)

    async def _rate(self, table: str) -> None:
        match = await self._read(table)
        if match is None:
            return
        m = matches.c
        async with self._database.writing(exclusive=True) as connection:
            change = update(matches).where(m.table_id == table, IS_RATING_DUE).values(rating_due=False)
            if not (await connection.execute(change)).rowcount:
                return  # another server has just rated it
            await rate_finished_match(connection, table, match, await _ids_of_people(connection, match))


async def _ids_of_people(connection: AsyncConnection, match: FinishedMatch) -> list[str]:
    """Return the user ids of the people in a match by seat, "" for a computer player.

    Each deleted user gets a random id.
    """
    users = ["" if seat.level else user for user, seat in zip(match.people, match.seats, strict=True)]
    query = select(people.c.id).where(people.c.id.in_([user for user in users if user]), people.c.since > DELETED_SINCE)
    present: Collection[str] = set(await connection.scalars(query))
    return [user if not user or user in present else random_deleted_id() for user in users]


async def rating_effects(database: Database, table: str) -> tuple[RatingEffect | None, ...]:
    """Return the effects of the match at a table on the players' ratings, by seat; None for a computer player.

    Return None for all seats if the match was declared void, and () if it is not rated.
    """
    c, r, s = rating_changes.c, rated_matches.c, ratings.c
    is_standing = and_(s.person == c.person, s.game == r.game, s.version == r.version)
    query = select(r.void, c.kind, c.mu0, c.sigma0, c.mu, c.sigma, s.matches).join(rated_matches, r.seq == c.seq)
    query = query.outerjoin(ratings, is_standing).where(r.table_id == table).order_by(c.seat)
    async with database.reading() as connection:
        rows = (await connection.execute(query)).all()
    return tuple(None if row.void or row.kind == "anchor" else _rating_effect(row) for row in rows)


def _rating_effect(row: Any) -> RatingEffect:
    """Return the effect on a person's rating from a row with the change and the number of the person's matches now."""
    old, new = Rating(row.mu0, row.sigma0), Rating(row.mu, row.sigma)
    provisional = is_provisional(Standing(new, row.matches or 0))
    return RatingEffect(shown_number(old), shown_number(new), shown_margin(new), provisional)
