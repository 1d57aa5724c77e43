"""A table by keyboard only: every prompt of every game can be answered, and every key does what its list says."""

from typing import get_args, get_type_hints

import pytest
from browser.conftest import Accounts
from browser.core import one_core_case
from browser.gallery import CALLING, PLAYING, SCENES
from browser.prepared_tables import Guest
from browser.scenes import Scene
from browser.seat import Keys, choose_last
from browser.servers import House
from playwright.sync_api import WebSocket, expect

from prikup.games import GAMES

WINDOWS = {
    "KeyL": "table-last-trick",
    "KeyS": "sheet-title",
    "?": "keys-title",
}
OPEN_AGAIN = """dialog => new MutationObserver((_, observer) => {
  if (dialog.open) return;
  observer.disconnect();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "s", code: "KeyS", bubbles: true }));
}).observe(dialog, { attributes: true })"""
"""Press the key of the score sheet at once when a dialog closes, before the browser sends the event `close`."""


@pytest.fixture
def guest(accounts: Accounts, paused_server: House) -> Guest:
    """A user without a mouse."""
    return Guest(accounts.seat("ru", Keys, url=paused_server.url), paused_server)


def open_scene(guest: Guest, scene: Scene) -> WebSocket:
    """Open a table; return its WebSocket."""
    with guest.page.expect_websocket() as socket_info:
        guest.open_scene(scene)
    assert guest.seat.next_prompt().kind
    return socket_info.value


def is_receipt(message: str | bytes) -> bool:
    """Return whether a message is a receipt."""
    return '"type":"receipt"' in str(message)


@pytest.mark.parametrize("game", one_core_case(GAMES, core=2))
def test_keyboard_answers_prompts_of_all_phases(guest: Guest, game: str) -> None:
    seat = guest.seat
    seat.choice = choose_last
    for phase in get_args(get_type_hints(GAMES[game].public)["phase"]):
        if phase == "over":
            continue
        socket = open_scene(guest, SCENES[f"{game}-{phase}"])
        with socket.expect_event("framereceived", is_receipt):
            seat.act()
            while seat.main.locator("[aria-pressed=true]").count():
                seat.act()
    assert not seat.page.evaluate("globalThis.pointed")


def test_keyboard_answers_bid_and_card_with_two_keys(guest: Guest) -> None:
    """The focus is at the prompt. Bids take a level key and a place key; cards a place key and Enter."""
    socket = open_scene(guest, CALLING)
    expect(guest.seat.calls.and_(guest.page.locator(":focus"))).to_have_count(1)
    check_key_list(guest, "keys-level", "keys-place")
    bid = guest.seat.main.locator(".calls [data-level][aria-disabled=false]").nth(2)
    place = bid.evaluate("bid => [...document.querySelectorAll(`[data-level='${bid.dataset.level}']`)].indexOf(bid)")
    guest.page.keyboard.press(f"Digit{int(str(bid.get_attribute('data-level'))) % 10}")
    expect(guest.seat.main.locator("[data-level]:focus")).to_have_count(1)
    with socket.expect_event("framereceived", is_receipt):
        guest.page.keyboard.press(f"Digit{place + 1}")
    socket = open_scene(guest, PLAYING)
    expect(guest.seat.cards.first).to_be_focused()
    check_key_list(guest, "keys-place", "keys-level")
    place = guest.seat.cards.last.evaluate("card => [...card.parentElement.querySelectorAll('button')].indexOf(card)")
    guest.page.keyboard.press(f"Digit{(place + 1) % 10}")
    expect(guest.seat.cards.last).to_be_focused()
    with socket.expect_event("framereceived", is_receipt):
        guest.page.keyboard.press("Enter")


def check_key_list(guest: Guest, listed_key: str, unlisted_key: str) -> None:
    """Check that the list of keys shows one entry and not another."""
    guest.page.keyboard.press("?")
    keys = guest.seat.dialog("keys-title")
    expect(keys.get_by_role("row").filter(has_text=guest.seat.words(listed_key))).to_be_visible()
    expect(keys.get_by_text(guest.seat.words(unlisted_key))).to_have_count(0)
    guest.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_dialog_opens_again_at_once_after_escape(guest: Guest) -> None:
    open_scene(guest, PLAYING)
    guest.page.keyboard.press("KeyS")
    sheet = guest.seat.dialog("sheet-title")
    sheet.evaluate(OPEN_AGAIN)
    guest.page.keyboard.press("Escape")
    guest.page.evaluate("new Promise(requestAnimationFrame)")  # the event `close` has arrived
    expect(sheet).to_be_visible()


def test_keyboard_opens_and_closes_dialogs(guest: Guest) -> None:
    open_scene(guest, PLAYING)
    keyboard = guest.page.keyboard
    for key, title in WINDOWS.items():
        keyboard.press(key)
        expect(guest.seat.dialog(title)).to_be_visible()
        keyboard.press("KeyS")  # no shortcut while a dialog is open
        expect(guest.page.get_by_role("dialog")).to_have_count(1)
        keyboard.press("Escape")
        expect(guest.page.get_by_role("dialog")).to_have_count(0)
    keyboard.press("KeyC")
    expect(guest.seat.chat.get_by_role("textbox")).to_be_focused()
    keyboard.press("KeyS")  # no shortcut while typing
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    keyboard.press("Escape")
    expect(guest.seat.chat).to_be_hidden()
    keyboard.press("KeyI")
    expect(guest.seat.hint).to_be_visible()
    keyboard.press("Escape")
    expect(guest.seat.hint).to_be_hidden()
    keyboard.press("KeyT")
    hand = guest.seat.words("live-hand", hand="@").split("@")[0]
    expect(guest.page.get_by_role("log")).to_contain_text(hand)
