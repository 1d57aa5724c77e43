"""Build the draft of a deal that a user is entering: answered questions, the next question, the effect of the entry.

The draft contains everything that the scoring page may offer to the user, because the page has no code for particular
games.
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
"""The id of an entry that is previewed but not saved; no saved entry has an id that ends in a space."""


class EntryTask(Struct, frozen=True, omit_defaults=True):
    """A deal that a user is entering in a scored match.

    - `answers`: the answers to the questions about the deal, in order. A question with only one possible answer has
      none.
    - `fault`: whether the questions are those about an irregularity, such as a misdeal or a revoke.
    - `how` and `entry`: whether the result is appended to the list, inserted before the entry whose id is `entry`, or
      replaces that entry.
    - `assume`: whether questions are answered by their default answers, if they have one.
    """

    answers: Annotated[tuple[FormAnswer, ...], Meta(max_length=40)] = ()
    fault: bool = False
    how: Literal["append", "insert", "replace"] = "append"
    entry: str = ""
    assume: bool = True


class AnswerPair(Struct, frozen=True):
    """One choice on a page: an answer, together with a player or side if the question after it asks for one.

    - `answer`: the answer to the next question.
    - `who`: the seat or side that answers the question after it, or None.
    - `answers`: all answers to the questions about the deal, if the user chooses this pair.
    """

    answer: FormAnswer
    who: int | None
    answers: tuple[FormAnswer, ...]


class ChoiceGrid(Struct, frozen=True):
    """The first question about a deal whose answers are words, once the user has answered it.

    The page keeps showing the question, so that the user can change the answer.

    - `question`: the question.
    - `asks_who`: the next question if it asks for a player or side, else None.
    - `pairs`: the possible answers; each comes with a player or side if the next question asks for one.
    - `chosen`: the index of the pair that the user chose.
    - `covers`: the indices, among the answers of the draft, of the answers that the chosen pair consists of.
    """

    question: ChoiceQuestion
    asks_who: ChoiceQuestion | None
    pairs: tuple[AnswerPair, ...]
    chosen: int
    covers: tuple[int, ...]


class EntryPreview(Struct, frozen=True):
    """The effect of a step (an operation, an undo or a redo) that is not applied yet.

    - `flag`: the reason why the step is impossible or the rules refuse its entry, or None.
    - `line`: the line that the added or changed entry would write on the score sheet, or None if it writes nothing.
    - `changes`: the effects of the step on the other entries and on the final state.
    """

    flag: Reason | None = None
    line: Line | None = None
    changes: tuple[EditEffect, ...] = ()


class Draft(Struct, frozen=True):
    """A form (the questions about one deal) that a user has partly or fully filled in.

    - `answers`: the accepted answers, including default answers.
    - `answered`: the questions answered so far, with their answers.
    - `question`: the next question, or None if none is left or the form cannot be filled in.
    - `pairs`: the possible answers to `question` if they are words; each comes with a player or side if the question
      after it asks for one. `pairs` is () for other questions, and if `EntryTask.assume` is false.
    - `asks_who`: the question after `question` if it asks for a player or side and `pairs` has its answers; else None.
    - `refused`: the reason why an answer or the whole form was rejected, or None.
    - `what` and `effect`: the contents of the finished entry and its effect on the match, or None while a question is
      left.
    - `grid`: the first question whose answers are words, once it is answered; else None.
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
    """Build the draft of a deal that the user is entering: the answers so far, the next question and the effect.

    `history` is the edit history of the match, and `replay` the state of the match computed from it. `task` has the
    user's answers. Raise BadText if the entry that `task` names does not exist.
    """
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
    """Fill in a form; return it with the answers that it accepts, these answers, and why the next one is rejected.

    A form has the questions about one deal. The reason is None if all `answers` were accepted. `begin` starts the form
    again from its first question.
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
    """Answer questions of a form by their default answers, up to the first without one; return the form and answers.

    `begin` starts the form again from its first question, and `answers` are the answers so far.
    """
    form = fill_form(begin(), answers)
    while isinstance(form.next, ChoiceQuestion) and form.next.usual is not None:
        answers = (*answers, form.next.usual)
        form = fill_form(begin(), answers)
    return form, answers


def _pairs(
    begin: Callable[[], Form], answers: tuple[FormAnswer, ...], question: FormQuestion
) -> tuple[ChoiceQuestion | None, tuple[AnswerPair, ...]]:
    """Combine each answer to `question` with each answer to the next question, if that one asks for a player or side.

    Return the next question if it asks for a player or side, else None, and the pairs. The pairs are () if the answers
    to `question` are not words. `begin` starts the form again from its first question, and `answers` are the answers
    before `question`.
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
    """Return the grid for the first answered question of a form whose answers are words and that has no default answer.

    A page keeps showing this question, so that the user can change the answer. The grid includes the player or side
    that the next question asks for. Return None if there is no such question. `form` is the form filled in with
    `answers`, and `begin` starts the form again from its first question.
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
    """Return the effect of a step that is not applied yet: the line that its entry writes, and the other changes.

    A step is an edit, an undo or a redo. `history` is the edit history of the match before the step, and `replay` the
    state computed from it. If the step appends an entry, effects on other entries are not computed, because there are
    none.
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
