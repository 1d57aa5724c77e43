"""Parse the answers that a score keeper types to the questions about a deal.

A user can type an answer in upper or lower case, in full, by its first letters, or by the number of the option in a
list. One line can have several answers. For example, the line `6 3` answers two questions that ask for numbers. If a
third number follows from these two, it need not be typed. If it is typed, as in the line `6 3 1`, it is checked. An
error is reported for the question at which it occurs, and the answers typed before that question are kept.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import Speech
from prikup.name_comparison import comparison_key
from prikup.rules.errors import BadOutcome, BadText, PrikupError, Reason, reason
from prikup.rules.scoring_questions import (
    ChoiceQuestion,
    FilledForm,
    Form,
    FormAnswer,
    FormQuestion,
    NumberQuestion,
    fill_form,
)

__all__ = [
    "FormInProgress",
    "ParsedForm",
    "answer_text",
    "exact",
    "has_numbered_answers",
    "matching_indices",
    "parse_answers",
    "seat_of",
]


class FormInProgress(Struct, frozen=True):
    """A form (the questions about one deal) that a user is filling in.

    `begin` starts the form again from its first question (a form is a generator, which can run only once). `answers`
    are the answers so far, in order, except those to questions with only one possible answer.
    """

    begin: Callable[[], Form]
    answers: tuple[FormAnswer, ...] = ()

    @property
    def current_form(self) -> FilledForm:
        """The form (questions about one deal) with `answers` filled in, and with the next question or the outcome.

        Raises BadOutcome if the form does not accept the answers.
        """
        return fill_form(self.begin(), self.answers)

    def back(self) -> "FormInProgress":
        """Return a copy of this form without its last answer, so that the question is open again."""
        return FormInProgress(self.begin, self.answers[:-1])


class ParsedForm(Struct, frozen=True):
    """A form after the user typed one line of answers.

    `filling` is the form with all valid answers. `rejection` is the reason why a part of the line was not accepted, or
    None if the whole line was.
    """

    filling: FormInProgress
    rejection: Reason | None = None


def answer_text(speech: Speech, question: FormQuestion, answer: FormAnswer) -> str:
    """Return an answer to `question` as text: a translated word, the name of a player or side, or a number.

    `speech` formats messages for the user's language and the players at the table.
    """
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


def has_numbered_answers(speech: Speech, question: FormQuestion) -> bool:
    """Return whether a question can be answered by typing the position of an option in the list of answers, from 1.

    This is not possible if the question asks for a number or for yes or no, or if the text of an option is itself a
    number. `speech` formats messages for the user's language and the players at the table.
    """
    if not isinstance(question, ChoiceQuestion) or question.kind == "yes":
        return False
    return not any(answer_text(speech, question, answer).isdigit() for answer in question.answers)


def parse_answers(speech: Speech, filling: FormInProgress, text: str) -> ParsedForm:
    """Parse the answers in the typed line `text`, and return the form `filling` with these answers filled in.

    A form has the questions about one deal. If a part of the line is invalid, the result has the reason and the valid
    answers before that part, and at least one question of its form is still open. `speech` formats messages for the
    user's language and the players at the table.
    """
    words = text.replace("−", "-").replace(",", " ").replace(";", " ").split()
    form = filling.current_form
    fixed_count = len(form.answered_questions)  # answers that were filled in before this line
    try:
        while words:
            fixed_count = _skip_forced_answers(form, fixed_count, words)
            if not words:
                break
            if form.next is None:
                raise BadOutcome(reason("answer-too-many", text=words[0]))
            answer, word_count = _first_answer(speech, form.next, words)
            next_filling = FormInProgress(filling.begin, (*filling.answers, answer))
            form, filling, fixed_count = next_filling.current_form, next_filling, fixed_count + 1
            del words[:word_count]
    except PrikupError as error:
        return ParsedForm(filling.back() if form.next is None else filling, error.reason)
    return ParsedForm(filling)


def _skip_forced_answers(form: FilledForm, fixed_count: int, words: list[str]) -> int:
    """Remove numbers from the start of `words` that only repeat forced answers, and return the new `fixed_count`.

    A forced answer is the only possible answer to its question. `form` is the form with the answers so far, and `words`
    are the typed words not parsed yet. `fixed_count` is the number of answered questions at the start of the form that
    were answered before this line or by words of this line. Raise BadOutcome if a typed number contradicts a forced
    answer, unless the number can be the answer to the next question.
    """
    for answered_question in form.answered_questions[fixed_count:]:
        if not (
            answered_question.forced
            and isinstance(answered_question.question, NumberQuestion)
            and words
            and _is_number(words[0])
        ):
            return fixed_count
        if int(words[0]) != answered_question.answer:
            if isinstance(form.next, NumberQuestion):
                return fixed_count
            trick_sum, tricks_needed = answered_question.question.taken + int(words[0]), answered_question.question.of
            if tricks_needed is None:
                raise BadOutcome(reason("answer-too-many", text=words[0]))
            raise BadOutcome(reason("tricks-must-sum", sum=trick_sum, needed=tricks_needed))
        del words[0]
        fixed_count += 1
    return fixed_count


def _is_number(word: str) -> bool:
    return re.fullmatch(r"[-+]?\d{1,9}", word) is not None


def _first_answer(speech: Speech, question: FormQuestion, words: Sequence[str]) -> tuple[FormAnswer, int]:
    """Parse the answer at the start of the typed `words`, and return it with the number of words that it takes up.

    Raise BadText if the words match no answer to the question or more than one. `speech` formats messages for the
    user's language.
    """
    if isinstance(question, NumberQuestion):
        if not _is_number(words[0]):
            raise BadText(reason("answer-no-number", text=words[0]))
        return int(words[0]), 1
    ambiguous_answers = None
    for length in range(len(words), 0, -1):
        matching_answers = _matching_answers(speech, question, " ".join(words[:length]))
        if len(matching_answers) == 1:
            return matching_answers[0], length
        ambiguous_answers = ambiguous_answers or matching_answers
    if ambiguous_answers:
        candidate_names = ", ".join(answer_text(speech, question, answer) for answer in ambiguous_answers)
        raise BadText(reason("answer-several", text=words[0], allowed=candidate_names))
    option_names = ", ".join(answer_text(speech, question, answer) for answer in question.answers)
    raise BadText(reason("answer-none-of", text=words[0], allowed=option_names))


def exact(speech: Speech, question: FormQuestion, text: str) -> bool:
    """Return whether the typed `text` is the full name of an answer to a question, not only a prefix or a number.

    `speech` formats messages for the user's language and the players at the table.
    """
    return isinstance(question, ChoiceQuestion) and any(
        comparison_key(text) in _names(speech, question, answer) for answer in question.answers
    )


def _matching_answers(speech: Speech, question: ChoiceQuestion, text: str) -> list[FormAnswer]:
    """Return the answers to `question` that the typed `text` can mean.

    If the text is the full name of an answer, only that answer is returned. Otherwise, if the text is the number of an
    option, only this option is returned. Any other text matches all answers whose names begin with it. `speech` formats
    messages for the user's language.
    """
    word = comparison_key(text)
    names = {answer: list(_names(speech, question, answer)) for answer in question.answers}
    if exact_matches := [answer for answer, spellings in names.items() if word in spellings]:
        return exact_matches
    if has_numbered_answers(speech, question) and word.isdecimal() and 0 < int(word) <= len(question.answers):
        return [question.answers[int(word) - 1]]
    return [answer for answer, spellings in names.items() if any(name.startswith(word) for name in spellings)]


def _names(speech: Speech, question: ChoiceQuestion, answer: FormAnswer) -> Iterator[str]:
    """Yield all names by which a user can type `answer`, an answer to `question`, as keys that ignore case.

    A side can also be named by either of its players. Yes and no can be typed in every language. `speech` formats
    messages for the user's language.
    """
    yield comparison_key(answer_text(speech, question, answer))
    match question.kind:
        case "side":
            yield from (comparison_key(speech.name(seat)) for seat in speech.game.sides[int(answer)])
        case "word":
            yield comparison_key(str(answer))
        case "yes":
            for tongue in LANGUAGES:
                words = Words(tongue, *speech.words.folders)
                yield from map(comparison_key, words("yes" if answer else "no").split())


def matching_indices(names: Sequence[str], text: str) -> tuple[int, ...]:
    """Return the indices of those `names` that the typed `text` can mean.

    A text that equals a name, ignoring case, means only this name. Otherwise a number means the name at this position
    of the list, counted from 1, and any other text means all names that begin with it.
    """
    word, name_keys = comparison_key(text), [comparison_key(name) for name in names]
    if word in name_keys:
        return (name_keys.index(word),)
    if word.isdecimal() and 0 < int(word) <= len(name_keys):
        return (int(word) - 1,)
    return tuple(index for index, name in enumerate(name_keys) if word and name.startswith(word))


def seat_of(names: Sequence[str], text: str) -> int:
    """Return the seat of the player whom the typed `text` names; `names` are the players' names, in the order of seats.

    Raise BadText if the text matches no name or several names.
    """
    seats = matching_indices(names, text)
    if len(seats) == 1:
        return seats[0]
    if seats:
        raise BadText(reason("answer-several", text=text, allowed=", ".join(names[seat] for seat in seats)))
    raise BadText(reason("answer-none-of", text=text, allowed=", ".join(names)))
