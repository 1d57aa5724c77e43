"""The people connected to one server who look for a table: their searches in the database, and the messages to them.

The chore of quick pairing, a job that one server does for all, decides which people come together. Each server reads
the searches of its own people every second: it sends them the table that was found, or how many people look for one,
and renews their searches. So it makes no difference on which server the chore is done.
"""

import asyncio
from collections.abc import Callable, Collection
from math import ceil
from typing import Protocol

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.lobby import SeatEntry
from prikup.rules.errors import Reason, reason
from prikup.server.accounts.account_names import account_name
from prikup.server.accounts.accounts import LoginSession, User
from prikup.server.accounts.friends import friend_ids
from prikup.server.http.errors import HttpError
from prikup.server.lobby.messages import LobbyRefusal, encode_message
from prikup.server.lobby.seek_messages import FoundMessage, SeekCommand, SoughtMessage
from prikup.server.lobby.strength import UNRATED, load_strengths
from prikup.server.logging import logger
from prikup.server.ratings.rated_players import RatedPlayers, ms_until_rated_lanes
from prikup.server.storage import pairing_rows
from prikup.server.storage.database import Database
from prikup.server.storage.pairing_rows import COME_S, LaneActivity, Search
from prikup.server.storage.sql_tables import people, tables
from prikup.table.host.storage import NotRead, NotWritten
from prikup.table.host.time_source import Timekeeper, pause
from prikup.table.opening.lanes import lanes
from prikup.table.table_settings import TableSettings

__all__ = ["LOOK_EVERY", "MISS_WAITS", "SOUGHT_EVERY", "SearchRefused", "SeekReader", "Seekers"]

LOOK_EVERY, SOUGHT_EVERY = 1.0, 5.0
"""`LOOK_EVERY` is the number of seconds between two checks whether tables were found.

`SOUGHT_EVERY` is the number of seconds between two `SoughtMessage`s to a person, and between two renewals of a search.
"""
HOUR_MS = 3_600_000
MISS_WAITS = (60.0, 600.0, 3600.0)
"""Seconds for which people may not look for a table, because they did not come to a table that was found for them.

The numbers are for the first and the second time within a day, and for each further time.
"""


class SearchRefused(Exception):
    """Raised if a person may not look for a table. `reason` is the message to this person."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.key)
        self.reason = reason


class SeekReader(Protocol):
    """A WebSocket of a person who looks for a table.

    - `session`: the session of the signed-in user, None for a visitor who is not signed in.
    - `device`: a text that identifies the browser, "" if it is not known.
    - `network`: the network address of the person, which is never stored.
    """

    session: LoginSession | None
    device: str
    network: str

    def send(self, data: bytes) -> None:
        """Queue an encoded message."""


class Seekers:
    """The people connected to this server who look for a table.

    - `node`: the id of this server.
    - `clock`: returns the time of the clock that all servers share, in seconds since 1970.
    - `spend`: counts a search of the user with this id against a rate limit, and raises HttpError if the user has
      exceeded the limit.
    - `share`: tells other servers the id and the network address of a person who looks for a table.
    - `keeper`: the source of time.
    """

    def __init__(
        self,
        database: Database,
        node: str,
        clock: Callable[[], float],
        keeper: Timekeeper,
        spend: Callable[[str], None] = lambda user: None,
        share: Callable[[str, str], object] = lambda person, network: None,
    ) -> None:
        self._database, self._node, self._clock, self._keeper = database, node, clock, keeper
        self._spend, self._share = spend, share
        self._rated_players = RatedPlayers(database)
        self.networks: dict[str, str] = {}
        """The network addresses of the people who look for a table, by user id. They are not stored."""
        self._readers: dict[str, set[SeekReader]] = {}  # by person
        self._sent_tables: dict[str, str] = {}  # by person: the table that they were sent last
        self._sought_time = float("-inf")
        self._woken, self._looking = asyncio.Event(), asyncio.Lock()
        self._round: asyncio.Task[None] | None = None

    @property
    def count(self) -> int:
        """The number of people connected to this server who look for a table."""
        return len(self._readers)

    # Commands

    async def seek(self, reader: SeekReader, command: SeekCommand) -> None:
        """Start a search for a table, and from now on send the WebSocket of this person the state of the search.

        Raise SearchRefused if the person may not start this search, and NotRead or NotWritten if the database fails.
        """
        user, now = _user(reader), self._clock()
        try:
            self._spend(user.id)
        except HttpError as error:
            raise SearchRefused(error.reason) from error
        names = tuple(name for name in lanes() if name in command.lanes)
        if len(names) < len(set(command.lanes)):
            raise SearchRefused(reason("lane-unknown"))
        if user.guest and any(lanes()[name].rated for name in names):
            raise SearchRefused(reason("account-needed"))
        await self._check_rated_matches(user, now)
        partner = await self._partner(user, command, names)
        try:
            async with self._database.writing() as connection:
                search = await pairing_rows.load_search(connection, user.id, now)
                if search is None or search.found is None:
                    await _check_misses(connection, user.id, now)
                    keeps_place = search is not None and search.lanes == names
                    since, called = (search.since, search.called) if search is not None and keeps_place else (now, 0.0)
                    search = Search(
                        user.id, names, since, command.range, command.bots, partner, device=reader.device, called=called
                    )
                    await pairing_rows.start_search(connection, search, self._node, now)
        except IntegrityError as error:  # the person has just begun to look on another server
            raise NotWritten(str(error)) from error
        self._readers.setdefault(user.id, set()).add(reader)
        self.networks[user.id] = reader.network
        self._share(user.id, reader.network)
        self._sent_tables.pop(user.id, None)  # a table that was found is sent again
        async with self._looking:
            await self._send_states([user.id], now, has_sought=True)
        self._woken.set()

    async def cancel(self, reader: SeekReader) -> None:
        """End a person's search, on all their WebSockets. If a table was found already, send them this table instead.

        Raise NotRead or NotWritten if the database fails.
        """
        user = _user(reader)
        async with self._looking:
            async with self._database.writing() as connection:
                has_ended = await pairing_rows.end_search(connection, user.id)
            if has_ended:
                self._forget(user.id)
            elif user.id in self._readers:
                await self._send_states([user.id], self._clock(), has_sought=False)

    async def leave(self, reader: SeekReader) -> None:
        """Note that a WebSocket has ended. Its person's search continues if they soon reconnect, to any server."""
        person = reader.session.user.id if reader.session is not None else ""
        readers = self._readers.get(person, set())
        readers.discard(reader)
        if person in self._readers and not readers:
            self._forget(person)
            try:
                async with self._database.writing() as connection:
                    await pairing_rows.pause_searches(connection, [person], self._node)
            except NotWritten:
                return  # the search ends when it is not renewed

    async def _check_rated_matches(self, user: User, now: float) -> None:
        """Raise SearchRefused if a user is playing a rated match, or has recently forfeited too many rated matches."""
        if await self._rated_players.are_playing_elsewhere((user.id,), ""):
            raise SearchRefused(reason("found-other"))
        async with self._database.reading() as connection:
            wait_ms = await ms_until_rated_lanes(connection, user.id, round(now * 1000))
        if wait_ms:
            raise SearchRefused(reason("seek-forfeits", hours=ceil(wait_ms / HOUR_MS)))

    async def _partner(self, user: User, command: SeekCommand, names: Collection[str]) -> str:
        """Return the id of the partner whom a command names, a friend of the user; "" if the command names none.

        A partner plays on the user's side. `names` are the lanes (kinds of matches) of the command. Raise SearchRefused
        if the user cannot have this partner.
        """
        if not command.partner:
            return ""
        if not all(lanes()[name].partners for name in names):
            raise SearchRefused(reason("partner-lane"))
        if user.guest:
            raise SearchRefused(reason("partner-account"))
        async with self._database.reading() as connection:
            is_named = people.c.folded == account_name(command.partner)
            query = select(people.c.id).where(is_named, people.c.id.in_(friend_ids(user.id)))
            partner: str | None = await connection.scalar(query)
        if partner is None:
            raise SearchRefused(reason("partner-away"))
        return partner

    async def lane_activity(self) -> LaneActivity:
        """Return how many people look for a table, and when the last match began, by lane (kind of match).

        All servers are included. Raise NotRead if the database fails.
        """
        async with self._database.reading() as connection:
            return await pairing_rows.lane_activity(connection, self._clock())

    # Messages

    async def run(self) -> None:
        """Send people the states of their searches and renew the searches, at regular intervals, until cancelled.

        A round in progress is not cancelled; `stop` waits for it.
        """
        while True:
            await self._woken.wait()
            self._round = asyncio.create_task(self._try_to_look())
            await asyncio.shield(self._round)
            if not self._readers:
                self._woken.clear()
            await pause(self._keeper, LOOK_EVERY)

    async def stop(self) -> None:
        """Wait until no round of `run` is in progress; call this after `run` was cancelled."""
        if self._round is not None:
            await self._round

    async def _try_to_look(self) -> None:
        try:
            await self.look()
        except (NotRead, NotWritten):
            pass  # the database fails; the next look follows
        except Exception as error:
            logger.error("failed", error=error)

    async def look(self) -> None:
        """Send people the tables that were found for them, and the rest, at intervals, the states of their searches.

        The searches whose states are sent are renewed. Raise NotRead or NotWritten if the database fails.
        """
        async with self._looking:
            loop_now = self._keeper.now()
            has_sought = loop_now >= self._sought_time + SOUGHT_EVERY
            if has_sought:
                self._sought_time = loop_now
                for person, network in self.networks.items():
                    self._share(person, network)
            await self._send_states(list(self._readers), self._clock(), has_sought=has_sought)

    async def _send_states(self, persons: list[str], now: float, *, has_sought: bool) -> None:
        """Send these people (ids) the tables that were found for them, and, with `has_sought`, the rest their states.

        A state tells how many people look for a table. People whose table was given up are told at once that their
        search continues. `now` is the time in seconds since 1970.
        """
        async with self._database.reading() as connection:
            searches = await pairing_rows.searches_of(connection, persons)
            misses = await pairing_rows.miss_times(connection, persons, now)
            counts = await pairing_rows.count_seekers(connection, now) if has_sought else {}
            found_messages = {
                person: await _found_message(connection, search, now)
                for person, search in searches.items()
                if search.found is not None and self._sent_tables.get(person) != search.found.table
            }
        searching = []
        for person in persons:
            search = searches.get(person)
            if search is None:
                self._end(person, misses.get(person, []), now)
            elif search.found is not None:
                if (message := found_messages.get(person)) is not None:
                    self._sent_tables[person] = search.found.table
                    self._send(person, message)
            elif self._sent_tables.pop(person, None) is not None or has_sought:
                searching.append(person)
                waiting = {lane: counts.get(lane, 0) for lane in search.lanes}
                strikes = len(misses.get(person, ()))
                self._send(person, SoughtMessage(waiting, max(0, round((now - search.since) * 1000)), strikes))
        if searching:
            async with self._database.writing() as connection:
                connected = [person for person in searching if person in self._readers]  # some may have left meanwhile
                await pairing_rows.renew_searches(connection, connected, self._node, now)

    def _end(self, person: str, misses: list[float], now: float) -> None:
        """Stop sending messages to a person whose search has ended.

        Tell the person the reason, unless their match has begun. `misses` are the times within a day at which the
        person did not come to a table that was found. Times, also `now`, are in seconds since 1970.
        """
        if seconds := _seconds_to_wait(misses, now):
            self._send(person, LobbyRefusal(reason("seek-missed", seconds=seconds)))
        elif person not in self._sent_tables:
            self._send(person, LobbyRefusal(reason("seek-ended")))
        self._forget(person)

    def _forget(self, person: str) -> None:
        self._readers.pop(person, None)
        self._sent_tables.pop(person, None)
        self.networks.pop(person, None)

    def _send(self, person: str, message: SoughtMessage | FoundMessage | LobbyRefusal) -> None:
        data = encode_message(message)
        for reader in self._readers.get(person, ()):
            reader.send(data)


def _user(reader: SeekReader) -> User:
    """Return the signed-in user of a WebSocket. Raise SearchRefused if there is none."""
    if reader.session is None:
        raise SearchRefused(reason("not-signed-in"))
    return reader.session.user


def _seconds_to_wait(misses: list[float], now: float) -> int:
    """Return the seconds until a person may look for a table, 0 if they may do so now.

    `misses` are the times within a day at which the person did not come to a table that was found. Times, also `now`,
    are in seconds since 1970.
    """
    if not misses:
        return 0
    end = misses[-1] + MISS_WAITS[min(len(misses), len(MISS_WAITS)) - 1]
    return max(0, round(end - now))


async def _check_misses(connection: AsyncConnection, person: str, now: float) -> None:
    """Raise SearchRefused if a person must wait, because they did not come to a table that was found for them.

    `person` is the user id, and `now` the time in seconds since 1970.
    """
    misses = await pairing_rows.miss_times(connection, [person], now)
    if seconds := _seconds_to_wait(misses.get(person, []), now):
        raise SearchRefused(reason("seek-missed", seconds=seconds))


async def _found_message(connection: AsyncConnection, search: Search, now: float) -> FoundMessage | None:
    """Return the message about the table that was found for a search; None if the table does not exist any more.

    `now` is the time in seconds since 1970.
    """
    found = search.found
    assert found is not None
    stored: bytes | None = await connection.scalar(
        select(tables.c.settings).where(tables.c.id == found.table, ~tables.c.deleted)
    )
    if stored is None:
        return None
    settings = msgspec.json.decode(stored, type=TableSettings)
    persons = [person for person in settings.reserved if person]
    rows = await connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(persons)))
    names = {row.id: row.name for row in rows}
    strengths = await load_strengths(connection, settings.game, persons)

    def entry(person: str) -> SeatEntry | None:
        rating = strengths.get(person, UNRATED)
        return (names.get(person, ""), None if rating.is_new else rating.rating) if person else None

    left_ms = max(0, round((found.found + COME_S - now) * 1000))
    return FoundMessage(found.table, found.lane, left_ms, tuple(map(entry, settings.reserved)), settings.rated)
