"""Preferans: the sheet from deal to deal, its settlement, and typed outcomes (source text 004).

A is seat 0 and declares, B and C are the first and the second defender; with four, D is seat 3 and deals.
"""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from games.preferans_table import Table, deal, deck_of, preferans, standing, totals
from games.table import cells, winners

from prikup.games.preferans import Outcome
from prikup.games.preferans.options import PRESETS
from prikup.rules.match import Match
from prikup.rules.options import fields
from prikup.rules.score_sheet import round_shares
from prikup.terminal.cli.app import run

# The settlement


def exactly(shares: tuple[Fraction, ...]) -> tuple[int, ...]:
    """Return shares that are whole numbers as integers."""
    assert all(share.denominator == 1 for share in shares)
    return tuple(map(int, shares))


def test_R18_to_R21_preferans_settlement_matches_vectors() -> None:
    whole = totals((20, 20, 20), (42, 96, 132), {"AB": 170, "BA": 64, "AC": 60, "CA": 88, "BC": 178, "CB": 95})
    four = totals((0, 0, 0, 0), (10, 20, 30, 40), {"AD": 30, "DB": 12})
    for options, sheet, shares in (
        ("sochi", whole, (558, -83, -475)),
        ("sochi players=4", four, (180, 38, -50, -168)),
        ("leningrad", totals((12, 10, 8)), (40, 0, -40)),  # the pool is doubled at the end
        ("sochi", totals((12, 10, 8)), (20, 0, -20)),
    ):
        assert exactly(preferans(options).scoring.settlement(sheet)) == shares
    thirds = preferans().scoring.settlement(totals(dump=(1, 0, 0)))
    assert thirds == (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))
    assert round_shares(thirds) == (-6, 3, 3), "exact, and rounded for people"


def test_preferans_dump_point_costs_less_than_five_whists_each() -> None:
    """The seed treats them as equal: among three a point of dump is 6 2/3 whists, five to each are ten."""
    dump_result = preferans("sochi").scoring.settlement(totals(dump=(1, 0, 0)))[0]
    whists_result = preferans("rostov").scoring.settlement(totals(whists={"BA": 5, "CA": 5}))[0]
    assert (dump_result, whists_result) == (Fraction(-20, 3), Fraction(-10))


# From deal to deal


def test_preferans_deal_passes_left_after_any_outcome() -> None:
    for seats, dealer in ((n, dealer) for n in (3, 4) for dealer in range(n)):
        rules, left_seat = preferans(f"sochi players={seats}"), (dealer + 1) % seats
        match_standing = standing(rules, dealer=dealer)
        tricks = tuple(10 if seat == left_seat else 0 for seat in range(seats))
        for outcome in (
            Outcome("raspasy", tricks=tricks),
            Outcome("6S", left_seat),
            Outcome("misere", left_seat, tricks=tricks),
        ):
            assert (
                rules.scoring.next_deal(outcome, match_standing, rules.scoring.row(outcome, match_standing)).dealer
                == left_seat
            )


def test_preferans_raspasy_dealer_stays_option_keeps_dealer() -> None:
    for stays, dealer in (("on", 2), ("off", 0)):
        match = Match.begin(preferans(f"sochi raspasy_dealer_stays={stays}"), 2)
        assert match.close(deal("raspasy 0-4-6")).dealer == dealer
        assert match.close(deal("6S nobody")).dealer == 0


ROWS = """
    # Two raspasy have been played: how many are in the row after any declared game, a game made, one made and whisted
                      | raspasy 0-4-6      | 3 3 3
                      | misdeal            | 2 2 2
                      | 6S 6-3-1           | 0 0 0
                      | 6S 6-3-1 second    | 0 0 0
                      | 6S nobody          | 0 0 2
                      | 6S half            | 0 0 2
                      | 6S 5-4-1           | 0 2 2
                      | misere 0-5-5       | 0 0 2
                      | misere 1-5-4       | 0 2 2
    concede_three=on  | 6S nobody conceded | 0 2 2
                      | 6S revoked=A       | 0 2 2
                      | 6S revoked=B       | 0 0 0
    # Ten tricks that are checked are made but not whisted
    ten_check=nothing | 10S 10-0-0         | 0 0 2
    ten_check=nothing | 10S 9-1-0          | 0 2 2
"""


def test_preferans_raspasy_reset_option_sets_what_ends_a_row() -> None:
    for options, deal_text, rows in cells(ROWS):
        row_lengths = []
        for reset in ("any_declared_game", "made_game", "made_and_whisted"):
            rules = preferans(f"sochi raspasy_reset={reset} {options}")
            match_standing, outcome_ = standing(rules, 2), deal(deal_text)
            row_lengths.append(
                rules.scoring.next_deal(
                    outcome_, match_standing, rules.scoring.row(outcome_, match_standing)
                ).carry.raspasy
            )
        assert " ".join(map(str, row_lengths)) == rows, (options, deal_text)


# The end


def test_preferans_match_ends_when_each_pool_is_full() -> None:
    match = Match.begin(preferans("sochi pool=4"), 2)
    for deal_text, pools, over in (
        ("7S nobody", (4, 0, 0), False),
        ("7S nobody declarer=B", (4, 4, 0), False),
        ("6S nobody declarer=B", (4, 4, 2), False),
        ("6S nobody declarer=C", (4, 4, 4), True),
    ):
        match = match.close(deal(deal_text))
        assert (match.sheet.totals[0], match.over) == (pools, over)
    assert match.winners == (1,), "B is paid for the aid"
    assert exactly(match.game.scoring.settlement(match.sheet.totals)) == (0, 20, -20)
    # Pools filled by aid count
    rules = preferans("sochi pool=10")
    assert winners(rules, deal("7S nobody"), standing(rules, sheet=totals((9, 8, 9)))) == (0,)


def test_preferans_match_may_end_by_sum_of_pools() -> None:
    match = Match.begin(preferans("sochi end=sum pool=4"), 2).close(deal("10S nobody"))
    assert (match.sheet.totals[0], match.over) == ((10, 0, 0), False)
    match = match.close(deal("6S nobody declarer=B"))
    assert (match.sheet.totals[0], match.winners) == ((10, 2, 0), (0,))
    assert exactly(match.game.scoring.settlement(match.sheet.totals)) == (60, -20, -40)


def test_preferans_match_may_end_by_number_of_hands() -> None:
    match = Match.begin(preferans("sochi end=hands hands=2"), 2).close(deal("10S nobody"))
    match = match.close(deal("misdeal"))
    assert not match.over, "a misdeal is no hand"
    assert match.close(deal("misere 0-5-5")).winners == (0,)


def test_preferans_equal_results_share_the_win() -> None:
    single_win = Match.begin(preferans("sochi end=hands hands=1"), 2).close(deal("6S 8-1-1"))
    assert single_win.winners == (0,)
    shared_win = Match.begin(preferans("sochi end=hands hands=1"), 2).close(deal("raspasy 3-3-4"))
    assert shared_win.winners == (0, 1)


# Typed outcomes


SENSELESS: list[tuple[dict[str, Any], str]] = [
    ({"contract": "raspasy", "declarer": 0}, "no-declarer"),
    ({"contract": "misdeal", "declarer": 0}, "no-declarer"),
    ({"contract": "6S"}, "declarer-missing"),
    ({"contract": "misere"}, "declarer-missing"),
    ({"contract": "misere", "declarer": 0, "conceded": True}, "conceded-without-contract"),
    ({"contract": "raspasy", "conceded": True}, "conceded-without-contract"),
    ({"contract": "misere", "declarer": 0, "thrown": True}, "thrown-without-contract"),
    ({"contract": "5S", "declarer": 0}, "Invalid enum value"),
    ({"contract": "6S", "declarer": 4}, "<= 3"),
    ({"contract": "6S", "declarer": 0, "tricks": [11, 0, -1]}, "<= 10"),
    ({"contract": "6S", "declarer": 0, "talon": 4}, "<= 3"),
]


def test_preferans_outcome_rejects_contradictory_fields() -> None:
    for outcome_fields, why in SENSELESS:
        with pytest.raises(msgspec.ValidationError, match=why):
            msgspec.convert({"type": "played", **outcome_fields}, Outcome)


# The presets

NAMES = ("sochi", "leningrad", "rostov", "sochi-codex", "leningrad-codex", "rostov-codex", "leningrad-fspr")
CELLS = {
    "players": "3 3 3 3 3 3 4",
    "system": "sochi leningrad rostov sochi leningrad rostov leningrad",
    "end": "each each each each each each hands",
    "equal_bid": "eldest eldest eldest " + "senior_of_last_two " * 4,
    "responsibility": "full full half full half half half",
    "shortfall_split": "capped capped capped capped capped capped strict_personal",
    "q1_responsible": "second second second second second second both",
    "whist_style": "greedy greedy greedy greedy gentleman greedy gentleman",
    "gentleman_scope": "any_set any_set any_set any_set lone_whister_only any_set lone_whister_only",
    "consolation": "value value value value value ten value",
    "consolation_dealer": "off off off on on on on",
    "rostov_dump": "whists5 whists5 whists5 whists5 whists5 dump whists5",
    "rostov_raspasy": "pairwise pairwise pairwise pairwise pairwise min_only pairwise",
    "raspasy_talon": "none none none talon_leads talon_leads none talon_leads",
    "raspasy_prog": "none none none arithmetic arithmetic none arithmetic",
    "raspasy_exit": "6 6 6 6 6-7-7 6 6-7-7",
    "raspasy_reset": "any_declared_game " * 6 + "made_and_whisted",
    "zero_premium": "stake stake stake price price price price",
    "zero_premium_dealer": "off off off off off on off",
    "dealer_talon_bonus": "off off off off off off on",
    "stalingrad": "off off off on off off off",
    "misere_open": "before_lead before_lead before_lead codex codex codex codex",
}
"""The options that the presets share, by their names; all others have the default."""


def test_preferans_presets_have_documented_options() -> None:
    assert tuple(PRESETS) == NAMES
    for n, options in enumerate(PRESETS.values()):
        for field in fields(type(options)):
            value = getattr(options, field.name)
            value_text = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
            if field.name in CELLS:
                assert value_text == CELLS[field.name].split()[n], (NAMES[n], field.name)
            else:
                assert value == field.default, (NAMES[n], field.name)


def test_preferans_first_preset_has_default_options() -> None:
    assert preferans().options == PRESETS["sochi"] == type(PRESETS["sochi"])()
    assert Table(preferans(), deck_of(), standing(preferans())).prompt == ("auction", 0)


def test_cli_score_accepts_earlier_raspasy_as_carry(capsys: pytest.CaptureFixture[str]) -> None:
    deal = ["score", "preferans", "contract=raspasy", "tricks=0,4,6", "--preset", "sochi-codex", "--plain"]
    assert run([*deal, "--carry", "raspasy=1", "--language", "en"]) == 0
    assert "B, Dump: +8" in capsys.readouterr().out
    for wrong in ("raspasy=-1", "raspasy=x", "raspasy", "misere=1"):
        assert run([*deal, "--carry", wrong]) == 2
