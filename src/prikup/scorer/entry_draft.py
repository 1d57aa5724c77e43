"""A deal being entered on a page: the questions so far, the next one, and the effect of the finished entry.

The result contains everything that the page may offer; the page itself knows no game.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.rules.errors import BadOutcome, PrikupError, Reason
from prikup.rules.score_sheet import Line
from prikup.rules.scoring_questions import (
    AnsweredQuestion,
    ChoiceQuestion,
    Filled,
    Form,
    FormAnswer,
    FormQuestion,
    NumberQuestion,
    filled,
)
from prikup.scorer.edit_history import History, HistoryLine
from prikup.scorer.edit_preview import EditEffect, differences
from prikup.scorer.entries import DealEntry, Fault, ScoreEntry, What
from prikup.scorer.operations import Append, Insert, Operation, Replace
from prikup.scorer.replay import Replay, plain, replayed

__all__ = ["Draft", "EntryPreview", "EntryTask", "Pair", "drafted", "effect"]

UNWRITTEN = "draft "
"""The id of an entry that is not saved yet; no saved entry has an id that ends in a space."""


class EntryTask(Struct, frozen=True, omit_defaults=True):
    """A deal or a fault being entered, and its position: at the end, before an entry, or replacing it.

    `answers` are the answers to the form's questions that have more than one possible answer. With `assume`, a question
    with a default answer is skipped.
    """

    answers: Annotated[tuple[FormAnswer, ...], Meta(max_length=40)] = ()
    fault: bool = False
    how: Literal["append", "insert", "replace"] = "append"
    entry: str = ""
    assume: bool = True


class Pair(Struct, frozen=True):
    """An answer to the next question, combined with a player if the question after it asks for one.

    `answers` is the whole list of answers after choosing it.
    """

    answer: FormAnswer
    who: int | None
    answers: tuple[FormAnswer, ...]


class Grid(Struct, frozen=True):
    """The first question of words in a deal, already answered, whose answer can still be changed.

    `pairs` are its possible answers, each with the player asked for next, if any; `chosen` is the index of the given
    one; `covers` are the indices of the answers in the draft that it stands for.
    """

    question: ChoiceQuestion
    asks_who: ChoiceQuestion | None
    pairs: tuple[Pair, ...]
    chosen: int
    covers: tuple[int, ...]


class EntryPreview(Struct, frozen=True):
    """The effect of a step: the line it would write, its changes elsewhere, or the `flag` that forbids it."""

    flag: Reason | None = None
    line: Line | None = None
    changes: tuple[EditEffect, ...] = ()


class Draft(Struct, frozen=True):
    """A partly or fully filled form.

    `answers` are the accepted answers, assumed ones included; `refused` is the reason why the next one was rejected.
    `pairs` are the answers to a question of words, combined with those to the question after it if that asks for a
    player or a side. `grid` is the first such question, once it is answered. When no question is left, `what` is the
    entry and `effect` what it would do.
    """

    answers: tuple[FormAnswer, ...]
    answered: tuple[AnsweredQuestion, ...]
    question: FormQuestion | None
    asks_who: ChoiceQuestion | None = None
    pairs: tuple[Pair, ...] = ()
    refused: Reason | None = None
    what: What | None = None
    effect: EntryPreview | None = None
    grid: Grid | None = None


def drafted(history: History, replay: Replay, task: EntryTask) -> Draft:
    """Return the draft for a task. Raise BadText if its entry does not exist."""
    place = replay.scoring.index(task.entry) if task.how != "append" else len(replay.applied)
    match = replay.match if task.how == "append" else replay.applied[place].before
    standing, game = match.standing, replay.game

    def begin() -> Form:
        return game.fault(standing) if task.fault else game.form(standing)

    try:
        now, answers, refused = _taken(begin, task.answers)
        if task.assume and refused is None:
            now, answers = _assumed(begin, answers)
    except BadOutcome as error:  # the form has no questions, or refuses this deal
        return Draft((), (), None, refused=error.reason)
    grid = _grid(begin, now, answers)
    if now.next is not None:
        who, pairs = _pairs(begin, answers, now.next) if task.assume else (None, ())
        return Draft(answers, now.answered, now.next, who, pairs, refused, grid=grid)
    outcome = plain(now.outcome)
    what: What = Fault(outcome) if task.fault else DealEntry(outcome)
    would = effect(history, replay, _operation(task, what))
    return Draft(answers, now.answered, None, None, (), refused, what, would, grid)


def _taken(
    begin: Callable[[], Form], told: Sequence[FormAnswer]
) -> tuple[Filled, tuple[FormAnswer, ...], Reason | None]:
    """Return the form after the longest valid start of the answers, and why the next one is rejected."""
    now = filled(begin(), ())
    for number, answer in enumerate(told):
        try:
            now = filled(begin(), (*told[:number], answer))
        except BadOutcome as error:
            return now, tuple(told[:number]), error.reason
    return now, tuple(told), None


def _assumed(begin: Callable[[], Form], answers: tuple[FormAnswer, ...]) -> tuple[Filled, tuple[FormAnswer, ...]]:
    """Return the form with default answers filled in, up to the first question without a default."""
    now = filled(begin(), answers)
    while isinstance(now.next, ChoiceQuestion) and now.next.usual is not None:
        answers = (*answers, now.next.usual)
        now = filled(begin(), answers)
    return now, answers


def _pairs(
    begin: Callable[[], Form], answers: tuple[FormAnswer, ...], question: FormQuestion
) -> tuple[ChoiceQuestion | None, tuple[Pair, ...]]:
    """Return the question after this one, if it asks for a player or side, and the pairs of answers to both."""
    if not isinstance(question, ChoiceQuestion) or question.kind != "word":
        return None, ()
    who: ChoiceQuestion | None = None
    pairs: list[Pair] = []
    for answer in question.answers:
        then, told = _assumed(begin, (*answers, answer))
        if isinstance(then.next, ChoiceQuestion) and then.next.kind in ("seat", "side"):
            who = who or then.next
            pairs += [Pair(answer, int(one), (*told, one)) for one in then.next.answers]
        else:
            pairs.append(Pair(answer, None, (*answers, answer)))
    return who, tuple(pairs)


def _grid(begin: Callable[[], Form], now: Filled, answers: tuple[FormAnswer, ...]) -> Grid | None:
    """Return the first question of words without a default answer as a Grid, once it is answered; else None.

    The grid includes the player or side asked for next.
    """
    asked = [one for one in now.answered if not one.forced]
    for at, (question, answer) in enumerate((one.question, one.answer) for one in asked):
        if isinstance(question, NumberQuestion):
            return None
        if question.kind != "word" or question.usual is not None:
            continue
        who, pairs = _pairs(begin, answers[:at], question)
        for number, pair in enumerate(pairs):
            if pair.answer != answer:
                continue
            if pair.who is None:
                return Grid(question, who, pairs, number, (at,))
            for later in range(at + 1, len(asked)):
                if asked[later].question == who and asked[later].answer == pair.who:
                    return Grid(question, who, pairs, number, (at, later))
        return None
    return None


def _operation(task: EntryTask, what: What) -> Operation:
    if task.how == "replace":
        return Replace(task.entry, 0, what)
    new = ScoreEntry(UNWRITTEN, 0, what)
    return Append(new) if task.how == "append" else Insert(task.entry, new)


def effect(history: History, replay: Replay, step: HistoryLine) -> EntryPreview:
    """Return what a step would write and, unless it appends an entry, all that it changes elsewhere."""
    try:
        after = replayed(history.do(step).now)
    except PrikupError as error:
        return EntryPreview(error.reason)
    name = _touched(step)
    one = next((one for one in after.applied if one.entry.id == name), None)
    changes = () if isinstance(step, Append) else differences(replay, after)
    return EntryPreview(one.flag, one.line, changes) if one else EntryPreview(changes=changes)


def _touched(step: HistoryLine) -> str | None:
    match step:
        case Append(entry) | Insert(entry=entry):
            return entry.id
        case Replace(name):
            return name
    return None
