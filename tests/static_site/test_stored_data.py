"""Data stored on a device can be opened by later versions, even after an interrupted upgrade."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import PHONE, Accounts
from browser.seat import Seat, Touch
from browser.test_playing import lobby_path, play_until_cards
from playwright.sync_api import Locator, Page, Playwright, expect
from static_site.device import Device
from static_site.static_server import LOADING, wait_in_page
from support.circles import Circle

from prikup.games import GAMES

GAME = next(iter(GAMES))
VERSIONS = sorted((Path(__file__).parents[1] / "device" / "kept").glob("version-*.json"))
"""Stored rows of a table in the middle of a deal, by database version; these files never change.

From the third on they include a finished match with a reviewed deal.
"""
OLDER = VERSIONS[:-1]
"""The versions that are upgraded."""
BARE = "/mark.svg"
"""A file of the site that does not open the database."""
STORE_ROWS = """async ({ version, boxes, rows }) => {
  const opening = indexedDB.open("prikup", version);
  opening.onupgradeneeded = () => boxes.forEach((box) => opening.result.createObjectStore(box));
  await new Promise((done, failed) => ((opening.onsuccess = done), (opening.onerror = failed)));
  const transaction = opening.result.transaction([...opening.result.objectStoreNames], "readwrite");
  rows.forEach(([box, key, text]) => transaction.objectStore(box).add(text, key));
  await new Promise((done, failed) => ((transaction.oncomplete = done), (transaction.onabort = failed)));
  opening.result.close();
}"""
READ_DATABASE = """async () => {
  const opening = indexedDB.open("prikup");
  await new Promise((done, failed) => ((opening.onsuccess = done), (opening.onerror = failed)));
  const rows = [];
  for (const box of opening.result.objectStoreNames) {
    const shelf = opening.result.transaction(box).objectStore(box);
    const got = (request) => new Promise((done) => (request.onsuccess = () => done(request.result)));
    const [keys, texts] = [await got(shelf.getAllKeys()), await got(shelf.getAll())];
    keys.forEach((key, at) => rows.push([box, key, texts[at]]));
  }
  opening.result.close();
  return { version: opening.result.version, rows };
}"""
START_ENDLESS_UPGRADE = """(() => {
  const create = IDBDatabase.prototype.createObjectStore;
  IDBDatabase.prototype.createObjectStore = function (name, ...rest) {
    const box = create.call(this, name, ...rest);
    const again = () => (box.put("", "").onsuccess = again); // the transaction never ends
    again();
    globalThis.upgrading = true;
    return box;
  };
})()"""
"""Start an upgrade that never ends."""
FAIL_UPGRADE = "IDBDatabase.prototype.createObjectStore = () => { throw new Error('there is no room'); }"


def store_rows(page: Page, stored_data: dict[str, Any]) -> None:
    """Store the rows of an older version before any page of the site has been opened."""
    page.context.route("**/favicon.ico", lambda route: route.fulfill(body=b""))  # requested by the browser itself
    page.goto(BARE)
    boxes = stored_data.get("boxes", ["commits", "ended", "tables"])
    page.evaluate(STORE_ROWS, {"version": stored_data["version"], "boxes": boxes, "rows": stored_data["rows"]})


def resume_deal(seat: Seat, stored_data: dict[str, Any]) -> None:
    """Open the table, which is unchanged, and play its deal to the end."""
    seat.page.goto(stored_data["path"])
    seat.next_prompt(LOADING)
    assert seat.cards_in_hand() == stored_data["held"]
    play_until_cards(seat)


def read(path: Path) -> dict[str, Any]:
    """Return the data stored by a version."""
    stored_data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return stored_data


@pytest.fixture(params=OLDER, ids=lambda path: path.stem)
def older_data(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The data stored by an older version."""
    return read(request.param)


@pytest.mark.parametrize("path", VERSIONS if Circle.name == "all" else VERSIONS[:1], ids=lambda path: path.stem)
def test_table_stored_by_any_version_can_be_continued(accounts: Accounts, path: Path) -> None:
    seat, stored_data = accounts.seat(), read(path)
    store_rows(seat.page, stored_data)
    resume_deal(seat, stored_data)
    if "match" in stored_data:
        seat.page.goto("/matches")
        seat.press(seat.main.get_by_role("link").and_(seat.page.locator(f"[href='/matches/{stored_data['match']}']")))
        expect(seat.page.locator(f"[href='/matches/{stored_data['match']}/1']").first).to_be_visible()
    seat.page.goto(BARE)
    database = seat.page.evaluate(READ_DATABASE)
    assert database["version"] == len(VERSIONS), "there is a file for each version"
    texts_by_key = {(box, key): text for box, key, text in database["rows"]}
    own_rows = [
        row for row in stored_data["rows"] if row[0] not in ("matches", "reviews", "sums")
    ]  # without derived rows
    assert [row for row in own_rows if texts_by_key.get((row[0], row[1])) != row[2]] == []


@pytest.mark.thorough
def test_failed_database_upgrade_loses_no_data(accounts: Accounts, older_data: dict[str, Any]) -> None:
    seat = accounts.seat()
    store_rows(seat.page, older_data)
    context = seat.page.context
    seat.page.add_init_script(FAIL_UPGRADE)
    seat.page.goto("/")
    expect(seat.page.get_by_role("alert")).to_contain_text(seat.words("alone-not-read"))
    seat.page.close()
    new_seat = Seat(context.new_page())
    new_seat.page.goto(BARE)
    assert new_seat.page.evaluate(READ_DATABASE) == {"version": older_data["version"], "rows": older_data["rows"]}
    resume_deal(new_seat, older_data)
    accounts.forgive("there is no room", "transaction was aborted")


@pytest.mark.thorough
def test_database_upgrade_interrupted_by_browser_kill_loses_no_data(
    playwright: Playwright,
    browser_type_launch_args: dict[str, Any],
    base_url: str,
    tmp_path: Path,
    older_data: dict[str, Any],
) -> None:
    device = Device(playwright, tmp_path / "device", base_url, browser_type_launch_args)
    with device.on() as seat:
        store_rows(seat.page, older_data)
    with device.on(START_ENDLESS_UPGRADE) as seat:
        seat.page.goto("/")
        wait_in_page(seat.page, "() => globalThis.upgrading")
        device.kill()
    with device.on() as seat:
        seat.page.goto(BARE)
        assert seat.page.evaluate(READ_DATABASE) == {"version": older_data["version"], "rows": older_data["rows"]}
        resume_deal(seat, older_data)


def settings(seat: Seat) -> Locator:
    """Open the settings in the lobby; return their section about this device."""
    seat.page.goto("/")
    seat.press(seat.button("header-settings"))
    part = seat.page.locator("section").filter(has=seat.page.get_by_role("heading", name=seat.words("device-title")))
    part.get_by_role("definition").first.wait_for()
    return part


def fact(part: Locator, seat: Seat, key: str) -> Locator:
    """Return the value of the term with this key. After an import it changes a moment later than the message."""
    term = part.get_by_role("term").filter(has_text=seat.words(key))
    return term.locator("xpath=following-sibling::dd[1]")


def import_backup(seat: Seat, file: str) -> Locator:
    """Choose a backup file to import; return the message shown."""
    part = settings(seat)
    payload: Any = {"name": "kept.json", "mimeType": "application/json", "buffer": file.encode()}
    part.locator("input[type=file]").set_input_files(payload)
    return part


@pytest.mark.thorough
def test_backup_file_restores_device_data_on_another_device(accounts: Accounts, tmp_path: Path) -> None:
    seat = accounts.seat("ru", Touch, PHONE)
    seat.start_match(GAME, lobby_path(GAME))
    seat.next_prompt(LOADING)
    hand, address = seat.cards_in_hand(), seat.page.url
    seat.page.evaluate(
        "localStorage['prikup-problems'] = JSON.stringify({ solved: { one: true }, days: ['2026-11-24'] })"
    )
    part = settings(seat)
    expect(fact(part, seat, "device-tables")).to_have_text("1")
    expect(fact(part, seat, "device-problems")).to_have_text("1")
    expect(fact(part, seat, "device-size")).to_have_text(re.compile(r"^[\d,]+.(кБ|КБ)$"))
    with seat.page.expect_download() as download:
        seat.press(part.get_by_role("button", name=seat.words("device-save")))
    file = tmp_path / "kept.json"
    download.value.save_as(file)
    expect(part.get_by_role("status")).to_contain_text(download.value.suggested_filename)
    expect(part).to_contain_text(seat.words("device-saved-at", when="").strip(" ."))

    other_seat = accounts.seat()
    expect(import_backup(other_seat, "no JSON").get_by_role("alert")).to_contain_text(
        other_seat.words("device-file-unreadable")
    )
    message = import_backup(other_seat, file.read_text("utf-8"))
    expect(message.get_by_role("status")).to_contain_text(other_seat.words("device-added", tables=1, sheets=0))
    expect(fact(message, other_seat, "device-problems")).to_have_text("1")
    other_seat.page.goto(address)
    assert other_seat.next_prompt(LOADING).kind
    assert len(other_seat.cards_in_hand()) == len(hand)
    play_until_cards(other_seat)
    message = import_backup(other_seat, file.read_text("utf-8"))  # the table has advanced further here
    expect(message.get_by_role("status")).to_contain_text(other_seat.words("device-added", tables=0, sheets=0))
    expect(fact(message, other_seat, "device-tables")).to_have_text("1")
