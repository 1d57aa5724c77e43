"""A deal of every game with bots, to the score sheet and on to the next deal."""

import re
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from browser.conftest import PHONE, Accounts
from browser.core import one_core_case
from browser.gallery import long_rules
from browser.layout_checks import wait_until_settled
from browser.seat import Mouse, Seat, Touch
from browser.shifts import shifts, watch_shifts
from playwright.sync_api import expect

from prikup.games import GAMES

HANDS: tuple[dict[str, Any], ...] = (
    {"lang": "en", "fingers": Mouse, "speed": 2},
    {"lang": "ru", "fingers": Touch, "size": PHONE, "speed": 2},
)
"""How each game is played: on a desktop and on a phone, in each language."""


def lobby_path(game: str) -> str:
    """Return the path of the lobby, with house rules under which one deal never ends the match."""
    rules = long_rules(game)
    return "/?" + urlencode({"game": game, "rules": rules}) if rules else "/"


@pytest.mark.parametrize(("game", "hand"), one_core_case(product(GAMES, HANDS), core=2))
def test_deal_is_played_to_score_sheet_without_layout_shifts(
    accounts: Accounts, game: str, hand: dict[str, Any]
) -> None:
    """Nothing shifts but cards in motion, including what directly follows a user's action."""
    seat = accounts.seat(**hand)
    watch_shifts(seat.page.context)
    seat.start_match(game, lobby_path(game))
    seat.next_prompt()
    wait_until_settled(seat.page)
    shift_count = len(shifts(seat.page))
    deal = play_until_cards(seat)
    wait_until_settled(seat.page)
    new_shifts = shifts(seat.page)[shift_count:]
    assert not new_shifts, "\n".join(map(str, new_shifts))
    expect(seat.button("rest-next")).to_be_focused()
    expect(seat.page.locator("html")).to_have_attribute("lang", seat.lang)
    expect(seat.row(deal)).to_contain_text(re.compile(r"[+−]?\d"))
    check_sum(seat.read_explanation())
    assert seat.act() == "next"
    assert seat.act() != "next"


def play_until_cards(seat: Seat) -> int:
    """Play until a deal in which cards are played; return its number."""
    deals = range(1, 10)
    for deal in deals:
        if "card" in seat.play():
            return deal
        seat.act()
    raise AssertionError(f"No card was played in {len(deals)} deals.")


def check_sum(explanation: str) -> None:
    """Check that an explained number equals the previous number plus the change."""
    match = re.search(r"(−?\d+)\n([+−]?\d*) ?= (−?\d+)", explanation)
    assert match, explanation
    old_number, change, number = (int(part.replace("−", "-") or 0) for part in match.groups())
    assert old_number + change == number
