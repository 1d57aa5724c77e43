"""Problems as JSON objects, for programs and for the browser."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from prikup.problems.open_problem import OpenProblem
from prikup.problems.open_proof import is_solved_by, prove
from prikup.problems.play_out import PlayedOut
from prikup.problems.problem import Problem, parse_answer, parse_discard
from prikup.rules.cards import Card, Seat, card_text, mask_text, parse_card
from prikup.rules.errors import PrikupError, Reason

__all__ = ["answered_record", "proof_record", "record"]

SECRET = ("answer", "value", "nodes", "worth", "proofs")
"""The fields of a problem that reveal its answer."""


def record(problem: Problem) -> dict[str, Any]:
    """Return a problem as a JSON object, without the fields that reveal the answer."""
    fields = {name: getattr(problem, name) for name in problem.__struct_fields__ if name not in SECRET}
    json_fields = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    state_fields = {"discards": problem.over, "legal": list(map(card_text, problem.choices)), "tries": problem.tries}
    if isinstance(problem, OpenProblem):
        state_fields |= {"left": problem.remaining_tricks, "lying": _moves(problem.lying)}
    return {"id": problem.id, "asks": problem.asks, "level": problem.level, **state_fields, **json_fields}


def answered_record(problem: OpenProblem, text: str, cards: Sequence[str] = ()) -> dict[str, Any] | Reason:
    """Evaluate an answer to `problem` and return the state of the play after it, as a JSON object.

    `text` is the answer, and `cards` are the cards that the user has played after it. Some fields of the result are:

    - `right`: true if the answer itself is right.
    - `holds`: true if the user can still reach the aim after the further cards.
    - `comes_to`: the final number of tricks of the problem's side if every seat plays its best from here on.
    - `rest`: the cards of this best play.

    Return a Reason instead if the answer cannot be parsed or a card is illegal.
    """
    try:
        answer = parse_answer(problem, text)
        state = PlayedOut.begin(problem, parse_discard(answer) if problem.asks == "discard" else 0).play_replies()
        for card in (answer, *cards) if problem.asks == "card" else cards:
            state = state.after(parse_card(card)).play_replies()
    except PrikupError as error:
        return error.reason
    end = state.play_to_end()
    return {
        "right": answer in problem.answer,
        "holds": is_solved_by(problem, end.taken),
        "comes_to": end.taken,
        **_state_record(state),
        "rest": _moves(end.line[len(state.line) :]),
    }


@cache
def proof_record(problem: OpenProblem) -> dict[str, Any]:
    """Return the right answers of a problem, and what each answer leads to, as a JSON object.

    Each answer leads to a number of tricks of the problem's side. If the answer is a number, only the right number is
    listed.
    """
    return {"answer": list(problem.answer), "value": problem.value, "each": prove(problem).tricks_by_answer}


def _moves(line: Iterable[tuple[Seat, Card]]) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": card_text(card)} for seat, card in line]


def _state_record(state: PlayedOut) -> dict[str, Any]:
    return {
        "line": _moves(state.line),
        "hands": [mask_text(hand) for hand in state.position.hands],
        "table": [card_text(card) for card in state.position.table],
        "legal": [card_text(card) for card in state.legal],
        "taken": state.taken,
        "over": state.over,
        "solved": state.solved,
    }
