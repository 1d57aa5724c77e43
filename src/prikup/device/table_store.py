"""The tables of a browser host, in a row store kept by the browser: IndexedDB, or memory in tests.

Every row contains the number of its format. A row of an older format is upgraded whenever it is read, but never
rewritten: so no upgrade can be interrupted, and an older version of the program can still read its own rows. A row of a
newer format is left unchanged, and its table is reported as unreadable.
"""

import time
from collections.abc import Callable, Container
from typing import Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.table.storage import Commit, NewTableRecord, NotRead, NotWritten

__all__ = [
    "FORMAT",
    "Box",
    "DerivedBox",
    "KeptCommit",
    "KeptTable",
    "RowStore",
    "StoredRow",
    "TabStore",
    "commit_row",
    "decode_row",
]

FORMAT = 1
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""The step from each older format to the next: maps the JSON content of a row, apart from its format number."""

Box = Literal["tables", "commits", "ended"]
"""The boxes of the rows that are the source of truth.

`tables`: a `NewTableRecord` by table id; `commits`: by table id and `seq`; `ended_tables`: the ids of tables whose
match is over.
"""
DerivedBox = Literal["matches", "reviews", "sums"]
"""Boxes of cached data that takes long to compute from those rows: by table, or by table and deal."""
StoredRow = tuple[Box, str, str]
"""A row: its box, its key there, and its text."""


class RowStore(Protocol):
    """A row store of the browser: rows of text, each in a box under a key that is unique there."""

    async def add(self, rows: str) -> None:
        """Return when rows (JSON: box, key and text of each) are durable, all of them; raise if one is not.

        A key that exists already is such a failure.
        """

    async def put(self, rows: str) -> None:
        """Return when derived rows (JSON, as in `add`) are stored, each replacing the row under its key."""

    async def row(self, box: Box | DerivedBox, key: str) -> str | None:
        """Return a row, None if it does not exist."""
        ...

    async def rows(self, box: Box | DerivedBox, prefix: str) -> list[str]:
        """Return the rows whose keys begin with `prefix`, in the order of their keys."""
        ...


class _Kept(Struct, frozen=True, tag_field="kept", tag=True):
    format: int


class KeptCommit(_Kept, frozen=True, tag="commit"):
    """The row of a commit."""

    commit: Commit


class KeptTable(_Kept, frozen=True, tag="table"):
    """The row of a table, and when it was opened (wall clock, ms)."""

    opening: NewTableRecord
    at: int


class _Format(Struct, frozen=True):
    format: int


Kept = TypeVar("Kept", bound=_Kept)

_encode = msgspec.json.Encoder().encode
_format = msgspec.json.Decoder(_Format).decode


def decode_row(row: str, kind: type[Kept]) -> Kept:
    """Return the content of a row in the current format. Raise ValueError for a newer format."""
    row_format = _format(row).format
    if not 1 <= row_format <= FORMAT:
        raise ValueError(f"a row of format {row_format}, and this version knows those up to {FORMAT}")
    if row_format == FORMAT:
        return msgspec.json.decode(row, type=kind)
    content: dict[str, Any] = msgspec.json.decode(row)
    for old_format in range(row_format, FORMAT):
        content = UPGRADES[old_format](content)
    return msgspec.convert(content | {"format": FORMAT}, kind)


class TabStore:
    """The tables and their commits, in a row store."""

    def __init__(self, shelf: RowStore) -> None:
        self._shelf = shelf

    async def write(self, commit: Commit) -> None:
        """Return when a commit is durable; raise NotWritten if that is not certain."""
        rows = [commit_row(replace(commit, notes=(), reports=()))]  # a device has no moderation
        if commit.over:
            rows.append(("ended", commit.table, "{}"))
        if commit.opens:
            rows.append(_table_row(commit.opens))
        await self._add(rows)

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits of a table in order of `seq`. Raise NotRead if one is missing or the shelf fails."""
        try:
            stored_commits = [
                decode_row(row, KeptCommit).commit for row in await self._shelf.rows("commits", f"{table} ")
            ]
        except Exception as error:
            raise NotRead(table) from error
        if [commit.seq for commit in stored_commits] != list(range(1, len(stored_commits) + 1)):
            raise NotRead(f"a commit of table {table} is missing")
        return stored_commits

    async def create(self, opening: NewTableRecord) -> None:
        """Return when a new table is durable; raise NotWritten if that is not certain."""
        await self._add([_table_row(opening)])

    async def create_finished(self, opening: NewTableRecord, commit: Commit) -> bool:
        """Store a table whose match is over with its only commit; return False if the id exists already.

        Raise NotWritten if it is not certain that it is stored, NotRead if the row store fails.
        """
        if await self.settings(opening.table) is not None:
            return False
        await self._add([_table_row(opening), commit_row(commit), ("ended", opening.table, "{}")])
        return True

    async def settings(self, table: str) -> bytes | None:
        """Return the settings of a table as JSON; None if it does not exist. Raise NotRead if the row store fails."""
        try:
            row = await self._shelf.row("tables", table)
            return None if row is None else decode_row(row, KeptTable).opening.settings
        except Exception as error:
            raise NotRead(table) from error

    async def unfinished_tables(self) -> list[str]:
        """Return the ids of the tables whose match is not over, newest first. Raise NotRead if the row store fails."""
        return await self._tables(over=False)

    async def ended_tables(self, known_tables: Container[str]) -> list[str]:
        """Return the ids of tables whose match is over, except `known_tables`. Raise NotRead if the row store fails."""
        return await self._tables(over=True, known_tables=known_tables)

    async def _tables(self, *, over: bool, known_tables: Container[str] = ()) -> list[str]:
        try:
            stored_tables = [decode_row(row, KeptTable) for row in await self._shelf.rows("tables", "")]
            new_tables = [table for table in stored_tables if table.opening.table not in known_tables]
            selected_tables = [
                table
                for table in new_tables
                if (await self._shelf.row("ended", table.opening.table) is not None) == over
            ]
        except Exception as error:
            raise NotRead("tables") from error
        return [table.opening.table for table in sorted(selected_tables, key=lambda table: -table.at)]

    async def _add(self, rows: list[StoredRow]) -> None:
        try:
            await self._shelf.add(_text(rows))
        except Exception as error:  # any error of the browser: the table reloads its rows
            raise NotWritten(str(error)) from error


def commit_row(commit: Commit) -> StoredRow:
    """Return the row of a commit."""
    return "commits", f"{commit.table} {commit.seq:08}", _text(KeptCommit(FORMAT, commit))


def _table_row(opening: NewTableRecord) -> StoredRow:
    return "tables", opening.table, _text(KeptTable(FORMAT, opening, int(time.time() * 1000)))


def _text(value: object) -> str:
    return _encode(value).decode()
