"""The storage of a browser host's tables in a row store: IndexedDB in a browser, memory in tests.

Every row contains the number of its format. A row in an older format is upgraded each time it is loaded, but never
rewritten. So no upgrade of the stored rows can be interrupted, and an older version of the program can still load the
rows that it wrote. A row in a newer format is left unchanged, and its table is reported as unreadable.
"""

import time
from collections.abc import Callable, Container
from typing import Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.table.host.storage import Commit, NewTableRecord, NotRead, NotWritten

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
"""For each older format of rows, the function that converts the JSON content of a row to the next format.

The function need not change the format number in the content.
"""

Box = Literal["tables", "commits", "ended"]
"""The boxes (groups of rows) that contain the original data of a device.

`tables` has a row with the `NewTableRecord` of each table, under its id. `commits` has a row for each commit, under the
table's id and the commit's `seq`. `ended` has an empty row for each table whose match is over, under the table's id.
"""
DerivedBox = Literal["matches", "reviews", "sums"]
"""The boxes (groups of rows) that contain cached data, which can be computed again from the original data in `Box`.

`matches` has a row for each finished match, under its id. `reviews` and `sums` have a row for each reviewed deal, under
the match id and the deal's number.
"""
StoredRow = tuple[Box, str, str]
"""A row as (box, key, text). A box is a group of rows, in which the key is unique."""


class RowStore(Protocol):
    """A store of text rows in the browser, in which a device keeps its data.

    Each row is in a box (a group of rows), under a key that is unique in that box.
    """

    async def add(self, rows: str) -> None:
        """Add rows, and return once all of them are durable.

        `rows` is a JSON list of lists [box, key, text]. Raise an error, and add none, if a key exists already or the
        browser's storage fails.
        """

    async def put(self, rows: str) -> None:
        """Store rows of cached data, replacing rows under the same keys, and return once the rows are stored.

        `rows` is JSON in the same form as in `add`.
        """

    async def row(self, box: Box | DerivedBox, key: str) -> str | None:
        """Return the text of the row under a key in a box (group of rows); None if there is no such row."""
        ...

    async def rows(self, box: Box | DerivedBox, prefix: str) -> list[str]:
        """Return the texts of all rows in a box (group of rows) whose keys begin with `prefix`, sorted by key."""
        ...


class _Kept(Struct, frozen=True, tag_field="kept", tag=True):
    format: int


class KeptCommit(_Kept, frozen=True, tag="commit"):
    """The content of a row that stores a commit (a group of a table's events)."""

    commit: Commit


class KeptTable(_Kept, frozen=True, tag="table"):
    """The content of a row that stores a new table.

    `opening` is the record of the table, and `at` the time when it was opened (wall clock, ms).
    """

    opening: NewTableRecord
    at: int


class _Format(Struct, frozen=True):
    format: int


Kept = TypeVar("Kept", bound=_Kept)

_encode = msgspec.json.Encoder().encode
_format = msgspec.json.Decoder(_Format).decode


def decode_row(row: str, kind: type[Kept]) -> Kept:
    """Decode a row, and upgrade its content to the current format if it is older.

    `kind` is the expected type of the content. Raise ValueError for a format newer than `FORMAT`.
    """
    row_format = _format(row).format
    if not 1 <= row_format <= FORMAT:
        raise ValueError(f"row has format {row_format}; this version can read formats 1 to {FORMAT}")
    if row_format == FORMAT:
        return msgspec.json.decode(row, type=kind)
    content: dict[str, Any] = msgspec.json.decode(row)
    for old_format in range(row_format, FORMAT):
        content = UPGRADES[old_format](content)
    return msgspec.convert(content | {"format": FORMAT}, kind)


class TabStore:
    """The implementation of `TableStore` in a browser. It keeps tables and their commits (groups of events) as rows.

    `shelf` is the row store, which contains the rows.
    """

    def __init__(self, shelf: RowStore) -> None:
        self._shelf = shelf

    async def write(self, commit: Commit) -> None:
        """Store a commit (a group of events), and return once it is durable.

        Raise NotWritten if it is unknown whether the commit is stored.
        """
        rows = [commit_row(replace(commit, notes=(), reports=()))]  # a device has no moderators who could read them
        if commit.over:
            rows.append(("ended", commit.table, "{}"))
        if commit.opens:
            rows.append(_table_row(commit.opens))
        await self._add(rows)

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits of a table, ordered by number (`seq`).

        Raise NotRead if a commit is missing or the row store fails.
        """
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
        """Store a new table, and return once it is durable. Raise NotWritten if it is unknown whether it is stored."""
        await self._add([_table_row(opening)])

    async def create_finished(self, opening: NewTableRecord, commit: Commit) -> bool:
        """Store a table whose match is already over, with a single commit that contains the whole match; return True.

        Return False, and store nothing, if the table's id exists already. Raise NotWritten if it is unknown whether the
        table is stored, and NotRead if the row store fails.
        """
        if await self.settings(opening.table) is not None:
            return False
        await self._add([_table_row(opening), commit_row(commit), ("ended", opening.table, "{}")])
        return True

    async def settings(self, table: str) -> bytes | None:
        """Return the settings of a table as JSON; None if the table does not exist.

        Raise NotRead if the row store fails.
        """
        try:
            row = await self._shelf.row("tables", table)
            return None if row is None else decode_row(row, KeptTable).opening.settings
        except Exception as error:
            raise NotRead(table) from error

    async def unfinished_tables(self) -> list[str]:
        """Return the ids of the tables whose match is not over, newest first. Raise NotRead if the row store fails."""
        return await self._tables(over=False)

    async def ended_tables(self, known_tables: Container[str]) -> list[str]:
        """Return the ids of the tables whose match is over, newest first, except those in `known_tables`.

        Raise NotRead if the row store fails.
        """
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
        except Exception as error:  # the browser may raise any error; the table then reloads its rows
            raise NotWritten(str(error)) from error


def commit_row(commit: Commit) -> StoredRow:
    """Return the row that stores a commit (a group of a table's events).

    The key of the row consists of the table's id and the commit's number.
    """
    return "commits", f"{commit.table} {commit.seq:08}", _text(KeptCommit(FORMAT, commit))


def _table_row(opening: NewTableRecord) -> StoredRow:
    return "tables", opening.table, _text(KeptTable(FORMAT, opening, int(time.time() * 1000)))


def _text(value: object) -> str:
    return _encode(value).decode()
