"""A whole deal of every game by touch, and another by keyboard, in all window sizes and both languages.

At every prompt the hand and every answer are visible; with the keyboard, the focus is at the prompt and two keys
answer. By default only two deals are played: one by touch on a phone, one by keyboard.
"""

from itertools import product

import pytest
from browser.conftest import Accounts
from browser.gallery import FIRST
from browser.seat import Asked, Seat, Touch, TwoKeys, random_choice
from browser.test_playing import lobby_path
from browser.visible_hand import SIZES, hidden_parts
from playwright.sync_api import expect

from prikup.games import GAMES
from prikup.locale import LANGUAGES

MAX_PROMPTS = 400
"""Maximum number of prompts in a deal."""
ANSWERS = """(kind) => {
  const now = document.activeElement;
  const open = now.ariaDisabled === "false" || now.closest(".beside") !== null;
  return kind === "card" || kind === "call" ? open : now.matches("button.ask, [type=range]");
}"""
"""Return whether the focus is on an answer to the prompt."""


CORE = (FIRST, Touch, SIZES[0], "ru"), (list(GAMES)[-1], TwoKeys, (1280, 800), "en")
ALL_CASES = [
    pytest.param(*case, marks=[] if case in CORE else pytest.mark.thorough)
    for case in product(GAMES, (Touch, TwoKeys), SIZES, LANGUAGES)
]


@pytest.mark.parametrize(
    ("game", "means", "size", "lang"), ALL_CASES, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_deal_is_played_without_layout_faults(
    accounts: Accounts, game: str, means: type[Touch] | type[TwoKeys], size: tuple[int, int], lang: str
) -> None:
    seat = accounts.seat(lang, means, size, cutBots=True)
    seat.choice = random_choice(f"{game} {means.__name__} {size} {lang}")
    seat.start_match(game, lobby_path(game))
    has_played = False
    for _ in range(MAX_PROMPTS):
        prompt = seat.next_prompt()
        if wrong := prompt_faults(seat, prompt):  # check while a screenshot shows the page
            pytest.fail("\n".join([f"{prompt.kind} {len(seat.cards_in_hand())} {prompt.calls}", *wrong]))
        has_played = has_played or (prompt.kind == "card" and bool(seat.main.locator(".trick").count()))
        if prompt.kind in ("next", "over") and has_played:
            break
        seat.act()  # the current prompt: the checks took time, and a card may have been chosen meanwhile
    assert means is Touch or not seat.page.evaluate("globalThis.pointed")


def prompt_faults(seat: Seat, prompt: Asked) -> list[str]:
    """Return what is wrong with the page at a prompt."""
    result = hidden_parts(seat, hand=prompt.kind in ("card", "call", "lay"))
    if isinstance(seat.fingers, TwoKeys):
        expect(seat.page.locator(":focus")).to_have_count(1)
        if not seat.page.evaluate(ANSWERS, prompt.kind):
            focus = seat.page.evaluate("document.activeElement.outerHTML.slice(0, 90)")
            result.append(f"the focus is on {focus}")
        answers = (seat.calls, seat.cards) if prompt.kind in ("card", "call") else ()
        result += [
            f"no two keys for {answer}" for controls in answers for answer in TwoKeys.texts_without_shortcut(controls)
        ]
    return result
