"""What somebody does at a table, so that what follows can be looked at."""

from browser.guest import Guest
from playwright.sync_api import Position, expect

__all__ = [
    "bid_laid",
    "chosen",
    "claim_read",
    "claimed",
    "full_trick",
    "hinted",
    "last_trick",
    "pointed",
    "refused",
]


EDGE: Position = {"x": 40, "y": 14}
"""A place of the mat where nothing lies, whatever comes there meanwhile: a press on it shortens a pause and no more."""
PRESSES = 50
"""Presses until a pause should be over."""


def resting(guest: Guest) -> None:
    """What rests for a while rests for as long as one looks."""
    guest.page.evaluate("{ const wait = setTimeout; window.setTimeout = (f, ms) => (ms < 2000 ? wait(f, ms) : 0); }")


def full_trick(guest: Guest) -> None:
    """One plays the last card of a trick."""
    resting(guest)
    guest.seat.cards.first.click()
    expect(guest.page.locator(".trick svg")).to_have_count(3)


def claimed(guest: Guest) -> None:
    """One has claimed the rest of the tricks, and looks at how they would go."""
    resting(guest)
    guest.seat.button("agree-claim").click()
    guest.seat.button("agree-offer").click()
    line = guest.page.locator("main [data-line]")
    expect(line.locator("h2")).to_contain_text(guest.seat.words("you"), ignore_case=True)
    expect(line.locator("svg").first).to_be_visible()


def claim_read(guest: Guest) -> None:
    """One has claimed the rest of the tricks, and reads what that brought."""
    claimed(guest)
    mat, title = guest.page.locator("main .mat"), guest.seat.drawn(guest.seat.words("played-title"))
    for _ in range(PRESSES):  # a press just after the claim counts for nothing, as any so soon
        if title.is_visible():
            break
        mat.click(position=EDGE)
        guest.page.wait_for_timeout(200)  # real time: a press so soon after another counts for nothing
    title.click()


def last_trick(guest: Guest) -> None:
    """One looks at the last trick once more."""
    guest.page.keyboard.press("KeyL")
    expect(guest.seat.dialog("table-last-trick")).to_be_visible()


def hinted(guest: Guest) -> None:
    """One has asked for a hint."""
    guest.page.keyboard.press("KeyI")
    expect(guest.seat.hint.get_by_text(guest.seat.words("hint-waits"))).to_be_hidden()
    expect(guest.seat.hint.get_by_role("status")).to_be_attached()


def pointed(guest: Guest) -> None:
    """One points at a card of the partner's open hand."""
    guest.page.locator(".hand.partner button").last.click()
    expect(guest.page.locator(".hand.partner button.pointed")).to_have_count(1)


def bid_laid(guest: Guest) -> None:
    """One has bid and waits for the others."""
    guest.seat.cards.first.click()
    expect(guest.seat.drawn(guest.seat.words("table-bid-yours"))).to_be_visible()


def chosen(guest: Guest) -> None:
    """One has chosen what to lay away."""
    guest.seat.cards.nth(0).click()
    guest.seat.cards.nth(0).click()
    expect(guest.seat.button("table-lay")).to_be_visible()


def refused(guest: Guest) -> None:
    """One is told why a card cannot be played."""
    guest.seat.hand.and_(guest.page.locator("[aria-disabled=true]")).first.click(force=True)  # aria-disabled
    expect(guest.page.locator("#tip")).to_be_visible()
