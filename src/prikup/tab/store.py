"""The tables of a tab, on a shelf that the browser keeps: IndexedDB, and memory in tests.

Every row carries the number of its format. A row of an older one is brought up to date whenever it is read, and never
written anew: so there is nothing that could end in the middle, and an older version still reads what it has kept. A row
of a newer format is left as it is, and its table is said not to be readable.
"""

import time
from collections.abc import Callable, Container
from typing import Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.table.storage import Commit, NotRead, NotWritten, Opening

__all__ = ["FORMAT", "Box", "Derived", "KeptCommit", "KeptTable", "Row", "Shelf", "TabStore", "kept_row", "read"]

FORMAT = 1
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""The step from each older format to the next: from and to what a row says as JSON, the number of its format aside."""

Box = Literal["tables", "commits", "ended"]
"""`tables`: an `Opening` by its id; `commits`: by table and `seq`; `ended`: the ids of tables whose match is over."""
Derived = Literal["matches", "reviews", "sums"]
"""The boxes of what follows from those rows, kept as it takes long to make it again: by table, or by table and deal."""
Row = tuple[Box, str, str]
"""A row: its box, its key there, and what it says."""


class Shelf(Protocol):
    """The means of a browser to keep rows of text, each in a box under a key that it has there alone."""

    async def add(self, rows: str) -> None:
        """Return when rows (JSON: box, key, text of each) are durable, all of them; raise if one of them is not.

        A key that is there already is such a failure.
        """

    async def put(self, rows: str) -> None:
        """Return when derived rows (JSON, as in `add`) are there, each in the place of what is under its key."""

    async def row(self, box: Box | Derived, key: str) -> str | None:
        """Return a row, None where there is none."""
        ...

    async def rows(self, box: Box | Derived, prefix: str) -> list[str]:
        """Return the rows whose keys begin so, in the order of their keys."""
        ...


class _Kept(Struct, frozen=True, tag_field="kept", tag=True):
    format: int


class KeptCommit(_Kept, frozen=True, tag="commit"):
    """The row of a commit."""

    commit: Commit


class KeptTable(_Kept, frozen=True, tag="table"):
    """The row of a table, and when it was opened (wall clock, ms)."""

    opening: Opening
    at: int


class _Format(Struct, frozen=True):
    format: int


Kept = TypeVar("Kept", bound=_Kept)

_encode = msgspec.json.Encoder().encode
_format = msgspec.json.Decoder(_Format).decode


def read(row: str, kind: type[Kept]) -> Kept:
    """Return what a row says in today's format."""
    kept = _format(row).format
    if not 1 <= kept <= FORMAT:
        raise ValueError(f"a row of format {kept}, and this version knows those up to {FORMAT}")
    if kept == FORMAT:
        return msgspec.json.decode(row, type=kind)
    found: dict[str, Any] = msgspec.json.decode(row)
    for older in range(kept, FORMAT):
        found = UPGRADES[older](found)
    return msgspec.convert(found | {"format": FORMAT}, kind)


class TabStore:
    """The tables and their commits, on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def write(self, commit: Commit) -> None:
        """Return when a commit is durable; raise NotWritten if it is not known to be kept."""
        rows = [kept_row(replace(commit, notes=(), reports=()))]  # there is nobody here to moderate
        if commit.over:
            rows.append(("ended", commit.table, "{}"))
        if commit.opens:
            rows.append(_table_row(commit.opens))
        await self._add(rows)

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits of a table in order of `seq`. Raise NotRead where one is missing or the shelf fails."""
        try:
            found = [read(row, KeptCommit).commit for row in await self._shelf.rows("commits", f"{table} ")]
        except Exception as error:
            raise NotRead(table) from error
        if [commit.seq for commit in found] != list(range(1, len(found) + 1)):
            raise NotRead(f"a commit of table {table} is missing")
        return found

    async def create(self, opening: Opening) -> None:
        """Return when a new table is durable; raise NotWritten if it is not known to be kept."""
        await self._add([_table_row(opening)])

    async def create_finished(self, opening: Opening, commit: Commit) -> bool:
        """Keep a table whose match is over with its only commit; return False if there is one of this id already.

        Raise NotWritten if it is not known to be kept, NotRead if the shelf fails.
        """
        if await self.settings(opening.table) is not None:
            return False
        await self._add([_table_row(opening), kept_row(commit), ("ended", opening.table, "{}")])
        return True

    async def settings(self, table: str) -> bytes | None:
        """Return the settings of a table as JSON; None if there is no such table. Raise NotRead if the shelf fails."""
        try:
            row = await self._shelf.row("tables", table)
            return None if row is None else read(row, KeptTable).opening.settings
        except Exception as error:
            raise NotRead(table) from error

    async def unfinished(self) -> list[str]:
        """Return the ids of the tables whose match is not over, the newest first. Raise NotRead if the shelf fails."""
        return await self._tables(over=False)

    async def ended(self, known: Container[str]) -> list[str]:
        """Return those whose match is over, of all that are not `known` to be. Raise NotRead if the shelf fails."""
        return await self._tables(over=True, known=known)

    async def _tables(self, *, over: bool, known: Container[str] = ()) -> list[str]:
        try:
            kept = [read(row, KeptTable) for row in await self._shelf.rows("tables", "")]
            asked = [one for one in kept if one.opening.table not in known]
            found = [one for one in asked if (await self._shelf.row("ended", one.opening.table) is not None) == over]
        except Exception as error:
            raise NotRead("tables") from error
        return [one.opening.table for one in sorted(found, key=lambda one: -one.at)]

    async def _add(self, rows: list[Row]) -> None:
        try:
            await self._shelf.add(_text(rows))
        except Exception as error:  # whatever the browser says of it: the table reads its rows again
            raise NotWritten(str(error)) from error


def kept_row(commit: Commit) -> Row:
    """Return the row of a commit."""
    return "commits", f"{commit.table} {commit.seq:08}", _text(KeptCommit(FORMAT, commit))


def _table_row(opening: Opening) -> Row:
    return "tables", opening.table, _text(KeptTable(FORMAT, opening, int(time.time() * 1000)))


def _text(value: object) -> str:
    return _encode(value).decode()
