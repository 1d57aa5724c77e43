"""Keeps the lists of friends up to date that users see on the lobby's WebSockets, and the calls at tables.

A WebSocket that shows friends is sent the user's lists of friends, requests and calls (invitations to a table): first,
and whenever one of them changes. It is also sent a message for each friend whose state has changed, such as from away
to online, at most once in `PUSH_EVERY` seconds. The states need no database query: they follow from the connections to
this server, and from the connected users that the other servers announce.

The WebSocket of a table is sent the user's calls alone, so that a page of a table needs no second WebSocket. It is sent
them by the server that owns the table, also if another server relays the WebSocket.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal, Protocol

from msgspec import Struct

from prikup.api.friends import Friend, FriendList
from prikup.server.accounts.accounts import LoginSession, UserChange
from prikup.server.accounts.friends import FriendLists, FriendRow, Friends
from prikup.server.lobby.messages import FriendMessage, FriendsMessage, encode_message
from prikup.server.logging import logger
from prikup.server.nodes.presence import AT_CLOSED_TABLE, CONNECTED, Place
from prikup.table.host.storage import NotRead
from prikup.table.host.time_source import Timekeeper, pause
from prikup.table.protocol.message_parts import FriendCall

__all__ = ["PUSH_EVERY", "FriendWatch", "friend_of"]

PUSH_EVERY, RETRY_AFTER = 10.0, 1.0
"""`PUSH_EVERY` is the number of seconds between two checks for friends whose states have changed.

A state is, for example, away or online. `RETRY_AFTER` is the number of seconds after which lists are loaded again if
the database could not be read.
"""
CALLS_AGAIN_S = 60.0
"""Seconds after which shown calls are loaded again, because they end without any announcement.

A call ends after half an hour, or with the match at its table.
"""
DAY = 86_400_000  # ms


class FriendReader(Protocol):
    """A WebSocket of a signed-in user that may show the user's friends. `session` is the user's session."""

    session: LoginSession | None

    def send(self, data: bytes) -> None:
        """Queue an encoded message, which must not be dropped."""


class CallReader(Protocol):
    """A user's WebSocket at a table, which may show the calls (invitations to a table) of the user's friends.

    `user` is the id of the user, `guest` whether the user has no account, and `calls` the calls that were sent last.
    """

    user: str
    guest: bool
    calls: tuple[FriendCall, ...]

    def show_calls(self, calls: tuple[FriendCall, ...]) -> None:
        """Send these calls, unless they are those that were sent last."""


class _Shown(Struct):
    """The data about friends that a WebSocket shows.

    - `user`: the id of the WebSocket's user.
    - `lists`: the lists of friends, requests and calls (invitations to a table) that were sent last, None before that.
    - `sent`: the friends' states as they were sent last, such as away or online, by user id.
    - `reads`: the number of times that the lists have been loaded from the database.
    - `reading`: the number of these loads that are in progress.
    """

    user: str
    lists: FriendLists | None = None
    sent: dict[str, FriendMessage] = {}
    reads: int = 0
    reading: int = 0

    def may_name(self, user: str) -> bool:
        """Return whether the WebSocket may show the user with this id as a friend or in a friend request.

        Return True while the lists are being loaded, because it is not known then which users they contain.
        """
        if self.reading or self.lists is None:
            return True
        return user in self.lists.askers or any(row.id == user for row in self.rows)

    @property
    def rows(self) -> list[FriendRow]:
        """The friends in the lists that were sent last, without their states."""
        return self.lists.friends if self.lists is not None else []

    def is_same(self, lists: FriendLists, states: dict[str, FriendMessage]) -> bool:
        """Return whether the WebSocket already shows the same requests and calls, and the same friends and states.

        Ratings do not count: they have changed whenever a friend has played a rated match.
        """
        return (
            self.lists is not None and self.lists.requests_and_calls == lists.requests_and_calls and self.sent == states
        )


class FriendWatch:
    """Composes users' lists of friends for HTTP requests, and keeps them up to date on the lobby's WebSockets.

    Also keeps up to date the calls (invitations to a table) on the WebSockets of tables.

    - `friends`: loads the lists from the database.
    - `places_of`: gets user ids, and returns the places of those users who are connected to any server, by user id. A
      place says at which table the user sits, or that the user sits at none.
    - `is_complete`: returns whether all servers announce their connected users.
    - `keeper`: the source of time.
    - `at_tables`: returns the WebSockets of this server at tables.
    """

    def __init__(
        self,
        friends: Friends,
        places_of: Callable[[Collection[str]], Mapping[str, Place]],
        is_complete: Callable[[], bool],
        keeper: Timekeeper,
        at_tables: Callable[[], Iterable[CallReader]] = lambda: (),
    ) -> None:
        self._friends, self._places_of, self._is_complete, self._keeper = friends, places_of, is_complete, keeper
        self._at_tables = at_tables
        self._shown: dict[FriendReader, _Shown] = {}
        self._changed_users: set[str] = set()
        self._joined: list[CallReader] = []
        self._woken = asyncio.Event()

    # Lists

    async def list_of(self, user: str) -> FriendList:
        """Return a user's lists of friends, requests and calls, with the current states of the friends.

        `user` is the id of the user. A call is an invitation to a table, and a state is, for example, away or online.
        """
        return self._compose(await self._friends.lists_of(user))

    def _compose(self, lists: FriendLists) -> FriendList:
        return FriendList(tuple(self._friends_of(lists.friends).values()), lists.asked, lists.asking, lists.calls)

    def _friends_of(self, rows: Iterable[FriendRow]) -> dict[str, Friend]:
        """Return these friends of a user with their current states, as the user may see them, by user id."""
        rows = list(rows)
        places, now_ms = self._places_of({row.id for row in rows}), round(self._keeper.wall() * 1000)
        is_complete = self._is_complete()
        return {row.id: friend_of(row, places.get(row.id), now_ms, is_complete=is_complete) for row in rows}

    # WebSockets

    async def show(self, reader: FriendReader) -> None:
        """Send a WebSocket the friends of its user now, and their changes from now on.

        Raise NotRead if the database fails.
        """
        assert reader.session is not None
        shown = self._shown[reader] = _Shown(reader.session.user.id)
        await self._send_lists(reader, shown)

    def leave(self, reader: FriendReader) -> None:
        """Stop sending changes of friends to a WebSocket."""
        self._shown.pop(reader, None)

    async def _send_lists(self, reader: FriendReader, shown: _Shown) -> None:
        """Send a WebSocket the lists of friends, requests and calls of its user, unless it already shows the same.

        A message that changes nothing would reveal to a blocked person that they have just been blocked. `shown` is the
        data that the WebSocket shows.
        """
        shown.reads += 1
        number = shown.reads
        shown.reading += 1
        try:
            lists = await self._friends.lists_of(shown.user)
        finally:
            shown.reading -= 1
        if self._shown.get(reader) is not shown or shown.reads != number:
            return  # the WebSocket has ended meanwhile, or newer lists are being loaded for it
        friends = self._friends_of(lists.friends)
        states = {user: _state_of(friend) for user, friend in friends.items()}
        is_same = shown.is_same(lists, states)
        shown.lists, shown.sent = lists, states
        if not is_same:
            reader.send(encode_message(FriendsMessage(tuple(friends.values()), *lists.requests_and_calls)))

    def show_calls_at_table(self, reader: CallReader) -> None:
        """Send a WebSocket that has just joined its table the calls to its user soon, if there are any."""
        if not reader.guest:
            self._joined.append(reader)
            self._woken.set()

    async def _send_calls(self, readers: Collection[CallReader]) -> None:
        """Send WebSockets at tables the calls to their users, with one query for all. Raise NotRead if it fails."""
        if readers:
            calls = await self._friends.calls_to({reader.user for reader in readers})
            for reader in readers:
                reader.show_calls(calls.get(reader.user, ()))

    # Changes

    def lists_changed(self, users: Collection[str]) -> None:
        """Note that these users' (ids) lists of friends, requests and calls have changed."""
        self._changed_users.update(users)
        self._woken.set()

    def hear(self, users: Collection[str] | None) -> None:
        """Note that these users' (ids) lists of friends have changed on another server; None stands for all users."""
        if users is None:
            users = {shown.user for shown in self._shown.values()} | {reader.user for reader in self._at_tables()}
        self.lists_changed(users)

    def user_changed(self, news: UserChange) -> None:
        """Update the lists of friends that name a user, if the change `news` is a new name or the end of all sessions.

        Also update all calls shown at tables, because a call does not say whose it is. All sessions of a user end, for
        example, when the user is deleted.
        """
        if news.name or news.ended:
            lobby_users = {shown.user for shown in self._shown.values() if shown.may_name(news.user)}
            self.lists_changed(lobby_users | self._called_at_tables())

    def _called_at_tables(self) -> set[str]:
        """Return the ids of the users at tables who are shown calls."""
        return {reader.user for reader in self._at_tables() if reader.calls}

    async def run(self) -> None:
        """Send changes to the WebSockets, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._run_states())
            group.create_task(self._run_lists())
            group.create_task(self._run_calls())

    async def _run_states(self) -> None:
        while True:
            await pause(self._keeper, PUSH_EVERY)
            try:
                self.push_states()
            except Exception as error:
                logger.error("failed", error=error)

    async def _run_lists(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            users, self._changed_users = self._changed_users, set()
            joined, self._joined = self._joined, []
            try:
                await self._send_calls([*joined, *(reader for reader in self._at_tables() if reader.user in users)])
                for reader, shown in list(self._shown.items()):
                    if shown.user in users:
                        await self._send_lists(reader, shown)
            except NotRead:
                self._joined += joined
                self.lists_changed(users)
                await pause(self._keeper, RETRY_AFTER)
            except Exception as error:
                logger.error("failed", error=error)

    async def _run_calls(self) -> None:
        while True:
            await pause(self._keeper, CALLS_AGAIN_S)
            try:
                lobby_users = {shown.user for shown in self._shown.values() if shown.lists and shown.lists.calls}
                self.lists_changed(lobby_users | self._called_at_tables())
            except Exception as error:
                logger.error("failed", error=error)

    def push_states(self) -> None:
        """Send each WebSocket the states of friends that have changed since they were last sent."""
        rows = {row.id: row for shown in self._shown.values() for row in shown.rows}
        states = {user: _state_of(friend) for user, friend in self._friends_of(rows.values()).items()}
        for reader, shown in self._shown.items():
            for row in shown.rows:
                state = states[row.id]
                if state != shown.sent[row.id]:
                    shown.sent[row.id] = state
                    reader.send(encode_message(state))


def _state_of(friend: Friend) -> FriendMessage:
    return FriendMessage(friend.name, friend.state, friend.table, friend.today, friend.often_absent)


def friend_of(row: FriendRow, place: Place | None, now_ms: int, *, is_complete: bool) -> Friend:
    """Return the friend in `row` as the user may see them, with their state, such as away or online.

    A friend who hides where they are looks like one who was not online today. `place` says at which table the friend
    sits, if any; it is None if the friend is not connected to any server that has announced its users. If `is_complete`
    is True, all servers have announced their users. `now_ms` is the time (wall clock, ms).
    """
    state: Literal["away", "here", "table", "unknown"] = "away" if is_complete else "unknown"
    table, was_today = "", False
    if place is None or row.hidden:
        was_today = not is_complete and not row.hidden and row.used > now_ms - DAY
    elif place == CONNECTED:
        state = "here"
    else:
        state, table = "table", "" if place == AT_CLOSED_TABLE else place
    return Friend(row.name, state, table, was_today, row.often_absent, dict(row.ratings))
