"""The tables of a tab, on a shelf that the browser keeps: IndexedDB, and memory in tests.

Every row carries the number of its format, so that what an old version has kept can be told from what a new one keeps.
"""

import time
from typing import Literal, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.table.storage import Commit, NotRead, NotWritten, Opening

__all__ = ["FORMAT", "Shelf", "TabStore"]

FORMAT = 1

Box = Literal["tables", "commits", "ended"]
"""`tables`: an `Opening` by its id; `commits`: by table and `seq`; `ended`: the ids of tables whose match is over."""


class Shelf(Protocol):
    """The means of a browser to keep rows of text, each in a box under a key that it has there alone."""

    async def add(self, rows: str) -> None:
        """Return when rows (JSON: box, key, text of each) are durable, all of them; raise if one of them is not.

        A key that is there already is such a failure.
        """

    async def row(self, box: Box, key: str) -> str | None:
        """Return a row, None where there is none."""
        ...

    async def rows(self, box: Box, prefix: str) -> list[str]:
        """Return the rows whose keys begin so, in the order of their keys."""
        ...


class _Kept(Struct, frozen=True, tag_field="kept", tag=True):
    format: int


class _KeptCommit(_Kept, frozen=True, tag="commit"):
    commit: Commit


class _KeptTable(_Kept, frozen=True, tag="table"):
    opening: Opening
    at: int  # wall clock, ms


_encode = msgspec.json.Encoder().encode
_commit = msgspec.json.Decoder(_KeptCommit).decode
_table = msgspec.json.Decoder(_KeptTable).decode


class TabStore:
    """The tables and their commits, on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def write(self, commit: Commit) -> None:
        """Return when a commit is durable; raise NotWritten if it is not known to be kept."""
        kept = replace(commit, notes=(), reports=())  # there is nobody here to moderate
        rows = [("commits", f"{commit.table} {commit.seq:08}", _text(_KeptCommit(FORMAT, kept)))]
        if commit.over:
            rows.append(("ended", commit.table, "{}"))
        if commit.opens:
            rows.append(_table_row(commit.opens))
        await self._add(rows)

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits of a table in order of `seq`. Raise NotRead where one is missing or the shelf fails."""
        try:
            found = [_commit(row).commit for row in await self._shelf.rows("commits", f"{table} ")]
        except Exception as error:
            raise NotRead(table) from error
        if [commit.seq for commit in found] != list(range(1, len(found) + 1)):
            raise NotRead(f"a commit of table {table} is missing")
        return found

    async def create(self, opening: Opening) -> None:
        """Return when a new table is durable; raise NotWritten if it is not known to be kept."""
        await self._add([_table_row(opening)])

    async def settings(self, table: str) -> bytes | None:
        """Return the settings of a table as JSON; None if there is no such table. Raise NotRead if the shelf fails."""
        try:
            row = await self._shelf.row("tables", table)
            return None if row is None else _table(row).opening.settings
        except Exception as error:
            raise NotRead(table) from error

    async def unfinished(self) -> list[str]:
        """Return the ids of the tables whose match is not over, the newest first. Raise NotRead if the shelf fails."""
        try:
            kept = [_table(row) for row in await self._shelf.rows("tables", "")]
            going_on = [one for one in kept if await self._shelf.row("ended", one.opening.table) is None]
        except Exception as error:
            raise NotRead("tables") from error
        return [one.opening.table for one in sorted(going_on, key=lambda one: -one.at)]

    async def _add(self, rows: list[tuple[str, str, str]]) -> None:
        try:
            await self._shelf.add(_text(rows))
        except Exception as error:  # whatever the browser says of it: the table reads its rows again
            raise NotWritten(str(error)) from error


def _table_row(opening: Opening) -> tuple[str, str, str]:
    return "tables", opening.table, _text(_KeptTable(FORMAT, opening, int(time.time() * 1000)))


def _text(value: object) -> str:
    return _encode(value).decode()
