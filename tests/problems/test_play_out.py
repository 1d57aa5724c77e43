"""An answer is evaluated, a wrong one refuted, a right one played out against best play; JSON has the same."""

import random
from typing import Any

import msgspec
import pytest
from support.circles import depth

from prikup.games import GAMES
from prikup.problems.open_problem import OpenProblem
from prikup.problems.open_proof import is_solved_by, prove
from prikup.problems.play_out import PlayedOut, refutation
from prikup.problems.problem import every_problem, parse_answer, parse_discard
from prikup.problems.problem_json import answered_record, proof_record, record
from prikup.rules.cards import card_text, parse_card
from prikup.rules.errors import BadText, PrikupError, Reason

SAMPLE = every_problem(OpenProblem)[::23]
CARDS = [problem for problem in SAMPLE if problem.asks == "card"]
DISCARDS = [problem for problem in every_problem(OpenProblem) if problem.asks == "discard"][:2]
NUMBERS = [problem for problem in SAMPLE if problem.asks == "number"]
ONE_OF_EACH = [CARDS[0], DISCARDS[0], NUMBERS[0]]


def reply_to_answer(problem: OpenProblem, text: str, *played_cards: str) -> dict[str, Any]:
    reply = answered_record(problem, text, played_cards)
    assert isinstance(reply, dict), reply
    return reply


def test_card_answer_is_judged_and_others_refuted() -> None:
    """The record of each card agrees with the proof."""
    for problem in CARDS[:16]:
        assert proof_record(problem)["each"].keys() == set(map(card_text, problem.choices))
        for card, tricks in proof_record(problem)["each"].items():
            is_right = card in problem.answer
            end = refutation(problem, card)
            assert end.over
            assert end.taken == tricks
            assert end.solved == is_right == is_solved_by(problem, tricks)
            reply = reply_to_answer(problem, card)
            assert (reply["right"], reply["holds"], reply["comes_to"]) == (is_right, is_right, tricks)


def test_discard_answer_is_judged_in_any_order() -> None:
    for problem in DISCARDS:
        tricks_by_discard, (answer, *_) = prove(problem).tricks_by_answer, problem.answer
        assert refutation(problem, answer).solved
        assert reply_to_answer(problem, " ".join(reversed(answer.split())))["right"], "typed in whatever order"
        wrong_discard = next(text for text in tricks_by_discard if text not in problem.answer)
        assert not reply_to_answer(problem, wrong_discard)["right"]
        assert refutation(problem, wrong_discard).taken == tricks_by_discard[wrong_discard]


def test_number_answer_is_judged() -> None:
    for problem in NUMBERS:
        assert reply_to_answer(problem, str(problem.value))["right"]
        assert not reply_to_answer(problem, str(problem.value + 1))["right"]
        assert reply_to_answer(problem, "99")["comes_to"] == refutation(problem, "0").taken == problem.value


def start_play_out(problem: OpenProblem) -> PlayedOut:
    if problem.asks == "discard":
        return PlayedOut.begin(problem, parse_discard(problem.answer[0]))
    play_out = PlayedOut.begin(problem)
    return play_out.after(parse_card(problem.answer[0])) if problem.asks == "card" else play_out


def test_play_out_opponents_keep_proved_value() -> None:
    """Against any play the opponents neither gain nor lose on the proved value."""
    for problem in SAMPLE[:12]:
        rng = random.Random(problem.id)
        play_out = start_play_out(problem)
        assert play_out.play_to_end().taken == problem.value, "best play to the end solves it"
        play_out = play_out.play_replies()
        while not play_out.over:
            assert play_out.yours
            play_out = play_out.after(rng.choice(play_out.legal)).play_replies()
        wants_most = (problem.you in problem.side) == (problem.goal == "most")
        if problem.asks != "number":
            assert play_out.taken <= problem.value if wants_most else play_out.taken >= problem.value
        assert play_out.turn is None
        assert play_out.legal == ()


def test_invalid_answer_is_rejected_with_its_reason() -> None:
    for problem in ONE_OF_EACH:
        for text in ("", "XX", "S7 S8 S9", "99999", "-1", "²", "S7 S7"):
            with pytest.raises(BadText):
                parse_answer(problem, text)
            assert isinstance(answered_record(problem, text), Reason)
        for text in ("", "XX", "S7 S8 S9", "-1"):
            assert isinstance(answered_record(problem, problem.answer[0], [text]), Reason)


def test_play_out_rejects_illegal_card() -> None:
    play_out = PlayedOut.begin(CARDS[0])
    forbidden = next(card for card in range(52) if card not in play_out.legal)
    with pytest.raises(PrikupError):
        play_out.after(forbidden)
    assert isinstance(answered_record(DISCARDS[0], DISCARDS[0].answer[0], [DISCARDS[0].answer[0].split()[0]]), Reason)


def test_problem_record_hides_the_answer() -> None:
    for problem in SAMPLE:
        public_record = record(problem)
        assert not {"answer", "value", "nodes"} & public_record.keys()
        assert (public_record["id"], public_record["asks"], public_record["level"]) == (
            problem.id,
            problem.asks,
            problem.level,
        )
        assert msgspec.json.decode(msgspec.json.encode(public_record)) == public_record
        assert problem.game in GAMES


def test_play_out_by_json_is_deterministic_to_its_end() -> None:
    for problem in (*CARDS[: depth(20)], DISCARDS[0]):
        answer, played_cards = problem.answer[0], list[str]()
        reply = reply_to_answer(problem, answer)
        while not reply["over"]:
            assert reply == reply_to_answer(problem, answer, *played_cards), "the reply is always the same"
            assert reply["legal"]
            played_cards.append(reply["legal"][0])
            reply = reply_to_answer(problem, answer, *played_cards)
        start = problem.position(parse_discard(answer) if problem.asks == "discard" else 0)
        assert len(reply["line"]) == sum(hand.bit_count() for hand in start.hands)
        assert reply["solved"] == is_solved_by(problem, reply["taken"])


def test_right_answer_holds_to_the_end_of_best_play() -> None:
    for problem in (*CARDS[: depth(20)], *ONE_OF_EACH):
        reply = reply_to_answer(problem, problem.answer[0])
        assert (reply["right"], reply["holds"], reply["comes_to"]) == (True, True, problem.value)
        played_cards: list[str] = []
        while not reply["over"]:
            assert len(reply["line"]) + len(reply["rest"]) == sum(map(int.bit_count, problem.hand_masks)) - problem.over
            played_cards += [move["card"] for move in reply["rest"] if move["seat"] == problem.you][:1]
            reply = reply_to_answer(problem, problem.answer[0], *played_cards)
            assert (reply["holds"], reply["comes_to"]) == (True, problem.value), "best play keeps what there is"
        assert reply["solved"]


def test_remaining_tricks_match_the_position() -> None:
    for problem in every_problem(OpenProblem):
        discards = parse_discard(problem.answer[0]) if problem.over else 0
        assert problem.remaining_tricks == problem.position(discards).remaining_tricks
