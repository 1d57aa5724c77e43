"""Apply changes that this server or another one has announced: of users, friends, the lobby and turn-based tables."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

import msgspec

from prikup.rules.errors import Reason, reason
from prikup.server.accounts.accounts import Accounts, LoginSession, User, UserChange
from prikup.server.lobby.friend_watch import FriendWatch
from prikup.server.lobby.listings import ListingRequest, Listings
from prikup.server.lobby.lobby import Lobby
from prikup.server.lobby.turn_watch import TurnWatch
from prikup.server.storage.database import (
    CHANNEL,
    FRIENDS_CHANNEL,
    LOBBY_CHANNEL,
    TURNS_CHANNEL,
    WAITING_CHANNEL,
    Database,
)
from prikup.server.websocket.connection import GOING_AWAY
from prikup.table.host.storage import NotRead
from prikup.table.registry import TableRegistry

__all__ = ["ChangeListener", "SessionSocket"]


class SessionSocket(Protocol):
    """A WebSocket of a table or of the lobby, or one that waits for its table."""

    @property
    def session(self) -> LoginSession | None:
        """The session that opened it, None for a visitor who is not signed in, or once the session has ended."""

    def renew(self, session: LoginSession) -> None:
        """Replace the session by a newer state of it, because the user has a new name or has opened an account."""

    def close(self, code: int, reason: Reason) -> None:
        """Close it with the WebSocket code `code`, after a message with the reason; one that waits is closed later."""


class ChangeListener:
    """Receives the announcements of the servers that share a database, and updates what this server holds in memory.

    `sockets` returns all WebSockets of this server that sessions have opened.
    """

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        tables: TableRegistry,
        lobby: Lobby,
        listings: Listings,
        friend_watch: FriendWatch,
        turn_watch: TurnWatch,
        sockets: Callable[[], Iterable[SessionSocket]],
    ) -> None:
        self._database, self._accounts, self._tables = database, accounts, tables
        self._lobby, self._listings, self._sockets = lobby, listings, sockets
        self._friend_watch, self._turn_watch = friend_watch, turn_watch

    def apply_user_change(self, news: UserChange) -> None:
        """Apply a change of a user to the user's connections: close those of ended sessions, tell the rest a new name.

        A user who has another valid session reconnects at once.
        """
        for socket in self._sockets():
            session = socket.session
            if session is not None and news.ends(session):
                socket.close(GOING_AWAY, reason("signed-out"))
            elif session is not None and news.renames(session):
                socket.renew(LoginSession(User(news.user, news.name, news.guest), session.token))
        self._friend_watch.user_changed(news)
        if news.name:
            self._tables.rename(news.user, news.name, guest=news.guest)

    async def run(self) -> None:
        """Receive and apply notices from other servers, until cancelled.

        The notices are about changes of users, of the lobby, of friends and blocks, and of the clocks and the turns at
        turn-based tables (players answer within hours or days). When some notices may have been missed, check the
        sessions of all WebSockets.
        """
        missed_notices = asyncio.Event()

        def hear(notice: str | None) -> None:
            self._accounts.hear(msgspec.json.decode(notice, type=UserChange) if notice is not None else None)
            if notice is None:
                missed_notices.set()

        async with asyncio.TaskGroup() as group:
            channels = {
                CHANNEL: hear,
                LOBBY_CHANNEL: self._hear_lobby,
                FRIENDS_CHANNEL: self._hear_friends,
                TURNS_CHANNEL: self._hear_turns,
                WAITING_CHANNEL: self._hear_waiting,
            }
            group.create_task(self._database.listen(channels))
            while await missed_notices.wait():
                missed_notices.clear()
                await self.check_sessions()

    async def check_sessions(self) -> None:
        """Close the WebSockets of sessions that have ended, and give the others their users' new names."""
        for socket in self._sockets():
            if socket.session is None:
                continue
            with suppress(NotRead):
                session = await self._accounts.session_of_digest(socket.session.token)
                if session is None:
                    socket.close(GOING_AWAY, reason("signed-out"))
                elif session != socket.session:
                    socket.renew(session)
                    self._tables.rename(session.user.id, session.user.name, guest=session.user.guest)

    def _hear_lobby(self, notice: str | None) -> None:
        """Apply a notice about the lobby from another server.

        "" means that the lobby's tables have changed, and None that notices may have been missed. Any other text is a
        `ListingRequest` as JSON: the user who opened a table wants it put into the list of open tables, or taken out.
        """
        if notice:
            self._listings.hear(msgspec.json.decode(notice, type=ListingRequest))
        else:
            self._lobby.changed()

    def _hear_friends(self, notice: str | None) -> None:
        """Apply a notice from another server: a JSON list of the ids of users whose friends or blocks have changed.

        None means that notices may have been missed; the friends and blocks of all users may then have changed.
        """
        users = None if notice is None else msgspec.json.decode(notice, type=list[str])
        self._friend_watch.hear(users)
        self._lobby.hear_of_blocks(users)

    def _hear_turns(self, notice: str | None) -> None:
        """Make turn-based tables check whether a decision is due, because another server has changed a player's times.

        `notice` is a JSON list of the ids of these tables. Pauses of a player's clock there, or the player's settings,
        have changed. None means that notices may have been missed, so that all tables must check. At a turn-based table
        players answer within hours or days.
        """
        self._tables.check_timed_changes(None if notice is None else msgspec.json.decode(notice, type=list[str]))

    def _hear_waiting(self, notice: str | None) -> None:
        """Apply a notice from another server: a JSON list of the ids of users for whom other turn-based tables wait.

        None means that notices may have been missed. At a turn-based table players answer within hours or days.
        """
        self._turn_watch.changed(None if notice is None else msgspec.json.decode(notice, type=list[str]))
