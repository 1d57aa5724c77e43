"""The questions for scoring Balkan Preferans at a real table, its faults, and its outlook."""

from typing import Any

import pytest
from games.balkan_table import A, balkan, club, club_standing, deal, scores_text

from prikup.games.balkan import Balkan, Carry, Outcome
from prikup.rules.errors import BadOutcome, reason
from prikup.rules.scoring_questions import ChoiceQuestion, FormAnswer, NumberQuestion, fill_form

B, C = 2, 1
"""The seats of the followers in a club, which plays counter-clockwise, with A at seat 0."""


def answer_questions(rules: Balkan, *answers: FormAnswer, fault: bool = False, dealer: int = A) -> Any:
    """Return the outcome of these answers, or the next question."""
    standing = club_standing(rules, dealer=dealer)
    form = fill_form(
        rules.scoring.irregularity_questions(standing) if fault else rules.scoring.scoring_questions(standing), answers
    )
    return form.outcome if form.next is None else form.next


ANSWER_CASES: list[tuple[str, tuple[FormAnswer, ...], str]] = [
    ("", ("hearts", False, A, "nobody"), "hearts nobody"),
    ("", ("hearts", False, A, "both", "none", 6, 3), "hearts 6-3-1"),
    ("", ("hearts", True, A, "both", "none", 4, 3), "igra-hearts 4-3-2"),
    ("stop=all_ten", ("hearts", False, A, "both", "none", 4, 3), "hearts 4-3-3"),
    ("", ("hearts", False, A, "first", "alone", "none", 7), "hearts 7-3-0 B"),
    ("", ("hearts", False, A, "second", "alone", "kontra", 5), "hearts 5-0-5 C kontra=kontra by=C"),
    ("", ("hearts", False, A, "both", "rekontra", B, 6), "hearts 6-4-0 kontra=rekontra by=B"),
    ("kontra=off", ("hearts", False, A, "both", 6, 3), "hearts 6-3-1"),
    ("kontra=off invite=off", ("hearts", False, A, "first", 7), "hearts 7-3-0 B"),
    ("", ("betl", False, A, "none", True), "betl 0-10-0"),
    ("", ("betl", False, A, "kontra", C, False), "betl 1-9-0 kontra=kontra by=C"),
    ("preferans=on kontra=off", ("preferans", False, A, True), "preferans 10-0-0"),
    ("preferans=on kontra=off", ("preferans", False, A, False), "preferans 9-1-0"),
    ("", ("spades", False, A, "both", "none"), "spades"),
    ("", ("spades", False, A, "first", "kontra", 6), "spades 6-4-0 B kontra=kontra by=B"),
    ("", ("spades", True, A, "first", "alone", "none", 6), "igra-spades 6-4-0 B"),
    ("lowest_needs_kontra=off", ("spades", False, A, "both", "none", 6, 3), "spades 6-3-1"),
]


def test_balkan_scoring_answers_give_expected_outcome() -> None:
    for options, answers, deal_text in ANSWER_CASES:
        rules = club(options)
        outcome = answer_questions(rules, *answers)
        assert outcome == deal(rules, deal_text), answers
        rules.scoring.row(outcome, club_standing(rules))


def test_balkan_scoring_questions_skip_kontra_after_invitation() -> None:
    rules = club("invite=may_refuse")
    question = answer_questions(rules, "hearts", False, A, "first")
    assert question == ChoiceQuestion(
        reason("form-invite", seat=B), ("alone", "invited", "refused-invitation"), usual="alone"
    )
    assert answer_questions(rules, "hearts", False, A, "first", "invited", 7).invite == "accepted"
    assert answer_questions(rules, "hearts", False, A, "first", "refused-invitation", 7).invite == "refused"
    assert answer_questions(club(), "hearts", False, A, "first").answers == ("alone", "invited")


def test_balkan_contract_question_offers_all_passed_and_each_game() -> None:
    assert answer_questions(club(), "all-passed") == Outcome()
    games = ("all-passed", "spades", "diamonds", "hearts", "clubs", "betl", "sans")
    assert answer_questions(club()) == ChoiceQuestion(reason("form-contract"), games)
    seed = ("all-passed", "clubs", "diamonds", "hearts", "spades", "betl", "sans", "preferans")
    assert answer_questions(balkan("balkan preferans=on")).answers == seed


def test_balkan_scoring_questions_offer_only_possible_answers() -> None:
    rules = club("kontra=rekontra")
    levels = answer_questions(rules, "hearts", False, A, "both")
    assert levels == ChoiceQuestion(reason("form-kontra"), ("none", "kontra", "rekontra"), usual="none")
    caller_question = answer_questions(rules, "hearts", False, A, "both", "kontra")
    assert caller_question == ChoiceQuestion(reason("form-kontra-by"), (B, C), "seat")
    tricks = answer_questions(rules, "hearts", False, A, "both", "none", 6)
    assert tricks == NumberQuestion(reason("form-tricks", seat=B), 0, 4, 0, 4)
    with pytest.raises(BadOutcome) as error:
        answer_questions(rules, "hearts", False, A, "both", "none", 6, 5)
    assert error.value.reason.key == "tricks-must-sum"
    four = club("players=4")
    assert answer_questions(four, "hearts", False, dealer=1) == ChoiceQuestion(
        reason("form-declarer"), (0, 2, 3), "seat"
    )


# Faults


@pytest.mark.parametrize(
    ("answers", "expected_scores"),
    [
        pytest.param(("revoke", "clubs", False, A, "both", "none", B), "A -10, B +10", id="S30"),
        pytest.param(
            ("revoke", "hearts", False, A, "both", "none", A, 3), "A +8, B +24 supe, C +16 supe", id="S31"
        ),
        (("revoke", "hearts", False, A, "both", "kontra", C, A), "A +16, C +80 supe"),
        (("revoke", "hearts", False, A, "first", "alone", "none", B), "A -8, B +8"),
        (("revoke", "hearts", False, A, "first", "invited", C), "A -8, C +8"),
        (("revoke", "betl", False, A, "none", A), "A +12, B +60 supe, C +60 supe"),
        (("revoke", "betl", False, A, "none", C), "A -12, C +12"),
        (("wrong-discard", "hearts", A, "both", "none", 3), "A +8, B +24 supe, C +16 supe"),
        (("wrong-discard", "spades", A, "both", "none", 3), "A +4, B +12 supe, C +8 supe"),
    ],
)  # fmt: skip
def test_balkan_fault_gives_expected_scores(answers: tuple[FormAnswer, ...], expected_scores: str) -> None:
    rules = club()
    assert scores_text(rules, answer_questions(rules, *answers, fault=True)) == expected_scores


# A match


def test_balkan_paper_start_refuses_impossible_refe() -> None:
    """S36: a match started on paper asks how many refe were written, unless refe are not played."""
    rules = club()
    assert (rules.scoring.carry_fields, club("refe=0").scoring.carry_fields) == (("refe_written",), ())
    for refe, carry, why in (
        ((1, 0, 2), 2, None),
        ((0, 0, 0), 3, reason("refe-too-many", written=3, most=2)),
        ((2, 0, 0), 1, reason("refe-open-too-many", seat=A, refe=2, written=1)),
    ):
        assert rules.scoring.why_impossible(club_standing(rules, refe=refe).totals, Carry(carry)) == why


ALWAYS_SHOWN: list[tuple[str, dict[str, Any], str]] = [
    ("", {}, "refe bule"),
    ("refe=0", {}, "bule"),
    ("", {"bule": (20, -2, 20)}, "refe below no-refa bule"),
    ("refe_frozen=on refe_below=yes", {"bule": (20, -2, 20)}, "refe below frozen bule"),
    ("last_game=exact", {"bule": (2, 2, 2)}, "refe bule cut"),
    ("last_game=exact_double_fall", {"bule": (2, 2, 2)}, "refe bule cut double-fall"),
]


def test_balkan_outlook_lists_expected_facts() -> None:
    for options, standing_fields, facts in ALWAYS_SHOWN:
        rules = club(options)
        fact_keys = [fact.key for fact in rules.explanations.outlook(club_standing(rules, **standing_fields))]
        assert fact_keys == [f"outlook-{fact}" for fact in facts.split()], (options, standing_fields)
    refa = club().explanations.outlook(club_standing(club(), refe=(1, 0, 0)))
    assert [fact.key for fact in refa] == ["open-refe", "outlook-refe", "outlook-bule"]
    rules = club("players=4")
    assert rules.explanations.outlook(club_standing(rules, dealer=1))[0] == reason("outlook-sits-out", seat=1)
