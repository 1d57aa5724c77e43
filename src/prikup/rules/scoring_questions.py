"""The questions that a score keeper answers about a deal played with real cards.

A form is a generator: it yields a question, is sent the answer, and in the end returns the outcome of a deal. The
questions come in the order in which the code yields them:

    def form(options, standing):
        declarer = yield ChoiceQuestion(reason("form-declarer"), sitting(standing), "seat")
        made = yield ChoiceQuestion(reason("form-made"), (True, False), "yes")
        return Outcome(declarer, made)

If options or earlier answers decide a question, it has only one possible answer, and `fill_form` fills it in.
"""

from collections.abc import Generator, Sequence
from typing import Any, Literal

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.errors import BadOutcome, Reason, reason

__all__ = [
    "AnsweredQuestion",
    "ChoiceQuestion",
    "FilledForm",
    "Form",
    "FormAnswer",
    "FormQuestion",
    "NumberQuestion",
    "fill_form",
    "split",
]

FormAnswer = int | str | bool


class ChoiceQuestion(Struct, frozen=True):
    """A question with a list of possible answers: seats, sides, yes and no, or words.

    `ask` is the message of the question, `answers` are the possible answers, and `kind` tells what they are. A word is
    shown as the message `outcome-WORD`, with the arguments of `ask`, or unchanged if there is no such message. `usual`
    is the default answer that a page may assume until the user answers (None: the page must ask).
    """

    ask: Reason
    answers: tuple[FormAnswer, ...]
    kind: Literal["word", "seat", "side", "yes"] = "word"
    usual: FormAnswer | None = None


class NumberQuestion(Struct, frozen=True):
    """A question whose answer is a number from `low` to `high`, both included; `ask` is the message of the question.

    If the question asks for one of several numbers with a fixed sum, `of` is this sum, and `taken` is the total of the
    numbers already given. Otherwise `of` is None.
    """

    ask: Reason
    low: int
    high: int
    taken: int = 0
    of: int | None = None


FormQuestion = ChoiceQuestion | NumberQuestion
Form = Generator[FormQuestion, Any, Any]
"""A generator that yields questions about a deal, is sent the answers, and returns the outcome of the deal."""


class AnsweredQuestion(Struct, frozen=True):
    """A question and its answer; `forced` tells whether it was the only possible answer."""

    question: FormQuestion
    answer: FormAnswer
    forced: bool


class FilledForm(Struct, frozen=True):
    """A partly or fully filled form: the answers so far, and either the next question or the outcome.

    A form is the sequence of questions that a score keeper answers about a deal. `answered_questions` are its questions
    so far, each with its answer. `next` is the next question, None if none is left; `outcome` is the outcome of the
    deal, None while a question is left.
    """

    answered_questions: tuple[AnsweredQuestion, ...]
    next: FormQuestion | None = None
    outcome: Any = None


def fill_form(form: Form, answers: Sequence[FormAnswer]) -> FilledForm:
    """Return the form after some answers, given in the order of its questions.

    A form is the sequence of questions that a score keeper answers about a deal. A question with only one possible
    answer uses none of `answers`. Raise BadOutcome for an answer that its question does not allow, for more answers
    than questions, and for answers that the form itself refuses.
    """
    remaining_answers, answered_questions = list(answers), list[AnsweredQuestion]()
    try:
        question = next(form)
        while True:
            only_answer = _only_answer(question)
            if only_answer is None and not remaining_answers:
                return FilledForm(tuple(answered_questions), question)
            answer = remaining_answers.pop(0) if only_answer is None else only_answer
            _check(question, answer)
            answered_questions.append(AnsweredQuestion(question, answer, only_answer is not None))
            question = form.send(answer)
    except StopIteration as end:
        if remaining_answers:
            raise BadOutcome(reason("answer-too-many", text=str(remaining_answers[0]))) from None
        return FilledForm(tuple(answered_questions), outcome=end.value)


def _only_answer(question: FormQuestion) -> FormAnswer | None:
    """Return the answer of a question that has only one possible answer; else None."""
    match question:
        case ChoiceQuestion(answers=(answer,)):
            return answer
        case NumberQuestion(low=low, high=high) if low == high:
            return low
    return None


def _check(question: FormQuestion, answer: FormAnswer) -> None:
    """Raise BadOutcome if `answer` is not a possible answer to `question`."""
    match question:
        case ChoiceQuestion(answers=answers):
            if not any(answer == choice and type(answer) is type(choice) for choice in answers):
                raise BadOutcome(reason("answer-not-one", text=str(answer)))
        case NumberQuestion(low=low, high=high, taken=taken, of=of):
            if type(answer) is int and of is not None and taken + answer > of:
                raise BadOutcome(reason("tricks-must-sum", sum=taken + answer, needed=of))
            if type(answer) is not int or not low <= answer <= high:
                raise BadOutcome(reason("answer-out-of-bounds", text=str(answer), low=low, high=high))


def split(
    key: str, seats: Sequence[Seat], total: int, maximum: int | None = None
) -> Generator[FormQuestion, Any, list[int]]:
    """Yield a question about the number of tricks of each of `seats`, and return the numbers, in the same order.

    `seats` may also be numbers of sides. The numbers must add up to `total`, and each is at most `maximum` (None: no
    other limit). The question is the message `key` with the argument `seat`. A question whose answer follows from the
    earlier answers has only one possible answer.
    """
    maximum = total if maximum is None else maximum
    numbers: list[int] = []
    for after, seat in enumerate(seats, 1):
        subtotal = sum(numbers)
        low = max(0, total - subtotal - maximum * (len(seats) - after))
        numbers.append(
            (yield NumberQuestion(reason(key, seat=seat), low, min(total - subtotal, maximum), subtotal, total))
        )
    return numbers
