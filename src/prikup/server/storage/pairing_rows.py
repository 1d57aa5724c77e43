"""The database rows of quick pairing: searches, meetings of people, people who did not come, and starts of matches.

Each function runs in a transaction of its caller. All times are seconds since 1970 by the clock that all servers share.

A search is a row of `seeks`: a person looks for a table in some lanes (kinds of matches). The search ends if no server
renews it for `SEARCH_S` seconds, so a person who reconnects within this time keeps their place in the queue. When a
table is found for the person, the row names this table until the match begins or the table is given up. So nobody is at
two tables, and nobody with a table looks for a second one.
"""

from collections.abc import Collection, Iterable
from itertools import permutations
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import blocks, lane_starts, misses, paired, people, seats, seeks, tables
from prikup.table.host.storage import PairingOutcome

__all__ = [
    "COME_S",
    "DAY_S",
    "SEARCH_S",
    "FoundTable",
    "LaneActivity",
    "Search",
    "account_owners",
    "blocked_pairs",
    "count_seekers",
    "delete_old_rows",
    "end_search",
    "forget_table",
    "lane_activity",
    "load_search",
    "meetings_since",
    "miss_times",
    "overdue_tables",
    "pause_searches",
    "renew_searches",
    "reserve_seekers",
    "searches_of",
    "settle_pairing",
    "start_search",
    "waiting_searches",
]

SEARCH_S = 30.0
"""Seconds after which a search ends if no server renews it."""
COME_S = 20.0
"""Seconds for which a table that was found for people waits until they come."""
DAY_S = 86_400.0
_IS_SEARCHING = seeks.c.table_id == ""


class FoundTable(Struct, frozen=True):
    """The table that was found for a person.

    - `table`: the id of the table.
    - `lane`: the name of the lane (kind of match).
    - `found`: the time at which the table was found (seconds since 1970).
    """

    table: str
    lane: str
    found: float


class Search(Struct, frozen=True):
    """A person's search for a table.

    - `person`: the user id.
    - `lanes`: the names of the lanes (kinds of matches) in which the person looks.
    - `since`: the time at which the search began (seconds since 1970).
    - `range`: the greatest accepted difference of ratings, 0 for any.
    - `bots`: true if one computer player may fill a seat.
    - `partner`: the id of the person who must be on the same side, "" for nobody.
    - `found`: the table that was found, None for none yet.
    - `device`: a text that identifies the person's browser, "" if it is not known.
    - `called`: the time at which other people were called to play (seconds since 1970), 0 if none were.
    """

    person: str
    lanes: tuple[str, ...]
    since: float
    range: int = 0
    bots: bool = False
    partner: str = ""
    found: FoundTable | None = None
    device: str = ""
    called: float = 0.0


class LaneActivity(NamedTuple):
    """The activity in the lanes (kinds of matches) of quick pairing, by lane; a lane without activity is left out.

    - `waiting`: the number of people who look for a table.
    - `began`: the time at which the last match began (seconds since 1970).
    """

    waiting: dict[str, int]
    began: dict[str, float]


_COLUMNS = (*(seeks.c[name] for name in ("person", "lanes", "since", "range", "bots", "partner")),)
_QUERY = select(*_COLUMNS, seeks.c.table_id, seeks.c.lane, seeks.c.found, seeks.c.device, seeks.c.called)


async def _load(connection: AsyncConnection, condition: ColumnElement[bool]) -> list[Search]:
    rows = await connection.execute(_QUERY.where(condition))
    return [
        Search(
            row.person,
            tuple(row.lanes.split()),
            row.since,
            row.range,
            row.bots,
            row.partner,
            FoundTable(row.table_id, row.lane, row.found) if row.table_id else None,
            row.device,
            row.called,
        )
        for row in rows
    ]


# Searches


async def load_search(connection: AsyncConnection, person: str, now: float) -> Search | None:
    """Return a person's search for a table, None if there is none. Lock it until the end of the transaction.

    `person` is the user id, and `now` the time in seconds since 1970, by which a search may have ended.
    """
    await connection.execute(select(seeks.c.person).where(seeks.c.person == person).with_for_update())
    searches = await _load(connection, and_(seeks.c.person == person, or_(~_IS_SEARCHING, seeks.c.until > now)))
    return searches[0] if searches else None


async def start_search(connection: AsyncConnection, search: Search, node: str, now: float) -> None:
    """Store a person's search for a table, in place of the person's earlier search.

    `node` is the id of the server to which the person is connected, and `now` the time in seconds since 1970.
    """
    await connection.execute(delete(seeks).where(seeks.c.person == search.person))
    values = {
        "person": search.person,
        "lanes": " ".join(search.lanes),
        "since": search.since,
        "until": now + SEARCH_S,
        "node": node,
        "range": search.range,
        "bots": search.bots,
        "partner": search.partner,
        "table_id": "",
        "lane": "",
        "found": 0.0,
        "device": search.device,
        "called": search.called,
    }
    await connection.execute(insert(seeks), values)


async def end_search(connection: AsyncConnection, person: str) -> bool:
    """End the search of a person (id) for a table, unless a table was found. Return whether it was ended."""
    deletion = await connection.execute(delete(seeks).where(seeks.c.person == person, _IS_SEARCHING))
    return bool(deletion.rowcount)


async def renew_searches(connection: AsyncConnection, people: Collection[str], node: str, now: float) -> None:
    """Renew the searches of these people (ids) for a table, so that the searches last for another `SEARCH_S` seconds.

    `node` is the id of the server to which the people are connected, and `now` the time in seconds since 1970.
    """
    searching = await _lock(connection, and_(seeks.c.person.in_(people), _IS_SEARCHING))
    change = update(seeks).where(seeks.c.person.in_(searching)).values(node=node, until=now + SEARCH_S)
    await connection.execute(change)


async def pause_searches(connection: AsyncConnection, people: Collection[str], node: str) -> None:
    """Note that these people (ids) are no longer connected to the server with the id `node`.

    No table is found for them then, until their searches are renewed on some server.
    """
    condition = and_(seeks.c.person.in_(people), seeks.c.node == node)
    await connection.execute(
        update(seeks).where(seeks.c.person.in_(await _lock(connection, condition))).values(node="")
    )


async def searches_of(connection: AsyncConnection, people: Collection[str]) -> dict[str, Search]:
    """Return the searches of these people (ids) for a table, by user id, with the tables that were found."""
    return {search.person: search for search in await _load(connection, seeks.c.person.in_(people))}


async def waiting_searches(connection: AsyncConnection, now: float) -> list[Search]:
    """Return the searches of all connected people who look for a table and for whom none has been found yet.

    `now` is the time in seconds since 1970, by which searches may have ended.
    """
    return await _load(connection, and_(_IS_SEARCHING, seeks.c.until > now, seeks.c.node != ""))


async def count_seekers(connection: AsyncConnection, now: float) -> dict[str, int]:
    """Return the number of people who look for a table, by lane (kind of match).

    Lanes in which nobody looks for a table are left out. `now` is the time in seconds since 1970.
    """
    query = select(seeks.c.lanes, func.count()).where(_IS_SEARCHING, seeks.c.until > now).group_by(seeks.c.lanes)
    counts: dict[str, int] = {}
    for lanes, count in await connection.execute(query):
        for lane in lanes.split():
            counts[lane] = counts.get(lane, 0) + count
    return counts


async def lane_activity(connection: AsyncConnection, now: float) -> LaneActivity:
    """Return how many people look for a table, and when the last match began, by lane (kind of match).

    `now` is the time in seconds since 1970.
    """
    query = select(lane_starts.c.lane, func.max(lane_starts.c.began).label("began")).group_by(lane_starts.c.lane)
    began = {row.lane: row.began for row in await connection.execute(query)}
    return LaneActivity(await count_seekers(connection, now), began)


async def _lock(connection: AsyncConnection, condition: ColumnElement[bool]) -> list[str]:
    """Lock the searches for a table that fulfil `condition`, and return the ids of the people who search.

    Every transaction locks searches in the same order, so that no two transactions wait for each other.
    """
    query = select(seeks.c.person).where(condition)
    return list(await connection.scalars(query.order_by(seeks.c.person).with_for_update()))


# Pairing


async def reserve_seekers(
    connection: AsyncConnection, people: Collection[str], table: str, lane: str, now: float
) -> bool:
    """Assign the table with the id `table` to these people, who look for one in `lane`, and record that they have met.

    `people` are user ids, and `lane` is the name of the lane (kind of match). Return False if one of the people no
    longer looks for a table in this lane, or is no longer connected; the caller must then roll back. `now` is the time
    in seconds since 1970.
    """
    is_searching = and_(seeks.c.person.in_(people), _IS_SEARCHING, seeks.c.until > now, seeks.c.node != "")
    searching = await _lock(connection, is_searching)
    lanes = await connection.scalars(select(seeks.c.lanes).where(seeks.c.person.in_(searching)))
    if len(searching) != len(people) or not all(lane in names.split() for names in lanes):
        return False
    change = update(seeks).where(seeks.c.person.in_(searching)).values(table_id=table, lane=lane, found=now)
    await connection.execute(change)
    pairs = [{"person": person, "other": other, "at": now} for person, other in permutations(people, 2)]
    await connection.execute(insert(paired), pairs)
    return True


async def account_owners(connection: AsyncConnection, users: Collection[str]) -> set[str]:
    """Return those of the users with these ids who own accounts."""
    query = select(people.c.id).where(people.c.id.in_(users), people.c.password.is_not(None))
    return set(await connection.scalars(query))


async def blocked_pairs(connection: AsyncConnection, people: Collection[str]) -> list[tuple[str, str]]:
    """Return the pairs of these people (ids) in which the first person has blocked the second."""
    query = select(blocks.c.owner, blocks.c.person).where(blocks.c.owner.in_(people), blocks.c.person.in_(people))
    return [(row.owner, row.person) for row in await connection.execute(query)]


async def meetings_since(
    connection: AsyncConnection, people: Collection[str], since: float
) -> list[tuple[str, str, float]]:
    """Return the meetings of these people (ids) in quick pairing since the time `since`.

    A meeting is a person, another person, and the time. Times are seconds since 1970.
    """
    query = select(paired.c.person, paired.c.other, paired.c.at)
    rows = await connection.execute(query.where(paired.c.person.in_(people), paired.c.at > since))
    return [(row.person, row.other, row.at) for row in rows]


async def overdue_tables(connection: AsyncConnection, now: float) -> list[str]:
    """Return the ids of tables that were found for people, but have waited longer than `COME_S` seconds for them.

    `now` is the time in seconds since 1970.
    """
    query = select(seeks.c.table_id).distinct().where(~_IS_SEARCHING, seeks.c.found < now - COME_S)
    return list(await connection.scalars(query))


async def settle_pairing(connection: AsyncConnection, table: str, outcome: PairingOutcome, now: float) -> None:
    """Store the outcome of a table of quick pairing: its match has begun, or some of its people have not come.

    If the match has begun, the time `now` (seconds since 1970) is stored for its lane (kind of match), and the searches
    of its people end. Otherwise the table is marked as deleted. The people who have come look for a table again, and
    the time that they have waited still counts. The people who have not come are recorded in `misses`.
    """
    at_table = seeks.c.table_id == table
    if not outcome.missing:
        lane = await connection.scalar(select(seeks.c.lane).where(at_table).limit(1))
        if lane is not None:
            await connection.execute(insert(lane_starts), {"table_id": table, "lane": lane, "began": now})
        await connection.execute(delete(seeks).where(at_table))
        return
    rows = list(await connection.execute(select(seeks.c.person, seeks.c.found).where(at_table)))
    people = [row.person for row in rows]
    for found in {row.found for row in rows}:
        await connection.execute(delete(paired).where(paired.c.person.in_(people), paired.c.at == found))
    await connection.execute(delete(seeks).where(at_table, seeks.c.person.in_(outcome.missing)))
    again = {"table_id": "", "lane": "", "found": 0.0, "node": "", "until": now + SEARCH_S}
    await connection.execute(update(seeks).where(at_table).values(again))
    await connection.execute(insert(misses), [{"person": person, "at": now} for person in outcome.missing])
    await connection.execute(delete(seats).where(seats.c.table_id == table))
    await connection.execute(update(tables).where(tables.c.id == table).values(deleted=True))


async def forget_table(connection: AsyncConnection, table: str) -> None:
    """End the searches for which the table with this id was found, because the table does not exist any more."""
    await connection.execute(delete(seeks).where(seeks.c.table_id == table))


async def miss_times(connection: AsyncConnection, people: Iterable[str], now: float) -> dict[str, list[float]]:
    """Return the times within a day at which people did not come to a table that was found for them, by user id.

    `people` are user ids. Times, also `now`, are seconds since 1970; the times of each person are in ascending order.
    """
    query = select(misses.c.person, misses.c.at).where(misses.c.person.in_(people), misses.c.at > now - DAY_S)
    times: dict[str, list[float]] = {}
    for row in await connection.execute(query.order_by(misses.c.at)):
        times.setdefault(row.person, []).append(row.at)
    return times


async def delete_old_rows(connection: AsyncConnection, now: float) -> None:
    """Delete old rows of quick pairing: ended searches, meetings, tables to which people did not come, match starts.

    Meetings and missed tables are deleted after a day. Of each lane (kind of match) the last start stays. `now` is the
    time in seconds since 1970.
    """
    later = lane_starts.alias().c
    is_old = exists().where(later.lane == lane_starts.c.lane, later.began > lane_starts.c.began)
    await connection.execute(delete(lane_starts).where(is_old))
    await connection.execute(delete(seeks).where(_IS_SEARCHING, seeks.c.until < now - SEARCH_S))
    await connection.execute(delete(paired).where(paired.c.at < now - DAY_S))
    await connection.execute(delete(misses).where(misses.c.at < now - DAY_S))
