"""Standing wishes: account owners who wish to be called when others look for players.

A person's search for a table that has found none for `CALL_AFTER_S` seconds calls up to `MAX_CALLED` people, once. They
are people whose wish covers the present time and who are not online; those who were called longest ago come first. Each
gets a push message, but at most `CALLS_A_DAY` in 24 hours. The search goes on meanwhile.

Each function runs in a transaction of its caller. Times are seconds since 1970 by the clock that all servers share.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import Row, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.lobby import StandingWish
from prikup.server.notices.kinds import Wishes
from prikup.server.notices.notice_rows import Facts, NewNotice, add_notices
from prikup.server.notices.quiet_hours import end_of_quiet
from prikup.server.storage.pairing_rows import DAY_S, Search
from prikup.server.storage.sql_tables import blocks, notices, push_subscriptions, seeks, standing, wishes
from prikup.table.opening.lanes import lanes

__all__ = ["CALLS_A_DAY", "CALL_AFTER_S", "MAX_CALLED", "call_people", "covers", "load_wishes", "replace_wishes"]

CALL_AFTER_S = 30.0
"""Seconds after which a search that has found no table calls people who wish to be called."""
MAX_CALLED, CALLS_A_DAY = 10, 2
"""The maximum number of people whom one search calls, and of calls that one person gets in 24 hours."""
CALL_S = 300
"""Seconds for which a call to play is useful.

Within this time no other search in the same lane (kind of match) calls the same person.
"""


async def load_wishes(connection: AsyncConnection, person: str) -> tuple[StandingWish, ...]:
    """Return a user's standing wishes, which say when others may call the user to play.

    They are in the order of the lanes (kinds of matches). Wishes for lanes that this server does not know are left out.
    `person` is the id of the user.
    """
    rows = await connection.execute(select(standing).where(standing.c.person == person))
    by_lane = {row.lane: _wish_of(row) for row in rows}
    return tuple(by_lane[lane] for lane in lanes() if lane in by_lane)


def _wish_of(row: Row[Any]) -> StandingWish:
    return StandingWish(row.lane, tuple(map(int, row.days)), row.from_minute, row.to_minute)


async def replace_wishes(
    connection: AsyncConnection, person: str, new_wishes: Sequence[StandingWish], zone: str
) -> None:
    """Replace a user's standing wishes, which say when others may call the user to play.

    The time of the user's last call stays stored, so a change of wishes does not bring the next call sooner. `person`
    is the id of the user, and `zone` the name of the time zone of the wishes.
    """
    is_own = standing.c.person == person
    called = await connection.scalar(select(func.max(standing.c.called)).where(is_own)) or 0.0
    await connection.execute(delete(standing).where(is_own))
    for wish in new_wishes:
        values = {
            "person": person,
            "lane": wish.lane,
            "days": "".join(map(str, sorted(set(wish.days)))),
            "from_minute": wish.from_minute,
            "to_minute": wish.to_minute,
            "zone": zone,
            "called": called,
        }
        await connection.execute(insert(standing), values)


def covers(wish: StandingWish, zone: str, now: float) -> bool:
    """Return whether the time `now` is among the times at which a user with this wish may be called to play.

    `zone` is the name of the wish's time zone, and `now` is in seconds since 1970.
    """
    local = datetime.fromtimestamp(now, ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    if wish.from_minute < wish.to_minute:
        return local.weekday() in wish.days and wish.from_minute <= minute < wish.to_minute
    day_before = (local - timedelta(days=1)).weekday()
    return (local.weekday() in wish.days and minute >= wish.from_minute) or (
        day_before in wish.days and minute < wish.to_minute
    )


async def call_people(connection: AsyncConnection, search: Search, present: Collection[str], now: float) -> list[str]:
    """Call people to play with the person of a search, and record this in the search. Return the ids of those called.

    Call nobody if the search has ended or found a table since it was read. `present` are the ids of the people who are
    connected to a server. They are not called, because they see in the lobby that somebody looks for players. `now` is
    the time in seconds since 1970.
    """
    mark = update(seeks).where(seeks.c.person == search.person, seeks.c.table_id == "").values(called=now)
    if not (await connection.execute(mark)).rowcount:
        return []
    now_ms = round(now * 1000)
    called: list[str] = []
    for row in await _candidates(connection, search, now):
        is_free = row.person not in (*present, *called) and covers(_wish_of(row), row.zone, now)
        if len(called) < MAX_CALLED and is_free and _may_be_told(row.wishes, now_ms):
            facts, until, number = Facts(lanes()[row.lane].game), now_ms + CALL_S * 1000, int(now // CALL_S)
            await add_notices(connection, [NewNotice(row.person, "seek", row.lane, facts, now_ms, until, number)])
            called.append(row.person)
    await connection.execute(update(standing).where(standing.c.person.in_(called)).values(called=now))
    return called


def _may_be_told(stored_wishes: bytes | None, now_ms: int) -> bool:
    """Return whether a user may be sent a push message now because others look for players.

    `stored_wishes` are the user's wishes about notices as JSON, None for the default wishes.
    """
    user_wishes = msgspec.json.decode(stored_wishes, type=Wishes) if stored_wishes else Wishes()
    return user_wishes.allows("seek", "push") and end_of_quiet(user_wishes, now_ms) <= now_ms


async def _candidates(connection: AsyncConnection, search: Search, now: float) -> list[Row[Any]]:
    """Return the wishes of people whom a search may call; those whose last call is longest ago come first.

    Each wish is for a lane (kind of match) of the search. Its owner can be sent push messages, does not look for a
    table, and has had fewer than `CALLS_A_DAY` calls within a day. Neither this owner nor the person of the search has
    blocked the other. `now` is the time in seconds since 1970.
    """
    n, person = notices.c, standing.c.person
    since_ms = round((now - DAY_S) * 1000)
    calls = (
        select(func.count())
        .where(n.person == person, n.kind == "seek", n.due > since_ms)
        .correlate(standing)
        .scalar_subquery()
    )
    has_blocked = exists().where(
        or_(
            (blocks.c.owner == person) & (blocks.c.person == search.person),
            (blocks.c.owner == search.person) & (blocks.c.person == person),
        )
    )
    query = (
        select(standing, wishes.c.wishes)
        .outerjoin(wishes, wishes.c.person == person)
        .where(
            standing.c.lane.in_([name for name in search.lanes if name in lanes()]),
            person != search.person,
            exists().where(push_subscriptions.c.person == person),
            ~exists().where(seeks.c.person == person),
            ~has_blocked,
            calls < CALLS_A_DAY,
        )
    )
    return list(await connection.execute(query.order_by(standing.c.called, person, standing.c.lane)))
