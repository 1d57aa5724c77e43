"""Paston: the sheet, the end of the game and typed outcomes (source text 000; multipliers from text 001)."""

import random
from itertools import product
from typing import Any

import msgspec
import pytest
from games.paston_table import HANDS, PRIKUP, deal, dealt_table, outcome_scores, paston, standing
from games.table import cells, winners

from prikup.games.paston import Outcome
from prikup.rules.errors import BadOutcome, reason
from prikup.rules.match import Match

M = {"paston": 1, "glitch": 2, "dineri": 3, "gupa": 4, "grkha": 4}
SCORES_OF_TWO = (-10, -9, 0, 10, 20, 30, 40, 50, 60, 70, 80)
SCORES_OF_ONE = (-10, -9, -8, -7, 0, 10, 20, 30, 40, 50, 60)

WRITES = """
    # Seat 1 declares, 2 sits on the left and says whist first. Tricks and scores are by seat: 0, 1, 2.
    PA1  |                                 | dineri 1-6-3        | -27 30 30
    PA2  |                                 | gupa 1-5-4          | -36 -40 80
    PA3  |                                 | grkha 2-6-2         | 0 10 0
    PA4  |                                 | grkha 2-4-4         | 0 -40 80
    PA5  |                                 | glitch 0-6-4 first  | 0 20 0
    PA6  |                                 | glitch 3-7-0 second | -14 20 0
    PA6  | lone_low=flat9                  | glitch 3-7-0 second | -18 20 0
    PA7  |                                 | surrender           | 2 -10 2
    PA7  | surrender_bonus=0               | surrender           | 0 -10 0
    -    | surrender_factor=bid            | surrender           | 2 -10 2
    -    | surrender_factor=bid            | surrender bid=glitch | 4 -20 4
    -    | surrender_factor=bid            | surrender bid=grkha | 8 -40 8
    -    | surrender_factor=bid surrender_bonus=0 | surrender bid=gupa | 0 -40 0
    -    |                                 | surrender bid=grkha | 2 -10 2
    PA8  |                                 | grkha nobody        | 0 10 0
    PA8  |                                 | gupa nobody         | 0 40 0
    full | multiplier_table=grkha_full     | grkha 2-6-2         | 0 40 0
    full | multiplier_table=grkha_full     | grkha nobody        | 0 40 0
    full | multiplier_table=grkha_full     | grkha 4-4-2         | 80 -40 0
    full | multiplier_table=grkha_full     | gupa nobody         | 0 40 0
    # A revoke: the passer's, and the tricks do not matter then
    -    |                                 | dineri revoked=0         | -30 30 0
    -    |                                 | dineri first revoked=2   | 0 30 -30
    -    |                                 | dineri 5-3-2 revoked=0   | -30 30 0
"""


def test_paston_deal_scores_match_vectors() -> None:
    for name, options, deal_text, expected_scores in cells(WRITES):
        assert outcome_scores(deal(deal_text), options) == tuple(map(int, expected_scores.split())), (
            name,
            options,
            deal_text,
        )


def test_paston_deal_played_at_table_has_vector_scores() -> None:
    """PA1, PA4, PA6 and PA7."""
    for words, tricks, scores in (
        ("paston pass pass S8 S9 dineri whist whist", (1, 6, 3), (-27, 30, 30)),
        ("paston glitch pass dineri gupa grkha S8 S9 grkha whist whist", (2, 4, 4), (0, -40, 80)),
        ("paston pass pass S8 S9 glitch pass whist", (3, 7, 0), (-14, 20, 0)),
    ):
        assert dealt_table(HANDS, PRIKUP).say(words).agree(*tricks).scores == scores
    given_up = dealt_table(HANDS, PRIKUP).say("paston pass pass S8 S9 surrender")
    assert (given_up.scores, given_up.outcome) == ((2, -10, 2), Outcome(1, "surrender", opened=1, bid="paston"))
    passed = dealt_table(HANDS, PRIKUP).say("pass pass pass").play_randomly(random.Random(1), "declare")
    assert passed.say("surrender").outcome.bid is None
    raised = dealt_table(HANDS, PRIKUP, "standard surrender_factor=bid").say("paston glitch pass dineri pass")
    raised.play_randomly(random.Random(1), "declare")
    assert raised.say("surrender").scores == (6, -30, 6)


def test_PA11_paston_total_resets_at_minus_target() -> None:
    for options, total, new_total in (
        ("", -112, 0),
        ("", -120, -129),
        ("", -111, -120),
        ("minus_reset=at_or_below", -120, 0),
        ("minus_reset=at_or_below", -112, 0),
        ("minus_reset=off", -112, -121),
    ):
        rules = paston(f"standard {options}")
        row = rules.scoring.row(deal("paston 1-6-3"), standing(totals=(total, 0, 0)))
        assert row.entries[0].amount == -9
        assert total + row.amount("score", 0) == new_total
        if new_total == 0:
            assert row.entries[-1].reason == reason("minus-reset", total=total - 9)


# The whole table


def test_paston_scores_are_right_for_each_contract_and_split() -> None:
    """The declarer wins with six tricks and loses with fewer.

    Each of two whisters is paid for their own tricks, and a lone one owes four, while the passer scores nothing.
    """
    for contract, n in product(M, range(11)):
        reward, m = 10 if contract == "grkha" else 10 * M[contract], M[contract]
        declarer = reward if n >= 6 else -10 * m
        assert outcome_scores(deal(f"{contract} 0-{n}-{10 - n}")) == (-10 * m, declarer, SCORES_OF_TWO[10 - n] * m)
        assert outcome_scores(deal(f"{contract} {10 - n}-0-{n}")) == (
            SCORES_OF_TWO[10 - n] * m,
            -10 * m,
            SCORES_OF_TWO[n] * m,
        )
        declarer_score = reward if 10 - n >= 6 else -10 * m
        assert outcome_scores(deal(f"{contract} 0-{10 - n}-{n} first")) == (0, declarer_score, SCORES_OF_ONE[n] * m)
        assert outcome_scores(deal(f"{contract} {n}-{10 - n}-0 second")) == (SCORES_OF_ONE[n] * m, declarer_score, 0)
        assert outcome_scores(deal(f"{contract} nobody")) == (0, reward, 0), "unopposed as for winning"
    # The declarer's revoke loses the contract and the others score nothing; a defender's makes it and scores as no
    # trick
    for contract, m in M.items():
        reward = 10 if contract == "grkha" else 10 * m
        assert (
            outcome_scores(deal(f"{contract} revoked=1"))
            == outcome_scores(deal(f"{contract} first revoked=1"))
            == (0, -10 * m, 0)
        )
        assert outcome_scores(deal(f"{contract} revoked=2")) == (0, reward, -10 * m)


def test_paston_sheet_entries_have_reasons() -> None:
    row = paston().scoring.row(deal("dineri 1-6-3"), standing())
    assert [entry.reason for entry in row.entries] == [
        reason("whisted", tricks=1, quota=2, points=-9, multiplier=3),
        reason("contract-made", tricks=6, needed=6, multiplier=3),
        reason("whisted", tricks=3, quota=2, points=10, multiplier=3),
    ]
    row = paston().scoring.row(deal("paston nobody"), standing())
    assert [e.reason.key for e in row.entries] == ["passed", "unopposed", "passed"]


# From deal to deal


def test_paston_totals_add_up_over_deals() -> None:
    match = Match.begin(paston(), 0).close(deal("dineri 1-6-3")).close(Outcome(0, "surrender"))
    assert match.sheet.totals == ((-37, 32, 32),)


ENDS = """
    # The game ends at 121 or more, for whoever is highest: totals before, the deal, the winner
    0 110 0     | paston nobody  |
    0 111 0     | paston nobody  | 1
    0 120 0     | paston nobody  | 1
    200 0 60    | gupa 1-5-4     | 0
    # A reset comes before the end is tested, and after all changes
    -121 90 0   | gupa nobody    | 1
    # PA13: a tie at the top means another deal
    95 148 95   | dineri 3-4-3   |
"""


def test_paston_match_ends_at_121_or_more() -> None:
    for totals_text, deal_text, expected_winners in cells(ENDS):
        total_0, total_1, total_2 = map(int, totals_text.split())
        match_standing = standing(totals=(total_0, total_1, total_2))
        assert winners(paston(), deal(deal_text), match_standing) == tuple(map(int, expected_winners.split())), (
            totals_text,
            deal_text,
        )
    reset = paston().scoring.row(deal("gupa nobody"), standing(totals=(-121, 90, 0)))
    assert [reset.amount("score", seat) for seat in range(3)] == [121, 40, 0]


def test_paston_extra_deals_continue_until_top_is_untied() -> None:
    match = Match.from_standing(paston(), standing(totals=(120, 120, 0))).close(Outcome(2, "surrender"))
    assert (match.sheet.totals, match.winners) == (((122, 122, -10),), ())
    assert match.close(Outcome(2, "grkha")).winners == ()
    assert match.close(Outcome(1, "paston")).winners == (1,)
    assert match.close(Outcome(0, "paston", ("whist", "whist"), (5, 2, 3))).winners == (1,)


# Typed outcomes: revokes, and impossible ones


@pytest.mark.parametrize("outcome", [{"contract": "surrender"}, {"contract": "gupa", "whist": ("pass", "pass")}])
def test_paston_outcome_refuses_revoke_without_play(outcome: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match="revoked-without-play"):
        msgspec.convert({"type": "played", "declarer": 1, "revoked": 2, **outcome}, Outcome)


def test_paston_impossible_outcome_is_refused() -> None:
    for deal_text, why in (
        ("dineri 1-6-2", "tricks-must-sum"),
        ("dineri 0-10-0 nobody", "tricks-must-sum"),
        ("dineri 4-6", "tricks-one-each"),
        # A passer takes no trick and does not revoke
        ("dineri 1-6-3 first", "passer-does-not-play seat=0"),
        ("dineri first revoked=0", "passer-does-not-play seat=0"),
    ):
        with pytest.raises(BadOutcome, match=why):
            outcome_scores(deal(deal_text))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "played", "declarer": 3, "contract": "dineri"}, Outcome)
