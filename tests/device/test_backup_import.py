"""Merging a backup file with stored data: nothing is changed or lost, and either all of it is added or nothing."""

import json
from pathlib import Path
from typing import Any

from device.test_finished_matches import open_host, request_successfully
from device.test_host import Page, open_table, send_request
from table.stores import MemoryShelf
from table.tables import table_test

from prikup.device.backup_import import MergeCounts

Rows = list[tuple[str, str, str]]
VERSION_1 = json.loads((Path(__file__).parent / "kept" / "version-1.json").read_text("utf-8"))


def rows_of(shelf: MemoryShelf) -> Rows:
    return [(box, key, text) for (box, key), text in shelf.rows_by_key.items()]


def shelf_of(rows: Rows) -> MemoryShelf:
    return MemoryShelf({(box, key): text for box, key, text in rows})


async def play_to_sheet(shelf: MemoryShelf, table: str = "", **opening: Any) -> str:
    """Play a table, or a new one, to its next score sheet."""
    lines = {0}

    def next_sheet(message: dict[str, Any]) -> bool:
        lines.add(len(message.get("lines", ())))
        return message["type"] == "sheet" and len(lines) > (2 if table else 1)

    async with open_host(shelf) as host:
        name = table or await open_table(host, **opening)
        page = await Page().join(host, name)
        if table:
            page.send(type="next")
        await page.until(next_sheet)
    return name


async def import_rows(shelf: MemoryShelf, rows: Rows) -> tuple[int, Any]:
    async with open_host(shelf) as host:
        return await send_request(host, "POST", "kept", rows)


def merge_response(**numbers: int) -> tuple[int, dict[str, int]]:
    return 200, {field: numbers.get(field, 0) for field in MergeCounts.__struct_fields__}


async def table_stages(shelf: MemoryShelf) -> list[str]:
    """Return the stage of every table; each must be loadable."""
    async with open_host(shelf) as host:
        return [
            (await request_successfully(host, f"tables/{name}"))["stage"]
            for box, name in sorted(shelf.rows_by_key)
            if box == "tables"
        ]


@table_test
async def test_backup_import_fills_empty_device() -> None:
    shelf, empty_shelf = MemoryShelf(), MemoryShelf()
    await play_to_sheet(shelf)
    await play_to_sheet(shelf, deals=1)
    assert await import_rows(empty_shelf, rows_of(shelf)) == merge_response(added=2)
    assert empty_shelf.rows_by_key == shelf.rows_by_key
    assert "ended" in {box for box, _ in empty_shelf.rows_by_key}
    assert sorted(await table_stages(empty_shelf)) == ["over", "rest"]


@table_test
async def test_backup_import_skips_known_tables_and_extends_shorter_ones() -> None:
    shelf = MemoryShelf()
    name = await play_to_sheet(shelf)
    old_rows = rows_of(shelf)
    assert await import_rows(shelf, old_rows) == merge_response(known=1)
    await play_to_sheet(shelf, name)
    older_shelf = shelf_of(old_rows)
    assert await import_rows(older_shelf, rows_of(shelf)) == merge_response(longer=1)
    assert older_shelf.rows_by_key == shelf.rows_by_key
    assert await import_rows(older_shelf, old_rows) == merge_response(known=1)
    assert older_shelf.rows_by_key == shelf.rows_by_key


@table_test
async def test_backup_import_stores_diverged_table_separately_once() -> None:
    first_shelf = MemoryShelf()
    name = await play_to_sheet(first_shelf)
    second_shelf = shelf_of(rows_of(first_shelf))
    await play_to_sheet(first_shelf, name)
    await play_to_sheet(second_shelf, name)
    old_rows, second_rows = dict(first_shelf.rows_by_key), rows_of(second_shelf)
    assert await import_rows(first_shelf, second_rows) == merge_response(twice=1)
    assert old_rows.items() <= first_shelf.rows_by_key.items(), "what was here stays as it was"
    assert await table_stages(first_shelf) == ["rest", "rest"]
    merged_rows = dict(first_shelf.rows_by_key)
    assert await import_rows(first_shelf, second_rows) == merge_response(known=1)
    assert first_shelf.rows_by_key == merged_rows
    await play_to_sheet(second_shelf, name)
    assert await import_rows(first_shelf, rows_of(second_shelf)) == merge_response(longer=1)
    assert await table_stages(first_shelf) == ["rest", "rest"]


@table_test
async def test_backup_import_accepts_table_without_commits() -> None:
    rows = [row for row in VERSION_1["rows"] if row[0] == "tables"]
    assert await import_rows(MemoryShelf(), rows) == merge_response(added=1)
    assert await import_rows(shelf_of(rows), rows) == merge_response(known=1)
    shelf = shelf_of(rows)
    assert await import_rows(shelf, VERSION_1["rows"]) == merge_response(longer=1)
    assert shelf.rows_by_key == shelf_of(VERSION_1["rows"]).rows_by_key


@table_test
async def test_backup_import_counts_and_skips_unreadable_tables() -> None:
    shelf = MemoryShelf()
    await play_to_sheet(shelf)
    whole = rows_of(shelf)
    commits = [row for row in VERSION_1["rows"] if row[0] == "commits"]
    opening = next(row for row in VERSION_1["rows"] if row[0] == "tables")
    altered_commit = json.loads(commits[3][2])
    altered_commit["commit"]["events"] = json.loads(commits[-1][2])["commit"]["events"]
    for damaged_rows in (
        commits,  # without its table
        [opening, *commits[1:]],  # its first commit is missing
        [opening, *commits[:3], [*commits[3][:2], json.dumps(altered_commit)], *commits[4:]],  # an illegal act
        [opening, [*commits[0][:2], commits[0][2].replace('"format":1', '"format":2')]],  # of a newer version
        [["tables", "t", "{}"]],
    ):
        target_shelf = MemoryShelf()
        assert await import_rows(target_shelf, [*whole, *damaged_rows]) == merge_response(added=1, unreadable=1), (
            damaged_rows
        )
        assert target_shelf.rows_by_key == shelf.rows_by_key


@table_test
async def test_backup_import_refuses_data_that_is_no_list_of_rows() -> None:
    bad: tuple[Any, ...] = ({}, [["tables", "t"]], [["else", "t", "{}"]], [["tables", 1, "{}"]])
    for rows in bad:
        status, body = await import_rows(MemoryShelf(), rows)
        assert (status, body["reason"]["key"]) == (400, "request-unreadable")


class Full(MemoryShelf):
    """A full row store."""

    async def add(self, rows: str) -> None:
        raise OSError("QuotaExceededError")


@table_test
async def test_backup_import_reports_full_storage_and_stores_nothing() -> None:
    status, body = await import_rows(shelf := Full(), VERSION_1["rows"])
    assert (status, body["reason"]["key"], shelf.rows_by_key) == (503, "not-written", {})
