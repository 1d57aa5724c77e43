"""A site without a network after the first visit, and the update to a newer version of it."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import PHONE, Accounts
from browser.layout_checks import Drawn
from browser.seat import Seat, Touch
from browser.test_playing import lobby_path, play_until_cards
from playwright.sync_api import BrowserContext, Page, expect
from static_site.static_server import HoldingServer, change_file, serve_folder, wait_in_page
from support.waiting import until

from prikup.games import GAMES

GAME = next(iter(GAMES))
CHECK_FOR_UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  if (!worker) return "none";
  const changed = () => new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
  while (worker.state === "installing") await changed();
  return worker.state;
}"""
CACHED_PATHS = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("prikup-"));
  const root = new URL(".", (await navigator.serviceWorker.ready).active.scriptURL).href;
  return name ? (await (await caches.open(name)).keys()).map(({ url }) => `/${url.slice(root.length)}`) : [];
}"""
"""Return the paths of the cached files, in the folder of the site."""
IS_ALL_CACHED = """async (what) => {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const told = new Promise((done) => (port1.onmessage = ({ data }) => done(data.whole)));
  active.postMessage(what, [port2]);
  return told;
}"""
"""Return whether a service worker reports that it has cached everything requested."""
WAIT_FOR_HOST = """() => new Promise((done) => {
  const channel = new BroadcastChannel("prikup-here");
  const ask = () => channel.postMessage({ from: "test", request: 1, method: "GET", path: "bootstrap", body: "" });
  channel.onmessage = ({ data }) => (data.begun ? ask() : data.to === "test" && done(true));
  ask();
})"""
"""Wait for a response of the device's host worker, which answers nothing before it has started."""
MARK = '<meta name="build" content="{}" />'


def wait_until_kept(page: Drawn, folder: Path) -> None:
    """Wait until every file of a site is cached."""
    wait_until_shell_kept(page, folder)  # the engine may be cached first
    engine = {f"/engine/{path.name}" for path in (folder / "engine").iterdir()}
    until(lambda: engine <= set(page.evaluate(CACHED_PATHS)), "that every file of the engine is kept")
    until(lambda: page.evaluate(IS_ALL_CACHED, "keep"), "that every file of the site is kept")


def wait_until_shell_kept(page: Drawn, folder: Path) -> None:
    """Wait until everything needed to draw pages is cached, regardless of the engine."""
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    shell = {f"/assets/{path.name}" for path in (folder / "assets").iterdir() if path.suffix not in (".br", ".gz")}
    until(lambda: shell <= set(page.evaluate(CACHED_PATHS)), "that all files of the pages are kept")
    until(lambda: page.evaluate(IS_ALL_CACHED, "keep-pages"), "that all that pages are drawn by is kept")


def wait_until_engine_ready(page: Page) -> None:
    """Wait until the engine answers this page, so that going offline does not interrupt its start."""
    wait_in_page(page, WAIT_FOR_HOST)


def wait_until_one_worker(page: Page) -> None:
    """Wait until the newest service worker is the only one. The page itself is controlled by none."""
    workers: dict[str, str] = {}

    def note(event: dict[str, Any]) -> None:
        workers.update({version["versionId"]: version["status"] for version in event["versions"]})

    browser = page.context.new_cdp_session(page)
    browser.on("ServiceWorker.workerVersionUpdated", note)
    browser.send("ServiceWorker.enable")

    def statuses() -> list[str]:
        page.evaluate("null")  # lets Playwright deliver events of the browser
        return [status for status in workers.values() if status != "redundant"]

    until(lambda: statuses() == ["activated"], "that the newer service worker begins")


def build(page: Page) -> Any:
    """Return the build of a page."""
    return page.locator("meta[name=build]").get_attribute("content")


def change_build(folder: Path, mark: str) -> None:
    """Create another build of a site."""
    text = (folder / "index.html").read_text("utf-8")
    text = text[: text.index("<head>")] + "<head>" + MARK.format(mark) + text[text.index("<meta http-equiv") :]
    change_file(folder, "index.html", text)


def offline(context: BrowserContext, server: ExitStack) -> None:
    """Stop the server, and go offline."""
    server.close()
    context.set_offline(True)


def test_site_needs_no_network_after_first_visit(accounts: Accounts, own_site: Path) -> None:
    with ExitStack() as server:
        url = server.enter_context(serve_folder(own_site))
        seat = accounts.seat("ru", Touch, PHONE, url=url)
        requested_urls: list[str] = []
        seat.page.context.on("request", lambda request: requested_urls.append(request.url))
        seat.start_match(GAME, lobby_path(GAME))
        seat.next_prompt()
        wait_until_kept(seat.page, own_site)
        offline(seat.page.context, server)
        hand, address = seat.cards_in_hand(), seat.page.url
        seat.page.reload()
        seat.next_prompt()
        assert (seat.cards_in_hand(), seat.page.url) == (hand, address)
        play_until_cards(seat)
        new_seat = Seat(seat.page.context.new_page(), "ru", Touch())
        seat.page.close()
        new_seat.page.goto(address)  # the link itself, in a page without history
        new_seat.next_prompt()
        new_seat.page.goto("/rules")
        expect(new_seat.main).to_contain_text(new_seat.words("rules-title"))
        assert {request for request in requested_urls if not request.startswith(url)} == set()


def test_site_shows_error_page_if_network_fails_before_caching(
    accounts: Accounts, serve_held_file: Callable[[str], tuple[str, type[HoldingServer]]]
) -> None:
    url, server = serve_held_file("pyodide.asm.wasm")  # files needed only offline are cached after the engine
    seat = accounts.seat(url=url)
    seat.page.goto("/")
    expect(seat.button("setup-play")).to_be_visible()
    seat.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    until(lambda: seat.page.evaluate("navigator.serviceWorker.controller !== null"), "that the worker answers")
    server.unreachable.set()  # set_offline does not reach every request that a service worker makes for a page
    seat.page.goto("/rules")
    expect(seat.page.get_by_text("The page could not be loaded")).to_be_visible()
    server.unreachable.clear()
    server.release_event.set()
    seat.press(seat.page.get_by_role("link", name="Reload"))
    expect(seat.main).to_contain_text(seat.words("rules-title"))
    accounts.tolerate("net::", "Failed to fetch")  # the engine was being loaded meanwhile


@pytest.mark.thorough
def test_newer_site_version_waits_for_request(accounts: Accounts, servers: ExitStack, own_site: Path) -> None:
    change_build(own_site, "one")
    url = servers.enter_context(serve_folder(own_site))
    seat = accounts.seat(url=url)
    seat.start_match(GAME, lobby_path(GAME))
    seat.next_prompt()
    wait_until_kept(seat.page, own_site)
    change_build(own_site, "two")
    assert seat.page.evaluate(CHECK_FOR_UPDATE) == "installed"
    seat.act()
    seat.next_prompt()  # until then a talon may be added to the hand
    hand = seat.cards_in_hand()
    seat.page.reload()
    seat.next_prompt()
    assert (build(seat.page), seat.cards_in_hand()) == ("one", hand), "it may not come in the middle of a deal"

    other_seat = Seat(seat.page.context.new_page())
    other_seat.page.goto("/")
    other_seat.press(other_seat.button("device-newer-now"))
    expect(other_seat.main).to_contain_text(other_seat.words("device-newer-later"))
    assert build(other_seat.page) == "one"


def test_newer_site_version_starts_at_next_visit(accounts: Accounts, own_site: Path) -> None:
    change_build(own_site, "one")
    with ExitStack() as server:
        seat = accounts.seat(url=server.enter_context(serve_folder(own_site)))
        seat.page.goto("/")
        wait_until_kept(seat.page, own_site)
        change_build(own_site, "two")
        assert seat.page.evaluate(CHECK_FOR_UPDATE) == "installed"
        offline(seat.page.context, server)
        context = seat.page.context
        seat.page.goto("about:blank")
        seat.page.close()
        seat = Seat(context.new_page())
        wait_until_one_worker(seat.page)  # no page of the old version is open, so the browser activates the new one
        seat.start_match(GAME, lobby_path(GAME))
        assert build(seat.page) == "two"
        play_until_cards(seat)  # the new engine was cached with it


@pytest.mark.thorough
def test_incomplete_site_version_is_not_cached(accounts: Accounts, servers: ExitStack, own_site: Path) -> None:
    """A version that is only partly copied to the server is not cached before it is complete."""
    change_build(own_site, "one")
    url = servers.enter_context(serve_folder(own_site))
    seat = accounts.seat(url=url)
    seat.page.goto("/")
    wait_until_kept(seat.page, own_site)
    whole = (own_site / "index.html").read_text("utf-8")
    change_build(own_site, "two")
    (own_site / "index.html").write_text(whole, "utf-8")
    assert seat.page.evaluate(CHECK_FOR_UPDATE) == "redundant"
    seat.page.reload()
    assert build(seat.page) == "one"
    expect(seat.button("device-newer-now")).to_have_count(0)
    accounts.tolerate("is not that of the build")
