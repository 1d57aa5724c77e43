"""The questions for scoring Paston at a real table, its faults, and its outlook."""

from typing import Any

import pytest
from games.paston_table import paston, standing

from prikup.games.paston import Outcome
from prikup.games.paston.options import PRESETS
from prikup.rules.errors import BadOutcome, Reason
from prikup.rules.options import idle, parse_options
from prikup.rules.scoring_questions import ChoiceQuestion, FormAnswer, NumberQuestion, fill_form


def question_keys(options: str, deal: int, *answers: FormAnswer) -> list[str]:
    """Return the keys of the questions asked, up to the first open one."""
    form = fill_form(paston(options).scoring.scoring_questions(standing(deal)), answers)
    keys = [
        answered_question.question.ask.key
        for answered_question in form.answered_questions
        if not answered_question.forced
    ]
    return [*keys, form.next.ask.key] if form.next else keys


def form_outcome(*answers: FormAnswer, options: str = "standard", deal: int = 2) -> Any:
    """Return the outcome of these answers."""
    return fill_form(paston(options).scoring.scoring_questions(standing(deal)), answers).outcome


def test_paston_scoring_questions_have_expected_order() -> None:
    whole = ["form-contract", "form-declarer", "form-whist", "form-tricks", "form-tricks"]
    assert question_keys("standard", 2, "dineri", 1, "both", 6, 1) == whole
    assert form_outcome("dineri", 1, "both", 6, 3) == Outcome(1, "dineri", ("whist", "whist"), (1, 6, 3))


def test_paston_scoring_questions_ask_only_needed_facts() -> None:
    assert question_keys("standard", 2, "surrender", 0) == ["form-contract", "form-declarer"]
    assert question_keys("standard", 2, "gupa", 0, "nobody") == ["form-contract", "form-declarer", "form-whist"]
    assert question_keys("standard", 2, "gupa", 0, "second", 7)[3:] == ["form-tricks"], "the whister has the rest"
    assert form_outcome("gupa", 0, "second", 7) == Outcome(0, "gupa", ("pass", "whist"), (7, 0, 3))


def test_paston_scoring_questions_ask_opener_in_first_deal_only() -> None:
    assert question_keys("standard", 1)[0] == "form-opened"
    assert question_keys("standard", 2)[0] == "form-contract"
    assert question_keys("standard second_dealer=left_of_dealer", 1)[0] == "form-contract"
    assert form_outcome(2, "paston", 1, "nobody", deal=1).opened == 2


def test_paston_whist_question_names_both_defenders() -> None:
    question = fill_form(paston().scoring.scoring_questions(standing()), ("paston", 2)).next
    assert isinstance(question, ChoiceQuestion)
    assert question.ask == Reason("form-whist", {"seat": 0, "other": 1})


def test_paston_tricks_question_refuses_too_many_tricks() -> None:
    rules = paston()
    with pytest.raises(BadOutcome, match="tricks-must-sum"):
        fill_form(rules.scoring.scoring_questions(standing()), ("paston", 0, "both", 6, 5))
    assert fill_form(rules.scoring.scoring_questions(standing()), ("paston", 0, "both", 6)).next == NumberQuestion(
        Reason("form-tricks", {"seat": 1}), 0, 4, 6, 10
    )


def test_paston_revoke_outcome_names_the_revoker() -> None:
    """The outcome names the player who revoked; its scores are tested in test_paston_scoring."""
    for seat in (1, 2):
        outcome = fill_form(
            paston().scoring.irregularity_questions(standing()), ("revoke", "dineri", 1, "both", seat)
        ).outcome
        assert outcome == Outcome(1, "dineri", ("whist", "whist"), revoked=seat)


def test_I9_paston_options_are_never_idle() -> None:
    for text in ("standard", "aram", "standard minus_reset=off passer=invited target=61"):
        assert not idle(parse_options(PRESETS, text))


def facts(totals: tuple[int, int, int], options: str = "standard") -> list[tuple[str, object]]:
    outlook = paston(options).explanations.outlook(standing(2, 0, totals))
    return [(fact.key, fact.numbers["seat"]) for fact in outlook]


def test_paston_outlook_lists_points_left_and_near_reset() -> None:
    lefts = [("outlook-left", 0), ("outlook-left", 1), ("outlook-left", 2)]
    assert facts((20, -80, -82)) == [*lefts, ("outlook-near-reset", 2)]
    assert facts((0, -81, -121)) == [*lefts, ("outlook-near-reset", 1)]
    assert facts((0, -81, -100), "standard minus_reset=off") == lefts
