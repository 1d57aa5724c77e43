"""Limits on opening and leaving open tables again and again, computed from stored rows, so that all servers agree.

Anyone may sit down at an open table, which the lobby lists.
"""

import math
from collections.abc import Callable

import msgspec
from sqlalchemy import select

from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import IS_UNFINISHED, audit, tables
from prikup.table.host.services import DepartureLookup
from prikup.table.state.summary import Summary

__all__ = ["Departures", "seconds_until_opening"]

MAX_DEPARTURES, DEPARTURES_WITHIN_MS, DEPARTURE_WAIT_MS = 5, 600_000, 300_000
"""The limit on leaving open tables, at which anyone may sit down.

A user who leaves `MAX_DEPARTURES` open tables within `DEPARTURES_WITHIN_MS` cannot sit down at an open table for
`DEPARTURE_WAIT_MS` after leaving the last of them.
"""
MAX_ENDED, ENDED_WITHIN_MS, OPENING_WAIT_MS = 3, 3_600_000, 600_000
"""The limit on opening tables that leave the lobby's list of open tables without a match.

If `MAX_ENDED` tables of one user have left the list in this way within `ENDED_WITHIN_MS`, the user cannot open another
listed table for `OPENING_WAIT_MS` after the last one has left it.
"""
MAX_READ = 200
"""Maximum number of database rows that one lookup of a user's tables loads."""


class Departures(DepartureLookup):
    """Finds out from the moderation journal how many open tables a user has left recently.

    `wall_clock_ms` returns the wall-clock time in milliseconds.
    """

    def __init__(self, database: Database, wall_clock_ms: Callable[[], int]) -> None:
        self._database, self._now_ms = database, wall_clock_ms

    async def seconds_to_wait(self, user: str) -> int:
        """Return the seconds until the user with this id may sit down at an open table, 0 if they may do so now.

        Users have to wait if they have recently left too many open tables.
        """
        a, now_ms = audit.c, self._now_ms()
        query = select(a.table_id, a.at, a.facts).where(a.person == user, a.kind == "stood")
        query = query.where(a.at > now_ms - DEPARTURES_WITHIN_MS).order_by(a.at.desc()).limit(MAX_READ)
        async with self._database.reading() as connection:
            departures = [row for row in await connection.execute(query) if b'"open"' in bytes(row.facts)]
        if len({row.table_id for row in departures}) < MAX_DEPARTURES:
            return 0
        return _seconds(departures[0].at + DEPARTURE_WAIT_MS - now_ms)


async def seconds_until_opening(database: Database, host: str, now_ms: int) -> int:
    """Return the seconds until a user may open a listed table again, 0 if they may do so now.

    Users have to wait if too many of their tables have recently left the lobby's list without a match. `host` is the id
    of the user, and `now_ms` the time (wall clock, ms).
    """
    t = tables.c
    query = select(t.summary).where(IS_UNFINISHED, t.host == host, t.summary.is_not(None))
    async with database.reading() as connection:
        rows = await connection.scalars(query.order_by(t.opened.desc()).limit(MAX_READ))
        summaries = [msgspec.json.decode(bytes(summary), type=Summary) for summary in rows]
    ended_ms = sorted(summary.ended for summary in summaries if summary.ended and summary.stage == "open")
    recently_ended_ms = [time_ms for time_ms in ended_ms if time_ms > now_ms - ENDED_WITHIN_MS]
    if len(recently_ended_ms) < MAX_ENDED:
        return 0
    return _seconds(recently_ended_ms[-1] + OPENING_WAIT_MS - now_ms)


def _seconds(milliseconds: int) -> int:
    return max(0, math.ceil(milliseconds / 1000))
