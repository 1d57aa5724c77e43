"""What a device keeps opens in the versions that come after, even if an upgrade was interrupted."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import Accounts
from browser.seat import Seat
from browser.test_playing import a_deal
from playwright.sync_api import Error, Page, Playwright, expect
from site_files.device import Device

VERSIONS = sorted((Path(__file__).parents[1] / "tab" / "kept").glob("version-*.json"))
"""What a browser kept of a table in the middle of a deal, by versions of the database: such a file never changes."""
LOADING = 60_000
BARE = "/mark.svg"
"""A file of the site that opens nothing."""
LAID = """async ({ version, rows }) => {
  const opening = indexedDB.open("prikup", version);
  opening.onupgradeneeded = () => [...new Set(["tables", "commits", "ended", ...rows.map(([box]) => box)])].forEach(
    (box) => opening.result.createObjectStore(box));
  await new Promise((done, failed) => ((opening.onsuccess = done), (opening.onerror = failed)));
  const transaction = opening.result.transaction([...opening.result.objectStoreNames], "readwrite");
  rows.forEach(([box, key, text]) => transaction.objectStore(box).add(text, key));
  await new Promise((done, failed) => ((transaction.oncomplete = done), (transaction.onabort = failed)));
  opening.result.close();
}"""
FOUND = """async () => {
  const opening = indexedDB.open("prikup");
  await new Promise((done, failed) => ((opening.onsuccess = done), (opening.onerror = failed)));
  const rows = [];
  for (const box of ["commits", "ended", "tables"]) {
    const shelf = opening.result.transaction(box).objectStore(box);
    const got = (request) => new Promise((done) => (request.onsuccess = () => done(request.result)));
    const [keys, texts] = [await got(shelf.getAllKeys()), await got(shelf.getAll())];
    keys.forEach((key, at) => rows.push([box, key, texts[at]]));
  }
  opening.result.close();
  return { version: opening.result.version, rows };
}"""
UNDER_WAY = """(() => {
  const create = IDBDatabase.prototype.createObjectStore;
  IDBDatabase.prototype.createObjectStore = function (name, ...rest) {
    const box = create.call(this, name, ...rest);
    const again = () => (box.put("", "").onsuccess = again); // the transaction never ends
    again();
    globalThis.upgrading = true;
    return box;
  };
})()"""
"""An upgrade is under way, and stays so."""
FAILING = "IDBDatabase.prototype.createObjectStore = () => { throw new Error('there is no room'); }"


def laid(page: Page, kept: dict[str, Any]) -> None:
    """Lay the rows of an older version on the shelf, before any page of the site has been opened."""
    page.context.route("**/favicon.ico", lambda route: route.fulfill(body=b""))  # which a browser asks for by itself
    page.goto(BARE)
    page.evaluate(LAID, {"version": kept["version"], "rows": kept["rows"]})


def goes_on(seat: Seat, kept: dict[str, Any]) -> None:
    """Open the table, which is as it was left, and play its deal to the end."""
    seat.page.goto(kept["path"])
    seat.asked(LOADING)
    assert seat.held() == kept["held"]
    a_deal(seat)


@pytest.fixture(params=VERSIONS, ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a version has kept."""
    found: dict[str, Any] = json.loads(request.param.read_text("utf-8"))
    return found


def test_a_table_of_an_older_version_goes_on(people: Accounts, kept: dict[str, Any]) -> None:
    seat = people.seat()
    laid(seat.page, kept)
    goes_on(seat, kept)


def test_an_upgrade_that_fails_loses_nothing(people: Accounts, kept: dict[str, Any]) -> None:
    seat = people.seat()
    laid(seat.page, kept)
    context = seat.page.context
    seat.page.add_init_script(FAILING)
    seat.page.goto("/")
    expect(seat.page.get_by_role("alert")).to_contain_text(seat.words("alone-not-read"))
    seat.page.close()
    again = Seat(context.new_page(), "en", seat.fingers)
    again.page.goto(BARE)
    assert again.page.evaluate(FOUND) == {"version": kept["version"], "rows": kept["rows"]}
    goes_on(again, kept)
    people.forgive("there is no room", "transaction was aborted")


def test_an_upgrade_in_which_the_browser_is_killed_loses_nothing(
    playwright: Playwright,
    browser_type_launch_args: dict[str, Any],
    base_url: str,
    tmp_path: Path,
    kept: dict[str, Any],
) -> None:
    device = Device(playwright, tmp_path / "device", base_url, browser_type_launch_args)
    with device.on() as seat:
        laid(seat.page, kept)
    with suppress(Error), device.on(UNDER_WAY) as seat:
        seat.page.goto("/")
        while not seat.page.evaluate("globalThis.upgrading"):
            seat.page.wait_for_timeout(50)
        device.kill()
    with device.on() as seat:
        seat.page.goto(BARE)
        assert seat.page.evaluate(FOUND) == {"version": kept["version"], "rows": kept["rows"]}
        goes_on(seat, kept)
