"""The hand and every answer are in sight at every question of a whole deal, whatever window one plays in; nothing has
to be scrolled for them."""

import pytest
from browser.conftest import Accounts
from browser.gallery import CALLING, PLAYING, SCENES
from browser.guest import Guest, still_server
from browser.looks import DESKTOP, PHONE, Screen, settled
from browser.scenes import Scene
from browser.seat import Seat, any_of
from browser.sight import hidden
from browser.test_playing import lobby
from playwright.sync_api import expect
from support.serving import Server

from prikup.games import GAMES

still = pytest.fixture(still_server, scope="session")

SIZES = ((360, 640), (390, 844), (844, 390), (640, 320), (768, 1024), (1280, 800), (1440, 900), (720, 450))
"""Phones upright and on their side, a tablet, desktops, and a desktop at 200 %."""
MOST = 400
"""Questions until a deal is given up."""

BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
"""Where things lie."""


def out_of_sight(seat: Seat, *, hand: bool) -> list[str]:
    """What is not in sight, in any of the windows."""
    found: list[str] = []
    for width, height in SIZES:
        Screen(width, height).show(seat.page)
        found += [f"{width}x{height}: {one}" for one in hidden(seat, hand=hand)]
    DESKTOP.show(seat.page)
    return found


@pytest.mark.look
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_whole_deal_is_in_sight(people: Accounts, game: str, lang: str) -> None:
    seat = people.seat(lang)
    seat.choice = any_of(f"{game} {lang}")
    seat.open(game, lobby(game))
    wrong: list[str] = []
    last = ""
    for _ in range(MOST):
        asked = seat.asked()
        at = f"{asked.kind} {len(seat.held())} {asked.calls}"
        if at != last and (asked.kind != "card" or seat.hand.count() % 3 == 1):
            wrong += [f"{at}, {one}" for one in out_of_sight(seat, hand=asked.kind in ("card", "call", "lay"))]
        if asked.kind == "next" and "card" in last:
            break
        last = at
        seat.act()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scene", [name for name in SCENES if name.endswith("-declare")])
def test_answers_that_say_what_they_mean_are_in_sight(people: Accounts, still: Server, scene: str) -> None:
    guest = Guest(people.seat("ru", url=still.url), still)
    guest.sits(SCENES[scene])
    assert not out_of_sight(guest.seat, hand=False)


def test_nothing_moves_under_a_banner(people: Accounts, still: Server) -> None:
    guest = Guest(people.seat(url=still.url), still)
    guest.sits(PLAYING)
    lies = "main :is(.trick, .face, aside, [role=toolbar])"
    everything = "main :is(button, .plate, .trick, .card, aside)"
    for width, height in ((1280, 800), (360, 640), (844, 390)):
        Screen(width, height).show(guest.page)
        settled(guest.page)
        before = guest.page.evaluate(BOXES, everything)
        guest.page.context.set_offline(True)
        expect(guest.seat.drawn(guest.seat.words("banner-lost"), exact=True)).to_be_visible()
        settled(guest.page)
        during = guest.page.evaluate(BOXES, lies)
        guest.page.context.set_offline(False)
        expect(guest.seat.drawn(guest.seat.words("banner-lost"), exact=True)).to_be_hidden()
        settled(guest.page)
        assert guest.page.evaluate(BOXES, everything) == before
        assert during == guest.page.evaluate(BOXES, lies)
    people.tolerate("Error in connection establishment")  # who has no line tries to come back,
    people.tolerate("ERR_INTERNET_DISCONNECTED")  # and what is loaded in quiet moments does not come


@pytest.mark.parametrize("scene", [PLAYING, CALLING], ids=["playing", "calling"])
def test_one_plays_on_while_the_chat_is_open(people: Accounts, still: Server, scene: Scene) -> None:
    guest = Guest(people.seat(url=still.url), still)
    guest.sits(scene)
    seat = guest.seat
    seat.button("table-chat").click()
    expect(seat.chat).to_be_visible()
    assert not out_of_sight(seat, hand=True)
    PHONE.show(guest.page)
    seat.button("talk-all").click()
    expect(seat.dialog("talk-all")).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(seat.dialog("talk-all")).to_be_hidden()
    expect(seat.chat).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(seat.chat).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_stays_in_sight_while_one_claims(people: Accounts, still: Server, game: str) -> None:
    guest = Guest(people.seat("ru", url=still.url), still)
    guest.sits(SCENES[f"{game}-play"])
    guest.seat.button("agree-claim").click()
    wrong: list[str] = []
    for width, height in SIZES:
        Screen(width, height).show(guest.page)
        settled(guest.page)
        ((left, top, right, bottom),) = guest.page.evaluate(BOXES, "dialog:modal")
        wrong += [
            f"{width}x{height}: {card} under {left, top, right, bottom}"
            for card in guest.page.evaluate(BOXES, ".below [role=toolbar] button svg")
            if min(right, card[2]) > max(left, card[0]) and min(bottom, card[3]) > max(top, card[1])
        ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_cards_of_a_trick_lie_apart(people: Accounts, still: Server, game: str) -> None:
    guest = Guest(people.seat(url=still.url), still)
    guest.sits(SCENES[f"{game}-play"])
    for width, height in SIZES:
        Screen(width, height).show(guest.page)
        settled(guest.page)
        boxes = guest.page.evaluate(BOXES, ".trick > *")
        assert len(boxes) > 1
        for n, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[n + 1 :]:
                wide = min(right, other[2]) - max(left, other[0])
                high = min(bottom, other[3]) - max(top, other[1])
                assert wide <= 0 or high <= 0, f"{width}x{height}: {boxes}"
