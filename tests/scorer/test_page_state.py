"""The reply to a page that scores a match: every game can be entered by the offered answers, and bad input is safe."""

import random

import msgspec
import pytest
from campaigns.random_evenings import GAMES_WITH_QUESTIONS, Evening
from scorer.page import Page
from support.circles import depth

from prikup.rules.errors import Reason
from prikup.rules.game_definition import GameDefinition
from prikup.rules.scoring_questions import ChoiceQuestion, FormAnswer, NumberQuestion
from prikup.scorer.entries import AdjustEntry, Amount, DealEntry, PaperStart, ScoreEntry
from prikup.scorer.entry_draft import Draft, EntryTask
from prikup.scorer.operations import Append
from prikup.scorer.page_state import RefusedRequest, Reply, Request, build_reply
from prikup.scorer.replay import replay_scoring

each_game = pytest.mark.parametrize(("name", "kind"), GAMES_WITH_QUESTIONS)


def answers_after_tap(rng: random.Random, draft: Draft) -> tuple[FormAnswer, ...]:
    """Return the answers after a tap on a random offered answer."""
    if draft.pairs:
        return rng.choice(draft.pairs).answers
    match draft.question:
        case ChoiceQuestion(answers=known):
            return (*draft.answers, rng.choice(known))
        case NumberQuestion(low=low, high=high):
            return (*draft.answers, rng.randint(low, high))
    raise AssertionError(draft)


def random_form(rng: random.Random, page: Page) -> Draft:
    """Return the form of a deal entered by random taps; none may be refused."""
    draft = page.draft(EntryTask())
    while draft.what is None:
        draft = page.draft(EntryTask(answers_after_tap(rng, draft)))
        assert draft.refused is None
    return draft


@each_game
def test_page_state_accepts_each_offered_answer(name: str, kind: GameDefinition) -> None:
    """Deals are entered by random taps under each preset: none is flagged, and each writes what was shown."""
    for seed, preset in enumerate(kind.presets):
        rng, page = random.Random(seed), Page(name, preset)
        while len(page.steps) < depth(20) and not page.state.over:
            draft = random_form(rng, page)
            effect = draft.effect
            assert effect is not None
            assert effect.line is not None
            assert page.write(draft).sheet.lines[-1] == effect.line
        assert page.steps


@each_game
def test_draft_reopens_question_of_each_answer(name: str, kind: GameDefinition) -> None:
    """At any stage of a deal, each answer can be reopened, and the form asks the same question there."""
    page = Page(name)
    draft = random_form(random.Random(7), page)
    answered_questions = [answered_question for answered_question in draft.answered if not answered_question.forced]
    assert len(answered_questions) == len(draft.answers)
    for index, answered_question in enumerate(answered_questions):
        reopened_draft = page.draft(EntryTask(draft.answers[:index], assume=False))
        assert (reopened_draft.question, reopened_draft.answers) == (answered_question.question, draft.answers[:index])


@each_game
def test_draft_grid_keeps_first_question_with_chosen_answer(name: str, kind: GameDefinition) -> None:
    """At any stage of a deal, contract and player can still be changed, and the form continues from there."""
    for seed, preset in enumerate(kind.presets):
        page, rng = Page(name, preset), random.Random(seed)
        draft = page.draft(EntryTask())
        while draft.what is None:
            old_draft, draft = draft, page.draft(EntryTask(answers_after_tap(rng, draft)))
            if old_draft.grid is None and old_draft.pairs:
                assert draft.grid is not None, preset
                assert draft.grid.question == old_draft.question
                assert draft.grid.pairs == old_draft.pairs
            if draft.grid is not None:
                chosen_pair = draft.grid.pairs[draft.grid.chosen]
                assert draft.answers[: len(chosen_pair.answers)] == chosen_pair.answers
                answers = [
                    answered_question.answer for answered_question in draft.answered if not answered_question.forced
                ]
                assert [answers[index] for index in draft.grid.covers] == [
                    chosen_pair.answer,
                    *([] if chosen_pair.who is None else [chosen_pair.who]),
                ]
        if draft.grid is not None:
            for pair in draft.grid.pairs:
                reopened_draft = page.draft(EntryTask(pair.answers))
                assert reopened_draft.refused is None
                assert reopened_draft.grid is not None
                assert reopened_draft.grid.pairs[reopened_draft.grid.chosen] == pair


@each_game
def test_page_state_matches_replay_after_any_operations(name: str, kind: GameDefinition) -> None:
    """The page shows the replay after any operations, with the reasons of flagged entries."""
    for seed in range(depth(10)):
        evening = Evening(kind, random.Random(seed))
        for _ in range(30):
            evening.apply_random_operation()
        head, steps = evening.history.initial_list, evening.history.steps
        wire = msgspec.json.encode(Request(head, steps, EntryTask()))
        reply = build_reply(msgspec.json.decode(wire, type=Request))
        assert isinstance(reply, Reply)
        replay = replay_scoring(evening.history.current_list)
        assert [(line.id, line.flag) for line in reply.entries] == [
            (line.entry.id, line.flag) for line in replay.applied_entries
        ]
        assert (reply.sheet.totals, reply.over) == (replay.match.sheet.totals, replay.over)
        assert reply.draft is not None
        msgspec.json.encode(reply)


@each_game
def test_page_state_continues_match_started_on_paper(name: str, kind: GameDefinition) -> None:
    totals = Page(name).state.sheet.totals
    state = Page(name, opening=PaperStart(totals, 3)).state
    assert state.sheet.totals == totals
    assert state.deal == 4


def test_unknown_outcome_is_shown_as_unreadable() -> None:
    page = Page(GAMES_WITH_QUESTIONS[0][0])
    page.steps.append(Append(ScoreEntry("odd", 1, DealEntry({"type": "played", "nonsense": 1}))))
    (entry,) = page.state.entries
    assert not entry.told.readable
    assert entry.flag is not None


def test_page_state_pays_by_sides_in_partnership_games() -> None:
    page = Page(next(name for name, _ in GAMES_WITH_QUESTIONS if len(Page(name).state.game.sides) == 2))
    page.head = msgspec.structs.replace(page.head, price="1", decimals=0)
    page.steps.append(
        Append(ScoreEntry("given", 1, AdjustEntry((Amount(page.state.game.columns[0], 0, 6),)), "a present"))
    )
    assert {payment.payee for payment in page.state.payments} == {0, 2}
    assert page.state.pairwise == ()


def test_page_state_rejects_invalid_match_details() -> None:
    name, _ = GAMES_WITH_QUESTIONS[0]
    head = Page(name).head
    for change, key in (
        ({"game": "../../etc"}, "game-unknown"),
        ({"options": "nonsense"}, "preset-unknown"),
        ({"names": ("Anna",)}, "names-one-each"),
        ({"names": (*head.names[:-1], head.names[0].lower())}, "names-alike"),
        ({"price": "dear"}, "price-unreadable"),
        ({"minutes": 14}, "minutes-bounds"),
    ):
        reply = build_reply(Request(msgspec.structs.replace(head, **change)))
        assert isinstance(reply, RefusedRequest), change
        assert (reply.reason.key, reply.game) == (key, "" if "game" in change else name)


def test_page_state_gives_reason_for_impossible_step() -> None:
    name, _ = GAMES_WITH_QUESTIONS[0]
    page = Page(name)
    adjust = {"type": "adjust", "amounts": [{"column": page.state.game.columns[0], "side": 0, "amount": 5}]}
    entry = {"id": "a", "at": 0, "what": adjust}
    for step, expected_reason in (
        ({"type": "append", "entry": entry}, Reason("adjust-needs-note")),
        ({"type": "undo"}, Reason("undo-empty")),
        ({"type": "delete", "id": "nobody"}, Reason("entry-unknown", {"text": "nobody"})),
    ):
        wire = msgspec.json.encode({"head": page.head, "step": step})
        reply = build_reply(msgspec.json.decode(wire, type=Request))
        assert isinstance(reply, Reply)
        assert reply.effect is not None
        assert reply.effect.flag == expected_reason
