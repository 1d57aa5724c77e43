"""The first deal with the coach, for every game that has one: following the coach and deviating."""

import random
from pathlib import Path
from typing import Any

import pytest
from repository.test_locale import LOCALE, messages
from table.recording_client import Somebody
from table.tables import Table, load, send, table_test

import prikup.table
from prikup.games import GAMES
from prikup.history.events import DealEvent
from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import SEATS, Speech
from prikup.rules.cards import mask
from prikup.rules.errors import BadText, Reason
from prikup.rules.state import Action, State
from prikup.table.coach import script
from prikup.table.coach.script import SEAT, Coach, coach_of, lesson_settings
from prikup.table.protocol.client_messages import ProposeCommand, RematchCommand, SitCommand
from prikup.table.protocol.message_parts import Coaching, Remark
from prikup.table.protocol.server_messages import DecksMessage, RefusedMessage, WelcomeMessage

COACHED_GAMES = [name for name in GAMES if coach_of(name)]
each_coach = pytest.mark.parametrize("name", COACHED_GAMES)
SENTENCES, LETTERS, THINGS = 3, 240, 5
TABLE = Path(prikup.table.__file__).parent


def find_coach(name: str) -> Coach:
    """Return the coach of a game."""
    coach = coach_of(name)
    assert coach
    return coach


async def open_lesson(name: str) -> tuple[Table, Somebody]:
    """Return a table at which a user learns a game, and the user."""
    table = await load(lesson_settings(name, "anna"))
    return table, await table.arrive("anna", "")


def coach_message(anna: Somebody) -> Coaching:
    """Return the coach's current remark as sent."""
    message = anna.update.coach
    assert message
    return message


def sentences(table: Table, tongue: str, say: tuple[Reason, ...]) -> str:
    """Return the text of some reasons as the learning player reads it."""
    game = table.log.game
    speech = Speech(Words(tongue, TABLE, GAMES[game.name].folder), game, ("Anna", "Vera", "Tigran", "Pekka"), you=SEAT)
    return " ".join(speech.sentences(say))


def keys(remark: Remark) -> list[str]:
    """Return the message keys of a remark."""
    return [reason.key for reason in remark.say]


def differs(action: Action, planned_actions: tuple[Action, ...]) -> Reason:
    """Return the sentence about an answer that differs from the coach's."""
    return Reason("coached-differs", {"actions": (action,), "best": planned_actions})


def are_equal(state: State[Any], first: Action, second: Action) -> bool:
    """Return whether two cards are equivalent: no card in another hand or the current trick ranks between them."""
    if state.public.phase != "play" or first // 13 != second // 13 or first == second:
        return False
    low, high = sorted((first, second))
    other_hands = (*(hand for seat, hand in enumerate(state.hands) if seat != SEAT), mask(state.public.tricks.table))
    return not any(hand >> card & 1 for hand in other_hands for card in range(low + 1, high))


def is_dealing(anna: Somebody) -> bool:
    """Return whether the deal is being played."""
    return anna.seats.stage == "deal"


@each_coach
@table_test
async def test_coach_answers_lead_through_all_remarks(name: str) -> None:
    """The match has one user and a fixed first deck, and continues as usual after that deal."""
    table = await load(lesson_settings(name, "anna"))
    vera, remarks = await table.arrive("vera"), list[Remark]()
    assert await table.refusal(vera, SitCommand(1)) == "seat-reserved"
    anna = await table.arrive("anna", "")
    assert (anna.last(WelcomeMessage).coach, anna.seats.practice, anna.seat) == (True, True, SEAT)
    while is_dealing(anna):
        message = coach_message(anna)
        assert message.answer, "the coach has an answer to every question"
        remarks += message.remarks
        await send(table, anna, anna.act(*message.answer))
        assert not anna.all(RefusedMessage), anna.all(RefusedMessage)
        assert vera.update.coach is None
    assert anna.seats.stage == "over"
    remarks += coach_message(anna).remarks
    assert {remark.kind for remark in remarks} <= {"plan", "general"}
    assert [remark.number for remark in remarks if remark.kind == "plan"] == list(range(1, find_coach(name).count + 1))
    assert [(lesson_item.right, lesson_item.how.key) for lesson_item in coach_message(anna).things] == [
        (True, "coached-as-planned")
    ] * THINGS
    assert find_coach(name).result_event in table.events_of_type(type(find_coach(name).result_event)), (
        "computer players do what the model match says"
    )
    (deck,) = anna.last(DecksMessage).decks
    assert (deck.seed, deck.entropy, deck.deck) == ("", (), find_coach(name).deck)
    assert [event.shuffle for event in table.events_of_type(DealEvent)] == [None], (
        "prikup verify says that nobody shuffled it"
    )
    await send(table, anna, RematchCommand())
    assert anna.seats.again


@each_coach
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_coach_remarks_have_messages_and_are_short(name: str, tongue: str) -> None:
    kind, guide = GAMES[name], find_coach(name)
    own_messages, common = messages(kind.folder, tongue), messages(LOCALE, tongue)
    remarks = [remark.say[0] for remarks in guide.remarks.values() for remark in remarks]
    lesson_items = [say for say, _ in guide.things]
    coach_sentences = [*remarks, *guide.deviation_rules.values(), *lesson_items]
    text = (kind.folder / f"{tongue}.ftl").read_text(encoding="utf-8")
    for sentence in coach_sentences:
        assert sentence.key in own_messages, f"write into {tongue}.ftl: {sentence.key}"
        assert own_messages[sentence.key] <= set(sentence.numbers), (
            f"{sentence.key} asks for what coach.toml does not give"
        )
        assert SEAT not in [sentence.numbers[place] for place in SEATS & set(sentence.numbers)], (
            "the player is you in any case"
        )
        line = next(line for line in text.splitlines() if line.startswith(f"{sentence.key} = "))
        ends = sum(line.count(mark) for mark in (". ", "? ", "! ")) + 1
        assert ends <= SENTENCES, f"{sentence.key} has {ends} sentences"
    unused_keys = {key for key in own_messages if key.startswith("coach-")} - {
        sentence.key for sentence in coach_sentences
    }
    assert not unused_keys - set(common)


@each_coach
@table_test
async def test_coach_explains_cost_of_deviations_and_resumes_after_undo(name: str) -> None:
    table, anna = await open_lesson(name)
    costs, history = set[str](), list[tuple[Action, ...]]()
    while is_dealing(anna):
        old_message, old_state = coach_message(anna), table.log.state
        assert old_state
        for action in anna.update.legal if len(old_message.answer) == 1 else ():
            if action in old_message.answer:
                continue
            await send(table, anna, anna.act(action))
            if not is_dealing(anna):
                assert len(coach_message(anna).things) == THINGS, "that was the end of the deal"
                table, anna = await open_lesson(name)
                for acts in history:
                    await send(table, anna, anna.act(*acts))
                continue
            remark = coach_message(anna).remarks[0]
            assert remark.kind == "otherwise"
            assert remark.say[0] == differs(action, old_message.answer)
            assert len(remark.say) > 1, "the difference has a cost or a rule"
            for tongue in LANGUAGES:
                text = sentences(table, tongue, remark.say)
                assert len(text) <= LETTERS, f"{len(text)} letters: {text}"
            if remark.say[1].key == "coached-cost-nothing":
                assert are_equal(old_state, action, old_message.answer[0])
            costs |= set(keys(remark))
            await send(table, anna, ProposeCommand(anna.id(), "undo"))
            assert coach_message(anna) == old_message, "the coach goes on where the model match was left"
        history.append(old_message.answer)
        await send(table, anna, anna.act(*old_message.answer))
    assert {"coached-cost-nothing", "coached-cost-open"} <= costs
    assert costs & {"coached-cost-trick", "coached-cost-same", "coached-cost-taken"}
    assert all(lesson_item.right for lesson_item in coach_message(anna).things), (
        "the deal was played to its end as the coach would"
    )


@each_coach
@table_test
async def test_coach_has_answer_and_remark_for_prompts_of_any_course_of_play(name: str) -> None:
    """A remark fits each prompt, reveals nothing about hidden cards, and is short in every language."""
    for seed in range(12):
        table, anna = await open_lesson(name)
        dice = random.Random(seed)
        remarks: list[Remark] = []
        deviation_count = 0
        while is_dealing(anna):
            message = coach_message(anna)
            assert message.answer
            assert set(message.answer) <= set(anna.update.legal), "the coach answers the question that is asked"
            assert message.remarks or not deviation_count, "a question without a remark"
            remarks += message.remarks
            act = dice.choice(anna.update.legal) if dice.random() < 0.6 else message.answer[0]
            deviation_count += act not in message.answer
            await send(table, anna, anna.act(act))
        kinds = {remark.kind for remark in remarks}
        assert "general" in kinds or deviation_count == 0
        numbers = [remark.number for remark in remarks]
        assert min(numbers) >= 1
        assert max(numbers) <= find_coach(name).count
        for tongue in LANGUAGES:
            for remark in remarks:
                text = sentences(table, tongue, remark.say)
                assert len(text) <= LETTERS, f"{len(text)} letters: {text}"
        last_message = coach_message(anna)
        assert len(last_message.things) == THINGS
        assert last_message.remarks
        await table.stop()


@each_coach
@table_test
async def test_coach_returns_to_plan_after_equal_cards_in_other_order(name: str) -> None:
    """Remarks depend on the position only, not on the order of play that led to it."""
    return_count = skipped_swaps = 0
    while not return_count:
        table, anna = await open_lesson(name)
        swaps_to_skip, has_swapped = skipped_swaps, False
        while is_dealing(anna):
            message, state = coach_message(anna), table.log.state
            assert state
            return_count += has_swapped and message.remarks[-1].kind == "plan"
            equal = [act for act in anna.update.legal if are_equal(state, act, message.answer[0])]
            swaps = len(message.answer) == 1 and bool(equal) and not has_swapped
            swaps_to_skip -= swaps
            has_swapped = has_swapped or (swaps and swaps_to_skip < 0)
            await send(
                table, anna, anna.act(*message.answer) if not swaps or swaps_to_skip >= 0 else anna.act(equal[-1])
            )
        assert has_swapped, "no two equal cards from which the deal comes back"
        assert "coached-differs" not in {lesson_item.how.key for lesson_item in coach_message(anna).things}, (
            "equal cards are as good"
        )
        skipped_swaps += 1


def test_game_without_coach_folder_has_no_lesson(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A game has a coach if its folder contains one."""
    name = next(iter(GAMES))

    class Bare:
        folder = tmp_path

    monkeypatch.setattr(script, "GAMES", {name: Bare})
    coach_of.cache_clear()
    try:
        assert coach_of(name) is None
        with pytest.raises(BadText):
            lesson_settings(name, "anna")
    finally:
        coach_of.cache_clear()
