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


def named_files(document: str) -> set[str]:
    """Return the files that a document names."""
    return set(re.findall(r'(?:href|src)="(/[^"]*)"', document))


@pytest.mark.parametrize("lang", one_core_case(["en", "ru"]))
def test_html_document_names_files_needed_to_draw_page(accounts: Accounts, paused_server: House, lang: str) -> None:
    """No file needed for drawing is found only by a script. (Chromium warns of unused preloads, and `accounts` accepts
    no warning.)"""
    wrong = {
        name: unnamed_files(Guest(accounts.seat(lang, url=paused_server.url), paused_server), visit)
        for name, visit in PAGES.items()
    }
    assert not any(wrong.values()), wrong


def unnamed_files(guest: Guest, visit: Visit) -> set[str]:
    """Return the files needed to draw a page that its document does not name."""
    requests: list[Request] = []
    guest.page.on("request", lambda request: requests.append(request))
    visit(guest)
    guest.seat.main.wait_for()
    document = requests[0].response()
    assert document
    paths = {urlsplit(request.url)._replace(scheme="", netloc="").geturl() for request in requests[1:]}
    expect(guest.page.locator("#skeleton")).to_be_hidden()
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
    line = guest.page.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    open_lobby(guest)
    guest.page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) <= FIRST_LOAD, sizes
