"""The commits that a host keeps of a table, and the promise it gives."""

import secrets
from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import UNSET, Struct, UnsetType

__all__ = [
    "LENGTH",
    "LETTERS",
    "Commit",
    "DealReport",
    "EventStore",
    "NotRead",
    "NotWritten",
    "Note",
    "Opening",
    "TableStore",
    "new_id",
]

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 10
"""An id has 50 bits: who knows it may watch, so nobody comes upon one by trying."""


class NotWritten(Exception):
    """A commit is not known to be kept: nobody may be told of it, and only the store tells how things are."""


class NotRead(Exception):
    """The store does not tell what it keeps: it fails, or what it keeps of a table cannot be read."""


class Opening(Struct, frozen=True):
    """A new table: its id, its `TableSettings` as JSON, the id of the player who opens it.

    `summary` is what lists say of it, a `Summary` as JSON.
    """

    table: str
    settings: bytes
    host: str
    summary: bytes | UnsetType = UNSET


class Note(Struct, frozen=True):
    """A note for the host's journal of who did what, by which it moderates: no card, no word of the chat.

    `person` is the player it is about, `by` who did it where that was another player, and `facts` are what the kind
    needs: of `seated` the seat and the name, of `stood` and `removed` the seat (-1: none), of `reported` the deal and
    the seat of the computer player. Of `locked` and `unlocked` the person is the host.
    """

    kind: Literal["seated", "stood", "removed", "locked", "unlocked", "reported"]
    person: str
    facts: Mapping[str, str | int]
    by: str | None = None


def new_id() -> str:
    """Return an id for a new table, unknown to everybody."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class DealReport(Struct, frozen=True):
    """A report of a computer player's action in a deal that has ended, with the log of the match up to there.

    `event` is the place of the action in the log, from 0; `user` reported it `at` that time (wall clock, ms).
    """

    game: str
    deal: int
    event: int
    seat: int
    level: str
    user: str
    at: int
    log: bytes


class Commit(Struct, frozen=True):
    """All events of one command, of one computer player's decision or of one deadline: kept whole or not at all.

    `seq` counts 1, 2, 3 … at each table; `events` is their JSON (`events.encode`); `command` is `USER/ID` of the
    message that asked for it, never twice at a table, and `digest` the SHA-256 in hex of what it asked for; `at` is the
    wall clock in milliseconds. `sits`, `over` and `opens` are what the events mean for the list of tables, kept with
    them: the seat that each player has from now on (None: no seat), whether the match ends, a rematch's table. `notes`
    are kept with them too, by a host that has a journal, and `reports` of
    computer players, which may be read from now on. `summary` is what lists of tables say from now on, a `Summary` as
    JSON, UNSET if that is what they said before.
    """

    table: str
    seq: int
    events: bytes
    command: str | None = None
    digest: str | None = None
    at: int = 0
    sits: tuple[tuple[str, int | None], ...] = ()
    over: bool = False
    opens: Opening | None = None
    notes: tuple[Note, ...] = ()
    reports: tuple[DealReport, ...] = ()
    summary: bytes | UnsetType = UNSET


class EventStore(Protocol):
    """A host's store of the commits of its tables."""

    async def write(self, commit: Commit) -> None:
        """Return when a commit is durable; raise NotWritten if it is not known to be kept."""

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits of a table in order of `seq`. Raise NotRead where one is missing or the store fails."""
        ...


class TableStore(EventStore, Protocol):
    """The store of a host that opens tables, many at a time."""

    async def create(self, opening: Opening) -> None:
        """Return when a new table is durable; raise NotWritten if it is not known to be kept."""

    async def settings(self, table: str) -> bytes | None:
        """Return the settings of a table as JSON; None if there is no such table."""
        ...
