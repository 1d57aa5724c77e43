"""Problems as JSON, for programs and for the browser."""

from collections.abc import Sequence
from typing import Any

from prikup.cards import card_text, mask_text, parse_card
from prikup.problems.playing import PlayedOut
from prikup.problems.problem import Problem, parse_laid

__all__ = ["played_record", "record"]

SECRET = ("answer", "value", "nodes")
"""The fields that give the answer away."""


def record(problem: Problem, *, answered: bool = False) -> dict[str, Any]:
    """Return a problem, with its answer and the tricks of the side only where that is wanted."""
    told = [name for name in problem.__struct_fields__ if answered or name not in SECRET]
    fields = {name: getattr(problem, name) for name in told}
    listed = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    return {"id": problem.id, "asks": problem.asks, "level": problem.level, **listed}


def played_record(problem: Problem, answer: str, played: Sequence[str]) -> dict[str, Any]:
    """Return where a problem stands after what has been played, the others' replies included.

    `answer` is what was laid away, "" where nothing was; `played` are the solver's cards in their order. The others
    reply as well as they can, which is always the same. Raise PrikupError for a card that may not be played.
    """
    now = PlayedOut.begin(problem, parse_laid(answer)).answered()
    for card in played:
        now = now.after(parse_card(card)).answered()
    return {
        "line": [{"seat": seat, "card": card_text(card)} for seat, card in now.line],
        "hands": [mask_text(hand) for hand in now.position.hands],
        "table": [card_text(card) for card in now.position.table],
        "legal": [card_text(card) for card in now.legal],
        "taken": now.taken,
        "over": now.over,
        "solved": now.solved,
    }
