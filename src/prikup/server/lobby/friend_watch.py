"""Keeps the lists of friends up to date that users see on the lobby's WebSockets.

A WebSocket that shows friends is sent the user's whole lists at first and whenever these change. It is also sent a
message for each friend whose state has changed, such as from away to online; this happens at most once in `PUSH_EVERY`
seconds. The states need no database query: they follow from the connections to this server and from what the other
servers announce.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal, Protocol

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
"""`PUSH_EVERY` is the number of seconds between two checks for friends whose states have changed.

`RETRY_AFTER` is the number of seconds after which lists are loaded again if the database could not be read.
"""
DAY = 86_400_000  # ms


class FriendReader(Protocol):
    """A WebSocket of a signed-in user that may show the user's friends."""

    session: LoginSession | None

    def send(self, data: bytes) -> None:
        """Queue an encoded message, which must not be dropped."""


class _Shown(Struct):
    """The data about friends that a WebSocket shows.

    - `user`: the id of the WebSocket's user.
    - `lists`: the lists of friends, requests and calls that were sent last, None before they are sent.
    - `sent`: the state of each friend that was sent last, by user id.
    - `reads`: how often the lists have been read.
    - `reading`: how many reads are in progress.
    """

    user: str
    lists: FriendLists | None = None
    sent: dict[str, Friend] = {}
    reads: int = 0
    reading: int = 0

    def may_name(self, user: str) -> bool:
        """Return whether the WebSocket shows the user with this id as a friend or in a friend request.

        Return True also while the lists are read, because then they may contain the user before a change.
        """
        if self.reading or self.lists is None:
            return True
        return user in self.lists.askers or any(row.id == user for row in self.rows)

    @property
    def rows(self) -> list[FriendRow]:
        """The stored friends in the lists that were sent last."""
        return self.lists.friends if self.lists is not None else []

    def is_same(self, lists: FriendLists, states: dict[str, Friend]) -> bool:
        """Return whether the WebSocket already shows the same requests and calls, and the same friends and states."""
        return (
            self.lists is not None and self.lists.requests_and_calls == lists.requests_and_calls and self.sent == states
        )


class FriendWatch:
    """Composes users' lists of friends for requests, and keeps them up to date on the lobby's WebSockets.

    - `places_of`: gets user ids, and returns the places of the users who are connected to any server, by user id. A
      place is the table at which a user sits, for example.
    - `is_complete`: returns whether all servers announce their connected users.
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
        """Return a user's lists of friends, requests and calls, with the current states of the friends."""
        return self._compose(await self._friends.lists_of(user))

    def _compose(self, lists: FriendLists) -> FriendList:
        return FriendList(tuple(self._states(lists.friends).values()), lists.asked, lists.asking, lists.calls)

    def _states(self, rows: Iterable[FriendRow]) -> dict[str, Friend]:
        """Return the current states of these friends, as the user may see them, by user id."""
        rows = list(rows)
        places, now_ms = self._places_of({row.id for row in rows}), round(self._keeper.wall() * 1000)
        is_complete = self._is_complete()
        return {row.id: friend_of(row, places.get(row.id), now_ms, is_complete=is_complete) for row in rows}

    # WebSockets

    async def show(self, reader: FriendReader) -> None:
        """Send a WebSocket its user's friends now, and changes from now on. Raise NotRead if the database fails."""
        assert reader.session is not None
        shown = self._shown[reader] = _Shown(reader.session.user.id)
        await self._send_lists(reader, shown)

    def leave(self, reader: FriendReader) -> None:
        """Stop sending changes to a WebSocket."""
        self._shown.pop(reader, None)

    async def _send_lists(self, reader: FriendReader, shown: _Shown) -> None:
        """Send a WebSocket the lists of friends, requests and calls of its user, unless it already shows the same.

        A message that changes nothing would reveal to a blocked person that they have just been blocked.
        """
        shown.reads += 1
        number = shown.reads
        shown.reading += 1
        try:
            lists = await self._friends.lists_of(shown.user)
        finally:
            shown.reading -= 1
        if self._shown.get(reader) is not shown or shown.reads != number:
            return  # it has ended meanwhile, or newer lists are sent
        states = self._states(lists.friends)
        is_same = shown.is_same(lists, states)
        shown.lists, shown.sent = lists, states
        if not is_same:
            reader.send(encode_message(FriendsMessage(tuple(states.values()), *lists.requests_and_calls)))

    # Changes

    def lists_changed(self, users: Collection[str]) -> None:
        """Note that these users' (ids) lists of friends, requests and calls have changed."""
        self._changed_users.update(users)
        self._woken.set()

    def hear(self, users: Collection[str] | None) -> None:
        """Note that the lists of these users (ids) have changed on another server; None stands for all users."""
        self.lists_changed({shown.user for shown in self._shown.values()} if users is None else users)

    def user_changed(self, news: UserChange) -> None:
        """Update the lists in which a user is named, because the user has a new name or was deleted."""
        if news.name or news.ended:
            self.lists_changed({shown.user for shown in self._shown.values() if shown.may_name(news.user)})

    async def run(self) -> None:
        """Send changes to the WebSockets, until cancelled."""
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
                        await self._send_lists(reader, shown)
            except NotRead:
                self.lists_changed(users)
                await pause(self._keeper, RETRY_AFTER)
            except Exception as error:
                logger.error("failed", error=error)

    def push_states(self) -> None:
        """Send each WebSocket the states of friends that have changed since they were last sent."""
        rows = {row.id: row for shown in self._shown.values() for row in shown.rows}
        states = self._states(rows.values())
        for reader, shown in self._shown.items():
            for row in shown.rows:
                friend = states[row.id]
                if friend != shown.sent[row.id]:
                    shown.sent[row.id] = friend
                    reader.send(encode_message(FriendMessage(**msgspec.structs.asdict(friend))))


def friend_of(row: FriendRow, place: Place | None, now_ms: int, *, is_complete: bool) -> Friend:
    """Return a friend as the user may see them. A friend who hides looks like one who was not online today.

    `place` is the friend's place, None if the friend is not connected to any server that has announced its users. With
    `is_complete`, all servers have announced theirs. `now_ms` is the time (wall clock, ms).
    """
    if place is None or row.hidden:
        was_today = not is_complete and not row.hidden and row.used > now_ms - DAY
        state: Literal["away", "unknown"] = "away" if is_complete else "unknown"
        return Friend(row.name, state, today=was_today, often_absent=row.often_absent)
    if place == CONNECTED:
        return Friend(row.name, "here", often_absent=row.often_absent)
    return Friend(row.name, "table", "" if place == AT_CLOSED_TABLE else place, often_absent=row.often_absent)
