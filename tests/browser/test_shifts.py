"""Nothing on the table moves while a deal of a game is played, but cards that travel: layout shift 0, on a phone and on
a desktop, from the first question to the sheet."""

import json
import re

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.gallery import FIRST, SCENES
from browser.guest import Guest
from browser.looks import settled
from browser.scenes import Scene
from browser.seat import Fingers, Mouse, Touch, any_of
from browser.servers import House
from browser.shifts import shifts, watch_shifts
from browser.test_playing import lobby
from playwright.sync_api import WebSocketRoute, expect

from prikup.games import GAMES


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "fingers"), [(PHONE, Touch), (DESKTOP, Mouse)], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_shifts_in_a_deal(people: Accounts, game: str, size: tuple[int, int], fingers: type[Fingers]) -> None:
    """What follows within half a second on something that the player did is counted, too: computer players answer as
    fast here, and no answer may move the table."""
    seat = people.seat("en", fingers, size, speed=2)
    watch_shifts(seat.page.context)
    seat.choice = any_of(f"{game} {size}")
    seat.open(game, lobby(game))
    seat.asked()
    before = len(shifts(seat.page))
    seat.play()
    settled(seat.page)
    moved = shifts(seat.page)[before:]
    assert not moved, "\n".join(map(str, moved))


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_shifts_while_bids_are_weighed(people: Accounts, still: House, size: tuple[int, int]) -> None:
    """What a bid would bring stands beside the question, and is another text for each."""
    guest = Guest(people.seat("en", size=size, url=still.url), still)
    watch_shifts(guest.page.context)
    guest.sits(SCENES["preferans-auction"])
    guest.page.locator("[data-call][tabindex='0']").focus()
    before = len(shifts(guest.page))
    told = set()
    for key in ["ArrowUp", "ArrowRight"] * 4:
        guest.page.keyboard.press(key)
        told.add(guest.page.locator(".calls .note").inner_text())
        settled(guest.page)
    moved = shifts(guest.page)[before:]
    assert len(told) > 1
    assert not moved, "\n".join(map(str, moved))


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_shifts_when_another_shuffle_follows(people: Accounts, still: House, size: tuple[int, int]) -> None:
    """Players of some games refuse a deal at once, and the next deck is to be cut: in a window that opens anew."""
    guest = Guest(people.seat("en", size=size, url=still.url, cutSelf=True), still)
    watch_shifts(guest.page.context)
    shuffles: list[dict[str, object]] = []

    def refusing(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(message: str | bytes) -> None:
            if (told := json.loads(message))["type"] == "sealed":
                shuffles.append(told)
            socket.send(message)

        def cut(message: str | bytes) -> None:
            if json.loads(message)["type"] != "cut":
                return server.send(message)
            for step in ("hashes", "entropies", "cut"):
                before = next(told for told in shuffles if told["step"] == step)
                socket.send(json.dumps({**before, "attempt": 2, "commitment": "0" * 64}))
            return None

        server.on_message(tell)
        socket.on_message(cut)

    guest.page.route_web_socket(re.compile("/ws/"), refusing)
    guest.sits(Scene(stage="shuffle", deals=2, game=FIRST))
    expect(guest.seat.button("cut-here")).to_be_visible()
    before = len(shifts(guest.page))
    guest.seat.cut()
    expect(guest.page.locator("code[title^='000']")).to_be_visible()
    expect(guest.seat.button("cut-here")).to_be_visible()
    settled(guest.page)
    moved = shifts(guest.page)[before:]
    assert not moved, "\n".join(map(str, moved))
