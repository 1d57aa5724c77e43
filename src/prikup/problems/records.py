"""Problems as JSON, for programs and for the browser."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from prikup.cards import Card, Seat, card_text, mask_text, parse_card
from prikup.errors import PrikupError, Reason
from prikup.problems.playing import PlayedOut, parse_answer
from prikup.problems.problem import TRIES, Problem, parse_laid
from prikup.problems.proof import prove, solved_by

__all__ = ["answered_record", "played_record", "proof_record", "record"]

SECRET = ("answer", "value", "nodes")
"""The fields that give the answer away."""


def record(problem: Problem, *, answered: bool = False) -> dict[str, Any]:
    """Return a problem, with its answer and the tricks of the side only where that is wanted."""
    told = [name for name in problem.__struct_fields__ if answered or name not in SECRET]
    fields = {name: getattr(problem, name) for name in told}
    listed = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    now = {
        "left": problem.left,
        "discards": problem.over,
        "legal": list(map(card_text, problem.choices)),
        "lying": _moves(problem.lying),
        "tries": len(problem.failed) * TRIES,
    }
    return {"id": problem.id, "asks": problem.asks, "level": problem.level, **now, **listed}


def played_record(problem: Problem, answer: str, played: Sequence[str]) -> dict[str, Any]:
    """Return where a problem stands after what has been played, the others' replies included.

    `answer` is what was laid away, "" where nothing was; `played` are the solver's cards in their order. The others
    reply as well as they can, which is always the same. Raise PrikupError for a card that may not be played.
    """
    return _standing(_played(problem, answer, played))


def answered_record(problem: Problem, text: str, played: Sequence[str] = ()) -> dict[str, Any] | Reason:
    """Return what an answer is worth, and where the problem stands after it and the solver's further cards.

    `right` is of the answer alone. `holds`: what is wanted can still be had, and `comes_to` are the tricks of the side
    in the end, if everybody plays best from here on, as in `rest`. Return the reason for what is no answer, and for a
    card that may not be played.
    """
    try:
        answer = parse_answer(problem, text)
        laid = answer if problem.asks == "discard" else ""
        now = _played(problem, laid, (answer, *played) if problem.asks == "card" else played)
    except PrikupError as error:
        return error.reason
    end = now.ended()
    return {
        "right": answer in problem.answer,
        "holds": solved_by(problem, end.taken),
        "comes_to": end.taken,
        **_standing(now),
        "rest": _moves(end.line[len(now.line) :]),
    }


@cache
def proof_record(problem: Problem) -> dict[str, Any]:
    """Return what is right, and the tricks of the side after every answer there is; after a number, of that alone."""
    return {"answer": list(problem.answer), "value": problem.value, "each": prove(problem).each}


def _played(problem: Problem, laid: str, cards: Sequence[str]) -> PlayedOut:
    now = PlayedOut.begin(problem, parse_laid(laid)).answered()
    for card in cards:
        now = now.after(parse_card(card)).answered()
    return now


def _moves(line: Iterable[tuple[Seat, Card]]) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": card_text(card)} for seat, card in line]


def _standing(now: PlayedOut) -> dict[str, Any]:
    return {
        "line": _moves(now.line),
        "hands": [mask_text(hand) for hand in now.position.hands],
        "table": [card_text(card) for card in now.position.table],
        "legal": [card_text(card) for card in now.legal],
        "taken": now.taken,
        "over": now.over,
        "solved": now.solved,
    }
