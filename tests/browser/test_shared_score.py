"""A score sheet shared by two phones through the server."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from browser.conftest import PHONE, Accounts
from browser.page_list import start_scoring
from browser.prepared_tables import Guest
from browser.seat import Seat, Touch
from browser.servers import House
from browser.test_score import Pencil
from playwright.sync_api import Route, expect
from support.waiting import until

from prikup.games import GAMES

GAME = next(iter(GAMES))
STORED_SCORES = """Object.entries(localStorage).filter(([name]) => name.startsWith("prikup-score-"))
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
def create_phone_user(accounts: Accounts, paused_server: House) -> Callable[[], Guest]:
    """Create another phone user."""
    return lambda: Guest(accounts.seat("en", Touch, PHONE, url=paused_server.url), paused_server)


@pytest.fixture
def shared_score(create_phone_user: Callable[[], Guest]) -> Shared:
    """A shared match with one deal entered and the next one open."""
    guest = create_phone_user()
    start_scoring(guest, GAME)
    pencil = Pencil(guest, GAME)
    pencil.enter_deal()
    pencil.open_section("share")
    pencil.tap(guest.seat.button("shared-begin"))
    expect(guest.seat.button("shared-end")).to_be_visible()
    link_parts = guest.page.evaluate(f"{STORED_SCORES}.find(({{ shared }}) => shared).shared")
    pencil.open_view("deal")
    return Shared(pencil, f"/score#shared={link_parts['id']}.{link_parts['key']}", f"/score#shared={link_parts['id']}")


def count_entries(seat: Seat) -> int:
    """Return the number of entries of the shared match on this phone."""
    result: int = seat.page.evaluate(f"{STORED_SCORES}.find(({{ shared }}) => shared)?.steps.length ?? 0")
    return result


def wait_for_entries(seat: Seat, count: int) -> None:
    """Wait until a phone has this number of entries."""
    until(lambda: count_entries(seat) == count, f"{count} entries")


def test_shared_score_shows_entries_on_all_phones(shared_score: Shared, create_phone_user: Callable[[], Guest]) -> None:
    """A second phone watches the sheet and new entries. A third one enters, and all see it."""
    watcher, third_phone = create_phone_user().seat, create_phone_user()
    watcher.page.goto(shared_score.watching)
    wait_for_entries(watcher, 1)
    expect(watcher.main).to_contain_text(watcher.words("shared-watching"))
    expect(watcher.button("scorer-undo")).to_be_disabled()
    shared_score.pencil.enter_deal()
    wait_for_entries(watcher, 2)
    third_phone.page.goto(shared_score.entering)
    wait_for_entries(third_phone.seat, 2)
    second_pencil = Pencil(third_phone, GAME)
    second_pencil.enter_deal()
    wait_for_entries(shared_score.seat, 3)
    wait_for_entries(watcher, 3)
    for writer in (shared_score.pencil, second_pencil):
        writer.open_view("sheet")
    first_sheet, second_sheet = (
        seat.main.get_by_role("region", name=seat.words("sheet-title"))
        for seat in (shared_score.seat, third_phone.seat)
    )
    until(lambda: first_sheet.inner_text() == second_sheet.inner_text(), "the same sheet")  # drawn a moment later


@pytest.mark.thorough
def test_shared_score_warns_second_writer_and_keeps_their_row(
    accounts: Accounts, shared_score: Shared, create_phone_user: Callable[[], Guest]
) -> None:
    second_phone = create_phone_user()
    second_phone.page.goto(shared_score.entering)
    wait_for_entries(second_phone.seat, 1)
    second_pencil = Pencil(second_phone, GAME)

    # Cut this phone off for a while, so that it enters a deal that the other has already entered.
    held_routes: list[Route] = []
    second_phone.page.route(re.compile(r"/api/scores/.*after="), lambda route: held_routes.append(route))
    until(lambda: count_entries(second_phone.seat) and held_routes, "a question after all that were asked before")
    shared_score.pencil.enter_deal()
    wait_for_entries(shared_score.seat, 2)
    second_pencil.enter_deal()
    expect(second_phone.page.get_by_role("alert")).to_contain_text(second_phone.seat.words("shared-went-on"))
    wait_for_entries(second_phone.seat, 2)
    second_pencil.tap(second_phone.seat.button("scorer-write"))  # the row still shows the old state
    wait_for_entries(second_phone.seat, 3)
    wait_for_entries(shared_score.seat, 3)
    accounts.forgive("409")


@pytest.mark.thorough
def test_shared_score_stores_entry_once_if_response_is_lost(accounts: Accounts, shared_score: Shared) -> None:
    def lose_response(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()  # the request has reached the server
            route.abort()
        else:
            route.continue_()

    shared_score.seat.page.route(re.compile(r"/api/scores/[a-z0-9]+$"), lose_response)
    for count in (2, 3):
        shared_score.pencil.enter_deal()
        wait_for_entries(shared_score.seat, count)
    accounts.forgive("net::", "ERR_")


@pytest.mark.thorough
def test_shared_score_is_ended_by_its_starter_and_stays_on_phones(
    accounts: Accounts, shared_score: Shared, create_phone_user: Callable[[], Guest]
) -> None:
    """A phone that was offline meanwhile loses nothing."""
    watcher, latecomer = create_phone_user().seat, create_phone_user().seat
    watcher.page.goto(shared_score.watching)
    wait_for_entries(watcher, 1)
    watcher.page.context.set_offline(True)
    expect(watcher.page.get_by_text(watcher.words("shared-lost"))).to_be_visible()
    shared_score.pencil.enter_deal()
    wait_for_entries(shared_score.seat, 2)
    watcher.page.context.set_offline(False)
    wait_for_entries(watcher, 2)
    expect(watcher.page.get_by_text(watcher.words("shared-lost"))).to_have_count(0)
    shared_score.pencil.open_section("share")
    shared_score.pencil.tap(shared_score.seat.button("shared-end"))
    expect(shared_score.seat.button("shared-begin")).to_be_visible()
    expect(watcher.page.get_by_role("alert")).to_contain_text(watcher.words("shared-gone"))
    watcher.press(watcher.main.locator("nav [data-view=sheet]"))
    expect(watcher.main.get_by_role("region", name=watcher.words("sheet-title"))).to_be_visible()
    latecomer.page.goto(shared_score.watching)
    expect(latecomer.page.get_by_role("alert")).to_contain_text(latecomer.words("shared-gone"))
    accounts.forgive("404", "net::", "ERR_")


@pytest.mark.thorough
def test_shared_score_sends_offline_entries_later(
    accounts: Accounts, shared_score: Shared, create_phone_user: Callable[[], Guest]
) -> None:
    """Two entries made offline are sent as they are if nothing else was entered; otherwise the user decides."""
    second_phone = create_phone_user()
    second_phone.page.goto(shared_score.entering)
    wait_for_entries(second_phone.seat, 1)
    second_pencil = Pencil(second_phone, GAME)
    score_urls = re.compile(r"/api/scores/")
    note, question = second_phone.seat.page.locator(".saved"), second_phone.page.get_by_role("alert")
    for count, other_entries in ((2, 0), (3, 1)):
        second_phone.page.route(score_urls, lambda route: route.abort())
        second_pencil.enter_deal()
        expect(note).to_have_text(second_phone.seat.words("scorer-saved-unsent", number=1))
        wait_for_entries(second_phone.seat, count)
        if other_entries:
            shared_score.pencil.enter_deal()
            wait_for_entries(shared_score.seat, count)
        second_phone.page.unroute(score_urls)
        if other_entries:
            expect(question).to_contain_text(second_phone.seat.words("shared-conflict"))
            second_pencil.tap(second_phone.seat.button("shared-conflict-add"))
        expect(note).to_have_text(second_phone.seat.words("scorer-saved-shared"))
        wait_for_entries(shared_score.seat, count + other_entries)
        wait_for_entries(second_phone.seat, count + other_entries)
    expect(question).to_have_count(0)
    accounts.forgive("net::", "ERR_")
