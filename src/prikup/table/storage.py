"""The interface between tables and their host's storage: commits, records of tables, and errors."""

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
"""The number of letters of a table id, each chosen from the 32 in `LETTERS`.

So an id has 50 random bits. Anyone who knows the id of a table may watch it, so ids must not be found by guessing.
"""


class NotWritten(Exception):
    """An error: it is unknown whether a write to the store is durable.

    The effects must not be sent to clients; loading the rows again shows whether they were stored.
    """


class NotRead(Exception):
    """An error: the store failed, or the stored rows of a table are invalid."""


class NewTableRecord(Struct, frozen=True):
    """A new table to be stored.

    `table` is the table's id, `settings` are its `TableSettings` as JSON, and `host` is the user id of its host.
    `summary` is the table's entry in lists of tables, a `Summary` as JSON.
    """

    table: str
    settings: bytes
    host: str
    summary: bytes | UnsetType = UNSET


class AuditNote(Struct, frozen=True):
    """A note for the journal with which the moderators of a host work; it contains no cards and no chat lines.

    `person` is the id of the user concerned, and `by` the id of the user who acted, None if that is the same user. For
    `locked` and `unlocked`, `person` is the table's host. `facts` depend on the kind: the seat and the name for
    `seated`, the seat for `stood` and `removed` (-1: none), and the deal and the computer player's seat for `reported`;
    there are none for the other kinds.
    """

    kind: Literal["seated", "stood", "removed", "locked", "unlocked", "reported"]
    person: str
    facts: Mapping[str, str | int]
    by: str | None = None


def new_id() -> str:
    """Return a random id for a new table, from a cryptographic source of random numbers."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class DealReport(Struct, frozen=True):
    """A user's report of a bad action of a computer player, in a deal that has ended.

    `log` is the match log in its file format, up to the end of the deal, and `event` is the index of the action in it,
    from 0. `seat` and `level` are those of the computer player. `user` is the id of the reporting user, and `at` is the
    time of the report (wall clock, ms).
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
    """The events of one command, one decision of a computer player, or one timed change.

    A commit is stored as a whole or not at all. `table` is the table's id, and `seq` is the number of the commit at its
    table, counted from 1. `events` contains the events as JSON (`events.encode`), and `at` is the time of the commit
    (wall clock, ms). If a client's command with an id caused the events, `command` is `USER/ID` with the ids of the
    user and the command, unique at a table, and `digest` is the SHA-256 of the command's content in hex.

    The other fields are consequences that the host stores in the same transaction. `sits` contains pairs of a user and
    the user's new seat (None: no seat). `over` is true if the match ends. `opens` is the new table of a rematch.
    `notes` are notes for the host's journal, if it has one. `reports` are reports of computer players' actions in a
    deal that has ended. `summary` is the table's new entry in lists of tables, a `Summary` as JSON, or UNSET if that
    entry does not change.
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
    """The store in which a host keeps the commits of its tables."""

    async def write(self, commit: Commit) -> None:
        """Write a commit and return once it is durable. Raise NotWritten if that is not certain."""

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits of a table, ordered by `seq`. Raise NotRead if one is missing or the store fails."""
        ...


class TableStore(EventStore, Protocol):
    """The store of a host that opens and loads tables: it also keeps the record of each table."""

    async def create(self, opening: NewTableRecord) -> None:
        """Store a new table and return once it is durable. Raise NotWritten if that is not certain."""

    async def settings(self, table: str) -> bytes | None:
        """Return the settings of a table, a `TableSettings` as JSON; None if there is no such table."""
        ...
