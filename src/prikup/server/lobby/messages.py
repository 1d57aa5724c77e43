"""The messages of a WebSocket of the lobby."""

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from prikup.api.friends import Friend
from prikup.api.lobby import LobbyRow, WatchRow
from prikup.rules.errors import Reason
from prikup.server.lobby.seek_messages import CancelCommand, FoundMessage, SeekCommand, SoughtMessage
from prikup.table.protocol.message_parts import FriendCall
from prikup.table.protocol.server_messages import CloseMessage

__all__ = [
    "BlockedKeysMessage",
    "FriendMessage",
    "FriendsCommand",
    "FriendsMessage",
    "LobbyCommand",
    "LobbyMessage",
    "LobbyRefusal",
    "LookCommand",
    "RowsMessage",
    "TablesMessage",
    "TurnsCommand",
    "TurnsMessage",
    "decode_command",
    "encode_message",
]


class LookCommand(Struct, frozen=True, tag="look", tag_field="type"):
    """A client's message: show me the open tables from now on. The answer is a `TablesMessage`.

    A later command replaces an earlier one.

    - `games`: the names of the games whose tables the client shows, empty for all games.
    - `turns`: true for turn-based tables only (players answer within hours or days), false for live tables only.
    """

    games: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=20)] = ()
    turns: bool = False


class FriendsCommand(Struct, frozen=True, tag="friends", tag_field="type"):
    """A client's message: show me my friends from now on. The answer is a `FriendsMessage`; guests have no friends."""


class TurnsCommand(Struct, frozen=True, tag="turns", tag_field="type"):
    """A client's message: show me which turn-based tables wait for me. The answer is a `TurnsMessage`.

    At a turn-based table players answer within hours or days. Guests have no such tables.
    """


class TablesMessage(Struct, frozen=True, tag="lobby", tag_field="type"):
    """The whole list of open tables, and the matches to watch. The client replaces its lists by these.

    The fields are those of `LobbyView`.
    """

    rows: tuple[LobbyRow, ...]
    more: int
    watch: tuple[WatchRow, ...]
    online: int
    waiting: dict[str, int]
    last_tables: dict[str, int]


class RowsMessage(Struct, frozen=True, tag="rows", tag_field="type"):
    """The changes of the list of open tables since the last message.

    - `set`: the new and the changed tables.
    - `gone`: the ids of the tables that have left the list.

    The other fields are those of `LobbyView`; they are sent whether they have changed or not.
    """

    set: tuple[LobbyRow, ...]
    gone: tuple[str, ...]
    online: int
    waiting: dict[str, int]
    last_tables: dict[str, int]


class BlockedKeysMessage(Struct, frozen=True, tag="blocked", tag_field="type"):
    """The `keys` of the people whom the signed-in user has blocked, so that the client can hide their tables.

    A key identifies a person in the lobby. The message is sent before a `TablesMessage`, when the user blocks somebody,
    and every day, because all keys change every day.
    """

    keys: tuple[str, ...]


class FriendsMessage(Struct, frozen=True, tag="friends", tag_field="type"):
    """The user's friends and open friend requests. The client replaces its lists by these.

    The message is sent whenever they change. Its fields are those of `FriendList`.
    """

    friends: tuple[Friend, ...]
    asked: tuple[str, ...]
    asking: tuple[str, ...]
    calls: tuple[FriendCall, ...]


class FriendMessage(Struct, frozen=True, tag="friend", tag_field="type"):
    """The new state of the friend `name`. It is sent at most every ten seconds for each friend.

    The fields are those of `Friend`, without the ratings.
    """

    name: str
    state: Literal["away", "here", "table", "unknown"]
    table: str
    today: bool
    often_absent: bool


class TurnsMessage(Struct, frozen=True, tag="turns", tag_field="type"):
    """The ids of the turn-based tables at which it is the user's turn, those with the least time left first.

    The message is sent again whenever a table is added or removed, at most once a second. The client then loads
    `Bootstrap.tables` again, if it shows other ones.
    """

    tables: tuple[str, ...]


class LobbyRefusal(Struct, frozen=True, tag="refused", tag_field="type"):
    """The refusal of a command of the client, with the reason."""

    reason: Reason


LobbyCommand = LookCommand | SeekCommand | CancelCommand | FriendsCommand | TurnsCommand
"""Any message from a client of the lobby."""
LobbyMessage = (
    TablesMessage
    | RowsMessage
    | BlockedKeysMessage
    | SoughtMessage
    | FoundMessage
    | FriendsMessage
    | FriendMessage
    | TurnsMessage
    | LobbyRefusal
    | CloseMessage
)
"""Any message to a client of the lobby."""

decode_command: Callable[[str | bytes], LobbyCommand] = msgspec.json.Decoder(LobbyCommand).decode
"""Parse a message from a client. Raise msgspec.MsgspecError if it is not valid."""
encode_message = msgspec.json.Encoder().encode
"""Encode a message to a client as JSON."""
