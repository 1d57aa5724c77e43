"""The chore of quick pairing: every second, one server brings together the people who look for a table.

A chore is a job that one server does for all that share the database (`prikup.server.nodes.chore_lease`). For each
group of people that `find_groups` returns, one transaction assigns a new table to their searches; it does nothing if
one of these searches has ended. The table itself starts the match, or gives itself up if people do not come
(`prikup.table.commands.seats`). If nobody comes, no server loads the table, so the chore loads it.

If the server sends push messages, a push message also tells people that a table was found for them. A search that finds
no table calls other people, who have wished to be called (`prikup.server.lobby.standing`).
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.lobby.pairing import Group, Meetings, Seeker, find_groups, seat_order
from prikup.server.lobby.standing import CALL_AFTER_S, call_people
from prikup.server.lobby.strength import Strength, load_strengths
from prikup.server.logging import logger
from prikup.server.metrics import Metrics
from prikup.server.nodes.chore_lease import ChoreLease
from prikup.server.notices.notice_rows import Facts, NewNotice, add_notices
from prikup.server.storage import pairing_rows
from prikup.server.storage.database import Database
from prikup.server.storage.event_store import insert_table
from prikup.server.storage.pairing_rows import COME_S, DAY_S, Search
from prikup.server.storage.sql_tables import push_subscriptions
from prikup.table.host.services import OwnedElsewhere
from prikup.table.host.storage import NotRead, new_id
from prikup.table.opening.lanes import Lane, lanes, paired_table
from prikup.table.registry import TableRegistry
from prikup.table.state.summary import new_table_record

__all__ = ["PAIR_EVERY", "PairingChore", "meetings_of", "pair_searches"]

PAIR_EVERY = 1.0
"""Seconds between two rounds of quick pairing."""
CLEAN_EVERY = 60.0
"""Seconds between two deletions of old rows of quick pairing."""
HOUR_S = 3600.0
LAST_PAIRINGS, REGULAR_MEETINGS = 3, 2
"""The numbers in the rule for people who have just met, who do not sit down together again at once.

Two people have just met if both were at `REGULAR_MEETINGS` of the last `LAST_PAIRINGS` tables that quick pairing found
for one of them within an hour.
"""


class LaneGroup(NamedTuple):
    """A group of people who sit down together, and their lane (kind of match)."""

    lane: Lane
    group: Group


class Origins(NamedTuple):
    """The origins of the people who look for a table, by which quick pairing sees whether their match may be rated.

    `networks` are their network addresses, or texts in place of them, by user id. `owners` are the ids of those who own
    accounts.
    """

    networks: Mapping[str, str]
    owners: Collection[str]


class _SearchEnded(Exception):
    """Raised to roll back a pairing because one of the people no longer looks for a table."""


class PairingChore:
    """Brings together the people who look for a table.

    - `lease`: the time-limited permission to do this chore, which only one server has at a time.
    - `tables`: the tables of this server.
    - `clock`: returns the time of the clock that all servers share, in seconds since 1970.
    - `metrics`: while this server does the chore, they show how many people look for a table.
    - `on_found`: called when tables were found for people.
    - `networks`: returns the network addresses of the people who look for a table, or texts in place of them, by user
      id. They are only compared with each other.
    - `present`: returns the ids of the people who are connected to a server; None if no push messages are sent.
    """

    def __init__(
        self,
        lease: ChoreLease,
        database: Database,
        tables: TableRegistry,
        clock: Callable[[], float],
        metrics: Metrics,
        on_found: Callable[[], Awaitable[None]],
        networks: Callable[[], Mapping[str, str]] = dict,
        present: Callable[[], Collection[str]] | None = None,
    ) -> None:
        self._lease, self._database, self._tables, self._clock = lease, database, tables, clock
        self._on_found, self._networks, self._present = on_found, networks, present
        self._clean_time = float("-inf")
        self._waiting: Counter[str] = Counter()  # the people who look for a table, by lane
        self._pairing_seconds = metrics.pairing_seconds
        for lane in lanes():
            metrics.seeks_waiting.labels(lane).set_function(partial(self._count_waiting, lane))

    def _count_waiting(self, lane: str) -> float:
        """Return how many people look for a table in a lane (kind of match); 0 while another server does this chore."""
        return self._waiting[lane] if self._lease.is_held else 0

    async def run(self) -> None:
        """Bring people together at regular intervals, as long as no other server does, until cancelled."""
        await self._lease.run(self.work, PAIR_EVERY)

    async def work(self) -> None:
        """Bring together the people who look for a table now, and load tables to which nobody has come in time.

        Raise ChoreLost if another server does this chore by now, and NotRead or NotWritten if the database fails.
        """
        now = self._clock()
        async with self._database.reading() as connection:
            searches = await pairing_rows.waiting_searches(connection, now)
            overdue = await pairing_rows.overdue_tables(connection, now)
            strengths = await _load_strengths(connection, searches)
            persons = [search.person for search in searches]
            meetings = await _load_meetings(connection, persons, now)
            owners = await pairing_rows.account_owners(connection, persons)
        self._waiting = Counter(lane.name for search in searches for lane in _lanes_of(search))
        found_groups: list[LaneGroup] = []
        if len(searches) > 1:
            origins = Origins(self._networks(), owners)
            found_groups = await asyncio.to_thread(pair_searches, searches, strengths, meetings, origins, now)
            since = {search.person: search.since for search in searches}
            for lane, group in found_groups:
                if await self.open_table(lane, group, now):
                    for person in group.people:
                        self._pairing_seconds.observe(max(0.0, now - since[person]))
            if found_groups:
                await self._on_found()
        if self._present is not None:
            paired = {person for _, group in found_groups for person in group.people}
            await self._call_people([search for search in searches if search.person not in paired], self._present, now)
        for table in overdue:
            await self._wake(table)
        if now >= self._clean_time + CLEAN_EVERY:
            async with self._lease.writing() as connection:
                await pairing_rows.delete_old_rows(connection, now)
            self._clean_time = now

    async def open_table(self, lane: Lane, group: Group, now: float) -> bool:
        """Open a table for a group of people, and return True; return False if one of them no longer looks for a table.

        The match is rated if `group.rated` is true and all people of the group still own accounts. `lane` is the kind
        of the match, and `now` the time in seconds since 1970.
        """
        table, seed = new_id(), secrets.token_hex(32)
        try:
            async with self._lease.writing() as connection:
                owners = await pairing_rows.account_owners(connection, group.people)
                is_rated = group.rated and len(owners) == len(group.people)
                seats, until_ms = seat_order(group, seed, table), round((now + COME_S) * 1000)
                settings = paired_table(lane, seats, seed, until_ms, rated=is_rated)
                if not await pairing_rows.reserve_seekers(connection, group.people, table, lane.name, now):
                    raise _SearchEnded
                await insert_table(connection, new_table_record(table, settings, settings.host))
                if self._present is not None:
                    await _add_found_notices(connection, group.people, lane, table, now)
        except _SearchEnded:
            return False
        logger.info("table-opened", table=table, game=lane.game, lane=lane.name)
        return True

    async def _call_people(
        self, searches: Sequence[Search], present: Callable[[], Collection[str]], now: float
    ) -> None:
        """Call other people to play, once for each search that has found no table for `CALL_AFTER_S` seconds.

        Calls are push messages to people who have wished to be called. `present` returns the ids of the connected
        people, who are not called. `now` is the time in seconds since 1970.
        """
        for search in searches:
            if not search.called and now >= search.since + CALL_AFTER_S:
                async with self._lease.writing() as connection:
                    called = await call_people(connection, search, present(), now)
                logger.info("people-called", lanes=" ".join(search.lanes), called=len(called))

    async def _wake(self, table: str) -> None:
        """Load a table to which not all people have come in time, so that it gives itself up: its match never begins.

        Do nothing if another server owns the table, because that server has loaded it already. `table` is its id.
        """
        try:
            is_missing = await self._tables.find(table) is None
        except (OwnedElsewhere, NotRead):
            return
        if is_missing:
            async with self._lease.writing() as connection:
                await pairing_rows.forget_table(connection, table)


async def _add_found_notices(
    connection: AsyncConnection, people: Collection[str], lane: Lane, table: str, now: float
) -> None:
    """Store a notice (a message to be sent) that a table was found, for each of these people who allows push messages.

    `people` are user ids, `lane` is the kind of the match, `table` the table's id, and `now` the time in seconds since
    1970.
    """
    subscribed = select(push_subscriptions.c.person).distinct().where(push_subscriptions.c.person.in_(people))
    now_ms = round(now * 1000)
    until = now_ms + round(COME_S * 1000)
    persons = list(await connection.scalars(subscribed))
    await add_notices(
        connection, [NewNotice(person, "found", table, Facts(lane.game), now_ms, until) for person in persons]
    )


Strengths = Mapping[str, Mapping[str, Strength]]
"""The type of the strengths of players, by game and then by user id."""


async def _load_strengths(connection: AsyncConnection, searches: Sequence[Search]) -> Strengths:
    people_by_game: dict[str, list[str]] = {}
    for search in searches:
        for game in {lane.game for lane in _lanes_of(search)}:
            people_by_game.setdefault(game, []).append(search.person)
    return {game: await load_strengths(connection, game, people) for game, people in people_by_game.items()}


async def _load_meetings(connection: AsyncConnection, people: Sequence[str], now: float) -> Meetings:
    if len(people) < 2:
        return Meetings()
    blocked = await pairing_rows.blocked_pairs(connection, people)
    return meetings_of(blocked, await pairing_rows.meetings_since(connection, people, now - DAY_S), now)


def meetings_of(blocked: Iterable[tuple[str, str]], pairings: Iterable[tuple[str, str, float]], now: float) -> Meetings:
    """Return the facts about pairs of people that quick pairing needs.

    `blocked` are pairs of people (ids) of whom the first has blocked the second. `pairings` are the meetings in quick
    pairing within a day: a person, another person, and the time. Times are seconds since 1970; `now` is the present.
    """
    blocked_by_person: dict[str, set[str]] = {}
    for one, other in blocked:
        blocked_by_person.setdefault(one, set()).add(other)
        blocked_by_person.setdefault(other, set()).add(one)
    today: dict[str, Counter[str]] = {}
    people_by_time: dict[str, dict[float, list[str]]] = {}
    for person, other, at in pairings:
        today.setdefault(person, Counter())[other] += 1
        if at > now - HOUR_S:
            people_by_time.setdefault(person, {}).setdefault(at, []).append(other)
    regulars: dict[str, set[str]] = {}
    for person, others_by_time in people_by_time.items():
        last_times = sorted(others_by_time)[-LAST_PAIRINGS:]
        counts = Counter(other for at in last_times for other in others_by_time[at])
        for other, count in counts.items():
            if count >= REGULAR_MEETINGS:
                regulars.setdefault(person, set()).add(other)
                regulars.setdefault(other, set()).add(person)
    return Meetings(blocked_by_person, today, regulars)


def pair_searches(
    searches: Sequence[Search], strengths: Strengths, meetings: Meetings, origins: Origins, now: float
) -> list[LaneGroup]:
    """Return the groups of people who sit down together now, lane by lane (kind of match). Nobody is in two groups.

    `searches` are those of the people who look for a table, and `strengths` their ratings by game, then by user id.
    `meetings` has facts about pairs of people, such as blocks, and `origins` tells who own accounts and which network
    addresses are equal. `now` is the time in seconds since 1970.
    """
    found_groups: list[LaneGroup] = []
    seated: set[str] = set()
    for lane in lanes().values():
        waiting = [search for search in searches if lane.name in search.lanes and search.person not in seated]
        seekers = [_seeker(search, strengths[lane.game][search.person], origins, now) for search in waiting]
        for group in find_groups(seekers, lane.seats, meetings, partners=lane.partners, only_rated=lane.rated):
            found_groups.append(LaneGroup(lane, group))
            seated.update(group.people)
    return found_groups


def _lanes_of(search: Search) -> Iterator[Lane]:
    """Yield the lanes (kinds of matches) of a search. Lanes that only a newer server knows are left out."""
    return (lanes()[name] for name in search.lanes if name in lanes())


def _seeker(search: Search, strength: Strength, origins: Origins, now: float) -> Seeker:
    return Seeker(
        search.person,
        max(0, round((now - search.since) * 1000)),
        strength.rating,
        strength.is_new,
        search.range,
        search.bots,
        search.partner,
        search.device,
        origins.networks.get(search.person, ""),
        search.person not in origins.owners,
    )
