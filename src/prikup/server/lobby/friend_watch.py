"""The friends of the users who look at them: their lists, and the changes of their states over the lobby's WebSockets.

A WebSocket that shows friends is sent the user's whole lists at first and whenever these change, and a message for each
friend whose state has changed, at most once in `PUSH_EVERY` seconds. The states need no query: they follow from the
connections to this server and the announcements of the others.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from prikup.api.friends import Friend, FriendList
from prikup.server.accounts.accounts import LoginSession, UserChange
from prikup.server.accounts.friends import FriendLists, FriendRow, Friends
from prikup.server.lobby.messages import FriendMessage, FriendsMessage, encode_message
from prikup.server.logging import logger
from prikup.server.nodes.presence import AT_CLOSED_TABLE, CONNECTED, Place
from prikup.table.host.storage import NotRead
from prikup.table.host.time_source import Timekeeper, pause

__all__ = ["PUSH_EVERY", "FriendWatch", "friend_of"]

PUSH_EVERY, RETRY_AFTER = 10.0, 1.0
"""`PUSH_EVERY` is the number of seconds between two comparisons of the friends' states with those that were sent.

`RETRY_AFTER` is the number of seconds after which lists are loaded again that the database could not read.
"""
DAY = 86_400_000  # ms


class FriendReader(Protocol):
    """A WebSocket of a signed-in user that may show the user's friends."""

    session: LoginSession | None

    def send(self, data: bytes) -> None:
        """Queue an encoded message that must not be lost."""


class _Shown(Struct):
    """The lists that a WebSocket shows, None before they are sent, and by id what was last sent of each friend."""

    user: str
    lists: FriendLists | None
    sent: dict[str, Friend]

    @property
    def rows(self) -> list[FriendRow]:
        """The rows of the friends."""
        return self.lists.friends if self.lists is not None else []

    def is_same(self, lists: FriendLists, states: dict[str, Friend]) -> bool:
        """Return whether the WebSocket shows these lists, and these states of the friends, already."""
        return self.lists is not None and self.lists[1:] == lists[1:] and self.sent == states


class FriendWatch:
    """Composes the lists of users for requests, and keeps the lists on the WebSockets of the lobby up to date.

    - `places_of`: returns the places of those of some users who are connected to any server, by user id.
    - `is_complete`: returns whether all servers announce their users.
    """

    def __init__(
        self,
        friends: Friends,
        places_of: Callable[[Collection[str]], Mapping[str, Place]],
        is_complete: Callable[[], bool],
        keeper: Timekeeper,
    ) -> None:
        self._friends, self._places_of, self._is_complete, self._keeper = friends, places_of, is_complete, keeper
        self._shown: dict[FriendReader, _Shown] = {}
        self._changed_users: set[str] = set()
        self._woken = asyncio.Event()

    # Lists

    async def list_of(self, user: str) -> FriendList:
        """Return a user's lists, with the current states of the friends."""
        return self._compose(await self._friends.lists_of(user))

    def _compose(self, lists: FriendLists) -> FriendList:
        return FriendList(tuple(self._states(lists.friends).values()), lists.asked, lists.asking, lists.calls)

    def _states(self, rows: Iterable[FriendRow]) -> dict[str, Friend]:
        """Return these friends as the user sees them now, by id."""
        rows = list(rows)
        places, now_ms = self._places_of({row.id for row in rows}), round(self._keeper.wall() * 1000)
        is_complete = self._is_complete()
        return {row.id: friend_of(row, places.get(row.id), now_ms, is_complete=is_complete) for row in rows}

    # WebSockets

    async def show(self, reader: FriendReader) -> None:
        """Send the lists of a WebSocket's user, and from now on their changes. Raise NotRead if the database fails."""
        assert reader.session is not None
        user = reader.session.user.id
        self._shown[reader] = _Shown(user, None, {})
        await self._send_lists(reader, user)

    def leave(self, reader: FriendReader) -> None:
        """Send a WebSocket no more changes."""
        self._shown.pop(reader, None)

    async def _send_lists(self, reader: FriendReader, user: str) -> None:
        """Send a WebSocket the lists of its user, unless it shows the same already.

        A message without a change would show a blocked person that somebody has just blocked them.
        """
        lists = await self._friends.lists_of(user)
        if (shown := self._shown.get(reader)) is None:
            return  # it has ended meanwhile
        states = self._states(lists.friends)
        is_same = shown.is_same(lists, states)
        self._shown[reader] = _Shown(user, lists, states)
        if not is_same:
            reader.send(encode_message(FriendsMessage(tuple(states.values()), *lists[1:])))

    # Changes

    def lists_changed(self, users: Collection[str]) -> None:
        """Note that the lists of these users (ids) have changed."""
        self._changed_users.update(users)
        self._woken.set()

    def hear(self, notice: str | None) -> None:
        """Apply a notice of another server: a JSON list of users whose lists have changed.

        None means that notices may have been missed; then all lists count as changed.
        """
        if notice is None:
            self.lists_changed({shown.user for shown in self._shown.values()})
        else:
            self.lists_changed(msgspec.json.decode(notice, type=list[str]))

    def user_changed(self, news: UserChange) -> None:
        """Apply a change of a user, who may have a new name or be deleted, to the lists of their friends."""
        if news.name or news.ended:
            lists = self._shown.values()
            self.lists_changed({shown.user for shown in lists if any(row.id == news.user for row in shown.rows)})

    async def run(self) -> None:
        """Send changes to the WebSockets until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._run_states())
            group.create_task(self._run_lists())

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
            try:
                for reader, shown in list(self._shown.items()):
                    if shown.user in users:
                        await self._send_lists(reader, shown.user)
            except NotRead:
                self.lists_changed(users)
                await pause(self._keeper, RETRY_AFTER)
            except Exception as error:
                logger.error("failed", error=error)

    def push_states(self) -> None:
        """Send each WebSocket the friends whose state has changed since it was last sent."""
        rows = {row.id: row for shown in self._shown.values() for row in shown.rows}
        states = self._states(rows.values())
        for reader, shown in self._shown.items():
            for row in shown.rows:
                friend = states[row.id]
                if friend != shown.sent[row.id]:
                    shown.sent[row.id] = friend
                    reader.send(encode_message(FriendMessage(friend.name, friend.state, friend.table, friend.today)))


def friend_of(row: FriendRow, place: Place | None, now_ms: int, *, is_complete: bool) -> Friend:
    """Return a friend as the user sees them. One who hides looks like one who has not been here today.

    `place` is the friend's place, None if they are not connected to any server that has announced its users. With
    `is_complete`, all servers have. `now_ms` is the time of the wall clock in ms.
    """
    if place is None or row.hidden:
        was_today = not is_complete and not row.hidden and row.used > now_ms - DAY
        return Friend(row.name, "away" if is_complete else "unknown", today=was_today)
    if place == CONNECTED:
        return Friend(row.name, "here")
    return Friend(row.name, "table", "" if place == AT_CLOSED_TABLE else place)
