"""The questions to a person who scores a deal at a real table.

A form is a generator: it yields a question, is sent the answer, and returns what it was for, the outcome of a deal. It
reads as the questions are put:

    def form(options, standing):
        declarer = yield Choice(reason("form-declarer"), sitting(standing), "seat")
        made = yield Choice(reason("form-made"), (True, False), "yes")
        return Outcome(declarer, made)

A question that earlier answers or options decide has but one answer: `filled` gives it and asks nobody.
"""

from collections.abc import Generator, Sequence
from typing import Any, Literal

from msgspec import Struct

from prikup.cards import Seat
from prikup.errors import BadOutcome, Reason, reason

__all__ = ["Answer", "Answered", "Choice", "Filled", "Form", "Number", "Question", "filled", "split"]

Answer = int | str | bool


class Choice(Struct, frozen=True):
    """A question with some answers: seats, sides of the table, yes and no, or words.

    A word is shown by the message `outcome-WORD`, whose places the numbers of `ask` fill, or as it stands where there
    is none. `usual` is the answer that a page may take for given until it is told another (None: it has to ask).
    """

    ask: Reason
    answers: tuple[Answer, ...]
    kind: Literal["word", "seat", "side", "yes"] = "word"
    usual: Answer | None = None


class Number(Struct, frozen=True):
    """A question for a number, both bounds included.

    Where it is one of some that add up to a sum, `of` is that sum and `taken` what the numbers before it come to.
    """

    ask: Reason
    low: int
    high: int
    taken: int = 0
    of: int | None = None


Question = Choice | Number
Form = Generator[Question, Any, Any]
"""A form: it asks, is told the answers, and returns an outcome."""


class Answered(Struct, frozen=True):
    """A question and its answer; `forced` where there was no other."""

    question: Question
    answer: Answer
    forced: bool


class Filled(Struct, frozen=True):
    """A form as far as it is filled in: what was answered, and then the next question or the outcome."""

    answered: tuple[Answered, ...]
    next: Question | None = None
    outcome: Any = None


def filled(form: Form, answers: Sequence[Answer]) -> Filled:
    """Return a form with some answers, in the order of its questions; those of one answer are passed over.

    Raise BadOutcome for an answer that its question does not allow, for one more than there are questions, and for
    what the form itself refuses.
    """
    told, given = list(answers), list[Answered]()
    try:
        question = next(form)
        while True:
            forced = _only(question)
            if forced is None and not told:
                return Filled(tuple(given), question)
            answer = told.pop(0) if forced is None else forced
            _check(question, answer)
            given.append(Answered(question, answer, forced is not None))
            question = form.send(answer)
    except StopIteration as end:
        if told:
            raise BadOutcome(reason("answer-too-many", text=str(told[0]))) from None
        return Filled(tuple(given), outcome=end.value)


def _only(question: Question) -> Answer | None:
    """Return the answer of a question that has no other."""
    match question:
        case Choice(answers=(answer,)):
            return answer
        case Number(low=low, high=high) if low == high:
            return low
    return None


def _check(question: Question, answer: Answer) -> None:
    """Raise BadOutcome for an answer that is none to this question."""
    match question:
        case Choice(answers=answers):
            if not any(answer == known and type(answer) is type(known) for known in answers):
                raise BadOutcome(reason("answer-not-one", text=str(answer)))
        case Number(low=low, high=high, taken=taken, of=of):
            if type(answer) is int and of is not None and taken + answer > of:
                raise BadOutcome(reason("tricks-must-sum", sum=taken + answer, needed=of))
            if type(answer) is not int or not low <= answer <= high:
                raise BadOutcome(reason("answer-out-of-bounds", text=str(answer), low=low, high=high))


def split(key: str, seats: Sequence[Seat], total: int, most: int | None = None) -> Generator[Question, Any, list[int]]:
    """Ask the tricks of some seats or sides that add up to a total, one after another; the last follow by themselves.

    Each may have `most` at most. The question is the message `key` with the `seat`; return the numbers in the order of
    the seats.
    """
    most = total if most is None else most
    numbers: list[int] = []
    for after, seat in enumerate(seats, 1):
        taken = sum(numbers)
        low = max(0, total - taken - most * (len(seats) - after))
        numbers.append((yield Number(reason(key, seat=seat), low, min(total - taken, most), taken, total)))
    return numbers
