"""The questions for scoring Preferans at a real table, its faults, and a match started on paper.

A, B and C are seats 0, 1 and 2; with four D is seat 3. The evenings of the scorer's vectors are in
`test_preferans_page.py`.
"""

from typing import Any

import pytest
from games.preferans_table import preferans, row_text, standing, totals

from prikup.games.preferans import Outcome
from prikup.games.preferans.outcome import Carry
from prikup.rules.errors import BadOutcome, Reason, reason
from prikup.rules.match import Match
from prikup.rules.scoring_questions import ChoiceQuestion, FormAnswer, NumberQuestion, fill_form

FOUR = "sochi players=4"
RIGHTS = f"{FOUR} dealer_talon_bonus=on throw_talon=on"


def answer_questions(options: str, *answers: FormAnswer, fault: bool = False, raspasy: int = 0, dealer: int = 2) -> Any:
    """Return the outcome of these answers where C deals, or the next question."""
    rules = preferans(options)
    match_standing = standing(rules, raspasy, dealer)
    form = fill_form(
        rules.scoring.irregularity_questions(match_standing)
        if fault
        else rules.scoring.scoring_questions(match_standing),
        answers,
    )
    return form.outcome if form.next is None else form.next


def row(options: str, outcome: Outcome, dealer: int = 2) -> str:
    rules = preferans(options)
    return row_text(rules, rules.scoring.row(outcome, standing(rules, 0, dealer)))


# The questions


def test_preferans_contract_question_offers_possible_contracts() -> None:
    games = ("raspasy", "6", "7", "8", "9", "10", "misere")
    assert answer_questions("sochi") == ChoiceQuestion(reason("form-contract"), games)
    assert answer_questions("sochi misere_hand=on").answers == (*games, "misere-hand")
    assert answer_questions("leningrad-codex", raspasy=1).answers == ("raspasy", "7", "8", "9", "10", "misere")


WRITES: list[tuple[str, tuple[FormAnswer, ...], str]] = [
    # S18: no question about the split for a lone whister; S19: the second whister has the remaining tricks
    ("sochi", ("8", 0, "first", 6), "dump A 12; B on A 36; C on A 12"),
    ("sochi", ("6", 0, "both", 6, 3), "pool A 2; B on A 6; C on A 2"),
    # No play without a whist
    ("sochi", ("9", 0, "nobody"), "pool A 8"),
    ("sochi", ("7", 0, "half"), "pool A 4; C on A 4"),
    ("sochi half_whist=drop", ("7", 0, "half-first"), "pool A 4; B on A 4"),
    # A misère needs only the declarer's tricks
    ("sochi", ("misere", 1, 2), "dump B 20"),
    ("sochi misere_hand=on", ("misere-hand", 1, 0), "pool B 10"),
    # A checked ten is split only if each defender writes their own tricks
    ("sochi ten_check=nothing", ("10", 0, 9), "dump A 10"),
    ("sochi ten_check=consolation", ("10", 0, 9), "dump A 10; B on A 10; C on A 10"),
    ("sochi ten_check=tricks", ("10", 0, 9, 1), "dump A 10; B on A 20; C on A 10"),
    # A concession needs no more answers
    ("sochi concede_three=on", ("7", 1, True), "dump B 12"),
    # The old rights of the dealer
    (RIGHTS, ("7", 0, "nobody", 3, True), "pool A 4; dump C 1; C on A 12"),
    (RIGHTS, ("misere", 0, 0, 2), "pool A 10; C on A 20"),
    # The suit matters only at Stalingrad
    ("sochi stalingrad=on", ("6", True, 0, 8, 2), "pool A 2; dump C 4; B on A 4"),
    ("sochi stalingrad=on", ("6", False, 0, "nobody"), "pool A 2"),
    # Raspasy need the tricks of two; a dealer who leads the talon is included
    ("sochi", ("raspasy", 0, 4), "pool A 1; dump B 4; dump C 6"),
    ("sochi", ("raspasy", 10), "pool B 1; pool C 1; dump A 10"),
    (f"{FOUR} raspasy_talon=talon_leads", ("raspasy", 0, 4, 2), "pool A 1; dump B 4; dump C 2; dump D 4"),
]


def test_preferans_scoring_answers_give_expected_scores() -> None:
    for options, answers, expected_scores in WRITES:
        assert row(options, answer_questions(options, *answers)) == expected_scores, answers
    lone = answer_questions("sochi", "8", 0, "first", 6)
    assert (lone.together, lone.tricks) == (4, ())
    assert answer_questions("sochi stalingrad=on", "6", True, 0, 8, 2).contract == "6S"
    assert answer_questions("sochi stalingrad=on", "6", False, 0, "nobody").contract == "6"
    assert answer_questions(f"{RIGHTS} misere_hand=on", "misere-hand", 0, 0).talon == 0
    assert answer_questions("sochi dealer_talon_bonus=on throw_talon=on", "7", 0, "nobody").talon == 0
    assert answer_questions(FOUR, "raspasy", 0, 4).tricks == (0, 4, 0, 6)
    assert answer_questions(f"{FOUR} raspasy_talon=talon_leads", "raspasy", 0, 4, 1).tricks == (0, 4, 1, 5)


def test_S20_preferans_form_derives_last_tricks_and_refuses_over_ten() -> None:
    form = fill_form(preferans().scoring.scoring_questions(standing(preferans())), ("6", 0, "both", 6, 3))
    assert (form.answered_questions[-1].question.ask, form.answered_questions[-1].answer) == (
        reason("form-tricks", seat=2),
        1,
    )
    assert answer_questions("sochi", "6", 0, "both", 6, 4).tricks == (6, 4, 0)
    with pytest.raises(BadOutcome) as error:
        answer_questions("sochi", "6", 0, "both", 6, 5)
    assert error.value.reason == reason("tricks-must-sum", sum=11, needed=10)
    with pytest.raises(BadOutcome, match="answer-not-one"):
        answer_questions("sochi", "8", 0, "half")


def test_preferans_scoring_question_follows_from_answers() -> None:
    yes_no = (False, True)
    whist_choices, whist = ("nobody", "first", "second", "both"), reason("form-whist", seat=2, other=0)
    for options, answers, question in (
        ("sochi stalingrad=on", ("6",), ChoiceQuestion(reason("form-spades"), yes_no, "yes", usual=False)),
        ("sochi", ("6", 1), ChoiceQuestion(whist, (*whist_choices, "half"))),
        ("sochi", ("8", 1), ChoiceQuestion(whist, whist_choices)),
        ("sochi half_whist=off", ("7", 1), ChoiceQuestion(whist, whist_choices)),
        ("sochi half_whist=drop", ("7", 1), ChoiceQuestion(whist, (*whist_choices, "half", "half-first"))),
        ("sochi", ("misere", 1), NumberQuestion(reason("form-tricks", seat=1), 0, 10)),
        (
            "sochi concede_three=on",
            ("7", 1),
            ChoiceQuestion(reason("form-gave-up", seat=1), yes_no, "yes", usual=False),
        ),
        (RIGHTS, ("7", 0, "nobody"), NumberQuestion(reason("form-talon", seat=2), 0, 3)),
        (RIGHTS, ("misere", 0, 0), NumberQuestion(reason("form-talon", seat=2), 0, 2)),
        (
            f"{FOUR} raspasy_talon=talon_leads",
            ("raspasy", 0, 4),
            NumberQuestion(reason("form-tricks", seat=2), 0, 2, 4, 10),
        ),
    ):
        assert answer_questions(options, *answers) == question, (options, answers)
    for options, answers, key in (
        ("sochi stalingrad=on", ("7",), "form-declarer"),
        ("sochi", ("6",), "form-declarer"),
        ("sochi", ("10", 0), "form-whist"),
        ("sochi concede_three=on", ("misere", 1), "form-tricks"),
    ):
        assert answer_questions(options, *answers).ask.key == key, (options, answers)
    # The declarer is never the dealer who sits out
    assert answer_questions(FOUR, "7").answers == (0, 1, 3)
    assert answer_questions("sochi", "7").answers == (0, 1, 2)


# Faults


def test_S29_preferans_misdeal_costs_dealer_who_deals_again() -> None:
    for options, expected_scores in (
        ("sochi", "dump B 2"),
        ("leningrad", "dump B 4"),
        ("rostov", "A on B 10; C on B 10"),
    ):
        outcome = answer_questions(options, "misdeal", fault=True, dealer=1)
        assert row(options, outcome, dealer=1) == expected_scores
        match = Match.begin(preferans(options), 1).close(outcome)
        assert (match.dealer, match.standing.deal) == (1, 1)


def test_preferans_revoke_gives_expected_scores() -> None:
    cases: list[tuple[str, tuple[FormAnswer, ...], str]] = [
        ("sochi", ("7", 0, "first", 0), "dump A 4; B on A 4; C on A 4"),
        ("sochi", ("7", 0, "first", 2), "pool A 4; dump C 8"),
        ("sochi", ("misere", 0, 1), "pool A 10"),
        ("sochi", ("raspasy", 1), "dump B 10"),
        ("sochi stalingrad=on", ("6", True, 0, 1), "pool A 2; dump B 8"),
        ("sochi ten_check=tricks", ("10", 0, 1), "pool A 10"),
    ]
    for options, answers, expected_scores in cases:
        assert row(options, answer_questions(options, "revoke", *answers, fault=True)) == expected_scores, (
            options,
            answers,
        )


def test_preferans_revoke_question_offers_only_active_players() -> None:
    question = answer_questions(FOUR, "revoke", "7", 0, "both", fault=True)
    assert question == ChoiceQuestion(reason("form-revoked"), (0, 1, 3), "seat")


# Before a deal, and a match started on paper


def keys(facts: tuple[Reason, ...]) -> dict[str, Any]:
    return {fact.key: dict(fact.numbers) for fact in facts}


def test_S35_preferans_outlook_counts_raspasy_from_paper() -> None:
    rules = preferans("sochi raspasy_prog=arithmetic raspasy_exit=6-7-8")
    assert rules.scoring.carry_fields == ("raspasy",)
    facts = keys(rules.explanations.outlook(standing(rules, raspasy=2)))
    assert facts["outlook-raspasy"] == {"stake": 3}
    assert facts["outlook-lowest-bid"] == {"level": 8}
    assert facts["outlook-premium"] == {"points": 3}


def test_preferans_carry_fields_include_raspasy_when_it_matters() -> None:
    for options in ("sochi-codex", "sochi raspasy_exit=cyclic"):
        assert preferans(options).scoring.carry_fields == ("raspasy",)
    for options in ("sochi", "rostov-codex"):
        assert preferans(options).scoring.carry_fields == ()


def test_preferans_outlook_shows_progress_and_who_sits_out() -> None:
    rules = preferans("sochi players=4 pool=10")
    sheet = totals((10, 4, 0, 7), (0, 0, 0, 0))
    facts = rules.explanations.outlook(standing(rules, dealer=2, sheet=sheet))
    assert facts[:2] == (reason("outlook-first", seat=3), reason("outlook-sits-out", seat=2))
    pool_left = [fact.numbers["left"] for fact in facts if fact.key == "outlook-pool"]
    assert pool_left == [0, 6, 10, 3]
    sums = preferans("sochi end=sum pool=10")
    assert keys(sums.explanations.outlook(standing(sums, sheet=totals((12, 4, 0)))))["outlook-pools"] == {"left": 14}
    hands = preferans("sochi end=hands hands=12")
    assert keys(hands.explanations.outlook(standing(hands, deal=5)))["outlook-hands"] == {"deal": 5, "hands": 12}


def test_preferans_outlook_shows_raspasy_stake_and_premium() -> None:
    for options, key, stake, points in (
        ("leningrad raspasy_prog=arithmetic", "outlook-raspasy", 4, 2),
        ("leningrad raspasy_prog=arithmetic zero_premium=price", "outlook-raspasy", 4, 4),
        ("rostov raspasy_prog=arithmetic", "outlook-raspasy-each", 10, 2),
        ("rostov-codex raspasy_prog=arithmetic", "outlook-raspasy-lowest", 10, 2),
        ("sochi raspasy_prog=arithmetic raspasy_price=2 zero_premium=one", "outlook-raspasy", 4, 1),
        ("sochi raspasy_prog=arithmetic zero_premium=none", "outlook-raspasy", 2, None),
    ):
        rules = preferans(options)
        facts = keys(rules.explanations.outlook(standing(rules, raspasy=1)))
        assert facts[key] == {"stake": stake}
        assert facts.get("outlook-premium") == (None if points is None else {"points": points})
        assert "outlook-lowest-bid" not in facts


def test_preferans_paper_start_refuses_overfull_pools() -> None:
    rules = preferans("sochi pool=10")
    assert rules.scoring.why_impossible(totals((10, 4, 0)), Carry()) is None
    assert rules.scoring.why_impossible(totals((10, 14, 0)), Carry()) == reason(
        "pool-above", seat=1, points=14, full=10
    )
    assert rules.scoring.why_no_correction(totals((10, 14, 0))) == reason("pool-above", seat=1, points=14, full=10)
    assert preferans("sochi end=sum pool=10").scoring.why_impossible(totals((10, 14, 0)), Carry()) is None
    assert preferans("sochi end=sum pool=10").scoring.why_no_correction(totals((10, 14, 0))) is None
