"""Answers as they are typed: in any case, by how they begin, by number, several on a line."""

from typing import Any

import pytest
from support.walk import SIMPLE

from prikup.errors import BadText, reason
from prikup.form import Answer, Choice, Form, Number, split
from prikup.games import game
from prikup.locale.speech import Speech
from prikup.scorer.answers import Filling, Read, exact, named, seat_of, typed
from prikup.terminal.words import words_of

NAMES = ("Anna", "Anton", "Vera")


def form() -> Form:
    level = yield Choice(reason("form-level"), ("6", "7", "misdeal"))
    seat = yield Choice(reason("form-who"), (0, 1, 2), "seat")
    made = yield Choice(reason("form-made"), (True, False), "yes")
    return level, seat, made, tuple((yield from split("form-tricks", (0, 1, 2), 10)))


def tricks() -> Form:
    return tuple((yield from split("form-tricks", (0, 1, 2), 10)))


def speech(tongue: str = "en") -> Speech:
    return Speech(words_of(tongue), game(SIMPLE), NAMES)


def read(line: str, *answers: Answer, begin: Any = form, tongue: str = "en") -> Read:
    return typed(speech(tongue), Filling(begin, answers), line)


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("6 vera y 6 3 1", ("6", 2, True, (6, 3, 1))),
        ("6 vera y 6 3", ("6", 2, True, (6, 3, 1))),
        ("6, VERA, yes, 6,3,1", ("6", 2, True, (6, 3, 1))),
        ("misd 3 n 10", ("misdeal", 2, False, (10, 0, 0))),
        ("7 anto да 0 10 0", ("7", 1, True, (0, 10, 0))),
    ],
)
def test_a_whole_deal_on_a_line(line: str, outcome: Any) -> None:
    found = read(line)
    assert (found.refused, found.filling.filled.outcome) == (None, outcome)


def test_S20_the_last_number_follows_and_is_checked_where_it_is_typed() -> None:
    assert read("6 4", begin=tricks).filling.filled.outcome == (6, 4, 0)
    assert read("6 4 0", begin=tricks).filling.filled.outcome == (6, 4, 0)
    second = read("6 5", begin=tricks)
    assert second.refused == reason("tricks-must-sum", sum=11, needed=10)
    assert second.filling.filled.next == Number(reason("form-tricks", seat=1), 0, 4, 6, 10)
    third = read("6 3 2", begin=tricks)
    assert third.refused == reason("tricks-must-sum", sum=11, needed=10)
    assert third.filling.filled.next == Number(reason("form-tricks", seat=1), 0, 4, 6, 10)


@pytest.mark.parametrize(
    ("line", "why", "answered"),
    [
        ("8 vera", reason("answer-none-of", text="8", allowed="6, 7, misdeal"), 0),
        ("6 an", reason("answer-several", text="an", allowed="Anna, Anton"), 1),
        ("6 vera y x", reason("answer-no-number", text="x"), 3),
        ("6 vera y 11", reason("tricks-must-sum", sum=11, needed=10), 3),
        ("6 vera y -1", reason("answer-out-of-bounds", text="-1", low=0, high=10), 3),
        ("6 vera y 6 3 1 anna", reason("answer-too-many", text="anna"), 4),
    ],
)
def test_a_mistake_is_told_at_its_question_and_what_stood_before_it_stays(
    line: str, why: object, answered: int
) -> None:
    found = read(line)
    assert found.refused == why
    assert len(found.filling.answers) == answered
    assert found.filling.filled.next is not None


def test_an_answer_in_full_is_known_from_a_beginning() -> None:
    question = Choice(reason("form-who"), (0, 1, 2), "seat")
    assert exact(speech(), question, "ANNA")
    assert not exact(speech(), question, "ann")
    assert not exact(speech(), Number(reason("form-tricks"), 0, 3), "2")


def test_names_are_found_in_any_case_by_a_beginning_or_by_number() -> None:
    assert named(NAMES, "anna") == (0,)
    assert named(NAMES, "AN") == (0, 1)
    assert named(NAMES, "3") == (2,)
    assert named(NAMES, "4") == ()
    assert named(NAMES, "") == ()
    assert seat_of(NAMES, "v") == 2
    with pytest.raises(BadText, match="answer-several"):
        seat_of(NAMES, "a")
    with pytest.raises(BadText, match="answer-none-of"):
        seat_of(NAMES, "nobody")
