"""Practice hints: requested by mouse, touch and key, read, and closed."""

import re

import pytest
from browser.conftest import DESKTOP, PHONE, Accounts
from browser.core import one_core_case
from browser.gallery import CALLING, FIRST
from browser.prepared_tables import Guest
from browser.scenes import YOU
from browser.seat import Fingers, Keys, Mouse, Touch
from browser.servers import House
from playwright.sync_api import expect

from prikup.games import game

MAX_CHOICES = 8
"""Maximum number of choices that have room."""
POINTS = re.compile(r"[+−]?\d+[.,]\d")


@pytest.mark.parametrize(
    ("lang", "fingers", "size"), one_core_case([("ru", Touch, PHONE), ("en", Mouse, DESKTOP), ("ru", Keys, DESKTOP)])
)
def test_hint_is_requested_read_and_closed(
    accounts: Accounts, paused_server: House, lang: str, fingers: type[Fingers], size: tuple[int, int]
) -> None:
    guest = Guest(accounts.seat(lang, fingers, size, url=paused_server.url), paused_server)
    guest.open_scene(CALLING)
    guest.seat.calls.first.focus()
    calls = guest.seat.calls.count()  # next to a hint a low screen shows the levels first
    if fingers is Keys:
        guest.page.keyboard.press("KeyI")
    else:
        guest.seat.press(guest.seat.button("table-hint"))
    hint = guest.seat.hint
    expect(hint.get_by_role("status")).to_have_text(POINTS)
    guest.seat.press(hint.get_by_text(guest.seat.words("hint-others")))
    other_choices = hint.get_by_role("row").filter(has_text=POINTS)
    expect(other_choices).to_have_count(min(MAX_CHOICES, calls) - 1)
    expect(hint.get_by_text(guest.seat.words("hint-note", partners=len(game(FIRST).sides[YOU]) - 1))).to_be_visible()
    guest.seat.press(hint.get_by_role("button", name=guest.seat.words("close")))
    expect(hint).to_be_hidden()
    assert guest.seat.next_prompt(0).calls, "nothing was done"
