"""The rows of a tab's store: old formats are read, newer ones are left untouched."""

import json
from pathlib import Path
from typing import Any

import pytest
from device.test_backup_import import shelf_of
from device.test_finished_matches import listed_match_ids
from device.test_host import send_request
from table.stores import MemoryShelf
from table.tables import table_test

from prikup.device import table_store
from prikup.device.host import TabHost
from prikup.device.table_store import FORMAT, UPGRADES, TabStore
from prikup.table.host.storage import Commit, NotRead
from prikup.table.table_settings import Timing

VERSIONS = sorted((Path(__file__).parent / "kept").glob("version-*.json"))


@table_test
async def test_table_store_opens_tables_stored_by_earlier_versions() -> None:
    assert sorted(UPGRADES) == list(range(1, FORMAT)), "there is an upgrade from every older format"
    for path in VERSIONS:
        stored_version = json.loads(path.read_text("utf-8"))
        host = TabHost(shelf_of(stored_version["rows"]), Timing())
        status, table = await send_request(host, "GET", f"tables/{stored_version['path'].removeprefix('/here/')}")
        assert (status, table["stage"]) == (200, "deal"), path
        assert await listed_match_ids(host) == ([stored_version["match"]] if "match" in stored_version else []), path
        await host.close()


@pytest.fixture
def later_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a later version that names a commit's fields differently."""

    def rename_commit_field(row: dict[str, Any]) -> dict[str, Any]:
        if "entered" in row:
            row["commit"] = row.pop("entered")
        return row

    monkeypatch.setattr(table_store, "FORMAT", FORMAT + 1)
    monkeypatch.setitem(UPGRADES, FORMAT, rename_commit_field)


COMMIT = Commit("t", 1, b"[]", "here/1", "ab", 5, sits=(("here", 0),))


@table_test
async def test_table_store_reads_older_rows_without_rewriting_them(later_version: None) -> None:
    older_row = {"kept": "commit", "format": FORMAT, "entered": json.loads(await _row(COMMIT))["commit"]}
    old_rows = [("commits", "t 00000001", json.dumps(older_row))]
    store = TabStore(shelf := shelf_of(old_rows))
    assert await store.commits("t") == [COMMIT]
    await store.write(Commit("t", 2, b"[]"))
    assert [commit.seq for commit in await store.commits("t")] == [1, 2]
    assert [(*key, text) for key, text in shelf.rows_by_key.items()][:1] == old_rows
    assert json.loads(shelf.rows_by_key["commits", "t 00000002"])["format"] == FORMAT + 1


@table_test
async def test_table_store_rejects_rows_of_newer_or_unknown_format() -> None:
    newer = json.loads(await _row(COMMIT)) | {"format": FORMAT + 1}
    for row in (newer, newer | {"format": 0}, {"kept": "commit"}, "nothing"):
        with pytest.raises(NotRead):
            await TabStore(shelf_of([("commits", "t 00000001", json.dumps(row))])).commits("t")


async def _row(commit: Commit) -> str:
    """Return the stored row of a commit."""
    await TabStore(shelf := MemoryShelf()).write(commit)
    return shelf.rows_by_key["commits", f"{commit.table} {commit.seq:08}"]
