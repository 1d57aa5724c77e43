"""The questions for scoring Tuppi at a real table, its faults, and a match started on paper."""

from typing import Any

import pytest
from games.tuppi_deals import match_at, standing, tuppi

from prikup.games.tuppi import Carry, Outcome
from prikup.rules.errors import Reason
from prikup.rules.scoring_questions import ChoiceQuestion, FormAnswer, NumberQuestion, fill_form


def form_outcome(options: str, *answers: FormAnswer, points: tuple[int, int] = (0, 0)) -> Any:
    """Return the outcome of these answers."""
    return fill_form(tuppi(options).scoring.scoring_questions(standing(points)), answers).outcome


def points_after(options: str, points: tuple[int, int], outcome: Outcome) -> tuple[int, ...]:
    return match_at(tuppi(options), points, 3, points).close(outcome).sheet.totals[0]


def test_tuppi_scoring_questions_have_expected_order() -> None:
    rules = tuppi()
    form = fill_form(rules.scoring.scoring_questions(standing()), ("rami", 1, 8))
    assert [answered_question.question.ask.key for answered_question in form.answered_questions] == [
        "form-contract",
        "form-side",
        "form-tricks",
        "form-tricks",
    ]
    assert form.outcome == Outcome("rami", 1, (5, 8))
    assert form_outcome("", "nolo", 4) == Outcome("nolo", None, (4, 9))
    assert fill_form(rules.scoring.scoring_questions(standing()), ("rami", 1)).next == NumberQuestion(
        Reason("form-tricks", {"seat": 1}), 0, 13, 0, 13
    )


def test_tuppi_contract_question_offers_possible_contracts() -> None:
    first = fill_form(tuppi("sooli=off").scoring.scoring_questions(standing()), ()).next
    assert first == ChoiceQuestion(Reason("form-contract"), ("rami", "nolo"))
    risen = fill_form(tuppi().scoring.scoring_questions(standing((20, 0))), ()).next
    assert risen == ChoiceQuestion(Reason("form-contract"), ("rami", "nolo", "sooli", "given-up"))
    high = fill_form(tuppi("minnesota").scoring.scoring_questions(standing((3, 5))), ()).next
    assert high == ChoiceQuestion(Reason("form-contract"), ("high", "low"))
    assert form_outcome("", "given-up", points=(20, 0)).conceded
    assert form_outcome("minnesota", "high", 0, 9) == Outcome("rami", 0, (9, 4))


def test_S22_tuppi_sooli_is_scored_as_made_or_lost() -> None:
    outcome = form_outcome("", "sooli", 0, True)
    assert points_after("", (0, 0), outcome) == (24, 0)
    assert points_after("", (0, 0), form_outcome("", "sooli", 0, False)) == (0, 24)


@pytest.mark.parametrize(
    ("answers", "old_points", "points"),
    [
        pytest.param(("revoke", "rami", 0, 2), (12, 0), (0, 0), id="S32"),
        (("revoke", "rami", 0, 1), (0, 0), (4, 0)),
        (("revoke", "sooli", 1, 3), (0, 0), (24, 0)),
        (("revoke", "sooli", 1, 0), (0, 0), (0, 24)),
        (("revoke", "nolo", 0), (0, 0), (0, 4)),
        (("revoke", "nolo", 3), (0, 0), (4, 0)),
    ],
)
def test_tuppi_revoke_is_scored_as_narrowest_result(
    answers: tuple[FormAnswer, ...], old_points: tuple[int, int], points: tuple[int, int]
) -> None:
    outcome = fill_form(tuppi().scoring.irregularity_questions(standing(old_points)), answers).outcome
    assert outcome.revoked == answers[-1]
    assert points_after("", old_points, outcome) == points


def test_tuppi_paper_start_needs_possible_written_points() -> None:
    rules = tuppi("tournament")
    assert (
        rules.scoring.carry_fields,
        tuppi().scoring.carry_fields,
        tuppi("tournament reset_rule=keep_both").scoring.carry_fields,
    ) == (
        ("written",),
        (),
        (),
    )
    assert rules.scoring.why_impossible(((12, 0),), Carry((52, 60))) is None
    assert str(rules.scoring.why_impossible(((12, 4),), Carry((52, 60)))) == "one-side-rises"
    refusal = rules.scoring.why_impossible(((12, 0),), Carry((8, 60)))
    assert refusal is not None
    assert refusal.key == "written-too-little"
    assert tuppi("minnesota").scoring.why_impossible(((3, 5),), Carry()) is None


def test_tuppi_outlook_shows_rising_side_and_points_left() -> None:
    assert tuppi().explanations.outlook(standing((0, 20))) == (Reason("outlook-rising", {"seat": 1, "left": 32}),)
    keys = [fact.key for fact in tuppi("tournament").explanations.outlook(standing(deal=17, written_points=(8, 4)))]
    assert keys == ["outlook-extension", "written", "written"]
    assert [f.key for f in tuppi("minnesota").explanations.outlook(standing((3, -2)))] == ["outlook-stands"] * 2
