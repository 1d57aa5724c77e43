"""Balkan Preferans: the sheet, and the vectors B1–B6."""

from fractions import Fraction
from typing import Any

import pytest
from games.balkan_table import balkan, outcome, seated, standing, written
from games.table import winners
from hypothesis import given
from hypothesis import strategies as st

from prikup.games.balkan import Outcome
from prikup.games.balkan.outcome import NUMBERS
from prikup.games.balkan.scoring import final
from prikup.match import Match
from prikup.sheet import rounded


def scored(told: Outcome, options: str = "balkan", **where: Any) -> dict[str, tuple[int, ...]]:
    """What an outcome changes, by column and seat. Declarer, seat 0, is the right neighbour of 1, who writes on him in
    the right box, and the left neighbour of 2, who writes in the left."""
    return written(balkan(options).row(told, standing(**where)))


# The vectors: x is the number of the game, declarer is seat 0


def test_B1_five_is_made_and_nobody_is_short() -> None:
    told = outcome("spades", (6, 3, 1))
    assert scored(told) == {"bule": (-10, 0, 0), "right": (0, 30, 0), "left": (0, 0, 10)}
    each = scored(told, "balkan quota=two_each")
    assert each == {"bule": (-10, 0, 10), "right": (0, 30, 0), "left": (0, 0, 10)}


def test_B2_five_is_made_and_the_third_is_short() -> None:
    told = outcome("spades", (7, 2, 1))
    assert scored(told) == {"bule": (-10, 0, 10), "right": (0, 20, 0), "left": (0, 0, 10)}


def test_B3_four_is_lost() -> None:
    assert scored(outcome("hearts", (5, 3, 2))) == {"bule": (8, 0, 0), "right": (0, 24, 0), "left": (0, 0, 16)}


def test_B4_a_lost_betl_pays_sixty_to_each() -> None:
    told = outcome("betl", (1, 4, 0))
    assert scored(told) == {"bule": (12, 0, 0), "right": (0, 60, 0), "left": (0, 0, 60)}


def test_B5_igra_adds_one_and_nobody_comes() -> None:
    assert scored(outcome("diamonds", (0, 0, 0), "dont dont", igra=True)) == {"bule": (-8, 0, 0)}


def test_B6_a_refa_doubles_bule_and_supe() -> None:
    told = outcome("hearts", (6, 2, 2))
    expected = {"bule": (-16, 0, 0), "right": (0, 32, 0), "left": (0, 0, 32), "refe": (-1, 0, 0)}
    assert scored(told, refe=(1, 0, 0)) == expected


# The stake


@pytest.mark.parametrize(("contract", "number"), list(NUMBERS["clubs_low"].items())[:-1])
def test_the_stake_is_twice_the_number_and_igra_adds_one(contract: str, number: int) -> None:
    came, tricks = ("come come", (0, 5, 5)) if contract == "betl" else ("dont dont", (0, 0, 0))
    assert scored(outcome(contract, tricks, came))["bule"] == (-2 * number, 0, 0)
    assert scored(outcome(contract, tricks, came, igra=True))["bule"] == (-2 * number - 2, 0, 0)


def test_six_tricks_make_a_game_and_more_are_the_same() -> None:
    for taken in range(11):
        told = outcome("clubs", (taken, 10 - taken, 0), "come dont")
        assert told.made is (taken >= 6)
        assert scored(told)["bule"][0] == (-4 if taken >= 6 else 4)


# The followers


def test_supe_are_written_for_every_trick_whoever_won() -> None:
    for taken in range(7):
        told = outcome("diamonds", (4, 6 - taken, taken))
        assert scored(told).get("right", (0, 0, 0))[1] == 6 * (6 - taken)
        assert scored(told).get("left", (0, 0, 0))[2] == 6 * taken


def test_nobody_is_short_when_the_game_is_lost() -> None:
    assert scored(outcome("hearts", (5, 5, 0)))["bule"] == (8, 0, 0)
    assert scored(outcome("hearts", (5, 5, 0)), "balkan quota=two_each")["bule"] == (8, 0, 0)


def test_both_may_be_short() -> None:
    assert scored(outcome("spades", (8, 1, 1)))["bule"] == (-10, 10, 10)
    assert scored(outcome("spades", (10, 0, 0))) == {"bule": (-10, 10, 10)}


@pytest.mark.parametrize(("taken", "short"), [(0, True), (1, True), (2, False), (3, False)])
def test_one_who_came_alone_needs_two(taken: int, short: bool) -> None:
    told = outcome("spades", (10 - taken, 0, taken), "dont come")
    assert scored(told)["bule"] == (-10, 0, 10 if short else 0)
    assert scored(told).get("left", (0, 0, 0)) == (0, 0, 10 * taken)


def test_nobody_came_and_nothing_else_is_written() -> None:
    assert scored(outcome("sans", (0, 0, 0), "dont dont")) == {"bule": (-14, 0, 0)}


# Betl


def test_a_betl_that_is_made_costs_the_followers_nothing() -> None:
    assert scored(outcome("betl", (0, 10, 0))) == {"bule": (-12, 0, 0)}


def test_a_lost_igra_betl_pays_seventy() -> None:
    told = outcome("betl", (1, 0, 0), igra=True)
    assert scored(told) == {"bule": (14, 0, 0), "right": (0, 70, 0), "left": (0, 0, 70)}


# Refe


def test_three_passes_leave_each_player_a_refa() -> None:
    assert scored(Outcome()) == {"refe": (1, 1, 1)}


def test_no_refa_is_written_while_somebody_is_below_zero() -> None:
    assert scored(Outcome(), bule=(60, -1, 60)) == {}
    assert scored(Outcome(), bule=(60, 0, 60)) == {"refe": (1, 1, 1)}


def test_a_refa_is_gone_after_one_game_made_or_lost() -> None:
    assert scored(outcome("clubs", (3, 4, 3)), refe=(2, 1, 0)) == {
        "bule": (8, 0, 0),
        "right": (0, 32, 0),
        "left": (0, 0, 24),
        "refe": (-1, 0, 0),
    }
    assert scored(outcome("clubs", (0, 0, 0), "dont dont"), refe=(2, 0, 0)) == {"bule": (-8, 0, 0), "refe": (-1, 0, 0)}


def test_a_refa_of_somebody_else_doubles_nothing() -> None:
    assert scored(outcome("clubs", (0, 0, 0), "dont dont"), refe=(0, 2, 2)) == {"bule": (-4, 0, 0)}


def test_a_refa_doubles_what_a_short_follower_and_a_betl_pay() -> None:
    assert scored(outcome("clubs", (8, 2, 0)), refe=(1, 0, 0))["bule"] == (-8, 0, 8)
    assert scored(outcome("betl", (1, 0, 0)), refe=(1, 0, 0))["right"] == (0, 120, 0)


# Who writes where


@pytest.mark.parametrize("options", ["balkan", "balkan direction=counter_clockwise"])
@pytest.mark.parametrize("declarer", [0, 1, 2])
def test_the_boxes_lie_to_the_left_and_to_the_right_whichever_way_the_game_goes(declarer: int, options: str) -> None:
    tricks = tuple(6 if seat == declarer else 2 for seat in range(3))
    row = balkan(options).row(Outcome(declarer, "clubs", False, ("come", "come"), tricks=tricks), standing())
    assert row.amount("right", (declarer + 1) % 3) == 8
    assert row.amount("left", (declarer + 2) % 3) == 8
    assert row.amount("left", (declarer + 1) % 3) == row.amount("right", (declarer + 2) % 3) == 0


def test_every_number_has_its_reason() -> None:
    row = balkan().row(outcome("spades", (8, 2, 0)), standing(refe=(1, 0, 0)))
    assert [(e.column, e.side, e.reason.key) for e in row.entries] == [
        ("bule", 0, "game-made"),
        ("refe", 0, "refa-used"),
        ("right", 1, "supe"),
        ("bule", 2, "follower-short"),
    ]


# The match


def test_each_begins_with_the_same_bule() -> None:
    match = Match.begin(balkan())
    assert match.sheet.totals == ((60, 60, 60), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    assert match.sheet.history("bule", 0) == (60,)
    after = match.close(outcome("clubs", (6, 2, 2)))
    assert after.sheet.history("bule", 0) == (60, 56)


def test_the_deal_goes_round_after_three_passes_too() -> None:
    match = Match.begin(balkan(), 2).close(Outcome())
    assert (match.dealer, match.deals) == (0, 1)
    assert match.close(outcome("clubs", (6, 2, 2))).dealer == 1


def test_the_match_ends_when_the_bule_sum_to_zero_or_less() -> None:
    made = outcome("clubs", (0, 0, 0), "dont dont")
    for bule, over in (((3, -10, 12), False), ((3, -10, 11), True), ((3, -10, 5), True)):
        rules = balkan()
        where = standing(bule=bule)
        assert bool(winners(rules, made, where)) is over


def test_the_highest_final_score_wins() -> None:
    rules = balkan()
    where = standing(bule=(4, -10, 6), left=(0, 120, 0))
    told = outcome("clubs", (0, 0, 0), "dont dont")
    assert winners(rules, told, where) == (1,)
    level = standing(bule=(4, 0, 0))
    assert winners(rules, told, level) == (0, 1, 2)


def test_the_settlement_counts_supe_and_ten_for_each_bula() -> None:
    totals = ((10, -4, -6), (30, 0, 0), (0, 0, 8), (0, 1, 0))
    # 0 holds 30 on 1 (his left), 2 holds 8 on 1 (his right)
    assert list(balkan().settlement(totals)) == [30 - 100, -38 + 40, 8 + 60]


def test_the_mean_is_taken_off_and_the_rest_rounds_to_zero() -> None:
    shares = balkan().settlement(((1, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)))
    assert shares == (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))
    assert rounded(shares) == (-6, 3, 3)


@given(st.tuples(*[st.tuples(*[st.integers(-500, 500)] * 3)] * 4))
def test_the_settlement_always_sums_to_zero(totals: tuple[tuple[int, ...], ...]) -> None:
    assert sum(final(totals)) == 0


# An outcome typed in


def test_an_outcome_of_a_deal_reads_as_it_was_played() -> None:
    table = seated().say("pass pass two").say("S8 S9 clubs come dont").agree(6, 4, 0)
    assert table.outcome == outcome("clubs", (6, 4, 0), "come dont")
    assert written(table.row) == {"bule": (-4, 0, 0), "right": (0, 16, 0)}
    assert seated().say("pass pass pass").outcome == Outcome()
