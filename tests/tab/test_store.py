"""The rows of a tab's store: what older versions have kept is read, what newer ones have kept is left as it is."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from table.stores import MemoryShelf

from prikup.tab import store
from prikup.tab.host import TabHost
from prikup.tab.store import FORMAT, UPGRADES, TabStore
from prikup.table.storage import Commit, NotRead, Opening
from prikup.table.table_settings import Timing

VERSIONS = sorted((Path(__file__).parent / "kept").glob("version-*.json"))


def shelf_of(rows: list[tuple[str, str, str]]) -> MemoryShelf:
    shelf = MemoryShelf()
    shelf.kept = {(box, key): text for box, key, text in rows}
    return shelf


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: path.stem)
def test_what_a_browser_has_kept_is_a_table_still(path: Path) -> None:
    kept = json.loads(path.read_text("utf-8"))

    async def run() -> None:
        host = TabHost(shelf_of(kept["rows"]), Timing())
        status, text = await host.asked("GET", f"tables/{kept['path'].removeprefix('/here/')}", {}, "")
        assert (status, json.loads(text)["stage"]) == (200, "deal")
        status, text = await host.asked("GET", "matches", {}, "")
        listed = [match["id"] for match in json.loads(text)["matches"]]
        assert (status, listed) == (200, [kept["match"]] if "match" in kept else [])
        await host.close()

    asyncio.run(run())


def test_there_is_an_upgrade_from_every_older_format() -> None:
    assert sorted(UPGRADES) == list(range(1, FORMAT))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version, in which a commit is called otherwise than in this one."""

    def renamed(row: dict[str, Any]) -> dict[str, Any]:
        if "entered" in row:
            row["commit"] = row.pop("entered")
        return row

    monkeypatch.setattr(store, "FORMAT", FORMAT + 1)
    monkeypatch.setitem(UPGRADES, FORMAT, renamed)


OPENING = Opening("t", b"{}", "here")
COMMIT = Commit("t", 1, b"[]", "here/1", "ab", 5, sits=(("here", 0),))


def test_older_rows_are_read_as_todays_and_stay_as_they_are(later: None) -> None:
    older = {"kept": "commit", "format": FORMAT, "entered": json.loads(_row(COMMIT))["commit"]}
    before = [("commits", "t 00000001", json.dumps(older))]
    shelf = shelf_of(before)

    async def run() -> None:
        kept = TabStore(shelf)
        assert await kept.commits("t") == [COMMIT]
        await kept.write(Commit("t", 2, b"[]"))
        assert [commit.seq for commit in await kept.commits("t")] == [1, 2]

    asyncio.run(run())
    assert [(*key, text) for key, text in shelf.kept.items()][:1] == before
    assert json.loads(shelf.kept["commits", "t 00000002"])["format"] == FORMAT + 1


def test_rows_of_a_newer_version_are_not_read_for_others() -> None:
    newer = json.loads(_row(COMMIT)) | {"format": FORMAT + 1}
    for row in (newer, newer | {"format": 0}, {"kept": "commit"}, "nothing"):
        with pytest.raises(NotRead):
            asyncio.run(TabStore(shelf_of([("commits", "t 00000001", json.dumps(row))])).commits("t"))


def _row(commit: Commit) -> str:
    """Return what is kept of a commit."""
    shelf = MemoryShelf()
    asyncio.run(TabStore(shelf).write(commit))
    return shelf.kept["commits", f"{commit.table} {commit.seq:08}"]
