"""Messages while the engine loads, when it cannot be loaded, and when a browser cannot run it."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.conftest import PHONE, Accounts
from browser.seat import Touch
from browser.test_playing import lobby_path
from playwright.sync_api import expect
from static_site.static_server import HoldingServer, StaticServer, serve_folder, wait_in_page
from static_site.test_offline import wait_until_kept

from prikup.games import GAMES

pytestmark = pytest.mark.thorough

GAME = next(iter(GAMES))
INTERPRETER = "pyodide.asm.wasm"
Holding = Callable[[str], tuple[str, type[HoldingServer]]]
CREATE_UNFINISHED_TABLE = """() => new Promise((done) => {
  const opening = indexedDB.open("prikup");
  opening.onsuccess = () => {
    const writing = opening.result.transaction("tables", "readwrite");
    writing.objectStore("tables").add("", "a-table");
    writing.oncomplete = () => done(opening.result.close());
  };
})"""
"""Create a table with a match in progress."""
ACCESS_SNAPSHOT_MARK = """async ([name, value]) => {
  const shelf = await caches.open("python-begun");
  for (const key of await shelf.keys()) {
    const found = await shelf.match(key);
    if (!name) return found.headers.get("mark") ?? "";
    const body = value === "whole" ? await found.arrayBuffer() : new Uint8Array([0, 48, 0, 0, 1, 0, 0, 0]);
    await shelf.put(key, new Response(body, { headers: { [name]: value } }));
    return value;
  }
  return null;
}"""
"""Return the mark of the stored Python snapshot, or null without one; or set it."""


def test_engine_load_failure_is_shown_and_retried(accounts: Accounts, serve_held_file: Holding) -> None:
    url, server = serve_held_file(INTERPRETER)
    seat = accounts.seat("ru", Touch, PHONE, url=url)
    seat.start_match(GAME, lobby_path(GAME))
    loading_status = seat.page.get_by_role("status").filter(has_text=seat.words("device-engine-loading"))
    failure_alert = seat.page.get_by_role("alert").filter(has_text=seat.words("device-engine-failed"))
    expect(loading_status).to_be_visible()
    server.broken.set()
    server.release_event.set()
    expect(failure_alert).to_be_visible()
    seat.press(seat.button("device-engine-again"))
    expect(failure_alert).to_be_visible()
    server.broken.clear()
    seat.press(seat.button("device-engine-again"))
    seat.next_prompt()
    expect(loading_status.or_(failure_alert)).to_have_count(0)
    accounts.forgive("503", "pyodide.asm", "wasm", "/assets/host_worker")


def test_python_snapshot_is_reused_unless_damaged(accounts: Accounts, servers: ExitStack, own_site: Path) -> None:
    def wait_until_marked(mark: str) -> None:
        wait_in_page(seat.page, f"async (mark) => (await ({ACCESS_SNAPSHOT_MARK})(['', ''])) === mark", mark)

    seat = accounts.seat(url=servers.enter_context(serve_folder(own_site)))
    seat.start_match(GAME, lobby_path(GAME))
    seat.next_prompt()
    wait_until_marked("")
    for mark, after in (("whole", "whole"), ("damaged", "")):
        seat.page.evaluate(ACCESS_SNAPSHOT_MARK, ["mark", mark])
        seat.page.reload()
        seat.act()
        seat.next_prompt()
        wait_until_marked(after)


def test_lobby_works_if_engine_cannot_be_loaded(accounts: Accounts, serve_held_file: Holding) -> None:
    url, server = serve_held_file(INTERPRETER)
    seat = accounts.seat(url=url)
    seat.page.goto("/")
    expect(seat.button("setup-play")).to_be_visible()
    seat.page.evaluate(CREATE_UNFINISHED_TABLE)
    seat.page.reload()
    expect(seat.page.get_by_role("status").filter(has_text=seat.words("device-engine-loading"))).to_be_visible()
    server.broken.set()
    server.release_event.set()
    expect(seat.page.get_by_role("alert").filter(has_text=seat.words("device-engine-failed"))).to_be_visible()
    expect(seat.button("setup-play")).to_be_visible()
    accounts.forgive("503", "pyodide.asm", "wasm", "/assets/host_worker")


def test_engine_loads_on_demand_with_data_saver(accounts: Accounts, servers: ExitStack, own_site: Path) -> None:
    requested_paths: list[str] = []

    class Noting(StaticServer):
        def do_GET(self) -> None:
            requested_paths.append(self.path)
            super().do_GET()

    seat = accounts.seat("ru", Touch, PHONE, url=servers.enter_context(serve_folder(own_site, Noting)))
    seat.page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    seat.page.goto("/")
    data_saver_note = seat.main.get_by_text(seat.words("device-spared"))
    expect(data_saver_note).to_be_visible()
    seat.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    seat.page.goto("/rules")
    expect(seat.main.get_by_role("heading", level=1)).to_have_text(seat.words("rules-title"))
    assert not [path for path in requested_paths if path.startswith("/engine/")]
    seat.start_match(GAME, lobby_path(GAME))
    seat.next_prompt()
    assert f"/engine/{INTERPRETER}" in requested_paths
    wait_until_kept(seat.page, own_site)
    seat.page.goto("/")
    expect(seat.button("setup-play")).to_be_visible()
    expect(data_saver_note).to_have_count(0)


def test_rules_are_readable_without_webassembly(accounts: Accounts) -> None:
    seat = accounts.seat("ru", Touch, PHONE)
    seat.page.add_init_script("delete globalThis.WebAssembly")
    seat.page.goto("/")
    alert = seat.page.get_by_role("alert").filter(has_text="WebAssembly")
    expect(alert).to_have_text(f"{seat.words('device-engine-lacking')} {seat.words('device-engine-rules')}")
    expect(seat.main.get_by_role("heading", level=1)).not_to_be_empty()
    seat.page.goto("/t/none")
    expect(alert).to_be_visible()
    seat.press(seat.page.get_by_role("link", name=seat.words("device-engine-rules"), exact=True))
    expect(seat.main.get_by_role("heading", level=1)).to_have_text(seat.words("rules-title"))
    expect(alert).to_have_count(0)
