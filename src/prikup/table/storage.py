"""The contract between a table and its host's storage: commits, table records and their errors."""

import secrets
from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import UNSET, Struct, UnsetType

__all__ = [
    "LENGTH",
    "LETTERS",
    "AuditNote",
    "Commit",
    "DealReport",
    "EventStore",
    "NewTableRecord",
    "NotRead",
    "NotWritten",
    "TableStore",
    "new_id",
]

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 10
"""An id has 50 bits: anyone who knows it may watch the table, so it must not be found by guessing."""


class NotWritten(Exception):
    """A commit may or may not be durable: its effects must not be sent, and only the store can tell."""


class NotRead(Exception):
    """The store failed, or a table's rows cannot be read."""


class NewTableRecord(Struct, frozen=True):
    """A new table: its id, its `TableSettings` as JSON, and the user id of its host.

    `summary` is its entry in lists of tables, a `Summary` as JSON.
    """

    table: str
    settings: bytes
    host: str
    summary: bytes | UnsetType = UNSET


class AuditNote(Struct, frozen=True):
    """A note for the host's journal, by which people moderate; it contains no cards and no chat lines.

    `person` is the user concerned, `by` the user who acted if that was another one, and `facts` depend on the kind: for
    `seated` the seat and the name, for `stood` and `removed` the seat (-1: none), for `reported` the deal and the seat
    of the computer player. For `locked` and `unlocked` the person is the host of the table.
    """

    kind: Literal["seated", "stood", "removed", "locked", "unlocked", "reported"]
    person: str
    facts: Mapping[str, str | int]
    by: str | None = None


def new_id() -> str:
    """Return a random id for a new table, from a cryptographic source."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class DealReport(Struct, frozen=True):
    """A report of a computer player's action in a deal that has ended, with the log of the match up to there.

    `event` is the index of the action in the log, from 0; `user` reported it `at` that time (wall clock, ms).
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
    """All events of one command, one computer player's decision or one timeout: stored as a whole or not at all.

    `seq` counts 1, 2, 3, … at each table; `events` is their JSON (`events.encode`); `command` is `USER/ID` of the
    message that caused them, unique at a table, and `digest` the SHA-256 of its content, in hex; `at` is the wall clock
    in milliseconds. `sits`, `over` and `opens` are the effects of the events on the list of tables and are stored with
    them: the new seat of each player (None: no seat), whether the match ends, the table of a rematch. `notes` are
    stored with them too by a host that has a journal, and so are the `reports` of computer players' actions, which may
    be read from now on. `summary` is the table's new entry in lists of tables, a `Summary` as JSON, UNSET if it does
    not change.
    """

    table: str
    seq: int
    events: bytes
    command: str | None = None
    digest: str | None = None
    at: int = 0
    sits: tuple[tuple[str, int | None], ...] = ()
    over: bool = False
    opens: NewTableRecord | None = None
    notes: tuple[AuditNote, ...] = ()
    reports: tuple[DealReport, ...] = ()
    summary: bytes | UnsetType = UNSET


class EventStore(Protocol):
    """A host's store of the commits of its tables."""

    async def write(self, commit: Commit) -> None:
        """Write a commit and return once it is durable. Raise NotWritten if that is not certain."""

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits of a table in order of `seq`. Raise NotRead if one is missing or the store fails."""
        ...


class TableStore(EventStore, Protocol):
    """The store of a host that opens tables."""

    async def create(self, opening: NewTableRecord) -> None:
        """Store a new table and return once it is durable. Raise NotWritten if that is not certain."""

    async def settings(self, table: str) -> bytes | None:
        """Return the settings of a table as JSON; None if there is no such table."""
        ...
