"""A score sheet shared by two phones through the server."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from browser.conftest import PHONE, Accounts
from browser.page_list import begins
from browser.prepared_tables import Guest
from browser.seat import Seat, Touch
from browser.servers import House
from browser.test_score import Pencil
from playwright.sync_api import Route, expect
from support.waiting import until

from prikup.games import GAMES

GAME = next(iter(GAMES))
KEPT = """Object.entries(localStorage).filter(([name]) => name.startsWith("prikup-score-"))
  .map(([, text]) => JSON.parse(text))"""
"""Return the matches stored on a phone."""


class Shared(NamedTuple):
    """A match shared by one phone: its scorer, and the link paths for entering and for watching."""

    pencil: Pencil
    entering: str
    watching: str

    @property
    def seat(self) -> Seat:
        return self.pencil.guest.seat


@pytest.fixture
def phone(people: Accounts, still: House) -> Callable[[], Guest]:
    """Create another phone user."""
    return lambda: Guest(people.seat("en", Touch, PHONE, url=still.url), still)


@pytest.fixture
def shared(phone: Callable[[], Guest]) -> Shared:
    """A shared match with one deal entered and the next one open."""
    guest = phone()
    begins(guest, GAME)
    pencil = Pencil(guest, GAME)
    pencil.tells()
    pencil.part("share")
    pencil.tap(guest.seat.button("shared-begin"))
    expect(guest.seat.button("shared-end")).to_be_visible()
    kept = guest.page.evaluate(f"{KEPT}.find(({{ shared }}) => shared).shared")
    pencil.view("deal")
    return Shared(pencil, f"/score#shared={kept['id']}.{kept['key']}", f"/score#shared={kept['id']}")


def entries(seat: Seat) -> int:
    """Return the number of entries of the shared match on this phone."""
    found: int = seat.page.evaluate(f"{KEPT}.find(({{ shared }}) => shared)?.steps.length ?? 0")
    return found


def has(seat: Seat, count: int) -> None:
    """Wait until a phone has this number of entries."""
    until(lambda: entries(seat) == count, f"{count} entries")


def test_two_phones_of_one_evening(shared: Shared, phone: Callable[[], Guest]) -> None:
    """A second phone watches the sheet and new entries. A third one enters, and all see it."""
    watch, other = phone().seat, phone()
    watch.page.goto(shared.watching)
    has(watch, 1)
    expect(watch.main).to_contain_text(watch.words("shared-watching"))
    expect(watch.button("scorer-undo")).to_be_disabled()
    shared.pencil.tells()
    has(watch, 2)
    other.page.goto(shared.entering)
    has(other.seat, 2)
    second = Pencil(other, GAME)
    second.tells()
    has(shared.seat, 3)
    has(watch, 3)
    for writer in (shared.pencil, second):
        writer.view("sheet")
    one, two = (seat.main.get_by_role("region", name=seat.words("sheet-title")) for seat in (shared.seat, other.seat))
    until(lambda: one.inner_text() == two.inner_text(), "the same sheet")  # drawn a moment later


@pytest.mark.thorough
def test_of_two_at_once_one_looks_first_and_its_row_stays(
    people: Accounts, shared: Shared, phone: Callable[[], Guest]
) -> None:
    other = phone()
    other.page.goto(shared.entering)
    has(other.seat, 1)
    second = Pencil(other, GAME)

    # Cut this phone off for a while, so that it enters a deal that the other has already entered.
    held: list[Route] = []
    other.page.route(re.compile(r"/api/scores/.*after="), lambda route: held.append(route))
    until(lambda: entries(other.seat) and held, "a question after all that were asked before")
    shared.pencil.tells()
    has(shared.seat, 2)
    second.tells()
    expect(other.page.get_by_role("alert")).to_contain_text(other.seat.words("shared-went-on"))
    has(other.seat, 2)
    second.tap(other.seat.button("scorer-write"))  # the row still shows the old state
    has(other.seat, 3)
    has(shared.seat, 3)
    people.forgive("409")


@pytest.mark.thorough
def test_a_step_whose_answer_was_lost_is_there_once(people: Accounts, shared: Shared) -> None:
    def lost(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()  # the request has reached the server
            route.abort()
        else:
            route.continue_()

    shared.seat.page.route(re.compile(r"/api/scores/[a-z0-9]+$"), lost)
    for count in (2, 3):
        shared.pencil.tells()
        has(shared.seat, count)
    people.forgive("net::", "ERR_")


@pytest.mark.thorough
def test_who_began_ends_it_and_each_keeps_the_sheet(
    people: Accounts, shared: Shared, phone: Callable[[], Guest]
) -> None:
    """A phone that was offline meanwhile loses nothing."""
    watch, late = phone().seat, phone().seat
    watch.page.goto(shared.watching)
    has(watch, 1)
    watch.page.context.set_offline(True)
    expect(watch.page.get_by_text(watch.words("shared-lost"))).to_be_visible()
    shared.pencil.tells()
    has(shared.seat, 2)
    watch.page.context.set_offline(False)
    has(watch, 2)
    expect(watch.page.get_by_text(watch.words("shared-lost"))).to_have_count(0)
    shared.pencil.part("share")
    shared.pencil.tap(shared.seat.button("shared-end"))
    expect(shared.seat.button("shared-begin")).to_be_visible()
    expect(watch.page.get_by_role("alert")).to_contain_text(watch.words("shared-gone"))
    watch.press(watch.main.locator("nav button.sheet"))
    expect(watch.main.get_by_role("region", name=watch.words("sheet-title"))).to_be_visible()
    late.page.goto(shared.watching)
    expect(late.page.get_by_role("alert")).to_contain_text(late.words("shared-gone"))
    people.forgive("404", "net::", "ERR_")


@pytest.mark.thorough
def test_phone_without_network_shares_its_entries_later(
    people: Accounts, shared: Shared, phone: Callable[[], Guest]
) -> None:
    """Two entries made offline are sent as they are if nothing else was entered; otherwise the user decides."""
    other = phone()
    other.page.goto(shared.entering)
    has(other.seat, 1)
    second = Pencil(other, GAME)
    blocked = re.compile(r"/api/scores/")
    note, question = other.seat.page.locator(".saved"), other.page.get_by_role("alert")
    for count, others in ((2, 0), (3, 1)):
        other.page.route(blocked, lambda route: route.abort())
        second.tells()
        expect(note).to_have_text(other.seat.words("scorer-saved-unsent", number=1))
        has(other.seat, count)
        if others:
            shared.pencil.tells()
            has(shared.seat, count)
        other.page.unroute(blocked)
        if others:
            expect(question).to_contain_text(other.seat.words("shared-conflict"))
            second.tap(other.seat.button("shared-conflict-add"))
        expect(note).to_have_text(other.seat.words("scorer-saved-shared"))
        has(shared.seat, count + others)
        has(other.seat, count + others)
    expect(question).to_have_count(0)
    people.forgive("net::", "ERR_")
