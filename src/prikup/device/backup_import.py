"""Merge the tables of a backup file, from this or another device, with the tables stored on this device.

Only rows are added, so nothing stored is lost. Each table in the file is first tested by replaying it. The table in the
file and the stored table with the same id may have continued differently. In that case both tables are stored, and the
table from the file gets a new id. This id is derived from the table's content, so that a second import does not add the
table again.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prikup.api.route import Route
from prikup.device.table_store import Box, KeptCommit, KeptTable, RowStore, StoredRow, TabStore, commit_row, decode_row
from prikup.table.host.storage import LENGTH, LETTERS, Commit
from prikup.table.state.table_state import TableState
from prikup.table.table_settings import TableSettings

__all__ = ["KEPT", "MergeCounts", "merge"]

MergeResult = Literal["added", "longer", "known", "twice", "unreadable"]


class MergeCounts(Struct):
    """The number of tables in a backup file by the outcome of the merge with the tables stored on the device.

    - `added`: tables that were not stored before.
    - `longer`: tables of which the file had more commits (stored groups of a table's events) than the device; these
      commits were added.
    - `known`: tables without anything new.
    - `twice`: tables that continued differently from the stored ones and were stored under a second id.
    - `unreadable`: tables that cannot be replayed and were skipped.
    """

    added: int = 0
    longer: int = 0
    known: int = 0
    twice: int = 0
    unreadable: int = 0


KEPT = Route("POST", "kept", MergeCounts, body=list[StoredRow])
"""The route of the request to merge the rows of a backup file; only devices answer it, not servers."""


class _Match(Struct, frozen=True):
    """All rows of one table in a backup file.

    `table` is the row that stores the table itself. `commits` are the table's commits (stored groups of its events) in
    order.
    """

    table: KeptTable
    commits: tuple[Commit, ...]

    def with_id(self, name: str) -> "_Match":
        """Return a copy of the table with the id `name` in all its rows."""
        opening = replace(self.table.opening, table=name)
        commits = tuple(replace(commit, table=name) for commit in self.commits)
        return replace(self, table=replace(self.table, opening=opening), commits=commits)

    def rows(self, stored_count: int | None) -> list[StoredRow]:
        """Return the rows to add if `stored_count` commits (groups of events) of the table are stored already.

        None means that the table is not stored at all. In that case the row of the table itself is returned too.
        """
        name = self.table.opening.table
        rows = [commit_row(commit) for commit in self.commits[stored_count or 0 :]]
        if stored_count is None:
            rows.append(("tables", name, msgspec.json.encode(self.table).decode()))
        if any(commit.over for commit in self.commits[stored_count or 0 :]):
            rows.append(("ended", name, "{}"))
        return rows


async def merge(shelf: RowStore, rows: Sequence[StoredRow]) -> MergeCounts:
    """Add the rows of a backup file that the row store `shelf` lacks, in one transaction.

    `rows` are the rows of the file. Return the number of tables by outcome. Raise any error that `shelf` raises.
    """
    by_box: dict[Box, dict[str, str]] = {"tables": {}, "commits": {}, "ended": {}}
    for box, key, text in rows:
        by_box[box][key] = text
    counts, new_rows = MergeCounts(), dict[tuple[Box, str], str]()
    for name in by_box["tables"].keys() | {key.partition(" ")[0] for key in by_box["commits"]}:
        match = _match(name, by_box)
        outcome, missing_rows = await _compare_with_saved(shelf, match) if match else ("unreadable", [])
        setattr(counts, outcome, getattr(counts, outcome) + 1)
        new_rows |= {(box, key): text for box, key, text in missing_rows}
    if new_rows:
        await shelf.add(msgspec.json.encode([(*place, text) for place, text in new_rows.items()]).decode())
    return counts


def _match(name: str, by_box: dict[Box, dict[str, str]]) -> _Match | None:
    """Return the table with the id `name` from the rows of a backup file.

    `by_box` contains the rows by box (group of rows) and then by key. Return None if the table is incomplete or cannot
    be replayed.
    """
    commit_rows = sorted((key, text) for key, text in by_box["commits"].items() if key.partition(" ")[0] == name)
    try:
        table = decode_row(by_box["tables"][name], KeptTable)
        commits = tuple(decode_row(text, KeptCommit).commit for _, text in commit_rows)
        settings = msgspec.json.decode(table.opening.settings, type=TableSettings)
        TableState.of(settings, commits)
    except Exception:  # the file may contain anything
        return None
    has_one_id = {table.opening.table, *(commit.table for commit in commits)} == {name}
    in_order = [commit.seq for commit in commits] == list(range(1, len(commits) + 1))
    return _Match(table, commits) if has_one_id and in_order else None


async def _compare_with_saved(shelf: RowStore, match: _Match) -> tuple[MergeResult, list[StoredRow]]:
    """Compare a table from a backup file with the stored table of the same id.

    Return the outcome and the rows to add. If the two tables continued differently, the table from the file gets a
    second id and is compared once more, with the table that may be stored under that id.
    """
    name = match.table.opening.table
    if await shelf.row("tables", name) is None:
        return "added", match.rows(None)
    stored_commits = await TabStore(shelf).commits(name)
    common_length = min(len(stored_commits), len(match.commits))
    if stored_commits[:common_length] == list(match.commits[:common_length]):
        return ("longer", match.rows(common_length)) if len(match.commits) > common_length else ("known", [])
    first_difference = next(index for index in range(common_length) if stored_commits[index] != match.commits[index])
    outcome, rows = await _compare_with_saved(shelf, match.with_id(_copy_id(name, match.commits[first_difference])))
    return ("twice" if outcome == "added" else outcome), rows


def _copy_id(name: str, commit: Commit) -> str:
    """Return the second id for a table from a backup file that continued differently from the stored table.

    `name` is the id that both tables have, and `commit` is the first commit in the file that differs from the stored
    one. The second id depends only on `name` and on the content of `commit`.
    """
    digest = int.from_bytes(sha256(f"{name} {commit.seq} {commit.events!r}".encode()).digest()[:8], "big")
    return "".join(LETTERS[(digest >> (5 * index)) % len(LETTERS)] for index in range(LENGTH))
