"""Hints in practice: asked for by mouse, by touch and by a key, read, and closed again."""

import re

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.core import one_of
from browser.gallery import CALLING, FIRST, PLAYING
from browser.guest import Guest
from browser.scenes import YOU, playing
from browser.seat import Fingers, Keys, Mouse, Touch
from browser.servers import House
from playwright.sync_api import Locator, expect

from prikup.games import game

LEAD = PLAYING._replace(moment=playing(0, 1))
MOST = 8
"""Choices that find room."""
POINTS = re.compile(r"[+−]?\d+[.,]\d")


def asks(guest: Guest) -> Locator:
    """Somebody asks for a hint, and is told it."""
    if isinstance(guest.seat.fingers, Keys):
        guest.page.keyboard.press("KeyI")
    else:
        guest.seat.press(guest.seat.button("table-hint"))
    return guest.seat.hint


@pytest.mark.parametrize(
    ("lang", "fingers", "size"), one_of([("ru", Touch, PHONE), ("en", Mouse, DESKTOP), ("ru", Keys, DESKTOP)])
)
def test_a_hint(people: Accounts, still: House, lang: str, fingers: type[Fingers], size: tuple[int, int]) -> None:
    guest = Guest(people.seat(lang, fingers, size, url=still.url), still)
    guest.sits(CALLING)
    guest.seat.calls.first.focus()
    hint = asks(guest)
    expect(hint.get_by_role("status")).to_have_text(POINTS)
    guest.seat.press(hint.get_by_text(guest.seat.words("hint-others")))
    others = hint.get_by_role("row").filter(has_text=POINTS)
    expect(others).to_have_count(min(MOST, guest.seat.calls.count()) - 1)
    expect(hint.get_by_text(guest.seat.words("hint-note", partners=len(game(FIRST).sides[YOU]) - 1))).to_be_visible()
    guest.seat.press(hint.get_by_role("button", name=guest.seat.words("close")))
    expect(hint).to_be_hidden()
    assert guest.seat.asked(0).calls, "nothing was done"


@pytest.mark.thorough
def test_it_is_what_to_do(people: Accounts, still: House) -> None:
    """A card that it names can be played; meanwhile others think, and there is no hint."""
    guest = Guest(people.seat(url=still.url, speed=0), still)
    guest.sits(LEAD)
    hint = asks(guest)
    status = hint.get_by_role("status")
    expect(status).to_have_text(re.compile(r"^Hint: .* of .*"))
    card = str(status.text_content()).removeprefix("Hint: ").split(".")[0]
    expect(guest.seat.hand.locator(".mark").first).to_be_visible()
    guest.seat.cards.filter(has_text=card).click()
    expect(guest.seat.button("table-hint")).to_be_disabled()
    guest.page.keyboard.press("KeyI")
    expect(hint).to_be_hidden()


@pytest.mark.thorough
def test_there_is_none_among_people(people: Accounts, still: House) -> None:
    guest, other = (Guest(people.seat(url=still.url), still) for _ in range(2))
    guest.sits(CALLING, other.named())
    assert guest.seat.asked().calls
    expect(guest.seat.button("table-hint")).to_have_count(0)
    guest.page.keyboard.press("KeyI")
    guest.page.keyboard.press("KeyC")
    expect(guest.seat.chat).to_be_visible()
    expect(guest.seat.hint).to_be_hidden()
