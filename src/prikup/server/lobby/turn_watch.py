"""Sends users on the lobby's WebSockets the turn-based tables at which it is their turn.

At a turn-based table players answer within hours or days. One query loads the tables of all users whose turns may have
changed, at most once in `LOAD_EVERY` seconds.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection
from typing import Protocol

from prikup.server.accounts.accounts import LoginSession
from prikup.server.lobby.messages import TurnsMessage, encode_message
from prikup.server.logging import logger
from prikup.server.storage.database import Database
from prikup.server.storage.turn_rows import waiting_tables
from prikup.table.host.storage import NotRead
from prikup.table.host.time_source import Timekeeper, pause

__all__ = ["LOAD_EVERY", "TurnWatch"]

LOAD_EVERY = 1.0
"""Seconds from a change to the query for the turns, and from one query to the next.

A table may wait for a player for a moment only, for example until it plays a card that is the only legal one. Such a
turn is not sent.
"""


class TurnReader(Protocol):
    """A WebSocket that may show the turns of its user. `session` is the user's session."""

    session: LoginSession | None

    def send(self, data: bytes) -> None:
        """Queue an encoded message, which must not be dropped."""


class TurnWatch:
    """Sends WebSockets of the lobby the turn-based tables that wait for their users. `keeper` is the source of time."""

    def __init__(self, database: Database, keeper: Timekeeper) -> None:
        self._database, self._keeper = database, keeper
        # WebSockets, each with the tables that it was sent last; None: none yet.
        self._sent: dict[TurnReader, tuple[str, ...] | None] = {}
        self._changed_users: set[str] = set()
        self._woken = asyncio.Event()

    def show(self, reader: TurnReader) -> None:
        """Send a WebSocket the tables that wait for its user soon, and whenever they change."""
        self._sent[reader] = None
        self.changed([_user_of(reader)])

    def leave(self, reader: TurnReader) -> None:
        """Stop sending tables to a WebSocket."""
        self._sent.pop(reader, None)

    def changed(self, users: Collection[str] | None) -> None:
        """Note that other tables may wait for these users (ids) from now on; None stands for all users."""
        shown_users = {_user_of(reader) for reader in self._sent}
        self._changed_users |= shown_users if users is None else shown_users.intersection(users)
        if self._changed_users:
            self._woken.set()

    async def run(self) -> None:
        """Send changes to the WebSockets, until cancelled."""
        while True:
            await self._woken.wait()
            await pause(self._keeper, LOAD_EVERY)
            self._woken.clear()
            users, self._changed_users = self._changed_users, set()
            try:
                await self._send_tables(users)
            except NotRead:  # the database fails; the next attempt follows
                self.changed(users)
            except Exception as error:
                logger.error("failed", error=error)

    async def _send_tables(self, users: Collection[str]) -> None:
        """Send the WebSockets of these users (ids) the tables that wait for them, unless they show the same already."""
        async with self._database.reading() as connection:
            turns = await waiting_tables(connection, users)
        tables_by_user = defaultdict[str, list[str]](list)
        for turn in turns:
            tables_by_user[turn.person].append(turn.table)
        for reader, sent_tables in self._sent.items():
            user = _user_of(reader)
            tables = tuple(tables_by_user[user])
            if user in users and tables != sent_tables:
                self._sent[reader] = tables
                reader.send(encode_message(TurnsMessage(tables)))


def _user_of(reader: TurnReader) -> str:
    assert reader.session is not None
    return reader.session.user.id
