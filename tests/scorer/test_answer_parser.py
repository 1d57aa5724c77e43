"""Typed answers: in any case, by their beginning, by number, several on a line."""

from typing import Any

import pytest
from support.random_walk import SIMPLE

from prikup.games import game
from prikup.locale.speech import Speech
from prikup.rules.errors import BadText, reason
from prikup.rules.scoring_questions import ChoiceQuestion, Form, NumberQuestion, split
from prikup.scorer.answer_parser import FormInProgress, ParsedForm, exact, matching_indices, parse_answers, seat_of
from prikup.terminal.words import words_of

NAMES = ("Anna", "Anton", "Vera")


def form() -> Form:
    level = yield ChoiceQuestion(reason("form-level"), ("6", "7", "misdeal"))
    seat = yield ChoiceQuestion(reason("form-who"), (0, 1, 2), "seat")
    is_made = yield ChoiceQuestion(reason("form-made"), (True, False), "yes")
    return level, seat, is_made, tuple((yield from split("form-tricks", (0, 1, 2), 10)))


def tricks() -> Form:
    return tuple((yield from split("form-tricks", (0, 1, 2), 10)))


def speech() -> Speech:
    return Speech(words_of("en"), game(SIMPLE), NAMES)


def read(line: str, begin: Any = form) -> ParsedForm:
    return parse_answers(speech(), FormInProgress(begin, ()), line)


def test_answer_parser_reads_whole_deal_on_a_line() -> None:
    for line, outcome in (
        ("6 vera y 6 3 1", ("6", 2, True, (6, 3, 1))),
        ("6 vera y 6 3", ("6", 2, True, (6, 3, 1))),
        ("6, VERA, yes, 6,3,1", ("6", 2, True, (6, 3, 1))),
        ("misd 3 n 10", ("misdeal", 2, False, (10, 0, 0))),
        ("7 anto да 0 10 0", ("7", 1, True, (0, 10, 0))),
    ):
        parse_result = read(line)
        assert (parse_result.rejection, parse_result.filling.current_form.outcome) == (None, outcome), line


def test_S20_last_number_is_filled_in_and_wrong_sum_rejected_at_once() -> None:
    for line in ("6 4", "6 4 0"):
        assert read(line, begin=tricks).filling.current_form.outcome == (6, 4, 0)
    for line in ("6 5", "6 3 2"):
        wrong_answer = read(line, begin=tricks)
        assert wrong_answer.rejection == reason("tricks-must-sum", sum=11, needed=10)
        assert wrong_answer.filling.current_form.next == NumberQuestion(reason("form-tricks", seat=1), 0, 4, 6, 10)


def test_answer_parser_reports_mistake_and_keeps_earlier_answers() -> None:
    for line, expected_reason, answered_count in (
        ("8 vera", reason("answer-none-of", text="8", allowed="6, 7, misdeal"), 0),
        ("6 an", reason("answer-several", text="an", allowed="Anna, Anton"), 1),
        ("6 vera y x", reason("answer-no-number", text="x"), 3),
        ("6 vera y 11", reason("tricks-must-sum", sum=11, needed=10), 3),
        ("6 vera y -1", reason("answer-out-of-bounds", text="-1", low=0, high=10), 3),
        ("6 vera y 6 3 1 anna", reason("answer-too-many", text="anna"), 4),
    ):
        parse_result = read(line)
        assert (parse_result.rejection, len(parse_result.filling.answers)) == (expected_reason, answered_count)
        assert parse_result.filling.current_form.next is not None, line


def test_answer_parser_distinguishes_full_answer_from_prefix() -> None:
    question = ChoiceQuestion(reason("form-who"), (0, 1, 2), "seat")
    assert exact(speech(), question, "ANNA")
    assert not exact(speech(), question, "ann")
    assert not exact(speech(), NumberQuestion(reason("form-tricks"), 0, 3), "2")


def test_player_name_matches_by_prefix_in_any_case_or_by_number() -> None:
    for text, seats in ("anna", (0,)), ("AN", (0, 1)), ("3", (2,)), ("4", ()), ("", ()):
        assert matching_indices(NAMES, text) == seats
    assert seat_of(NAMES, "v") == 2
    for text, key in ("a", "answer-several"), ("nobody", "answer-none-of"):
        with pytest.raises(BadText, match=key):
            seat_of(NAMES, text)
