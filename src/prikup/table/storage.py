"""What a table keeps: rows, one for each accepted command, and where they are kept."""

from typing import Protocol

from msgspec import Struct

__all__ = ["Commit", "EventStore", "NotWritten"]


class NotWritten(Exception):
    """The row is not known to be kept: nobody may be told what it says, and only the rows tell how things are."""


class Commit(Struct, frozen=True):
    """One row of `moves`: a JSON array of the events that one command, bot or timer made, atomic by construction.

    `sits` and `over` are what they mean for whose tables there are, kept in the same transaction: who sits at which
    seat from now on (None: at none), and whether the match ends.
    """

    table: str
    seq: int  # 1, 2, 3 … at each table
    events: bytes
    command: str | None = None  # "<user id>/<client id>"; once at a table
    digest: str | None = None  # sha256 in hex of what the command asked for
    at: int = 0  # wall clock, ms
    sits: tuple[tuple[str, int | None], ...] = ()
    over: bool = False


class EventStore(Protocol):
    """Where rows are kept, as a table sees it."""

    async def write(self, row: Commit) -> None:
        """Return when the row is durable; raise `NotWritten` when it is not kept, for whatever reason."""
        ...

    async def rows(self, table: str) -> list[Commit]:
        """All rows of a table, by `seq`."""
        ...
