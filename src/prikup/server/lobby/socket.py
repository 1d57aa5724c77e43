"""One WebSocket of the lobby: handles the client's messages, and queues messages to the client."""

import asyncio
from collections.abc import Callable
from typing import Any

from litestar.types import Receive, Send

from prikup.games import GAMES
from prikup.rules.errors import Reason, reason
from prikup.server.accounts.accounts import LoginSession
from prikup.server.lobby.friend_watch import FriendWatch
from prikup.server.lobby.lobby import Lobby
from prikup.server.lobby.messages import (
    FriendsCommand,
    LobbyCommand,
    LobbyRefusal,
    LookCommand,
    TurnsCommand,
    decode_command,
    encode_message,
)
from prikup.server.lobby.rows import LobbyFilter
from prikup.server.lobby.seek_messages import CancelCommand, SeekCommand
from prikup.server.lobby.seekers import SearchRefused, Seekers
from prikup.server.lobby.turn_watch import TurnWatch
from prikup.server.websocket.connection import (
    DISCONNECT_ERRORS,
    GOING_AWAY,
    MAX_UNREADABLE,
    TOO_FAST,
    UNREADABLE,
    MessageRate,
    parse_message,
)
from prikup.table.host.storage import NotRead, NotWritten
from prikup.table.protocol.server_messages import CloseMessage

__all__ = ["LobbySocket"]

SECONDS_PER_MESSAGE, BURST = 1.0, 30
"""The limits on a client's messages: one every second, and 30 at once after a pause."""
MAX_WAITING = 64
"""Maximum number of messages that are queued for a slow client. If there are more, the connection is closed."""


class LobbySocket:
    """A WebSocket of the lobby. It ends when the session that opened it ends.

    - `session`: the session of the signed-in user, None for a visitor who is not signed in.
    - `device`: a text that identifies the browser, "" if it is not known.
    - `network`: the network address of the client, which is never stored.
    - `lobby`: the lobby that it shows.
    - `seekers`: the people connected to this server who look for a table.
    - `friends`: sends the list of the user's friends.
    - `turns`: sends which turn-based tables wait for the user.
    - `receive`, `send`: the ASGI functions of the WebSocket.
    - `limited`: True if a client that sends too fast is disconnected.
    - `clock`: returns monotonic seconds, for this limit.
    - `code`: the WebSocket code with which the server closes the connection, 0 while it is open.
    """

    __slots__ = (
        "_changes",
        "_clock",
        "_friends",
        "_is_behind",
        "_limited",
        "_lobby",
        "_receive",
        "_seekers",
        "_send",
        "_turns",
        "_waiting",
        "_writer",
        "code",
        "device",
        "network",
        "session",
        "wanted",
    )

    def __init__(
        self,
        session: LoginSession | None,
        lobby: Lobby,
        seekers: Seekers,
        friends: FriendWatch,
        turns: TurnWatch,
        receive: Receive,
        send: Send,
        *,
        limited: bool,
        clock: Callable[[], float],
        device: str = "",
        network: str = "",
    ) -> None:
        self.session, self.device, self.network, self.code = session, device, network, 0
        self.wanted: LobbyFilter | None = None
        self._lobby, self._seekers, self._friends, self._turns = lobby, seekers, friends, turns
        self._receive, self._send = receive, send
        self._limited, self._clock = limited, clock
        self._waiting: list[bytes] = []
        self._changes = b""  # the queued message with changes of the list of open tables, b"" if none is queued
        self._is_behind = False
        self._writer: asyncio.Task[None] | None = None

    def renew(self, session: LoginSession) -> None:
        """Replace the session by a newer state of it, because the user has a new name or has opened an account."""
        self.session = session

    # From the lobby

    def send(self, data: bytes) -> None:
        """Queue an encoded message. If too many are queued, close the connection; the client then reconnects."""
        if self.code:
            return
        if len(self._waiting) >= MAX_WAITING:
            self.close(GOING_AWAY, reason("server-stops"))
            return
        self._waiting.append(data)
        self._write_soon()

    def send_changes(self, data: bytes) -> None:
        """Queue an encoded message with changes of the list of open tables.

        If earlier changes are still queued, the client is sent the whole list instead.
        """
        if self.code or self._is_behind:
            return
        if self._changes:
            self._waiting = [message for message in self._waiting if message is not self._changes]
            self._changes, self._is_behind = b"", True
        else:
            self._changes = data
            self._waiting.append(data)
        self._write_soon()

    def close(self, code: int, reason: Reason) -> None:
        """Close the connection with the WebSocket code `code`, after a message with the reason."""
        if not self.code:
            self._waiting = [encode_message(CloseMessage(reason))]
            self._is_behind = False
            self.code = code
            self._write_soon()

    def _write_soon(self) -> None:
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._waiting or self._is_behind:
                if self._is_behind and self.wanted is not None:
                    self._is_behind = False
                    self._waiting.append(self._lobby.whole_list(self.wanted))
                data = self._waiting.pop(0)
                await self._send({"type": "websocket.send", "bytes": None, "text": data.decode()})
                if data is self._changes:
                    self._changes = b""
            if self.code:
                await self._send({"type": "websocket.close", "code": self.code, "reason": ""})
        except DISCONNECT_ERRORS:
            return  # the client is gone; `run` notices this too, and nothing more is written
        self._writer = None

    # To the lobby

    async def run(self) -> None:
        """Handle the client's messages until the connection ends."""
        self._lobby.join(self)
        try:
            await self._read()
        finally:
            self._lobby.leave(self)
            self._friends.leave(self)
            self._turns.leave(self)
            writer, self._writer = self._writer, None
            if writer is not None:
                writer.cancel()
            await self._seekers.leave(self)  # last, because it may be cancelled

    async def _read(self) -> None:
        rate = MessageRate(SECONDS_PER_MESSAGE, BURST, self._clock)
        unreadable = 0
        event: Any = await self._receive()
        while event["type"] == "websocket.receive":
            is_within_limit = rate.count() or not self._limited
            if self.code:
                pass  # already closing
            elif not is_within_limit:
                self.close(TOO_FAST, reason("too-fast"))
            elif (command := parse_message(decode_command, event.get("text") or event.get("bytes") or "")) is None:
                unreadable += 1
                if unreadable < MAX_UNREADABLE:
                    self.send(encode_message(LobbyRefusal(reason("message-unreadable"))))
                else:
                    self.close(UNREADABLE, reason("message-unreadable"))
            else:
                await self._handle(command)
            event = await self._receive()

    async def _handle(self, command: LobbyCommand) -> None:
        try:
            match command:
                case LookCommand(games, turns):
                    known_games = frozenset(game for game in games if game in GAMES)
                    await self._lobby.show(self, LobbyFilter(known_games, turns))
                case SeekCommand():
                    await self._seekers.seek(self, command)
                case CancelCommand():
                    await self._seekers.cancel(self)
                case FriendsCommand() | TurnsCommand() if self.session is None or self.session.user.guest:
                    self.send(encode_message(LobbyRefusal(reason("account-needed"))))
                case FriendsCommand():
                    await self._friends.show(self)
                case TurnsCommand():
                    self._turns.show(self)
        except SearchRefused as refused:
            self.send(encode_message(LobbyRefusal(refused.reason)))
        except NotRead:
            self.send(encode_message(LobbyRefusal(reason("not-read"))))
        except NotWritten:
            self.send(encode_message(LobbyRefusal(reason("not-written"))))
