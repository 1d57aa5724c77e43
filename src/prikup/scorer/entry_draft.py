"""A deal being entered on a page: the questions answered so far, the next question, and the effect of the entry.

The result contains everything that the page may offer, because the page has no code for particular games.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from prikup.rules.errors import BadOutcome, PrikupError, Reason
from prikup.rules.score_sheet import Line
from prikup.rules.scoring_questions import (
    AnsweredQuestion,
    ChoiceQuestion,
    FilledForm,
    Form,
    FormAnswer,
    FormQuestion,
    NumberQuestion,
    fill_form,
)
from prikup.scorer.edit_history import History, HistoryLine
from prikup.scorer.edit_preview import EditEffect, differences
from prikup.scorer.entries import DealEntry, EntryContent, Fault, ScoreEntry
from prikup.scorer.operations import Append, Insert, Operation, Replace
from prikup.scorer.replay import Replay, plain, replay_scoring

__all__ = ["AnswerPair", "Draft", "EntryPreview", "EntryTask", "build_draft", "preview_step"]

UNSAVED_ID = "draft "
"""The id of an entry that is not saved yet; no saved entry has an id that ends in a space."""


class EntryTask(Struct, frozen=True, omit_defaults=True):
    """A deal (or, with `fault`, an irregularity) that a user is entering, and its position in the list.

    `how` tells whether the result is appended, inserted before the entry whose id is `entry`, or replaces that entry.
    `answers` are the answers to the questions of the form; questions with only one possible answer are left out. With
    `assume`, questions with a default answer are answered by default.
    """

    answers: Annotated[tuple[FormAnswer, ...], Meta(max_length=40)] = ()
    fault: bool = False
    how: Literal["append", "insert", "replace"] = "append"
    entry: str = ""
    assume: bool = True


class AnswerPair(Struct, frozen=True):
    """An answer to the next question, combined with a player or side if the question after it asks for one.

    `who` is the seat or side, or None. `answers` are all answers of the form after choosing this pair.
    """

    answer: FormAnswer
    who: int | None
    answers: tuple[FormAnswer, ...]


class ChoiceGrid(Struct, frozen=True):
    """The first question of a deal whose answers are words, after it was answered.

    The page lets the user change the answer. `pairs` are its possible answers, each with the player or side that the
    next question asks for, if it does. `chosen` is the index of the chosen pair, and `covers` are the indices of the
    draft's answers that this pair contains.
    """

    question: ChoiceQuestion
    asks_who: ChoiceQuestion | None
    pairs: tuple[AnswerPair, ...]
    chosen: int
    covers: tuple[int, ...]


class EntryPreview(Struct, frozen=True):
    """The effect of a step that is not applied yet.

    `line` is the sheet line that the step would write, `changes` are its effects on other entries, and `flag` is the
    reason if the rules refuse the entry.
    """

    flag: Reason | None = None
    line: Line | None = None
    changes: tuple[EditEffect, ...] = ()


class Draft(Struct, frozen=True):
    """A form that is partly or fully filled in.

    `answers` are the accepted answers, including default answers; `refused` is the reason why the next answer was
    rejected, or None. `answered` are the questions answered so far, and `question` is the next one. If the answers to
    that question are words, `pairs` combines them with the answers to the question after it, provided that it asks for
    a player or a side (`asks_who`). `grid` is the first question of this kind once it is answered. When no question is
    left, `what` is the finished entry and `effect` is its effect on the match.
    """

    answers: tuple[FormAnswer, ...]
    answered: tuple[AnsweredQuestion, ...]
    question: FormQuestion | None
    asks_who: ChoiceQuestion | None = None
    pairs: tuple[AnswerPair, ...] = ()
    refused: Reason | None = None
    what: EntryContent | None = None
    effect: EntryPreview | None = None
    grid: ChoiceGrid | None = None


def build_draft(history: History, replay: Replay, task: EntryTask) -> Draft:
    """Build the draft for a task. Raise BadText if the entry that the task names does not exist."""
    place = replay.scoring.index(task.entry) if task.how != "append" else len(replay.applied_entries)
    match = replay.match if task.how == "append" else replay.applied_entries[place].match_before
    standing, game = match.standing, replay.game

    def begin() -> Form:
        return game.scoring.irregularity_questions(standing) if task.fault else game.scoring.scoring_questions(standing)

    try:
        form, answers, rejection = _accept_answers(begin, task.answers)
        if task.assume and rejection is None:
            form, answers = _fill_defaults(begin, answers)
    except BadOutcome as error:  # the form has no questions, or refuses this deal
        return Draft((), (), None, refused=error.reason)
    grid = _grid(begin, form, answers)
    if form.next is not None:
        player_question, pairs = _pairs(begin, answers, form.next) if task.assume else (None, ())
        return Draft(answers, form.answered_questions, form.next, player_question, pairs, rejection, grid=grid)
    outcome = plain(form.outcome)
    content: EntryContent = Fault(outcome) if task.fault else DealEntry(outcome)
    preview = preview_step(history, replay, _operation(task, content))
    return Draft(answers, form.answered_questions, None, None, (), rejection, content, preview, grid)


def _accept_answers(
    begin: Callable[[], Form], answers: Sequence[FormAnswer]
) -> tuple[FilledForm, tuple[FormAnswer, ...], Reason | None]:
    """Return the form with as many of the first answers as it accepts, those answers, and why it rejects the next one.

    The reason is None if all answers are accepted.
    """
    form = fill_form(begin(), ())
    for number, answer in enumerate(answers):
        try:
            form = fill_form(begin(), (*answers[:number], answer))
        except BadOutcome as error:
            return form, tuple(answers[:number]), error.reason
    return form, tuple(answers), None


def _fill_defaults(
    begin: Callable[[], Form], answers: tuple[FormAnswer, ...]
) -> tuple[FilledForm, tuple[FormAnswer, ...]]:
    """Answer questions by default up to the first question without a default; return the form and all answers."""
    form = fill_form(begin(), answers)
    while isinstance(form.next, ChoiceQuestion) and form.next.usual is not None:
        answers = (*answers, form.next.usual)
        form = fill_form(begin(), answers)
    return form, answers


def _pairs(
    begin: Callable[[], Form], answers: tuple[FormAnswer, ...], question: FormQuestion
) -> tuple[ChoiceQuestion | None, tuple[AnswerPair, ...]]:
    """Combine the answers to a question of words with those to the next question, if it asks for a player or side.

    Return the next question, or None, and the pairs. The pairs are () if the answers to `question` are not words.
    """
    if not isinstance(question, ChoiceQuestion) or question.kind != "word":
        return None, ()
    player_question: ChoiceQuestion | None = None
    pairs: list[AnswerPair] = []
    for answer in question.answers:
        next_form, next_answers = _fill_defaults(begin, (*answers, answer))
        if isinstance(next_form.next, ChoiceQuestion) and next_form.next.kind in ("seat", "side"):
            player_question = player_question or next_form.next
            pairs += [
                AnswerPair(answer, int(player_answer), (*next_answers, player_answer))
                for player_answer in next_form.next.answers
            ]
        else:
            pairs.append(AnswerPair(answer, None, (*answers, answer)))
    return player_question, tuple(pairs)


def _grid(begin: Callable[[], Form], form: FilledForm, answers: tuple[FormAnswer, ...]) -> ChoiceGrid | None:
    """Return a grid of the first question that has words as answers and no default, or None if it is not yet answered.

    The grid includes the player or side that the next question asks for.
    """
    free_answers = [answered_question for answered_question in form.answered_questions if not answered_question.forced]
    for index, (question, answer) in enumerate(
        (answered_question.question, answered_question.answer) for answered_question in free_answers
    ):
        if isinstance(question, NumberQuestion):
            return None
        if question.kind != "word" or question.usual is not None:
            continue
        player_question, pairs = _pairs(begin, answers[:index], question)
        for number, pair in enumerate(pairs):
            if pair.answer != answer:
                continue
            if pair.who is None:
                return ChoiceGrid(question, player_question, pairs, number, (index,))
            for later in range(index + 1, len(free_answers)):
                if free_answers[later].question == player_question and free_answers[later].answer == pair.who:
                    return ChoiceGrid(question, player_question, pairs, number, (index, later))
        return None
    return None


def _operation(task: EntryTask, content: EntryContent) -> Operation:
    if task.how == "replace":
        return Replace(task.entry, 0, content)
    new = ScoreEntry(UNSAVED_ID, 0, content)
    return Append(new) if task.how == "append" else Insert(task.entry, new)


def preview_step(history: History, replay: Replay, step: HistoryLine) -> EntryPreview:
    """Return the effect of a step: the line it would write and its changes to other entries.

    An appended entry comes last, so no changes to other entries are computed for it.
    """
    try:
        new_replay = replay_scoring(history.do(step).current_list)
    except PrikupError as error:
        return EntryPreview(error.reason)
    name = _changed_entry_id(step)
    applied_entry = next(
        (applied_entry for applied_entry in new_replay.applied_entries if applied_entry.entry.id == name), None
    )
    changes = () if isinstance(step, Append) else differences(replay, new_replay)
    return (
        EntryPreview(applied_entry.flag, applied_entry.line, changes)
        if applied_entry
        else EntryPreview(changes=changes)
    )


def _changed_entry_id(step: HistoryLine) -> str | None:
    match step:
        case Append(entry) | Insert(entry=entry):
            return entry.id
        case Replace(name):
            return name
    return None
