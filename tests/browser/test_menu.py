"""What a phone has in its menu in the middle of a deal."""

import re

import pytest
from browser.conftest import PHONE, Accounts
from browser.gallery import CALLING, PLAYING
from browser.guest import Guest, still_server
from browser.seat import Touch
from playwright.sync_api import expect
from support.serving import Server

still = pytest.fixture(still_server, scope="session")


@pytest.fixture
def guest(people: Accounts, still: Server) -> Guest:
    """Somebody with a phone."""
    return Guest(people.seat("en", Touch, PHONE, url=still.url), still)


def test_what_cannot_be_done_says_why(guest: Guest) -> None:
    guest.sits(CALLING)
    guest.seat.button("table-menu").tap()
    menu = guest.seat.dialog("game")
    claim = menu.get_by_role("button", name=guest.seat.words("agree-claim"), exact=True)
    expect(claim).to_be_disabled()
    expect(claim).to_have_accessible_description(re.compile(r"\w"))
    for key in (
        "sheet-title",
        "table-hint",
        "table-rules",
        "settings-title",
        "settings-name",
        "agree-stop",
    ):
        expect(menu.get_by_role("button", name=guest.seat.words(key), exact=True)).to_be_enabled()
    expect(menu.get_by_role("link", name=guest.seat.words("menu-lobby"), exact=True)).to_be_attached()


def test_rules_open_over_the_table(guest: Guest) -> None:
    guest.sits(PLAYING)
    url, held = guest.page.url, guest.seat.held()
    guest.seat.button("table-menu").tap()
    guest.seat.dialog("game").get_by_role("button", name=guest.seat.words("table-rules"), exact=True).tap()
    rules = guest.seat.dialog("table-rules")
    expect(rules.get_by_role("article")).to_be_visible()
    rules.get_by_role("button", name=guest.seat.words("close")).tap()
    expect(rules).to_be_hidden()
    assert (guest.page.url, guest.seat.held()) == (url, held)
    assert guest.seat.asked().cards


def test_the_bids_are_seen_during_the_auction(guest: Guest) -> None:
    guest.sits(CALLING)
    said = guest.seat.main.get_by_role("table")
    expect(said.get_by_role("columnheader").first).to_be_visible()
    expect(said.get_by_role("cell").first).to_be_visible()
