"""The interface between tables and the storage of their host (the program that runs them).

It has the records that are stored, above all the commits (groups of events, each stored as a whole), and the errors.
"""

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
    "LobbyFlags",
    "NewTableRecord",
    "NotRead",
    "NotWritten",
    "PairingOutcome",
    "TableStore",
    "WaitingDecision",
    "new_id",
]

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
LENGTH = 10
"""The number of letters of a table id, each chosen from the 32 in `LETTERS`.

So an id has 50 random bits. Anyone who knows the id of a table may watch it, so ids must not be found by guessing.
"""


class NotWritten(Exception):
    """An error: it is unknown whether a write to the store has succeeded.

    The effects of the write must not be sent to clients. Loading the rows again shows whether they were stored.
    """


class NotRead(Exception):
    """An error: rows cannot be loaded, because the store failed or the stored rows of a table are invalid."""


class LobbyFlags(Struct, frozen=True):
    """The lists of the lobby in which a table is shown.

    - `listed`: true if the table is in the list of open tables.
    - `watchable`: true if the table is in the list of matches to watch.
    """

    listed: bool = False
    watchable: bool = False


class NewTableRecord(Struct, frozen=True):
    """The data with which a new table is stored.

    - `table`: the id of the table.
    - `settings`: the table's `TableSettings` as JSON.
    - `host`: the user id of the table's host (who opened it).
    - `summary`: the table's entry in lists of tables, a `Summary` as JSON.
    - `listed`: true if the list of open tables shows the table from now on.
    - `notes`: notes for the host's journal, if it has one.
    - `by_turns`: true for a turn-based table (players answer within hours or days).
    """

    table: str
    settings: bytes
    host: str
    summary: bytes | UnsetType = UNSET
    listed: bool = False
    notes: "tuple[AuditNote, ...]" = ()
    by_turns: bool = False


class AuditNote(Struct, frozen=True):
    """A note for the journal, in which the moderators of a host look up what users did at tables.

    It contains no cards and no chat lines.

    - `kind`: the kind of event, such as `seated` when a user takes a seat or `stood` when a user leaves one.
    - `person`: the id of the user concerned. For `locked` and `unlocked`, it is the table's host.
    - `facts`: the seat and the name for `seated`; the seat for `stood` and `removed` (-1: none); the deal and the
      computer player's seat for `reported`; the reason (`why`) and the number of finished deals for `forfeited`;
      nothing for the other kinds. If a user has left a seat at an open table, `facts` also contains `open` with the
      value 1.
    - `by`: the id of the user who acted, None if that is the user concerned.
    """

    kind: Literal["seated", "stood", "removed", "locked", "unlocked", "reported", "forfeited", "rated-listed"]
    person: str
    facts: Mapping[str, str | int]
    by: str | None = None


def new_id() -> str:
    """Return a random id for a new table, from a cryptographic source of random numbers."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class PairingOutcome(Struct, frozen=True):
    """The outcome of the quick pairing that opened a table: its match begins, or the table is given up.

    Quick pairing opens tables for people who look for players at the same time. `missing` are the ids of the people who
    have not come, because of whom the table is given up. If nobody is missing, the match begins.
    """

    missing: tuple[str, ...] = ()


class WaitingDecision(Struct, frozen=True):
    """A decision for which a turn-based table waits (a table at which players answer within hours or days).

    - `seat`: the seat that has to decide, -1 for something that the table does by itself.
    - `user`: the id of the user in the seat, "" without a seat.
    - `n`: the version of the table (the number of its commits) at which the decision arose.
    - `asked_ms`: the time at which the player was asked (wall clock, ms).
    - `amount_ms`: the milliseconds after which a computer player decides, without the pauses of the user.
    """

    seat: int
    user: str
    n: int
    asked_ms: int
    amount_ms: int


class DealReport(Struct, frozen=True):
    """A user's report of a bad action of a computer player, in a deal that has ended.

    Developers examine such reports.

    - `game`: the name of the game.
    - `deal`: the number of the deal, from 1.
    - `event`: the index of the action in the match log, from 0.
    - `seat`: the seat for which the computer player acted.
    - `level`: the level (strength) of the computer player.
    - `user`: the id of the user who reports the action.
    - `at`: the time of the report (wall clock, ms).
    - `log`: the match log in its file format, up to the end of the deal.
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
    """The events of one command, one decision of a computer player, or one timed change at a table.

    A commit is stored as a whole or not at all. A timed change happens without a command, for example when a clock runs
    out.

    - `table`: the id of the table.
    - `seq`: the number of the commit at its table, from 1.
    - `events`: the events as JSON (`events.encode`).
    - `command`: `USER/ID` with the ids of the user and of the command, if a client's command with an id caused the
      events. It is unique at a table. None if no such command caused them.
    - `digest`: the SHA-256 of that command's content in hex, None without a command.
    - `at`: the time of the commit (wall clock, ms).

    The other fields are consequences that the host stores in the same transaction:

    - `sits`: the users whose seats change, as pairs of a user id and the new seat (None: no seat).
    - `over`: true if the match ends.
    - `opens`: the record of the new table of a rematch, None if none is opened.
    - `notes`: notes for the host's journal, if it has one.
    - `reports`: reports of bad actions of computer players, in a deal that has ended.
    - `summary`: the table's new entry in lists of tables, a `Summary` as JSON, or UNSET if the entry does not change.
    - `lobby`: the lists of the lobby that show the table from now on, or UNSET if neither these lists nor the table's
      entry in them change.
    - `pairing`: the outcome of the quick pairing that opened the table, or UNSET if the commit does not decide it.
    - `decisions`: the decisions for which a turn-based table (players answer within hours or days) waits from now on,
      or UNSET at any other table.
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
    lobby: LobbyFlags | UnsetType = UNSET
    pairing: PairingOutcome | UnsetType = UNSET
    decisions: tuple[WaitingDecision, ...] | UnsetType = UNSET


class EventStore(Protocol):
    """The store in which a host keeps the commits of its tables (groups of events, each stored as a whole)."""

    async def write(self, commit: Commit) -> None:
        """Store a commit, and return once it is durable. Raise NotWritten if it is unknown whether it is stored."""

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits of a table, ordered by number (`seq`).

        Raise NotRead if a commit is missing or the store fails.
        """
        ...


class TableStore(EventStore, Protocol):
    """The store of a host that opens and loads tables. In addition to commits, it keeps the settings of each table."""

    async def create(self, opening: NewTableRecord) -> None:
        """Store a new table, and return once it is durable. Raise NotWritten if it is unknown whether it is stored."""

    async def settings(self, table: str) -> bytes | None:
        """Return the settings of a table, a `TableSettings` as JSON; None if there is no such table."""
        ...
