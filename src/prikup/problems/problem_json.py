"""Problems as JSON, for programs and for the browser."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from prikup.problems.play_out import PlayedOut, parse_answer
from prikup.problems.problem import TRIES, Problem, parse_laid
from prikup.problems.proof import prove, solved_by
from prikup.rules.cards import Card, Seat, card_text, mask_text, parse_card
from prikup.rules.errors import PrikupError, Reason

__all__ = ["answered_record", "played_record", "proof_record", "record"]

SECRET = ("answer", "value", "nodes")
"""The fields that reveal the answer."""


def record(problem: Problem, *, answered: bool = False) -> dict[str, Any]:
    """Return a problem as JSON; the answer, the value and the nodes are included only if `answered`."""
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
    """Return the state of a problem after the solver's cards and the replies to them.

    `answer` is the discard, "" if there is none; `played` are the solver's cards in order. The replies are best play
    and deterministic. Raise PrikupError for an illegal card.
    """
    return _standing(_played(problem, answer, played))


def answered_record(problem: Problem, text: str, played: Sequence[str] = ()) -> dict[str, Any] | Reason:
    """Evaluate an answer and return the state of the problem after it and the solver's further cards.

    `right` concerns the answer alone. `holds` tells whether the aim can still be reached; `comes_to` is the side's
    final number of tricks if everyone plays best from here on, as in `rest`. Return a Reason for an unreadable answer
    or an illegal card.
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
    """Return the right answer and the side's tricks after each answer; for a number, after the right one only."""
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
