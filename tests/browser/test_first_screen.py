"""The first screen: the HTML document names everything needed to draw a page, and shows a skeleton until then."""

import re
from urllib.parse import urlsplit

import pytest
from browser.conftest import Accounts
from browser.core import one_core_case
from browser.gallery import PLAYING
from browser.page_list import open_lobby, path_visit, table_visit
from browser.prepared_tables import Guest, Visit
from browser.scenes import Scene, store_scene
from browser.servers import House
from playwright.sync_api import Request, Route, expect
from support.example_games import example
from support.waiting import until

PAGES: dict[str, Visit] = {
    "lobby": open_lobby,
    "table": table_visit(PLAYING),
    "waiting": table_visit(Scene(stage="open", game=example(seats=4))),
    "rules": path_visit(f"/rules/{PLAYING.game}"),
    "fair": path_visit("/fair"),
    "account": path_visit("/account"),
}
FIRST_LOAD = 120 * 1024
"""Maximum bytes of the lobby on the first visit."""
LATER = re.compile(r"\.svg$|^/ws/|noto-sans")
"""Files that may come later: the icon, the socket, and a table's fonts, after its first prompt."""
FIRST_SECOND = """(() => {
  const wait = setTimeout;
  globalThis.setTimeout = (does, ms, ...rest) => (ms >= 1000 ? 0 : wait(does, ms, ...rest));
})()"""
"""Start no timer of a second or more: what such timers load is drawn later, however slow the machine is."""
RECORD_FETCHES = """
  const fetch = window.fetch;
  window.fetched = [];
  window.fetch = (request, ...rest) => {
    window.fetched.push(new Request(request).url);
    return fetch(request, ...rest);
  };
"""
"""Record in a page the URLs that its scripts fetch."""
UNUSED_PRELOADS = """() => {
  const sheets = [...document.styleSheets];
  const rules = sheets.flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  const ranges = [...document.fonts].filter(({ status }) => status === "loaded").map((font) => font.unicodeRange);
  const isUsed = (url) =>
    window.fetched.includes(url) ||
    sheets.some(({ href }) => href === url) ||
    rules.some(({ style }) => style.src.includes(url.split("/").at(-1)) && ranges.includes(style.unicodeRange));
  return [...document.querySelectorAll("link[rel=preload]")].map(({ href }) => href).filter((url) => !isUsed(url));
}"""
"""Return the URLs of the stylesheets, fonts and answers that the document preloads, but that the page does not use."""


def named_files(document: str) -> set[str]:
    """Return the files that a document names."""
    return set(re.findall(r'(?:href|src)="(/[^"]*)"', document))


@pytest.mark.parametrize("lang", one_core_case(["en", "ru"]))
def test_html_document_names_files_needed_to_draw_page(accounts: Accounts, paused_server: House, lang: str) -> None:
    """No file needed for drawing is found only by a script, and none is preloaded in vain."""
    wrong = {
        name: unnamed_files(Guest(accounts.seat(lang, url=paused_server.url), paused_server), visit)
        for name, visit in PAGES.items()
    }
    assert not any(wrong.values()), wrong


def unnamed_files(guest: Guest, visit: Visit) -> set[str]:
    """Return the files needed to draw a page that its document does not name. All that it preloads must be used."""
    requests: list[Request] = []
    guest.page.add_init_script(FIRST_SECOND)
    guest.page.add_init_script(RECORD_FETCHES)
    guest.page.on("request", lambda request: requests.append(request))
    visit(guest)
    guest.seat.main.wait_for()
    document = requests[0].response()
    assert document
    paths = {urlsplit(request.url)._replace(scheme="", netloc="").geturl() for request in requests[1:]}
    expect(guest.page.locator("#skeleton")).to_be_hidden()
    until(lambda: guest.page.evaluate(UNUSED_PRELOADS) == [], f"that {guest.page.url} uses all it preloads")
    return {path for path in paths if not LATER.search(path)} - named_files(document.text())


def test_skeleton_is_visible_until_scripts_load(accounts: Accounts, paused_server: House) -> None:
    table = store_scene(paused_server.folder / "tables.sqlite", PLAYING, "somebody")
    held_routes: list[Route] = []
    for name, path in (("lobby", "/"), ("table", f"/t/{table}")):
        page = accounts.seat(url=paused_server.url).page
        page.route("**/assets/*.js", lambda route: held_routes.append(route))
        with page.expect_request("**/assets/*.js"):
            page.goto(path, wait_until="commit")
        skeleton = page.locator(f"#skeleton[data-page={name}]")
        expect(skeleton).to_be_visible()
        page.unroute("**/assets/*.js")  # releases the held scripts
        expect(skeleton).to_be_hidden()
        assert held_routes
        held_routes.clear()


def test_lobby_first_load_stays_within_size_limit(accounts: Accounts, paused_server: House) -> None:
    """The bytes that the lobby transfers for a new visitor."""
    guest = Guest(accounts.seat("ru", url=paused_server.url), paused_server)
    guest.page.add_init_script(FIRST_SECOND)
    line = guest.page.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    open_lobby(guest)
    guest.page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) <= FIRST_LOAD, sizes
