"""What a phone has in its menu in the middle of a deal."""

import re

from browser.conftest import PHONE, Accounts
from browser.gallery import CALLING
from browser.guest import Guest
from browser.seat import Touch
from browser.servers import House
from playwright.sync_api import expect


def test_a_phone_has_all_in_its_menu_in_the_middle_of_a_deal(people: Accounts, still: House) -> None:
    """What cannot be done says why; the rules open over the table; the bids are seen during the auction."""
    guest = Guest(people.seat("en", Touch, PHONE, url=still.url), still)
    guest.sits(CALLING)
    said = guest.seat.main.get_by_role("table")
    expect(said.get_by_role("columnheader").first).to_be_visible()
    expect(said.get_by_role("cell").first).to_be_visible()
    url, held = guest.page.url, guest.seat.held()
    guest.seat.button("table-menu").tap()
    menu = guest.seat.dialog("game")
    claim = menu.get_by_role("button", name=guest.seat.words("agree-claim"), exact=True)
    expect(claim).to_be_disabled()
    expect(claim).to_have_accessible_description(re.compile(r"\w"))
    for key in ("sheet-title", "table-hint", "table-rules", "settings-title", "settings-name", "agree-stop"):
        expect(menu.get_by_role("button", name=guest.seat.words(key), exact=True)).to_be_enabled()
    expect(menu.get_by_role("link", name=guest.seat.words("menu-lobby"), exact=True)).to_be_attached()
    menu.get_by_role("button", name=guest.seat.words("table-rules"), exact=True).tap()
    rules = guest.seat.dialog("table-rules")
    expect(rules.get_by_role("article")).to_be_visible()
    rules.get_by_role("button", name=guest.seat.words("close")).tap()
    expect(rules).to_be_hidden()
    assert (guest.page.url, guest.seat.held()) == (url, held)
    assert guest.seat.asked().calls
