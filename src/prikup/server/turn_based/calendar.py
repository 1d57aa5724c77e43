"""The pauses of players' clocks at turn-based tables (players answer within hours or days): holidays and outages.

An outage is a time of more than `OUTAGE_MS` in which no server looked at these tables. The first server that runs again
notices it, before any table decides that the time for a decision is over.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.rules.errors import PrikupError, reason
from prikup.server.logging import logger
from prikup.server.storage.attendance import load_often_absent
from prikup.server.storage.database import TURNS_CHANNEL, Database
from prikup.server.storage.sql_tables import clock_pauses, people, turns
from prikup.server.storage.turn_rows import (
    EVERYBODY,
    add_pause,
    count_tables,
    last_round,
    load_pauses,
    note_round,
)
from prikup.table.host.services import TurnCalendar, TurnPlayer

__all__ = ["HOLIDAYS_A_YEAR", "OUTAGE_MS", "Holiday", "HolidayError", "ServerCalendar"]

OUTAGE_MS = 600_000
"""Milliseconds without a running server after which the clocks count as paused for the whole time without one."""
HOLIDAYS_A_YEAR = 14
"""The maximum number of whole days in a calendar year on which a person's clocks may pause."""
Holiday = tuple[date, int]
"""The first day of a holiday, and its number of days."""


class HolidayError(PrikupError):
    """Raised if a holiday cannot be set for the requested days."""


class ServerCalendar(TurnCalendar):
    """The holidays of users and the outages of servers, stored in the database. Clocks pause during them.

    `now_ms` returns the time of the clock that all servers share, in milliseconds since 1970.
    """

    def __init__(self, database: Database, now_ms: Callable[[], int]) -> None:
        self._database, self._now = database, now_ms

    async def players(self, users: Collection[str]) -> Mapping[str, TurnPlayer]:
        """Return the facts about these users (ids) that turn-based tables need, by user id.

        They include the pauses of the users' clocks, so an outage that has not been noticed yet is stored first. At a
        turn-based table players answer within hours or days.
        """
        async with self._database.reading() as connection:
            is_outage = _is_outage(await last_round(connection), self._now())
        if is_outage:
            await self.note_round()
        async with self._database.reading() as connection:
            pauses = await load_pauses(connection, users)
            query = select(people.c.id).where(people.c.id.in_(users), ~people.c.forced)
            without_forced_cards = set(await connection.scalars(query))
            often_absent = await load_often_absent(connection, users)
        return {
            user: TurnPlayer(pauses[user], user not in without_forced_cards, user in often_absent) for user in users
        }

    async def count_tables(self, user: str) -> int:
        """Return the number of unfinished turn-based tables that a user (id) has opened or sits at.

        At a turn-based table players answer within hours or days.
        """
        async with self._database.reading() as connection:
            return await count_tables(connection, user)

    async def note_round(self) -> None:
        """Store that a server checks the turn-based tables now. If none did so for long, store a pause of all clocks.

        A pause is stored after `OUTAGE_MS` milliseconds. Raise NotWritten if the database fails. At a turn-based table
        players answer within hours or days.
        """
        async with self._database.writing() as connection:
            now_ms, before_ms = self._now(), await last_round(connection, lock=True)
            if before_ms is not None and _is_outage(before_ms, now_ms):
                await add_pause(connection, EVERYBODY, (before_ms, now_ms))
                logger.warning("outage", seconds=(now_ms - before_ms) // 1000)
            if before_ms is None or now_ms > before_ms:
                await note_round(connection, now_ms)

    # Holidays

    async def set_holiday(self, user: str, holiday: Holiday, zone: str) -> list[str]:
        """Pause the clocks of a user for some days, which begin and end at midnight in the time zone `zone`.

        Return the ids of the tables that wait for the user; all servers are notified of them too. Raise HolidayError if
        the holiday begins before today or after the next year, if it overlaps another one, or if a year would have more
        than `HOLIDAYS_A_YEAR` days of holidays.
        """
        first, days = holiday
        today = datetime.fromtimestamp(self._now() / 1000, ZoneInfo(zone)).date()
        if first < today:
            raise HolidayError(reason("holiday-past"))
        if first.year > today.year + 1:
            raise HolidayError(reason("holiday-far"))
        begin, end = _midnight(first, zone), _midnight(first + timedelta(days=days), zone)
        async with self._database.writing(exclusive=True) as connection:
            earlier = await _load_holidays(connection, user)
            if any(old_begin < end and begin < old_end for old_begin, old_end in earlier):
                raise HolidayError(reason("holiday-overlaps"))
            days_by_year: dict[int, int] = {}
            for day in (*(day for pause in earlier for day in _days(pause, zone)), *_days((begin, end), zone)):
                days_by_year[day.year] = days_by_year.get(day.year, 0) + 1
            if max(days_by_year.values()) > HOLIDAYS_A_YEAR:
                raise HolidayError(reason("holiday-long", days=HOLIDAYS_A_YEAR))
            await add_pause(connection, user, (begin, end))
            return await self._announce(connection, user)

    async def _announce(self, connection: AsyncConnection, user: str) -> list[str]:
        """Notify all servers of the tables that wait for a user (id), and return the ids of these tables."""
        tables = list(await connection.scalars(select(turns.c.table_id).where(turns.c.person == user)))
        await self._database.announce(connection, msgspec.json.encode(tables), TURNS_CHANNEL)
        return tables

    async def holidays_of(self, user: str, zone: str) -> list[Holiday]:
        """Return the holidays of a user that end in this year or later, in order. `zone` is the user's time zone."""
        now = datetime.fromtimestamp(self._now() / 1000, ZoneInfo(zone))
        async with self._database.reading() as connection:
            pauses = await _load_holidays(connection, user)
        all_days = [_days(pause, zone) for pause in pauses]
        return [(days[0], len(days)) for days in all_days if days and days[-1].year >= now.year]

    # Forced cards

    async def set_forced_cards(self, user: str, *, forced: bool) -> list[str]:
        """Store whether turn-based tables play a user's card at once if it is the only legal one.

        Return the ids of the tables that wait for the user; all servers are notified of them too. At a turn-based table
        players answer within hours or days.
        """
        async with self._database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == user).values(forced=forced))
            return await self._announce(connection, user)


def _is_outage(before_ms: int | None, now_ms: int) -> bool:
    return before_ms is not None and now_ms - before_ms > OUTAGE_MS


async def _load_holidays(connection: AsyncConnection, user: str) -> list[tuple[int, int]]:
    p = clock_pauses.c
    rows = await connection.execute(select(p.begin, p.end).where(p.person == user).order_by(p.begin))
    return [(row.begin, row.end) for row in rows]


def _midnight(day: date, zone: str) -> int:
    return round(datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def _days(pause: tuple[int, int], zone: str) -> list[date]:
    """Return the days of a holiday in the time zone `zone`. `pause` is its beginning and end (ms since 1970).

    The holiday may have been set in another time zone, so that it does not begin at midnight.
    """
    begin, end = (datetime.fromtimestamp(time_ms / 1000, ZoneInfo(zone)) for time_ms in pause)
    count = max(1, round((end - begin) / timedelta(days=1)))
    return [begin.date() + timedelta(days=index) for index in range(count)]
