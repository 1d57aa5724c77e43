"""Nothing at the table shifts but cards in motion, on phones and desktops. (test_playing.py covers a whole deal.)"""

import json
import re

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.core import one_core_case
from browser.gallery import FIRST, SCENES, scenes_named
from browser.layout_checks import wait_until_settled
from browser.prepared_tables import Guest
from browser.scenes import Scene, user_to_act
from browser.seat import Touch
from browser.servers import House
from browser.shifts import shifts, watch_shifts
from browser.test_coach import coach_and_answers, coach_region, make_other_call, read_remarks, start_coached_deal
from browser.test_playing import lobby_path, play_until_cards
from playwright.sync_api import WebSocketRoute, expect

from prikup.games import GAMES

HANDS = """() => {
  const seen = new Map();
  const plateHeights = new Set();
  const look = () => {
    for (const plates of document.querySelectorAll(".others")) {
      if (plates.checkVisibility()) plateHeights.add(plates.getBoundingClientRect().height);
    }
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
  globalThis.plateHeights = () => [...plateHeights];
}"""
"""Record in each frame the box of the hand, its cards with width and position, and the height of the plates."""


@pytest.mark.parametrize("size", one_core_case([(PHONE,), ((390, 844),)]), ids=str)
@pytest.mark.parametrize("game", one_core_case(GAMES, core=list(GAMES).index(FIRST)))
def test_hand_keeps_place_and_size_from_first_call(accounts: Accounts, game: str, size: tuple[int, int]) -> None:
    """Only adding or removing a card changes it, whoever is to act. The other players' plates keep their height."""
    seat = accounts.seat(size=size, fingers=Touch)
    seat.page.context.add_init_script(f"({HANDS})()")
    seat.start_match(game, lobby_path(game))
    assert play_until_cards(seat)
    hands = seat.page.evaluate("hands()")
    edges = {str(json.loads(position)[:3]) for _, places in hands for position in places}
    assert len(edges) == 1, edges
    moved_hands = [f"{cards}: {places}" for cards, places in hands if len(places) > 1]
    assert not moved_hands, "\n".join(moved_hands)
    heights = seat.page.evaluate("plateHeights()")
    assert len(heights) == 1, heights


FIRST_DRAWN = """(selector) => {
  globalThis.firstDrawn = new Promise((resolve) => {
    const next = () => resolve(performance.now());
    const look = () => requestAnimationFrame(document.querySelector(selector)?.checkVisibility() ? next : look);
    look();
  });
}"""
"""Let `firstDrawn` be when an element has been drawn for the first time: before the next frame is drawn. (The time that
a frame is given may be earlier than the drawing of the last one.)"""


@pytest.mark.parametrize("size", [PHONE, (844, 390), (820, 1180), DESKTOP], ids=str)
def test_layout_does_not_shift_under_calls(accounts: Accounts, size: tuple[int, int]) -> None:
    """After an undo, the calls stay where they are first drawn."""
    seat = accounts.seat("ru", Touch, size, auto=False)
    watch_shifts(seat.page.context)
    start_coached_deal(seat, "preferans")
    _, (first_answer, *_) = coach_and_answers("preferans")
    read_remarks(seat, first_answer)
    make_other_call(seat, first_answer[0])
    seat.next_prompt()
    seat.page.evaluate(FIRST_DRAWN, f"[data-call='{first_answer[0]}']")
    seat.press(coach_region(seat).get_by_role("button", name=seat.words("coach-back"), exact=True))
    drawn_ms = seat.page.evaluate("firstDrawn")
    wait_until_settled(seat.page)
    later_shifts = [shift for shift in shifts(seat.page) if shift.time_ms >= drawn_ms]
    assert not later_shifts, "\n".join(map(str, later_shifts))


BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round).join(" ");
})"""
"""Return the boxes of elements."""


@pytest.mark.parametrize("size", one_core_case([(PHONE,), ((390, 844),)], core=1), ids=str)
def test_talon_keeps_place_and_size_above_any_panel(
    accounts: Accounts, paused_server: House, size: tuple[int, int]
) -> None:
    """Above one's own hand, above bids, and above the rounds and the chat while others call."""
    guest = Guest(accounts.seat("ru", Touch, size, url=paused_server.url), paused_server)
    seat, places = guest.seat, list[list[str]]()

    def look() -> None:
        wait_until_settled(guest.page)
        places.append(guest.page.evaluate(BOXES, ".turned .card"))

    guest.open_scene(SCENES["preferans-discard"])
    look()
    for _ in range(2):
        seat.press(seat.cards.first)
    seat.press(seat.button("table-lay"))
    expect(seat.calls.first).to_be_visible()
    look()
    seat.press(seat.calls.first)
    expect(seat.calls).to_have_count(0)
    look()
    guest.open_scene(SCENES["preferans-whist"])
    look()
    assert len(places[0]) == 2
    assert places == [places[0]] * 4


@pytest.mark.parametrize("size", one_core_case([(PHONE,), ((390, 844),)]), ids=str)
def test_sealed_bids_keep_their_place_when_calls_appear(
    accounts: Accounts, paused_server: House, size: tuple[int, int]
) -> None:
    guest = Guest(accounts.seat("ru", Touch, size, url=paused_server.url), paused_server)
    places = []
    for name in scenes_named("bid", "sooli"):
        guest.open_scene(SCENES[name])
        wait_until_settled(guest.page)
        if bids := guest.page.evaluate(BOXES, ".bids > li > .card"):
            places.append(bids)
    assert len(places) == 2
    assert len(places[0]) == 4
    assert places[0] == places[1]


@pytest.mark.parametrize("size", [DESKTOP, (768, 1024)], ids=["desktop", "tablet"])
def test_top_player_keeps_their_place(accounts: Accounts, paused_server: House, size: tuple[int, int]) -> None:
    """A call, the number of tricks and that they sit out are of different widths."""
    guest = Guest(accounts.seat("ru", size=size, url=paused_server.url), paused_server)
    places = {}
    for name in scenes_named("bid", "play", "sooli", "solo", "four", "sits-out"):
        guest.open_scene(SCENES[name])
        wait_until_settled(guest.page)
        if face := guest.page.evaluate(BOXES, ".plate.top .face"):
            places[name] = face[0]
    assert len(places) > 4
    assert len(set(places.values())) == 1, places


def test_phone_bar_names_the_deal_during_shuffle(accounts: Accounts, paused_server: House) -> None:
    """It has two lines then, as before and after."""
    guest = Guest(accounts.seat("ru", Touch, PHONE, url=paused_server.url, cutBots=True), paused_server)
    guest.open_scene(Scene(stage="shuffle", deals=2, game="preferans"))
    expect(guest.seat.deck).to_be_visible()
    expect(guest.page.locator("header .contract")).to_contain_text(guest.seat.words("table-deal", deal=3))


@pytest.mark.thorough
def test_layout_does_not_shift_when_play_starts(accounts: Accounts, paused_server: House) -> None:
    """The own place in the trick has its size at once, though the calls have just left more room."""
    guest = Guest(accounts.seat("ru", Touch, PHONE, url=paused_server.url), paused_server)
    watch_shifts(guest.page.context)
    guest.open_scene(
        Scene(user_to_act("whist", lambda public: public.declarer == 1), says=("whist",), game="preferans")
    )
    wait_until_settled(guest.page)
    shift_count = len(shifts(guest.page))
    guest.seat.press(guest.seat.calls.first)
    expect(guest.page.locator(".trick")).to_be_attached()
    wait_until_settled(guest.page)
    new_shifts = shifts(guest.page)[shift_count:]
    assert not new_shifts, "\n".join(map(str, new_shifts))


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_layout_does_not_shift_while_bids_are_browsed(
    accounts: Accounts, paused_server: House, size: tuple[int, int]
) -> None:
    """The value of a bid is shown next to the prompt, with different text for each."""
    guest = Guest(accounts.seat("en", size=size, url=paused_server.url), paused_server)
    watch_shifts(guest.page.context)
    guest.open_scene(SCENES["preferans-auction"])
    guest.page.locator("[data-call][tabindex='0']").focus()
    wait_until_settled(guest.page)
    shift_count = len(shifts(guest.page))
    bid_notes = set()
    for key in ["ArrowUp", "ArrowRight"] * 4:
        guest.page.keyboard.press(key)
        bid_notes.add(guest.page.locator(".calls .note").inner_text())
        wait_until_settled(guest.page)
    new_shifts = shifts(guest.page)[shift_count:]
    assert len(bid_notes) > 1
    assert not new_shifts, "\n".join(map(str, new_shifts))


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_layout_does_not_shift_when_deck_is_shuffled_again(
    accounts: Accounts, paused_server: House, size: tuple[int, int]
) -> None:
    """In some games a deal is refused at once and the next deck is cut: in the same place."""
    guest = Guest(accounts.seat("en", size=size, url=paused_server.url, cutBots=True), paused_server)
    watch_shifts(guest.page.context)
    shuffles: list[dict[str, object]] = []

    def refusing(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def tell(message: str | bytes) -> None:
            if (shuffle := json.loads(message))["type"] == "sealed":
                shuffles.append(shuffle)
            socket.send(message)

        def cut(message: str | bytes) -> None:
            if json.loads(message)["type"] != "cut":
                return server.send(message)
            for step in ("hashes", "entropies", "cut"):
                first_shuffle = next(shuffle for shuffle in shuffles if shuffle["step"] == step)
                socket.send(json.dumps({**first_shuffle, "attempt": 2, "commitment": "0" * 64}))
            return None

        server.on_message(tell)
        socket.on_message(cut)

    guest.page.route_web_socket(re.compile("/ws/"), refusing)
    guest.open_scene(Scene(stage="shuffle", deals=2, game=FIRST))
    expect(guest.seat.deck).to_be_visible()
    wait_until_settled(guest.page)
    shift_count = len(shifts(guest.page))
    guest.seat.cut()
    expect(guest.page.locator("[data-answer$='.2']")).to_be_visible()
    expect(guest.seat.deck).to_be_visible()
    wait_until_settled(guest.page)
    new_shifts = shifts(guest.page)[shift_count:]
    assert not new_shifts, "\n".join(map(str, new_shifts))
