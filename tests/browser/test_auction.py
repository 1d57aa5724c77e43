"""The auction on a phone: the area above the hand has the calls, or the other players' calls and messages."""

import pytest
from browser.conftest import Accounts
from browser.core import one_core_case
from browser.gallery import CALLING, FIRST
from browser.layout_checks import Screen, faults, wait_until_settled
from browser.prepared_tables import Guest
from browser.scenes import Scene
from browser.seat import Touch, choose_last
from browser.servers import House
from browser.test_hand_in_view import BOXES
from browser.visible_hand import hidden_parts
from playwright.sync_api import expect

LOW, HIGH = Screen(360, 640), Screen(390, 844)
HAND = "main .below [role=toolbar]"
LINES = ("good luck", "and to you", "thanks")


def call_scene(seat: int) -> Scene:
    """Return a scene in which this seat is to call and no player has passed."""
    return Scene(
        lambda public: public.auction and public.actor == seat and len(public.auction.live) == 3,
        game=FIRST,
    )


@pytest.mark.parametrize("screen", one_core_case([(LOW,), (HIGH,)]), ids=str)
def test_auction_collapses_levels_that_do_not_fit_screen(
    accounts: Accounts, paused_server: House, screen: Screen
) -> None:
    """The calls stay low: a level opens in place of another, and the last round is visible."""
    guest = Guest(accounts.seat(fingers=Touch, url=paused_server.url), paused_server)
    screen.show(guest.page)
    guest.open_scene(CALLING)
    wait_until_settled(guest.page)
    level_keys = guest.page.locator(".levels [data-opens]")
    rows = guest.page.locator(".calls .row:not(.levels):has([data-level])")
    assert (level_keys.count(), rows.count()) == (2, 3)
    box = guest.page.evaluate(BOXES, ".calls, .told tbody tr:last-child")
    for key in [*level_keys.all(), level_keys.last, level_keys.first]:
        level = key.get_attribute("data-opens")
        closes = key.get_attribute("aria-pressed") == "true"
        guest.seat.press(key)
        expect(guest.page.locator(f".calls [data-level='{level}']")).to_have_count(0 if closes else 5)
        assert guest.page.evaluate(BOXES, ".calls, .told tbody tr:last-child") == box
        layout_faults = hidden_parts(guest.seat, hand=True) + faults(guest.page, touch=True)
        assert not layout_faults, "\n".join(layout_faults)
    bid = guest.page.locator(".calls [data-level]").last
    guest.seat.press(bid)
    guest.seat.confirm_call()
    expect(bid).to_have_count(0)


@pytest.mark.parametrize("screen", one_core_case([(LOW,), (HIGH,)], core=1), ids=str)
def test_auction_shows_rounds_and_chat_while_others_call(
    accounts: Accounts, paused_server: House, screen: Screen
) -> None:
    guest = Guest(accounts.seat("ru", url=paused_server.url), paused_server)
    screen.show(guest.page)
    guest.open_scene(CALLING)
    wait_until_settled(guest.page)
    (hand,), (calls,) = guest.page.evaluate(BOXES, HAND), guest.page.evaluate(BOXES, ".calls")
    guest.open_scene(call_scene(1))
    field = guest.seat.main.get_by_label(guest.seat.words("talk-write"))
    expect(field).not_to_be_focused()
    for line in LINES:
        field.fill(line)
        guest.page.keyboard.press("Enter")
        expect(guest.seat.main.get_by_role("listitem").filter(has_text=line)).to_be_visible()
    expect(guest.seat.main.get_by_role("listitem")).to_have_count(2)
    expect(guest.seat.main.get_by_role("table").get_by_role("row").last).to_be_in_viewport(ratio=1)
    wait_until_settled(guest.page)
    (panel,) = guest.page.evaluate(BOXES, ".meanwhile")
    assert guest.page.evaluate(BOXES, HAND) == [hand]
    assert (panel[0], panel[2], panel[3]) == (calls[0], calls[2], calls[3])
    assert abs(panel[1] - calls[1]) < 4
    guest.seat.button("table-chat").click()
    expect(guest.page.get_by_label(guest.seat.words("talk-write"))).to_have_count(1)
    layout_faults = faults(guest.page, touch=True)
    assert not layout_faults, "\n".join(layout_faults)


def test_auction_calls_wait_while_user_types(accounts: Accounts, paused_server: House) -> None:
    """They appear when the message is sent; leaving the field keeps its text."""
    guest, friend = (Guest(accounts.seat(url=paused_server.url), paused_server) for _ in range(2))
    LOW.show(guest.page)
    table = guest.open_scene(call_scene(2), "somebody", friend.create_user())
    field = guest.seat.main.get_by_label(guest.seat.words("talk-write"))
    field.press_sequentially("wait")
    friend.seat.load_game_words(FIRST)
    friend.open(f"/t/{table}")
    friend.seat.choice = choose_last
    friend.seat.act()
    expect(guest.seat.visible_text(guest.seat.words("talk-calls-wait"))).to_be_visible()
    expect(field).to_be_focused()
    expect(guest.seat.calls).to_have_count(0)
    wait_until_settled(guest.page)
    layout_faults = faults(guest.page, touch=True)
    assert not layout_faults, "\n".join(layout_faults)
    guest.page.keyboard.press("Escape")
    expect(guest.seat.calls.first).to_be_visible()
    expect(guest.page.locator(":focus")).to_have_attribute("data-call", "52")
    guest.seat.choice = choose_last
    guest.seat.act()
    expect(field).to_have_value("wait")
