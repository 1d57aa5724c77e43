"""Statistics: reached from one's matches by keys alone, by game and by house rules in the address."""

import pytest
from browser.conftest import Accounts
from browser.gallery import FIRST
from browser.guest import Guest
from browser.seat import Keys, spoken
from browser.servers import House
from browser.visits import counted, finished
from playwright.sync_api import expect

from prikup.games import GAMES

OTHER = next(name for name in GAMES if name != FIRST)


@pytest.mark.thorough
def test_they_are_found_by_keys_and_say_how_many_deals_are_missing(people: Accounts, still: House) -> None:
    guest = Guest(people.seat(fingers=Keys, url=still.url), still)
    guest.at("/statistics")
    expect(guest.seat.drawn(guest.seat.words("statistics-none"))).to_be_visible()
    finished(guest, [FIRST])
    guest.at("/matches")
    guest.seat.press(guest.seat.main.get_by_role("link", name=guest.seat.words("statistics-title"), exact=True))
    game = guest.seat.main.get_by_role("row").get_by_role("link", name=spoken("en", FIRST)("game"), exact=True)
    expect(guest.seat.main.get_by_role("row").nth(1)).to_contain_text("more deals")
    guest.seat.press(game)
    guest.page.wait_for_url(f"**/statistics?game={FIRST}")
    roles = guest.seat.main.get_by_role("region", name=guest.seat.words("statistics-by-role"), exact=True)
    expect(roles.get_by_role("row")).not_to_have_count(0)


def test_they_are_narrowed_down_in_the_address(people: Accounts, still: House) -> None:
    guest = Guest(people.seat(url=still.url), still)
    counted(FIRST)(guest)
    points = guest.seat.main.get_by_role("region", name=guest.seat.words("statistics-by-player"), exact=True)
    own = points.get_by_role("row", name=guest.seat.words("statistics-you"))
    expect(own).to_contain_text("±")
    choice = guest.page.get_by_label(guest.seat.words("matches-preset"), exact=True)
    last = choice.locator("option").last.get_attribute("value")
    choice.select_option(last)
    guest.page.wait_for_url(f"**/statistics?game={FIRST}&preset={last}")
    expect(own).to_be_hidden()
    games = guest.page.get_by_role("group", name=guest.seat.words("matches-game"))
    games.get_by_role("radio", name=spoken("en", OTHER)("game"), exact=True).check(force=True)
    guest.page.wait_for_url(f"**/statistics?game={OTHER}")
    expect(guest.seat.drawn(guest.seat.words("statistics-none"))).to_be_visible()


@pytest.mark.thorough
def test_days_narrow_down_ones_own_and_stand_in_the_address(people: Accounts, still: House) -> None:
    guest = Guest(people.seat(url=still.url), still)
    finished(guest, [FIRST])
    guest.at("/statistics")
    row = guest.seat.main.get_by_role("row").get_by_role("link", name=spoken("en", FIRST)("game"), exact=True)
    expect(row).to_be_visible()
    since = guest.page.get_by_label(guest.seat.words("statistics-since"), exact=True)
    since.fill("2100-01-31")
    guest.page.wait_for_url("**/statistics?since=2100-01-31")
    expect(guest.seat.drawn(guest.seat.words("statistics-none-then"))).to_be_visible()
    expect(row).to_be_hidden()
    since.fill("")
    guest.page.wait_for_url("**/statistics")
    guest.page.get_by_label(guest.seat.words("statistics-until"), exact=True).fill("2100-01-31")
    guest.page.wait_for_url("**/statistics?until=2100-01-31")
    guest.seat.press(row)
    guest.page.wait_for_url(f"**/statistics?game={FIRST}&until=2100-01-31")
    expect(guest.seat.main.get_by_text(guest.seat.words("statistics-levels-always"))).to_be_visible()
