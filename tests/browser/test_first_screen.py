"""The first screen: the document names all that a page is drawn by, and outlines stand there until it is drawn."""

import re
from urllib.parse import urlsplit

import pytest
from browser.conftest import Accounts
from browser.gallery import PLAYING
from browser.guest import Guest, Visit, still_server
from browser.scenes import Scene, laid
from browser.visits import at, lobby, sits
from playwright.sync_api import Request, Route, expect
from support.example_games import example
from support.serving import Server

still = pytest.fixture(still_server, scope="session")

PAGES: dict[str, Visit] = {
    "lobby": lobby,
    "table": sits(PLAYING),
    "waiting": sits(Scene(stage="open", game=example(seats=4))),
    "rules": at(f"/rules/{PLAYING.game}"),
    "fair": at("/fair"),
    "account": at("/account"),
}
LATER = re.compile(r"\.svg$|^/ws/|noto-sans")
"""The sign of the site, the socket, and the letters of a table, whose first question goes before them."""


def named(document: str) -> set[str]:
    """The files that a document names."""
    return set(re.findall(r'(?:href|src)="(/[^"]*)"', document))


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", PAGES)
def test_the_document_names_what_the_page_is_drawn_by(people: Accounts, still: Server, name: str, lang: str) -> None:
    """Nothing that is waited for is found only by a script. (That all of it is used, Chromium itself looks after: it
    warns of what is not, and `people` lets no warning pass.)"""
    guest = Guest(people.seat(lang, url=still.url), still)
    asked: list[Request] = []
    guest.page.on("request", lambda request: asked.append(request))
    PAGES[name](guest)
    guest.seat.main.wait_for()
    document = asked[0].response()
    assert document
    paths = [urlsplit(request.url)._replace(scheme="", netloc="").geturl() for request in asked[1:]]
    assert {path for path in paths if not LATER.search(path)} <= named(document.text()), paths
    expect(guest.page.locator("#skeleton")).to_be_hidden()


@pytest.mark.parametrize("name", ["lobby", "table"])
def test_outlines_stand_there_before_the_scripts(people: Accounts, still: Server, name: str) -> None:
    guest = Guest(people.seat(url=still.url), still)
    path = "/" if name == "lobby" else f"/t/{laid(still.folder / 'tables.sqlite', PLAYING, 'somebody')}"
    held: list[Route] = []
    guest.page.route("**/assets/*.js", lambda route: held.append(route))
    with guest.page.expect_request("**/assets/*.js"):
        guest.page.goto(path, wait_until="commit")
    skeleton = guest.page.locator(f"#skeleton[data-page={name}]")
    expect(skeleton).to_be_visible()
    guest.page.unroute("**/assets/*.js")  # which lets them go
    expect(skeleton).to_be_hidden()
    assert held
