"""Actions of a user at a table, after which the page is checked."""

from browser.prepared_tables import Guest
from playwright.sync_api import Position, expect

__all__ = [
    "claim_and_read_result",
    "claim_remaining",
    "complete_trick",
    "open_last_trick",
    "place_bid",
    "point_at_card",
    "request_hint",
    "select_discard",
    "show_refusal",
    "stop_timers",
]


EDGE: Position = {"x": 40, "y": 14}
"""A point of the table that stays empty: a press there only shortens a pause."""
PRESSES = 50
"""Maximum number of presses until a pause ends."""


def stop_timers(guest: Guest) -> None:
    """Keep timed states on the page for the rest of the test."""
    guest.page.evaluate("{ const wait = setTimeout; window.setTimeout = (f, ms) => (ms < 2000 ? wait(f, ms) : 0); }")


def complete_trick(guest: Guest) -> None:
    """Play the last card of a trick."""
    stop_timers(guest)
    guest.seat.cards.first.click()
    expect(guest.page.locator(".trick svg")).to_have_count(3)


def claim_remaining(guest: Guest) -> None:
    """Claim the remaining tricks and view the proposed play."""
    stop_timers(guest)
    guest.seat.button("agree-claim").click()
    guest.seat.button("agree-offer").click()
    line = guest.page.locator("main [data-line]")
    expect(line.locator("h2")).to_contain_text(guest.seat.words("you"), ignore_case=True)
    expect(line.locator("svg").first).to_be_visible()


def claim_and_read_result(guest: Guest) -> None:
    """Claim the remaining tricks and read the result."""
    claim_remaining(guest)
    mat, title = guest.page.locator("main .mat"), guest.seat.visible_text(guest.seat.words("played-title"))
    for _ in range(PRESSES):  # a press just after the claim is ignored by the tap guard
        if title.is_visible():
            break
        mat.click(position=EDGE)
        guest.page.wait_for_timeout(200)  # real time: a press so soon after another counts for nothing
    title.click()


def open_last_trick(guest: Guest) -> None:
    """Open the last trick."""
    guest.page.keyboard.press("KeyL")
    expect(guest.seat.dialog("table-last-trick")).to_be_visible()


def request_hint(guest: Guest) -> None:
    """Ask for a hint."""
    guest.page.keyboard.press("KeyI")
    expect(guest.seat.hint.get_by_text(guest.seat.words("hint-waits"))).to_be_hidden()
    expect(guest.seat.hint.get_by_role("status")).to_be_attached()


def point_at_card(guest: Guest) -> None:
    """Point at a card of the partner's open hand."""
    guest.page.locator(".hand.partner button").last.click()
    expect(guest.page.locator(".hand.partner button.pointed")).to_have_count(1)


def place_bid(guest: Guest) -> None:
    """Bid, and wait for the other players."""
    guest.seat.cards.first.click()
    expect(guest.seat.visible_text(guest.seat.words("table-bid-yours"))).to_be_visible()


def select_discard(guest: Guest) -> None:
    """Select the cards to discard."""
    guest.seat.cards.nth(0).click()
    guest.seat.cards.nth(0).click()
    expect(guest.seat.button("table-lay")).to_be_visible()


def show_refusal(guest: Guest) -> None:
    """Show why a card cannot be played."""
    guest.seat.hand.and_(guest.page.locator("[aria-disabled=true]")).first.click(force=True)  # aria-disabled
    expect(guest.page.locator("#tip")).to_be_visible()
