"""Finished matches: listed, opened, shared by link, kept private, counted in statistics."""

import re

import pytest
from browser.conftest import Accounts
from browser.gallery import FIRST, SCENES
from browser.layout_checks import faults
from browser.page_list import statistics_visit
from browser.prepared_tables import Guest
from browser.seat import Keys, load_words
from browser.servers import House
from msgspec.structs import replace
from playwright.sync_api import Route, expect
from support.matches import begin, finish
from support.waiting import until

from prikup.games import GAMES
from prikup.history.log import Log
from prikup.history.notation import match_text

OTHER_GAME = next(name for name in GAMES if name != FIRST)
OVER = SCENES[f"{FIRST}-over"]


def test_match_is_opened_by_keyboard_and_shared_until_private(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(fingers=Keys, url=paused_server.url), paused_server)
    match = guest.open_scene(OVER, page="matches")
    expect(guest.seat.main.get_by_role("heading", level=1)).to_contain_text(guest.seat.words("game"))
    guest.open("/")
    guest.seat.press(guest.seat.main.get_by_role("link", name=guest.seat.words("matches-title"), exact=True))
    row = guest.seat.main.get_by_role("listitem").get_by_role("link")
    expect(row).to_have_count(1)
    guest.seat.press(row)
    guest.page.wait_for_url(f"**/matches/{match}")
    deals = guest.seat.main.get_by_role("region", name=guest.seat.words("sheet-deals"), exact=True)
    first = deals.locator("summary").first
    guest.seat.press(first)
    expect(deals.locator("details[open] dl")).to_be_visible()
    guest.seat.press(guest.seat.main.get_by_role("button", name=guest.seat.words("sheet-title"), exact=True))
    expect(guest.seat.dialog("sheet-title").get_by_role("button").first).to_be_visible()
    guest.page.keyboard.press("Escape")

    reader = Guest(accounts.seat("ru", url=paused_server.url), paused_server)
    reader.open(f"/matches/{match}")
    expect(reader.seat.main.get_by_role("heading", level=1)).to_be_visible()
    expect(reader.seat.button("match-make-private")).to_be_hidden()
    guest.seat.press(guest.seat.button("match-make-private"))
    expect(guest.seat.button("match-make-public")).to_be_visible()
    reader.page.reload()
    expect(reader.page.get_by_text(reader.seat.words("match-gone"), exact=True)).to_be_visible()
    accounts.forgive("404")
    guest.page.reload()
    expect(guest.seat.button("match-make-public")).to_be_visible()


@pytest.mark.thorough
def test_match_deals_are_reviewed_one_after_another(accounts: Accounts, paused_server: House) -> None:
    """The server's tests cover the content of reviews; here they are only requested, awaited and stopped."""
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    requests: list[str] = []
    held_routes: list[Route] = []

    def answer(route: Route) -> None:
        requests.append(f"{route.request.method} {route.request.url.rpartition('/deals/')[2]}")
        if len(requests) == 3:
            held_routes.append(route)  # until the progress of the first deal has been seen
        else:
            fulfil(route, "failed" if len(requests) > 3 else "under-way")

    def fulfil(route: Route, state: str) -> None:
        route.fulfill(json={"state": state, "decisions": [{}], "of": 7})

    guest.page.route("**/api/matches/*/deals/*/review", answer)
    guest.open_scene(OVER, page="matches")
    button = guest.seat.main.get_by_role("button", name=re.compile("Review"))
    button.click()
    expect(guest.seat.main.get_by_role("progressbar")).to_be_visible()
    expect(guest.seat.visible_text("1 of 7")).to_be_visible()
    until(lambda: guest.page.evaluate("true") and held_routes, "a third request")
    fulfil(held_routes[0], "failed")
    expect(guest.page.get_by_role("alert")).to_contain_text("1, 2")
    assert requests[:4] == ["POST 1/review", "GET 1/review", "GET 1/review", "POST 2/review"]
    expect(button).to_be_visible()


def test_statistics_filters_are_stored_in_url(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    statistics_visit(FIRST)(guest)
    points = guest.seat.main.get_by_role("region", name=guest.seat.words("statistics-by-player"), exact=True)
    own_row = points.get_by_role("row", name=guest.seat.words("statistics-you"))
    expect(own_row).to_contain_text("±")
    since_field = guest.page.get_by_label(guest.seat.words("statistics-since"), exact=True)
    since_field.fill("2100-01-31")
    guest.page.wait_for_url(f"**/statistics?game={FIRST}&since=2100-01-31")
    expect(own_row).to_be_hidden()
    expect(since_field).to_be_focused()
    since_field.fill("")
    expect(own_row).to_be_visible()
    choice = guest.page.get_by_label(guest.seat.words("matches-preset"), exact=True)
    last = choice.locator("option").last.get_attribute("value")
    choice.select_option(last)
    guest.page.wait_for_url(f"**/statistics?game={FIRST}&preset={last}")
    expect(own_row).to_be_hidden()
    games = guest.page.get_by_role("group", name=guest.seat.words("matches-game"))
    games.get_by_role("radio", name=load_words("en", OTHER_GAME)("game"), exact=True).check(force=True)
    guest.page.wait_for_url(f"**/statistics?game={OTHER_GAME}")
    expect(guest.seat.visible_text(guest.seat.words("statistics-none"))).to_be_visible()


def test_match_file_is_imported_and_stays_private(accounts: Accounts, paused_server: House) -> None:
    guest = Guest(accounts.seat(url=paused_server.url), paused_server)
    guest.create_user()
    account = {"name": "Zarko", "password": "correct horse battery"}
    assert guest.page.context.request.post("/api/account", data=account).ok
    guest.open("/matches")
    log = finish(Log(replace(begin(FIRST, GAMES[FIRST], deals=1), names=("Žarko", "Željko", "Mića"))), 1)
    chooser = guest.page.get_by_role("button", name=guest.seat.words("matches-import"), exact=True)
    chooser.set_input_files({"name": "letter.txt", "mimeType": "text/plain", "buffer": b"Dear Anna"})
    dialog = guest.seat.dialog("matches-import")
    expect(dialog.get_by_role("alert")).to_contain_text(guest.seat.words("import-no-match"))
    accounts.forgive("400")
    guest.page.keyboard.press("Escape")
    chooser.set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": match_text(log).encode("cp1250")})
    expect(dialog).to_contain_text(guest.seat.words("matches-import-verified", decks=1))
    assert not faults(guest.page)
    guest.seat.press(dialog.get_by_role("button", name="Željko", exact=True))
    expect(guest.page.get_by_text(guest.seat.words("imported-note"))).to_be_visible()
    expect(guest.seat.main.get_by_role("heading", level=1)).to_contain_text("Žarko")
    expect(guest.seat.button("match-make-public")).to_be_hidden()
    guest.open("/matches")
    expect(guest.seat.main.get_by_role("listitem")).to_contain_text(guest.seat.words("imported-mark"))
