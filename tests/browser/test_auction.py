"""The auction on a phone."""

import pytest
from browser.conftest import Accounts
from browser.gallery import CALLING
from browser.guest import Guest
from browser.looks import Screen, faults
from browser.seat import Touch
from browser.servers import House
from browser.sight import hidden
from browser.test_fits import BOXES
from playwright.sync_api import expect

LOW, HIGH = Screen(360, 640), Screen(390, 844)


@pytest.mark.parametrize("screen", [LOW, HIGH], ids=str)
def test_levels_that_do_not_fit_are_keys(people: Accounts, still: House, screen: Screen) -> None:
    """The calls stay low: a level is opened where another was, and the last round is in sight."""
    guest = Guest(people.seat(fingers=Touch, url=still.url), still)
    screen.show(guest.page)
    guest.sits(CALLING)
    opens = guest.page.locator(".levels [data-opens]")
    rows = guest.page.locator(".calls .row:not(.levels):has([data-level])")
    assert (opens.count(), rows.count()) == (2, 3)
    box = guest.page.evaluate(BOXES, ".calls, .told tbody tr:last-child")
    for key in [*opens.all(), opens.last, opens.first]:
        level = key.get_attribute("data-opens")
        shut = key.get_attribute("aria-pressed") == "true"
        guest.seat.press(key)
        expect(guest.page.locator(f".calls [data-level='{level}']")).to_have_count(0 if shut else 5)
        assert guest.page.evaluate(BOXES, ".calls, .told tbody tr:last-child") == box
        found = hidden(guest.seat, hand=True) + faults(guest.page, touch=True)
        assert not found, "\n".join(found)
    bid = guest.page.locator(".calls [data-level]").last
    guest.seat.press(bid)
    guest.seat.insist()
    expect(bid).to_have_count(0)
