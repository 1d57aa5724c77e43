"""A table by keys alone: every question of every game is answered with them, and every key does what its list says."""

from typing import get_args, get_type_hints

import pytest
from browser.conftest import Accounts
from browser.gallery import CALLING, CALLS, PLAYING, SCENES
from browser.guest import Guest, still_server
from browser.scenes import Scene
from browser.seat import Keys, shy
from playwright.sync_api import WebSocket, expect
from serving import Server

from prikup.games import GAMES

WINDOWS = {
    "KeyL": "table-last-trick",
    "KeyS": "sheet-title",
    "KeyC": "table-chat",
    "?": "keys-title",
}

still = pytest.fixture(still_server, scope="session")


@pytest.fixture
def guest(people: Accounts, still: Server) -> Guest:
    """Somebody without a mouse."""
    return Guest(people.seat("ru", Keys, url=still.url), still)


def sits(guest: Guest, scene: Scene) -> WebSocket:
    """Somebody goes to a table; the connection that it is told by."""
    with guest.page.expect_websocket() as opened:
        guest.sits(scene)
    assert guest.seat.asked().kind
    return opened.value


def accepted(message: str | bytes) -> bool:
    """What one did is done."""
    return '"type":"receipt"' in str(message)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_answered(guest: Guest, game: str) -> None:
    seat = guest.seat
    seat.choice = shy
    for phase in get_args(get_type_hints(GAMES[game].public)["phase"]):
        if phase == "over":
            continue
        socket = sits(guest, SCENES[f"{game}-{phase}"])
        with socket.expect_event("framereceived", accepted):
            seat.act()
            while seat.main.locator("[aria-pressed=true]").count():
                seat.act()
    assert not seat.page.evaluate("globalThis.pointed")


@pytest.mark.parametrize("call", CALLS)
def test_a_call_by_one_key(guest: Guest, call: str) -> None:
    scene, key = CALLS[call]
    socket = sits(guest, scene)
    with socket.expect_event("framereceived", accepted):
        guest.page.keyboard.press(key)
    said = guest.seat.words(f"call-{scene.offers}")
    shown = guest.seat.main.get_by_text(said, exact=True)
    ended = guest.seat.main.get_by_role("region", name=said)  # a deal that a call ends is headed by it
    expect(shown.or_(ended).first).to_be_visible()


def test_windows_open_by_keys(guest: Guest) -> None:
    sits(guest, PLAYING)
    keyboard = guest.page.keyboard
    for key, title in WINDOWS.items():
        keyboard.press(key)
        expect(guest.seat.dialog(title)).to_be_visible()
        keyboard.press("KeyS")  # no command in an open window
        expect(guest.page.get_by_role("dialog")).to_have_count(1)
        keyboard.press("Escape")
        expect(guest.page.get_by_role("dialog")).to_have_count(0)
    keyboard.press("KeyI")
    expect(guest.seat.hint).to_be_visible()
    keyboard.press("Escape")
    expect(guest.seat.hint).to_be_hidden()


def test_the_table_is_read_aloud(guest: Guest) -> None:
    sits(guest, PLAYING)
    guest.page.keyboard.press("KeyT")
    hand = guest.seat.words("live-hand", hand="@").split("@")[0]
    expect(guest.page.get_by_role("log")).to_contain_text(hand)


def test_single_keys_can_be_switched_off(people: Accounts, still: Server) -> None:
    guest = Guest(people.seat("en", Keys, url=still.url, keys=False), still)
    sits(guest, CALLING)
    for key in ("KeyP", "KeyI", *WINDOWS):
        guest.page.keyboard.press(key)
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    assert guest.seat.asked(0).calls
