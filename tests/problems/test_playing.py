"""An answer is judged, a wrong one refuted, a right one played out against best play; the same as JSON."""

import random
from typing import Any

import msgspec
import pytest

from prikup.cards import card_text, parse_card
from prikup.errors import BadText, PrikupError, Reason
from prikup.games import GAMES
from prikup.problems.playing import PlayedOut, judge, parse_answer, refutation
from prikup.problems.problem import Problem, every_problem, parse_laid
from prikup.problems.proof import solved_by
from prikup.problems.records import answered_record, played_record, proof_record, record

SAMPLE = every_problem()[::23]
CARDS = [problem for problem in SAMPLE if problem.asks == "card"]
DISCARDS = [problem for problem in every_problem() if problem.asks == "discard"][:2]
NUMBERS = [problem for problem in SAMPLE if problem.asks == "number"]


@pytest.mark.parametrize("problem", CARDS[:16], ids=lambda problem: problem.id)
def test_one_card_is_right_and_each_other_is_refuted(problem: Problem) -> None:
    for card in map(card_text, problem.choices):
        judgement = judge(problem, card)
        assert judgement.right == (card in problem.answer)
        end = refutation(problem, card)
        assert end.over
        assert end.taken == judgement.tricks
        assert end.solved == judgement.right == solved_by(problem, end.taken)


@pytest.mark.parametrize("problem", DISCARDS, ids=lambda problem: problem.id)
def test_one_discard_is_right(problem: Problem) -> None:
    assert judge(problem, problem.answer[0]).right
    assert refutation(problem, problem.answer[0]).solved
    wrong = [answer for answer in judge(problem, problem.answer[0]).each if answer not in problem.answer]
    end = refutation(problem, wrong[0])
    assert not judge(problem, wrong[0]).right
    assert end.taken == judge(problem, wrong[0]).tricks
    swapped = " ".join(reversed(problem.answer[0].split()))
    assert judge(problem, swapped).right, "the order in which they are typed does not matter"


def test_a_number_is_right_or_not() -> None:
    for problem in NUMBERS:
        assert judge(problem, str(problem.value)).right
        assert not judge(problem, str(problem.value + 1)).right
        assert judge(problem, "99").tricks == refutation(problem, "0").taken == problem.value


def begun(problem: Problem) -> PlayedOut:
    if problem.asks == "discard":
        return PlayedOut.begin(problem, parse_laid(problem.answer[0]))
    now = PlayedOut.begin(problem)
    return now.after(parse_card(problem.answer[0])) if problem.asks == "card" else now


@pytest.mark.parametrize("problem", SAMPLE[:12], ids=lambda problem: problem.id)
def test_the_others_play_as_well_as_they_can(problem: Problem) -> None:
    """Whatever the solver plays, they never get more than is theirs; they lose nothing of it either."""
    rng = random.Random(problem.id)
    now = begun(problem).answered()
    while not now.over:
        assert now.yours
        now = now.after(rng.choice(now.legal)).answered()
    many = (problem.you in problem.side) == (problem.goal == "most")
    if problem.asks != "number":
        assert now.taken <= problem.value if many else now.taken >= problem.value
    assert now.turn is None
    assert now.legal == ()


def test_best_play_to_the_end_solves_it() -> None:
    for problem in SAMPLE[:12]:
        assert begun(problem).ended().taken == problem.value


@pytest.mark.parametrize("text", ["", "XX", "S7 S8 S9", "99999", "-1", "²", "S7 S7"])
def test_what_is_no_answer_is_refused(text: str) -> None:
    for problem in (*CARDS[:1], *DISCARDS[:1], *NUMBERS[:1]):
        with pytest.raises(BadText):
            parse_answer(problem, text)


def test_a_card_that_may_not_be_played_is_refused() -> None:
    now = PlayedOut.begin(CARDS[0])
    forbidden = next(card for card in range(52) if card not in now.legal)
    with pytest.raises(PrikupError):
        now.after(forbidden)
    with pytest.raises(PrikupError):
        played_record(CARDS[0], "", [card_text(forbidden)])


def test_a_record_keeps_the_answer_to_itself() -> None:
    for problem in SAMPLE:
        told = record(problem)
        assert not {"answer", "value", "nodes"} & told.keys()
        assert (told["id"], told["asks"], told["level"]) == (problem.id, problem.asks, problem.level)
        assert msgspec.json.decode(msgspec.json.encode(record(problem, answered=True))) == record(
            problem, answered=True
        )
        assert record(problem, answered=True)["answer"] == list(problem.answer)
        assert problem.game in GAMES


@pytest.mark.parametrize("problem", [*CARDS[:4], *DISCARDS[:1]], ids=lambda problem: problem.id)
def test_a_program_plays_it_out_by_records(problem: Problem) -> None:
    laid = problem.answer[0] if problem.asks == "discard" else ""
    played = [] if laid else [problem.answer[0]]
    told = played_record(problem, laid, played)
    while not told["over"]:
        assert told == played_record(problem, laid, played), "the reply is always the same"
        assert told["legal"]
        played.append(told["legal"][0])
        told = played_record(problem, laid, played)
    begins = problem.position(parse_laid(laid))
    assert len(told["line"]) == sum(hand.bit_count() for hand in begins.hands)
    assert told["solved"] == solved_by(problem, told["taken"])


def answered(problem: Problem, text: str, *played: str) -> dict[str, Any]:
    found = answered_record(problem, text, played)
    assert isinstance(found, dict), found
    return found


@pytest.mark.parametrize("problem", [*CARDS[:4], *DISCARDS[:1], *NUMBERS[:2]], ids=lambda problem: problem.id)
def test_a_right_answer_holds_until_it_is_lost(problem: Problem) -> None:
    told = answered(problem, problem.answer[0])
    assert (told["right"], told["holds"], told["comes_to"]) == (True, True, problem.value)
    played: list[str] = []
    while not told["over"]:
        assert len(told["line"]) + len(told["rest"]) == sum(map(int.bit_count, problem.held)) - problem.over
        played += [each["card"] for each in told["rest"] if each["seat"] == problem.you][:1]
        told = answered(problem, problem.answer[0], *played)
        assert (told["holds"], told["comes_to"]) == (True, problem.value), "best play keeps what there is"
    assert told["solved"]


@pytest.mark.parametrize("problem", CARDS[:4], ids=lambda problem: problem.id)
def test_a_wrong_answer_comes_to_what_the_proof_says(problem: Problem) -> None:
    each = proof_record(problem)["each"]
    for text, tricks in each.items():
        told = answered(problem, text)
        assert (told["right"], told["holds"], told["comes_to"]) == (*[text in problem.answer] * 2, tricks)


@pytest.mark.parametrize("text", ["", "XX", "S7 S8 S9", "-1"])
def test_the_reason_is_told_for_what_cannot_be(text: str) -> None:
    for problem in (CARDS[0], DISCARDS[0], NUMBERS[0]):
        assert isinstance(answered_record(problem, text), Reason)
        assert isinstance(answered_record(problem, problem.answer[0], [text]), Reason)


def test_as_many_tricks_are_left_as_the_position_says() -> None:
    for problem in every_problem():
        laid = parse_laid(problem.answer[0]) if problem.over else 0
        assert problem.left == problem.position(laid).left
