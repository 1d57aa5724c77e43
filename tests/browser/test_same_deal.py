"""The same deal for friends: opened from its review, played by somebody who does not know its cards, and compared."""

import pytest
from browser.conftest import PHONE, SHOTS, Accounts
from browser.gallery import FIRST, SCENES
from browser.guest import Guest
from browser.looks import barriers, faults
from browser.reviews import answering
from browser.seat import Seat, Touch
from browser.servers import House
from browser.test_evening import named
from playwright.sync_api import Locator, expect

OVER = SCENES[f"{FIRST}-over"]


def compared(seat: Seat) -> Locator:
    """The tables at which the deal was played, side by side."""
    region = seat.page.get_by_role("region", name=seat.words("compared-title"), exact=True)
    return region.locator("ol > li")


@pytest.mark.thorough
def test_a_friend_plays_the_same_deal(people: Accounts, server: House) -> None:
    """The host, who knows the cards, looks on. Afterwards both see what was made of them."""
    host = Guest(people.seat("en"), server)
    friend = Guest(people.seat("ru", Touch, PHONE), server)
    for guest in (host, friend):
        answering(guest.page)
        guest.seat.learn(FIRST)
    match = host.sits(OVER, page="matches")
    host.at(f"/matches/{match}/1")
    host.seat.press(host.seat.button("compared-friends"))
    host.page.wait_for_url("**/t/*")
    expect(host.page.get_by_text(host.seat.words("compared-note"))).to_be_visible()
    expect(host.seat.button("wait-start")).to_be_hidden()
    named(friend.seat, host.page.url, "Борис")
    host.seat.press(host.seat.button("wait-start"))
    friend.seat.play()
    expect(compared(friend.seat)).to_have_count(2)
    expect(compared(host.seat)).to_have_count(2)
    expect(compared(friend.seat).last).to_contain_text(friend.seat.words("you"))
    expect(compared(host.seat).last).to_contain_text("Борис")
    expect(compared(host.seat).first).to_contain_text(host.seat.words("compared-first"))
    wrong = faults(friend.page, touch=True) + barriers(friend.page)
    friend.page.screenshot(path=SHOTS / "same-deal-phone.png", full_page=True)
    host.page.screenshot(path=SHOTS / "same-deal-desktop.png")
    friend.seat.press(friend.seat.link("compared-review"))
    friend.page.wait_for_url(f"**/matches/{match}/1")
    expect(compared(friend.seat)).to_have_count(2)
    friend.page.screenshot(path=SHOTS / "same-deal-review-phone.png", full_page=True)
    wrong += faults(friend.page, touch=True) + barriers(friend.page)
    assert not wrong, "\n".join(wrong)
