"""The lobby of one server: it loads the open tables when they change, and sends the changes to its WebSockets.

The lobby learns of changes in this process, or from the database if several servers share it. After a change the open
tables are loaded by one query, at most once a second. The WebSockets are sent the differences from what they were sent
before, at most once in `PUSH_EVERY` seconds; a message is encoded once for all WebSockets with the same filter.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Protocol

from prikup.api.lobby import LobbyView
from prikup.rules.errors import Reason, reason
from prikup.server.accounts.accounts import LoginSession
from prikup.server.lobby.messages import BlockedKeysMessage, RowsMessage, TablesMessage, encode_message
from prikup.server.lobby.rows import (
    DAY_S,
    LobbyFilter,
    LobbyTables,
    PersonKeys,
    StoredTable,
    choose_matches,
    load_open_tables,
    load_watchable_tables,
)
from prikup.server.logging import logger
from prikup.server.metrics import Metrics
from prikup.server.storage.database import Database
from prikup.server.storage.pairing_rows import LaneActivity
from prikup.server.websocket.connection import TOO_FAST
from prikup.table.host.storage import NotRead
from prikup.table.host.time_source import Timekeeper, pause, sleep_until

__all__ = ["MAX_PER_USER", "MAX_STRANGERS", "Lobby", "LobbyReader"]

LOAD_EVERY = 1.0
"""Seconds between two queries for the open tables."""
PUSH_EVERY, BUSY_PUSH_EVERY, BUSY_ABOVE = 2.0, 5.0, 2000
"""`PUSH_EVERY` is the number of seconds between two messages with changes to a WebSocket of the lobby.

If more than `BUSY_ABOVE` of these WebSockets are open, it is `BUSY_PUSH_EVERY`.
"""
PUSHED_AT_ONCE = 16
"""The number of WebSockets that are sent changes before the event loop may do other work, such as moves at tables."""
WATCH_FOR = WAITING_FOR = 5.0
"""Seconds for which the list of matches to watch, and the activity in the lanes of quick pairing, may be out of date.

A lane is a kind of match for which quick pairing brings people together.
"""
MAX_STRANGERS = 2000
"""Maximum number of lobby WebSockets of people who are not signed in."""
MAX_PER_USER = 10
"""Maximum number of lobby WebSockets of one signed-in user."""


class LobbyReader(Protocol):
    """A WebSocket that shows the lobby.

    - `session`: the session of the signed-in user, None for a visitor who is not signed in.
    - `wanted`: the filter for the tables that it shows, None until the client has chosen one.
    """

    session: LoginSession | None
    wanted: LobbyFilter | None

    def renew(self, session: LoginSession) -> None:
        """Replace the session by a newer state of it, because the user has a new name or has opened an account."""

    def send(self, data: bytes) -> None:
        """Queue an encoded message, which must not be dropped."""

    def send_changes(self, data: bytes) -> None:
        """Queue an encoded `RowsMessage`, which has the changes of the list of open tables.

        A client that receives slowly is sent the whole list later instead.
        """

    def close(self, code: int, reason: Reason) -> None:
        """Close the WebSocket with the WebSocket code `code`, after a message with the reason."""


class Lobby:
    """The lobby of one server.

    - `database`: contains the tables.
    - `secret`: is the same on all servers that share the database, so that all identify a person by the same key.
    - `keeper`: the source of time.
    - `count_online`: returns the number of people who are connected to any server.
    - `active_tables`: gets table ids, and returns those of tables that are in the memory of any server.
    - `blocked_users`: gets a user's id, and returns the ids of the users whom that user has blocked.
    - `load_activity`: returns the activity in the lanes (kinds of matches) of quick pairing.
    """

    def __init__(
        self,
        database: Database,
        secret: bytes,
        metrics: Metrics,
        keeper: Timekeeper,
        count_online: Callable[[], int],
        active_tables: Callable[[Collection[str]], Awaitable[set[str]]],
        blocked_users: Callable[[str], Awaitable[list[str]]],
        load_activity: Callable[[], Awaitable[LaneActivity]],
    ) -> None:
        self._database, self._keys, self._metrics, self._keeper = database, PersonKeys(secret), metrics, keeper
        self._count_online, self._active_tables, self._blocked_users = count_online, active_tables, blocked_users
        self._load_activity = load_activity
        # WebSockets, the oldest first, each with the keys of blocked people that it was sent last; None: none yet.
        self._readers: dict[LobbyReader, tuple[str, ...] | None] = {}
        self._open: list[StoredTable] = []
        self._watchable: list[StoredTable] = []
        self._activity = self._sent_activity = LaneActivity({}, {})
        self._watch_time = self._waiting_time = self._load_time = self._push_time = float("-inf")
        self._is_outdated, self._loading, self._loading_watchable = True, asyncio.Lock(), asyncio.Lock()
        self._tables = self._sent = LobbyTables([], [], self._keys, self._day)
        self._woken = asyncio.Event()
        self._block_changes = 0
        self._changed_blockers: set[str] = set()
        self._blocks_woken = asyncio.Event()
        metrics.lobby_sockets.set_function(lambda: len(self._readers))

    # Readers

    @property
    def readers(self) -> Collection[LobbyReader]:
        """The WebSockets of the lobby that are open."""
        return self._readers.keys()

    @property
    def is_full(self) -> bool:
        """Whether the lobby accepts no further WebSocket of a visitor who is not signed in."""
        return sum(reader.session is None for reader in self._readers) >= MAX_STRANGERS

    @property
    def users(self) -> set[str]:
        """The ids of the signed-in users who have a WebSocket of the lobby."""
        return {reader.session.user.id for reader in self._readers if reader.session is not None}

    def join(self, reader: LobbyReader) -> None:
        """Add a WebSocket. It is sent nothing before `show` is called for it.

        If its user already has `MAX_PER_USER` WebSockets of the lobby, the oldest one is closed.
        """
        if reader.session is not None:
            user = reader.session.user.id
            own_readers = [other for other in self._readers if other.session and other.session.user.id == user]
            if len(own_readers) >= MAX_PER_USER:
                self.leave(own_readers[0])
                own_readers[0].close(TOO_FAST, reason("lobby-pages", most=MAX_PER_USER))
        self._readers[reader] = None

    def leave(self, reader: LobbyReader) -> None:
        """Remove a WebSocket, because its connection has ended."""
        self._readers.pop(reader, None)

    async def show(self, reader: LobbyReader, wanted: LobbyFilter) -> None:
        """Send a WebSocket the tables that fulfil the filter `wanted` now, and their changes from now on."""
        if not self._is_shown:
            await self._refresh()
            if not self._is_shown:  # another WebSocket may have been sent the tables meanwhile
                self._sent = self._tables
        await self._load_watchable()
        await self._load_waiting()
        await self.send_blocked_keys(reader)
        reader.wanted = wanted
        reader.send(self.whole_list(wanted))
        if self._is_outdated:
            self._woken.set()

    @property
    def _is_shown(self) -> bool:
        """Whether any WebSocket of the lobby shows the tables, so that it is sent their changes."""
        return any(reader.wanted is not None for reader in self._readers)

    def whole_list(self, wanted: LobbyFilter) -> bytes:
        """Return the message with all tables that fulfil the filter `wanted`, as the WebSockets were last sent them."""
        view = self._view(self._sent, wanted)
        message = TablesMessage(view.rows, view.more, view.watch, view.online, view.waiting, view.last_tables)
        return encode_message(message)

    async def send_blocked_keys(self, reader: LobbyReader, *, only_new: bool = False) -> None:
        """Send a WebSocket of a signed-in user the keys of the people whom the user has blocked.

        In the lobby a person is identified by a key, which changes every day. If any block changes while the blocked
        people are loaded, load them again, so that no older list arrives after a newer one. With `only_new`, send
        nothing if the WebSocket was sent the same keys last.
        """
        if reader.session is None:
            return
        while True:
            changes = self._block_changes
            blocked_users = await self._blocked_users(reader.session.user.id)
            if changes == self._block_changes:
                break
        keys = tuple(sorted(self._keys.key(user, self._sent.day) for user in blocked_users))
        if reader not in self._readers or (only_new and keys == self._readers[reader]):
            return  # the WebSocket has ended meanwhile, or already has these keys
        self._readers[reader] = keys
        reader.send(encode_message(BlockedKeysMessage(keys)))

    async def blocks_changed(self, user: str) -> None:
        """Send a user, who may have blocked or unblocked somebody, the keys of all people they block, if these changed.

        A key identifies a person in the lobby. If the keys are the same as before, nothing is sent, because a message
        without a change would reveal to a person that they have been blocked.
        """
        self._block_changes += 1
        for reader in list(self._readers):
            if reader.session is not None and reader.session.user.id == user and reader.wanted is not None:
                await self.send_blocked_keys(reader, only_new=True)

    def hear_of_blocks(self, users: Collection[str] | None) -> None:
        """Note that these users (ids) may have blocked or unblocked somebody on another server; None stands for all."""
        self._block_changes += 1
        self._changed_blockers |= self.users if users is None else self.users.intersection(users)
        if self._changed_blockers:
            self._blocks_woken.set()

    async def view(self, wanted: LobbyFilter) -> LobbyView:
        """Return the tables in the lobby that fulfil the filter `wanted`, for an HTTP request.

        The list of open tables is at most a second old.
        """
        await self._refresh()
        await self._load_watchable()
        await self._load_waiting()
        return self._view(self._tables, wanted)

    # Changes

    def changed(self) -> None:
        """Note that the tables in the lobby may have changed."""
        self._is_outdated = True
        self._woken.set()

    async def run(self) -> None:
        """Send changes to the WebSockets, until cancelled."""
        while True:
            await self._woken.wait()
            await sleep_until(self._keeper, max(self._load_time + LOAD_EVERY, self._push_time + self._interval))
            self._woken.clear()
            try:
                if self._is_shown:
                    await self._refresh()
                    await self._load_waiting()
                    await self._push()
                    if self._is_outdated:  # a request has loaded the tables less than a second before
                        self._woken.set()
            except NotRead:  # the database fails; the next attempt follows
                self._woken.set()
                await pause(self._keeper, LOAD_EVERY)
            except Exception as error:
                logger.error("failed", error=error)

    async def run_blocks(self) -> None:
        """Send users the keys of the people whom they block, when this changes on another server, until cancelled."""
        while True:
            await self._blocks_woken.wait()
            self._blocks_woken.clear()
            users, self._changed_blockers = self._changed_blockers, set()
            try:
                for user in users:
                    await self.blocks_changed(user)
            except NotRead:  # the database fails; the next attempt follows
                self.hear_of_blocks(users)
                await pause(self._keeper, LOAD_EVERY)
            except Exception as error:
                logger.error("failed", error=error)

    async def run_waiting(self) -> None:
        """Make `run` count at regular intervals the people on all servers who look for a table, until cancelled."""
        while True:
            await pause(self._keeper, WAITING_FOR)
            self._woken.set()

    async def run_days(self) -> None:
        """Make `run` load the tables again at each midnight (UTC), when the keys of people change, until cancelled."""
        while True:
            seconds = DAY_S - self._keeper.wall() % DAY_S
            await pause(self._keeper, seconds)
            self.changed()

    @property
    def _day(self) -> int:
        return int(self._keeper.wall() // DAY_S)

    @property
    def _interval(self) -> float:
        return PUSH_EVERY if len(self._readers) <= BUSY_ABOVE else BUSY_PUSH_EVERY

    async def _refresh(self) -> None:
        """Load the open tables if they may have changed, at most once in `LOAD_EVERY` seconds."""
        async with self._loading:
            now_s = self._keeper.now()
            if not self._is_outdated or now_s < self._load_time + LOAD_EVERY:
                return
            self._is_outdated, self._load_time = False, now_s
            try:
                async with self._database.reading() as connection:
                    self._open = await load_open_tables(connection, self._now_ms)
            except BaseException:
                self._is_outdated = True
                raise
            self._tables = LobbyTables(self._open, self._watchable, self._keys, self._day)

    async def _load_watchable(self) -> None:
        """Load the matches to watch, at most once in `WATCH_FOR` seconds.

        A WebSocket is sent these matches once and no changes of them. So a WebSocket that opens while the matches are
        being loaded waits for the result.
        """
        async with self._loading_watchable:
            now_s = self._keeper.now()
            if now_s < self._watch_time + WATCH_FOR:
                return
            async with self._database.reading() as connection:
                watchable = await load_watchable_tables(connection, self._now_ms)
            active = await self._active_tables([table.id for table in watchable])
            self._watch_time = now_s
            self._watchable = choose_matches(table for table in watchable if table.id in active)
            for tables in (self._tables, self._sent):
                tables.set_watchable(self._watchable, self._keys)

    async def _load_waiting(self) -> None:
        if self._keeper.now() < self._waiting_time + WAITING_FOR:
            return
        self._waiting_time = self._keeper.now()
        self._activity = await self._load_activity()

    def _view(self, tables: LobbyTables, wanted: LobbyFilter) -> LobbyView:
        rows = tuple(tables.with_age(row, self._now_ms) for row in tables.shown_rows(wanted).values())
        matches = tables.shown_matches(wanted)
        more, online = tables.hidden_count(wanted), self._count_online()
        return LobbyView(rows, more, matches, online, self._activity.waiting, self._last_tables())

    def _last_tables(self) -> dict[str, int]:
        """Return how many seconds ago the last match of quick pairing began, by lane (kind of match)."""
        now_s = self._keeper.wall()
        return {lane: max(0, int(now_s - time)) for lane, time in self._activity.began.items()}

    @property
    def _now_ms(self) -> int:
        return round(self._keeper.wall() * 1000)

    async def _push(self) -> None:
        """Send every WebSocket the differences from the tables that it was sent last."""
        old, new, activity = self._sent, self._tables, self._activity
        has_new_activity = self._sent_activity != activity
        if old is new and not has_new_activity:
            return
        self._sent, self._sent_activity, self._push_time = new, activity, self._keeper.now()
        readers_by_filter = defaultdict[LobbyFilter, list[LobbyReader]](list)
        for reader in self._readers:
            if reader.wanted is not None:
                readers_by_filter[reader.wanted].append(reader)
        if old.day != new.day:
            for readers in list(readers_by_filter.values()):
                for reader in readers:
                    with suppress(NotRead):
                        await self.send_blocked_keys(reader)
        for wanted, readers in readers_by_filter.items():
            old_rows, new_rows = old.shown_rows(wanted), new.shown_rows(wanted)
            changed = tuple(
                new.with_age(row, self._now_ms) for table, row in new_rows.items() if old_rows.get(table) != row
            )
            gone = tuple(table for table in old_rows if table not in new_rows)
            if not changed and not gone and not has_new_activity:
                continue
            online = self._count_online()
            data = encode_message(RowsMessage(changed, gone, online, activity.waiting, self._last_tables()))
            for number, reader in enumerate(readers, 1):
                if reader in self._readers and reader.wanted == wanted:
                    reader.send_changes(data)
                if number % PUSHED_AT_ONCE == 0:
                    await asyncio.sleep(0)
            self._metrics.lobby_rows.inc((len(changed) + len(gone)) * len(readers))
