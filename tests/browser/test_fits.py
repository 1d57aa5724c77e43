"""The hand, the trick and every answer are in sight, whatever window one plays in and whatever lies over the table."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from browser.conftest import NO_NETWORK, Accounts
from browser.core import one_of
from browser.gallery import CALLING, PLAYING, SCENES
from browser.guest import Guest
from browser.looks import DESKTOP, PHONE, Screen, settled
from browser.scenes import Scene
from browser.servers import House
from browser.sight import SIZES, hidden
from playwright.sync_api import expect

from prikup.games import GAMES

BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
})"""
"""Where things lie."""


def test_nothing_moves_under_a_banner(people: Accounts, still: House) -> None:
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
    people.tolerate(*NO_NETWORK)


@pytest.mark.thorough
@pytest.mark.parametrize("scene", [PLAYING, CALLING], ids=["playing", "calling"])
def test_one_plays_on_while_the_chat_is_open(people: Accounts, still: House, scene: Scene) -> None:
    guest = Guest(people.seat(url=still.url), still)
    guest.sits(scene)
    seat = guest.seat
    seat.button("table-chat").click()
    expect(seat.chat).to_be_visible()
    wrong = [f"{screen}: {one}" for screen in windows(guest) for one in hidden(seat, hand=True)]
    assert not wrong, "\n".join(wrong)
    PHONE.show(guest.page)
    seat.button("talk-all").click()
    expect(seat.dialog("talk-all")).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(seat.dialog("talk-all")).to_be_hidden()
    expect(seat.chat).to_be_visible()
    guest.page.keyboard.press("Escape")
    expect(seat.chat).to_be_hidden()


@pytest.mark.parametrize("game", one_of(GAMES))
def test_cards_stay_in_sight(people: Accounts, still: House, game: str) -> None:
    """Of a trick they lie apart, and those in the hand are seen while one claims, in every window."""
    guest = Guest(people.seat("ru", url=still.url), still)
    guest.sits(SCENES[f"{game}-play"])
    wrong: list[str] = []
    for screen in windows(guest):
        boxes = guest.page.evaluate(BOXES, ".trick > *")
        assert len(boxes) > 1
        wrong += [f"{screen}: {one} on {other}" for one, other in combinations(boxes, 2) if overlap(one, other)]
    DESKTOP.show(guest.page)
    guest.seat.button("agree-claim").click()
    for screen in windows(guest):
        (window,) = guest.page.evaluate(BOXES, "dialog:modal")
        cards = guest.page.evaluate(BOXES, ".below [role=toolbar] button svg")
        wrong += [f"{screen}: {card} under {window}" for card in cards if overlap(card, window)]
    assert not wrong, "\n".join(wrong)


def windows(guest: Guest) -> Iterator[Screen]:
    """See the page in one window after the other."""
    for size in SIZES:
        screen = Screen(*size)
        screen.show(guest.page)
        settled(guest.page)
        yield screen


def overlap(one: list[int], other: list[int]) -> bool:
    """Return whether two boxes lie over each other."""
    (left, top, right, bottom), (x, y, to_x, to_y) = one, other
    return min(right, to_x) > max(left, x) and min(bottom, to_y) > max(top, y)


@pytest.mark.thorough
def test_the_hand_and_answers_are_in_sight_where_there_is_most_to_tell(people: Accounts, still: House) -> None:
    wrong: list[str] = []
    for name in SCENES:
        if name.endswith(("-declare", "-crowded")):
            guest = Guest(people.seat("ru", url=still.url), still)
            guest.sits(SCENES[name])
            for screen in windows(guest):
                wrong += [f"{name} {screen}: {one}" for one in hidden(guest.seat, hand=True)]
    assert not wrong, "\n".join(wrong)
