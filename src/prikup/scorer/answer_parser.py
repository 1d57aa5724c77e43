"""Parse typed answers to a form: in any case, by prefix or by number, several on one line.

`6 3` answers two questions for numbers and leaves the last one to follow; `6 3 1` states that one too, and it is
checked. An error is reported at its question; the answers typed before it are kept.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import Speech
from prikup.player_names import alike
from prikup.rules.errors import BadOutcome, BadText, PrikupError, Reason, reason
from prikup.rules.scoring_questions import (
    ChoiceQuestion,
    Filled,
    Form,
    FormAnswer,
    FormQuestion,
    NumberQuestion,
    filled,
)

__all__ = ["Filling", "ParsedForm", "answer_text", "counted", "exact", "named", "seat_of", "typed"]


class Filling(Struct, frozen=True):
    """A form that is being filled in: the function that starts it, and the answers so far."""

    begin: Callable[[], Form]
    answers: tuple[FormAnswer, ...] = ()

    @property
    def filled(self) -> Filled:
        """The partly filled form. Raises BadOutcome if the form itself refuses the answers."""
        return filled(self.begin(), self.answers)

    def back(self) -> "Filling":
        """Return the form without its last answer."""
        return Filling(self.begin, self.answers[:-1])


class ParsedForm(Struct, frozen=True):
    """A form after a typed line; `refused` is the reason why a part of the line could not be used, or None."""

    filling: Filling
    refused: Reason | None = None


def answer_text(speech: Speech, question: FormQuestion, answer: FormAnswer) -> str:
    """Return an answer in the user's language."""
    match question:
        case ChoiceQuestion(ask, _, "word"):
            key = f"outcome-{answer}"
            return speech(key, **ask.numbers) if speech.words.has(key) else str(answer)
        case ChoiceQuestion(kind="yes"):
            return speech.words("yes" if answer else "no").split()[-1]
        case ChoiceQuestion(kind="seat"):
            return speech.name(int(answer))
        case ChoiceQuestion(kind="side"):
            return speech.side(int(answer))
    return str(answer)


def counted(speech: Speech, question: FormQuestion) -> bool:
    """Return whether a question can be answered by the number of an option.

    It cannot if its answers are numbers themselves, or yes and no.
    """
    if not isinstance(question, ChoiceQuestion) or question.kind == "yes":
        return False
    return not any(answer_text(speech, question, answer).isdigit() for answer in question.answers)


def typed(speech: Speech, filling: Filling, text: str) -> ParsedForm:
    """Return a form after a typed line; if the line is invalid, the form still has an open question."""
    words = text.replace("−", "-").replace(",", " ").replace(";", " ").split()
    now = filling.filled
    known = len(now.answered)  # the number of answers that no word of this line can repeat
    try:
        while words:
            known = _stated(now, known, words)
            if not words:
                break
            if now.next is None:
                raise BadOutcome(reason("answer-too-many", text=words[0]))
            answer, used = _first(speech, now.next, words)
            further = Filling(filling.begin, (*filling.answers, answer))
            now, filling, known = further.filled, further, known + 1
            del words[:used]
    except PrikupError as error:
        return ParsedForm(filling.back() if now.next is None else filling, error.reason)
    return ParsedForm(filling)


def _stated(now: Filled, known: int, words: list[str]) -> int:
    """Remove typed numbers that merely repeat forced answers from `words`, and return the new `known`.

    Raise BadOutcome if such a number contradicts the forced answer, unless it can be the answer to the next question.
    """
    for one in now.answered[known:]:
        if not (one.forced and isinstance(one.question, NumberQuestion) and words and _is_number(words[0])):
            return known
        if int(words[0]) != one.answer:
            if isinstance(now.next, NumberQuestion):
                return known
            number, of = one.question.taken + int(words[0]), one.question.of
            if of is None:
                raise BadOutcome(reason("answer-too-many", text=words[0]))
            raise BadOutcome(reason("tricks-must-sum", sum=number, needed=of))
        del words[0]
        known += 1
    return known


def _is_number(word: str) -> bool:
    return re.fullmatch(r"[-+]?\d{1,9}", word) is not None


def _first(speech: Speech, question: FormQuestion, words: Sequence[str]) -> tuple[FormAnswer, int]:
    """Return the answer at the start of a line, and the number of words it takes. Raise BadText."""
    if isinstance(question, NumberQuestion):
        if not _is_number(words[0]):
            raise BadText(reason("answer-no-number", text=words[0]))
        return int(words[0]), 1
    several = None
    for length in range(len(words), 0, -1):
        found = _meant(speech, question, " ".join(words[:length]))
        if len(found) == 1:
            return found[0], length
        several = several or found
    if several:
        meant = ", ".join(answer_text(speech, question, answer) for answer in several)
        raise BadText(reason("answer-several", text=words[0], allowed=meant))
    allowed = ", ".join(answer_text(speech, question, answer) for answer in question.answers)
    raise BadText(reason("answer-none-of", text=words[0], allowed=allowed))


def exact(speech: Speech, question: FormQuestion, text: str) -> bool:
    """Return whether a line is exactly one of the answers to a question, in full."""
    return isinstance(question, ChoiceQuestion) and any(
        alike(text) in _names(speech, question, answer) for answer in question.answers
    )


def _meant(speech: Speech, question: ChoiceQuestion, text: str) -> list[FormAnswer]:
    """Return the answers that a text may stand for: in full, by number, or by prefix."""
    word = alike(text)
    names = {answer: list(_names(speech, question, answer)) for answer in question.answers}
    if full := [answer for answer, known in names.items() if word in known]:
        return full
    if counted(speech, question) and word.isdecimal() and 0 < int(word) <= len(question.answers):
        return [question.answers[int(word) - 1]]
    return [answer for answer, known in names.items() if any(name.startswith(word) for name in known)]


def _names(speech: Speech, question: ChoiceQuestion, answer: FormAnswer) -> Iterator[str]:
    """Yield all names of an answer; a side can also be named by either partner."""
    yield alike(answer_text(speech, question, answer))
    match question.kind:
        case "side":
            yield from (alike(speech.name(seat)) for seat in speech.game.sides[int(answer)])
        case "word":
            yield alike(str(answer))
        case "yes":
            for tongue in LANGUAGES:
                words = Words(tongue, *speech.words.folders)
                yield from map(alike, words("yes" if answer else "no").split())


def named(names: Sequence[str], text: str) -> tuple[int, ...]:
    """Return the indices of the names that a text may stand for: in any case, by prefix, or by number from 1."""
    word, known = alike(text), [alike(name) for name in names]
    if word in known:
        return (known.index(word),)
    if word.isdecimal() and 0 < int(word) <= len(known):
        return (int(word) - 1,)
    return tuple(at for at, name in enumerate(known) if word and name.startswith(word))


def seat_of(names: Sequence[str], text: str) -> int:
    """Return the seat of the player with this name. Raise BadText if no name or several names match."""
    found = named(names, text)
    if len(found) == 1:
        return found[0]
    if found:
        raise BadText(reason("answer-several", text=text, allowed=", ".join(names[at] for at in found)))
    raise BadText(reason("answer-none-of", text=text, allowed=", ".join(names)))
