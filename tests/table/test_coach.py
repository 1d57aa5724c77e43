"""The first deal with the coach, for every game that has one: following the coach and deviating."""

import random
from pathlib import Path
from typing import Any

import pytest
from repository.test_locale import LOCALE, messages
from table.tables import Somebody, Table, at_table, load, said

from prikup.games import GAMES
from prikup.history.log import Dealt
from prikup.locale import LANGUAGES, Words
from prikup.locale.speech import SEATS, Speech
from prikup.rules.cards import mask
from prikup.rules.errors import BadText, Reason
from prikup.rules.state import Action, State
from prikup.table import coach
from prikup.table.coach import SEAT, Coach, coach_of, lesson_settings
from prikup.table.protocol import Coached, Opened, Propose, Refused, Remark, Rematch, Sit, Welcome

COACHED = [name for name in GAMES if coach_of(name)]
each_coach = pytest.mark.parametrize("name", COACHED)
SENTENCES, LETTERS, THINGS = 3, 240, 5
TABLE = Path(coach.__file__).parent


def of(name: str) -> Coach:
    """Return the coach of a game."""
    found = coach_of(name)
    assert found
    return found


async def opened(name: str) -> tuple[Table, Somebody]:
    """Return a table at which a user learns a game, and the user."""
    table = await load(lesson_settings(name, "anna"))
    return table, await table.arrive("anna", "")


def told(anna: Somebody) -> Coached:
    """Return the coach's current remark as sent."""
    found = anna.update.coach
    assert found
    return found


def sentences(table: Table, tongue: str, say: tuple[Reason, ...]) -> str:
    """Return the text of some reasons as the learning player reads it."""
    game = table.log.game
    speech = Speech(Words(tongue, TABLE, GAMES[game.name].folder), game, ("Anna", "Vera", "Tigran", "Pekka"), you=SEAT)
    return " ".join(speech.sentences(say))


def keys(remark: Remark) -> list[str]:
    """Return the message keys of a remark."""
    return [reason.key for reason in remark.say]


def differs(did: Action, planned: tuple[Action, ...]) -> Reason:
    """Return the sentence about an answer that differs from the coach's."""
    return Reason("coached-differs", {"actions": (did,), "best": planned})


def are_equal(state: State[Any], first: Action, second: Action) -> bool:
    """Return whether two cards are equivalent: no card in another hand or the current trick ranks between them."""
    if state.public.phase != "play" or first // 13 != second // 13 or first == second:
        return False
    low, high = sorted((first, second))
    others = (*(hand for seat, hand in enumerate(state.hands) if seat != SEAT), mask(state.public.tricks.table))
    return not any(hand >> card & 1 for hand in others for card in range(low + 1, high))


def dealing(anna: Somebody) -> bool:
    """Return whether the deal is being played."""
    return anna.seats.stage == "deal"


@each_coach
@at_table
async def test_every_remark_is_reached_by_the_coachs_own_answers(name: str) -> None:
    """The match has one user and a fixed first deck, and continues as usual after that deal."""
    table = await load(lesson_settings(name, "anna"))
    vera, heard = await table.arrive("vera"), list[Remark]()
    assert await table.refusal(vera, Sit(1)) == "seat-reserved"
    anna = await table.arrive("anna", "")
    assert (anna.last(Welcome).coach, anna.seats.practice, anna.seat) == (True, True, SEAT)
    while dealing(anna):
        now = told(anna)
        assert now.answer, "the coach has an answer to every question"
        heard += now.remarks
        await said(table, anna, anna.act(*now.answer))
        assert not anna.all(Refused), anna.all(Refused)
        assert vera.update.coach is None
    assert anna.seats.stage == "over"
    heard += told(anna).remarks
    assert {remark.kind for remark in heard} <= {"plan", "general"}
    assert [remark.number for remark in heard if remark.kind == "plan"] == list(range(1, of(name).count + 1))
    assert [(thing.right, thing.how.key) for thing in told(anna).things] == [(True, "coached-as-planned")] * THINGS
    assert of(name).result_event in table.logged(type(of(name).result_event)), (
        "computer players do what the course says"
    )
    (deck,) = anna.last(Opened).decks
    assert (deck.seed, deck.entropy, deck.deck) == ("", (), of(name).deck)
    assert [dealt.shuffle for dealt in table.logged(Dealt)] == [None], "prikup verify says that nobody shuffled it"
    await said(table, anna, Rematch())
    assert anna.seats.again


@each_coach
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_every_remark_has_its_words_and_is_short(name: str, tongue: str) -> None:
    kind, guide = GAMES[name], of(name)
    own, common = messages(kind.folder, tongue), messages(LOCALE, tongue)
    remarks = [remark.say[0] for remarks in guide.remarks.values() for remark in remarks]
    things = [say for say, _ in guide.things]
    said = [*remarks, *guide.deviation_rules.values(), *things]
    text = (kind.folder / f"{tongue}.ftl").read_text(encoding="utf-8")
    for each in said:
        assert each.key in own, f"write into {tongue}.ftl: {each.key}"
        assert own[each.key] <= set(each.numbers), f"{each.key} asks for what coach.toml does not give"
        assert SEAT not in [each.numbers[place] for place in SEATS & set(each.numbers)], "the player is you in any case"
        line = next(line for line in text.splitlines() if line.startswith(f"{each.key} = "))
        ends = sum(line.count(mark) for mark in (". ", "? ", "! ")) + 1
        assert ends <= SENTENCES, f"{each.key} has {ends} sentences"
    unused = {key for key in own if key.startswith("coach-")} - {each.key for each in said}
    assert not unused - set(common)


@each_coach
@at_table
async def test_coach_says_what_any_different_answer_costs_and_goes_on_after_undo(name: str) -> None:
    table, anna = await opened(name)
    costs, course = set[str](), list[tuple[Action, ...]]()
    while dealing(anna):
        expected, before = told(anna), table.log.state
        assert before
        for other in anna.update.legal if len(expected.answer) == 1 else ():
            if other in expected.answer:
                continue
            await said(table, anna, anna.act(other))
            if not dealing(anna):
                assert len(told(anna).things) == THINGS, "that was the end of the deal"
                table, anna = await opened(name)
                for acts in course:
                    await said(table, anna, anna.act(*acts))
                continue
            remark = told(anna).remarks[0]
            assert remark.kind == "otherwise"
            assert remark.say[0] == differs(other, expected.answer)
            assert len(remark.say) > 1, "the difference has a cost or a rule"
            for tongue in LANGUAGES:
                text = sentences(table, tongue, remark.say)
                assert len(text) <= LETTERS, f"{len(text)} letters: {text}"
            if remark.say[1].key == "coached-cost-nothing":
                assert are_equal(before, other, expected.answer[0])
            costs |= set(keys(remark))
            await said(table, anna, Propose(anna.id(), "undo"))
            assert told(anna) == expected, "the coach goes on where the course was left"
        course.append(expected.answer)
        await said(table, anna, anna.act(*expected.answer))
    assert {"coached-cost-nothing", "coached-cost-open"} <= costs
    assert costs & {"coached-cost-trick", "coached-cost-same", "coached-cost-taken"}
    assert all(thing.right for thing in told(anna).things), "the deal was played to its end as the coach would"


@each_coach
@at_table
async def test_coach_remarks_on_every_question_of_any_deal(name: str) -> None:
    """A remark fits each prompt, reveals nothing about hidden cards, and is short in every language."""
    for seed in range(12):
        table, anna = await opened(name)
        dice = random.Random(seed)
        remarks: list[Remark] = []
        own = 0
        while dealing(anna):
            now = told(anna)
            assert now.answer
            assert set(now.answer) <= set(anna.update.legal), "the coach answers the question that is asked"
            assert now.remarks or not own, "a question without a remark"
            remarks += now.remarks
            act = dice.choice(anna.update.legal) if dice.random() < 0.6 else now.answer[0]
            own += act not in now.answer
            await said(table, anna, anna.act(act))
        kinds = {remark.kind for remark in remarks}
        assert "general" in kinds or own == 0
        numbers = [remark.number for remark in remarks]
        assert min(numbers) >= 1
        assert max(numbers) <= of(name).count
        for tongue in LANGUAGES:
            for remark in remarks:
                text = sentences(table, tongue, remark.say)
                assert len(text) <= LETTERS, f"{len(text)} letters: {text}"
        ended = told(anna)
        assert len(ended.things) == THINGS
        assert ended.remarks
        await table.stop()


@each_coach
@at_table
async def test_coach_returns_to_its_plan_after_equal_cards_were_played_in_another_order(name: str) -> None:
    """Remarks depend on the position only, not on the order of play that led to it."""
    back = skipped = 0
    while not back:
        table, anna = await opened(name)
        left, swapped = skipped, False
        while dealing(anna):
            now, state = told(anna), table.log.state
            assert state
            back += swapped and now.remarks[-1].kind == "plan"
            equal = [act for act in anna.update.legal if are_equal(state, act, now.answer[0])]
            swaps = len(now.answer) == 1 and bool(equal) and not swapped
            left -= swaps
            swapped = swapped or (swaps and left < 0)
            await said(table, anna, anna.act(*now.answer) if not swaps or left >= 0 else anna.act(equal[-1]))
        assert swapped, "no two equal cards from which the deal comes back"
        assert "coached-differs" not in {thing.how.key for thing in told(anna).things}, "equal cards are as good"
        skipped += 1


def test_a_game_without_a_coach_offers_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A game has a coach if its folder contains one."""
    name = next(iter(GAMES))

    class Bare:
        folder = tmp_path

    monkeypatch.setattr(coach, "GAMES", {name: Bare})
    coach_of.cache_clear()
    try:
        assert coach_of(name) is None
        with pytest.raises(BadText):
            lesson_settings(name, "anna")
    finally:
        coach_of.cache_clear()
