"""A match at a real table that two phones score together, through the server."""

import re

import pytest
from browser.conftest import PHONE, Accounts
from browser.guest import Guest, still_server
from browser.seat import Seat, Touch
from browser.test_score import Pencil
from browser.visits import begins
from playwright.sync_api import Route, expect
from support.serving import Server

from prikup.games import GAMES

GAME = next(iter(GAMES))
SECOND = 1_000
still = pytest.fixture(still_server, scope="session")


def shares(pencil: Pencil, seat: Seat) -> tuple[str, str]:
    """Share the match that is open; return the links to enter and to watch, behind the address of the server."""
    pencil.view("settle")
    pencil.tap(seat.button("shared-begin"))
    expect(seat.button("shared-end")).to_be_visible()
    kept = seat.page.evaluate(
        "Object.entries(localStorage).filter(([name]) => name.startsWith('prikup-score-'))"
        ".map(([, text]) => JSON.parse(text).shared).find(Boolean)"
    )
    return f"/score#shared={kept['id']}.{kept['key']}", f"/score#shared={kept['id']}"


def entries(seat: Seat) -> int:
    """The entries of the match that is open, as this phone keeps them."""
    found: int = seat.page.evaluate(
        "Object.entries(localStorage).filter(([name]) => name.startsWith('prikup-score-'))"
        ".map(([, text]) => JSON.parse(text)).find(({ shared }) => shared)?.steps.length ?? 0"
    )
    return found


def has(seat: Seat, count: int, ms: int = 10 * SECOND) -> None:
    """Wait until a phone has as many entries."""
    for _ in range(ms // 50):
        if entries(seat) == count:
            return
        seat.page.wait_for_timeout(50)
    raise AssertionError(f"{entries(seat)} entries, not {count}")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_two_phones_of_one_evening(people: Accounts, still: Server, lang: str) -> None:
    one = Guest(people.seat(lang, Touch, PHONE, url=still.url), still)
    begins(one, GAME)
    pencil = Pencil(one, f"{GAME} {lang}")
    pencil.tells()
    entering, watching = shares(pencil, one.seat)

    # Another phone watches: it sees the sheet, and what is entered from now on.
    watch = people.seat(lang, Touch, PHONE, url=still.url)
    watch.page.goto(watching)
    has(watch, 1)
    expect(watch.main).to_contain_text(watch.words("shared-watching"))
    expect(watch.button("scorer-undo")).to_be_disabled()
    pencil.view("deal")
    pencil.tells()
    has(watch, 2)

    # A third one enters, and the first one sees that.
    other = Guest(people.seat(lang, Touch, PHONE, url=still.url), still)
    other.seat.page.goto(entering)
    has(other.seat, 2)
    second = Pencil(other, f"{GAME} {lang}")
    second.tells()
    has(one.seat, 3)
    has(watch, 3)
    sheets = [writer.seat.main.get_by_role("region", name=one.seat.words("sheet-title")) for writer in (one, other)]
    for writer in (pencil, second):
        writer.view("sheet")
    tries = 100  # what is kept is drawn a moment later
    while sheets[0].inner_text() != sheets[1].inner_text() and (tries := tries - 1):
        one.page.wait_for_timeout(100)
    assert sheets[0].inner_text() == sheets[1].inner_text()


def test_of_two_at_once_one_looks_first_and_its_row_stays(people: Accounts, still: Server) -> None:
    one = Guest(people.seat("en", Touch, PHONE, url=still.url), still)
    begins(one, GAME)
    pencil = Pencil(one, GAME)
    pencil.tells()
    entering, _ = shares(pencil, one.seat)
    pencil.view("deal")
    other = Guest(people.seat("en", Touch, PHONE, url=still.url), still)
    other.seat.page.goto(entering)
    has(other.seat, 1)
    second = Pencil(other, GAME)

    # This phone hears nothing for a while: it tells a deal that the other one has written meanwhile.
    page = other.seat.page
    page.route(re.compile(r"/api/scores/.*after="), lambda route: None)
    page.wait_for_timeout(11 * SECOND)  # what was asked before has been answered
    pencil.tells()
    has(one.seat, 2)
    second.tells()
    expect(page.get_by_role("alert")).to_contain_text(other.seat.words("shared-went-on"))
    has(other.seat, 2)
    second.tap(other.seat.button("scorer-write"))  # its row stands there still
    has(other.seat, 3)
    has(one.seat, 3)
    people.forgive("409")


def test_without_a_network_nothing_is_lost(people: Accounts, still: Server) -> None:
    one = Guest(people.seat("en", Touch, PHONE, url=still.url), still)
    begins(one, GAME)
    pencil = Pencil(one, GAME)
    pencil.tells()
    entering, _ = shares(pencil, one.seat)
    pencil.view("deal")
    other = people.seat("en", Touch, PHONE, url=still.url)
    other.page.goto(entering)
    has(other, 1)
    other.page.context.set_offline(True)
    expect(other.page.get_by_text(other.words("shared-lost"))).to_be_visible()
    pencil.tells()
    has(one.seat, 2)
    assert entries(other) == 1
    other.page.context.set_offline(False)
    has(other, 2)
    expect(other.page.get_by_text(other.words("shared-lost"))).to_have_count(0)
    people.forgive("net::", "ERR_")


def test_a_step_whose_answer_was_lost_is_there_once(people: Accounts, still: Server) -> None:
    one = Guest(people.seat("en", Touch, PHONE, url=still.url), still)
    begins(one, GAME)
    pencil = Pencil(one, GAME)
    pencil.tells()
    shares(pencil, one.seat)
    pencil.view("deal")

    def lost(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()  # it has come to the server
            route.abort()
        else:
            route.continue_()

    one.seat.page.route(re.compile(r"/api/scores/[a-z0-9]+$"), lost)
    pencil.tells()
    has(one.seat, 2)
    one.seat.page.wait_for_timeout(SECOND)
    assert entries(one.seat) == 2
    people.forgive("net::", "ERR_")


def test_who_began_ends_it_and_each_keeps_the_sheet(people: Accounts, still: Server) -> None:
    one = Guest(people.seat("en", Touch, PHONE, url=still.url), still)
    begins(one, GAME)
    pencil = Pencil(one, GAME)
    pencil.tells()
    _, watching = shares(pencil, one.seat)
    watch = people.seat("en", Touch, PHONE, url=still.url)
    watch.page.goto(watching)
    has(watch, 1)
    pencil.tap(one.seat.button("shared-end"))
    expect(one.seat.button("shared-begin")).to_be_visible()
    expect(watch.page.get_by_role("alert")).to_contain_text(watch.words("shared-gone"), timeout=15 * SECOND)
    watch.press(watch.main.locator("nav button.sheet"))
    expect(watch.main.get_by_role("region", name=watch.words("sheet-title"))).to_be_visible()
    late = people.seat("en", Touch, PHONE, url=still.url)
    late.page.goto(watching)
    expect(late.page.get_by_role("alert")).to_contain_text(late.words("shared-gone"))
    people.forgive("404")
