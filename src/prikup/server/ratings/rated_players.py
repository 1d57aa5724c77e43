"""Finds the users who are playing rated matches, and those who have forfeited too many of them."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import IS_UNFINISHED, rated_matches, rating_changes, seats, tables
from prikup.table.host.services import RatedPlayerLookup
from prikup.table.state.summary import Summary

__all__ = ["RatedPlayers", "ms_until_rated_lanes"]

MAX_READ = 500
"""Maximum number of unfinished tables that one lookup loads."""
DAY_MS = 86_400_000
RECENT_MATCHES = 20
FORFEIT_WAITS = ((4, 7 * DAY_MS), (2, DAY_MS))
"""Pairs of a number of forfeits and a waiting time in milliseconds.

A user who has forfeited more than this number of their last `RECENT_MATCHES` rated matches must wait before the next
one, from the end of the last forfeited match. The first pair that applies counts.
"""


class _RatedSeat(NamedTuple):
    table: str
    stage: str


class RatedPlayers(RatedPlayerLookup):
    """Finds out which users are playing rated matches, from the stored list entries of unfinished tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def are_playing_elsewhere(self, users: tuple[str, ...], table: str) -> bool:
        """Return whether one of these users (ids) is playing a rated match at a table other than `table`."""
        return any(seat.table != table for seat in await self._rated_seats(users))

    async def is_in_deal(self, user: str) -> bool:
        """Return whether the user with this id is playing a deal of a rated match now."""
        return any(seat.stage == "deal" for seat in await self._rated_seats([user]))

    async def _rated_seats(self, users: Collection[str]) -> list[_RatedSeat]:
        """Return the seats of these users (ids) in rated matches that they are playing and have not forfeited."""
        t, s = tables.c, seats.c
        query = select(t.id, t.summary, s.seat).join(seats, s.table_id == t.id)
        query = query.where(s.person.in_(users), IS_UNFINISHED, t.summary.is_not(None))
        async with self._database.reading() as connection:
            rows = (await connection.execute(query.order_by(t.opened.desc()).limit(MAX_READ))).all()
        rated_seats = []
        for row in rows:
            summary = msgspec.json.decode(bytes(row.summary), type=Summary)
            if summary.rated and row.seat not in summary.forfeits:
                rated_seats.append(_RatedSeat(row.id, summary.stage))
        return rated_seats


async def ms_until_rated_lanes(connection: AsyncConnection, user: str, now_ms: int) -> int:
    """Return the milliseconds until a user may look for a rated match by quick pairing, 0 if they may do so now.

    Users who have forfeited rated matches must wait. `user` is the user's id, and `now_ms` the time (wall clock, ms).
    """
    r, c = rated_matches.c, rating_changes.c
    query = select(c.kind, r.ended).join(rated_matches, r.seq == c.seq).where(c.person == user, r.void == "")
    rows = (await connection.execute(query.order_by(c.seq.desc()).limit(RECENT_MATCHES))).all()
    return _wait_ms([row.ended for row in rows if row.kind == "forfeit"], now_ms)


def _wait_ms(forfeits_ms: Iterable[int], now_ms: int) -> int:
    """Return the milliseconds that a user must still wait because of forfeited matches, 0 for none.

    `forfeits_ms` are the times at which these matches ended.
    """
    ends_ms = list(forfeits_ms)
    wait_ms = next((wait_ms for most, wait_ms in FORFEIT_WAITS if len(ends_ms) > most), 0)
    return max(0, max(ends_ms) + wait_ms - now_ms) if wait_ms else 0
