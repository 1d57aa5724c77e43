"""The questions of a form: which are asked, which are answered automatically, and which answers are refused."""

import pytest
from support.random_walk import KINDS

from prikup.rules.errors import BadOutcome, Reason, reason
from prikup.rules.game_scoring import GameScoring
from prikup.rules.match import Match
from prikup.rules.scoring_questions import ChoiceQuestion, Form, NumberQuestion, fill_form, split


def _form() -> Form:
    is_played = yield ChoiceQuestion(reason("form-played"), (True, False), "yes")
    if not is_played:
        return "nothing"
    yield ChoiceQuestion(reason("form-only"), ("this",))
    return tuple((yield from split("form-tricks", (0, 2, 1), 10)))


def test_form_asks_questions_in_order_and_returns_outcome() -> None:
    assert fill_form(_form(), ()).next == ChoiceQuestion(reason("form-played"), (True, False), "yes")
    assert fill_form(_form(), (False,)).outcome == "nothing"
    form = fill_form(_form(), (True, 6))
    assert form.next == NumberQuestion(reason("form-tricks", seat=2), 0, 4, 6, 10)
    assert fill_form(_form(), (True, 6, 3)).outcome == (6, 3, 1)


def test_form_skips_questions_with_one_answer() -> None:
    form = fill_form(_form(), (True, 6, 3))
    assert [(answered_question.answer, answered_question.forced) for answered_question in form.answered_questions] == [
        (True, False),
        ("this", True),
        (6, False),
        (3, False),
        (1, True),
    ]
    assert fill_form(_form(), (True, 10)).outcome == (10, 0, 0)


def test_tricks_split_question_respects_maximum_per_seat() -> None:
    def form() -> Form:
        return (yield from split("form-tricks", (0, 1), 5, maximum=3))

    assert fill_form(form(), ()).next == NumberQuestion(reason("form-tricks", seat=0), 2, 3, 0, 5)


INVALID_ANSWERS: tuple[tuple[tuple[int | str | bool, ...], Reason], ...] = (
    ((1,), reason("answer-not-one", text="1")),
    (("yes",), reason("answer-not-one", text="yes")),
    ((True, 6, 5), reason("tricks-must-sum", sum=11, needed=10)),
    ((True, -1), reason("answer-out-of-bounds", text="-1", low=0, high=10)),
    ((True, "6"), reason("answer-out-of-bounds", text="6", low=0, high=10)),
    ((False, 3), reason("answer-too-many", text="3")),
)


def test_form_refuses_invalid_answer_with_reason() -> None:
    for answers, why in INVALID_ANSWERS:
        with pytest.raises(BadOutcome) as error:
            fill_form(_form(), answers)
        assert error.value.reason == why


def test_game_without_scoring_questions_raises_error() -> None:
    _, kind = KINDS[0]
    game = kind.build(next(iter(kind.presets.values())))
    with pytest.raises(BadOutcome, match="form-none"):
        GameScoring.scoring_questions(game.scoring, Match.begin(game).standing)
