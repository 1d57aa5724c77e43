"""Nothing at the table shifts but cards in motion, on phones and desktops. (test_playing.py covers a whole deal.)"""

import json
import re

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.core import one_of
from browser.gallery import FIRST, SCENES, scenes_named
from browser.layout_checks import settled
from browser.prepared_tables import Guest
from browser.scenes import Scene
from browser.seat import Touch
from browser.servers import House
from browser.shifts import shifts, watch_shifts
from browser.test_playing import a_deal, lobby
from playwright.sync_api import WebSocketRoute, expect

from prikup.games import GAMES

HANDS = """() => {
  const seen = new Map();
  const look = () => {
    for (const hand of document.querySelectorAll("main .below > [role=toolbar]")) {
      const { left, right, bottom } = hand.getBoundingClientRect();
      const cards = [...hand.querySelectorAll("button")].map((button) => [button.dataset.card, button.style.translate]);
      const held = JSON.stringify([hand.ariaLabel, cards.map(([card]) => card).sort()]);
      const lies = JSON.stringify([left, right, bottom, hand.style.getPropertyValue("--w"), cards]);
      seen.set(held, (seen.get(held) ?? new Set()).add(lies));
    }
    requestAnimationFrame(look);
  };
  look();
  globalThis.hands = () => [...seen].map(([held, lies]) => [held, [...lies]]);
}"""
"""Record in each frame the box of the hand, the width of its cards and their positions."""


@pytest.mark.parametrize("size", [(360, 640), (390, 844)], ids=str)
@pytest.mark.parametrize("game", one_of(GAMES, core=list(GAMES).index(FIRST)))
def test_the_hand_keeps_its_place_and_size_from_the_first_call(
    people: Accounts, game: str, size: tuple[int, int]
) -> None:
    """Only adding or removing a card changes it, whoever is to act."""
    seat = people.seat(size=size, fingers=Touch)
    seat.page.context.add_init_script(f"({HANDS})()")
    seat.open(game, lobby(game))
    assert a_deal(seat)
    hands = seat.page.evaluate("hands()")
    edges = {str(json.loads(lies)[:3]) for _, places in hands for lies in places}
    assert len(edges) == 1, edges
    moved = [f"{held}: {places}" for held, places in hands if len(places) > 1]
    assert not moved, "\n".join(moved)


BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round).join(" ");
})"""
"""Return the boxes of elements."""


@pytest.mark.parametrize("size", [DESKTOP, (768, 1024)], ids=["desktop", "tablet"])
def test_the_player_at_the_top_keeps_their_place_whatever_they_do(
    people: Accounts, still: House, size: tuple[int, int]
) -> None:
    """A call, the number of tricks and that they sit out are of different widths."""
    guest = Guest(people.seat("ru", size=size, url=still.url), still)
    places = {}
    for name in scenes_named("bid", "play", "sooli", "solo", "four", "sits-out"):
        guest.sits(SCENES[name])
        settled(guest.page)
        if face := guest.page.evaluate(BOXES, ".plate.top .face"):
            places[name] = face[0]
    assert len(places) > 4
    assert len(set(places.values())) == 1, places


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_shifts_while_bids_are_weighed(people: Accounts, still: House, size: tuple[int, int]) -> None:
    """The value of a bid is shown next to the prompt, with different text for each."""
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
    """In some games a deal is refused at once and the next deck is cut: in the same place."""
    guest = Guest(people.seat("en", size=size, url=still.url, cutBots=True), still)
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
    expect(guest.seat.deck).to_be_visible()
    before = len(shifts(guest.page))
    guest.seat.cut()
    expect(guest.page.locator("[data-answer$='.2']")).to_be_visible()
    expect(guest.seat.deck).to_be_visible()
    settled(guest.page)
    moved = shifts(guest.page)[before:]
    assert not moved, "\n".join(map(str, moved))
