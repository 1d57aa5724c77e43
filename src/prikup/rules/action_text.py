"""Convert actions to text and back: the text of a card is, for example, `S7`, and the text of a call is its name."""

from functools import cache

from prikup.rules.cards import FIRST_CALL, Action, card_text, is_card, parse_card
from prikup.rules.errors import BadText, reason

__all__ = ["action_text", "parse_action"]


def action_text(calls: tuple[str, ...], action: Action) -> str:
    """Return the text of an action: `S7` for a card, its name for a call. `calls` are the names of the game's calls."""
    return card_text(action) if is_card(action) else calls[action - FIRST_CALL]


def parse_action(calls: tuple[str, ...], text: str) -> Action:
    """Parse the text of an action: the name of a call, or a card with its suit or its rank first.

    Raise BadText for any other text. `calls` are the names of the game's calls.
    """
    word = text.strip().lower()
    call = _calls_by_name(calls).get(word)
    if call is not None:
        return call
    try:
        return parse_card(word)
    except BadText:
        raise BadText(reason("not-an-action", text=text)) from None


@cache
def _calls_by_name(calls: tuple[str, ...]) -> dict[str, Action]:
    """Return the action number of each call, by its name in lower case; `calls` are the names of all calls in order."""
    return {name.lower(): FIRST_CALL + i for i, name in enumerate(calls)}
