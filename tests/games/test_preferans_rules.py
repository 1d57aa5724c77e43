"""The second statement of the Preferans rules against their vectors, so that it can be believed.

A is seat 0 and declares, B and C are the first and the second defender; with four, D is seat 3 and deals.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from games.preferans_rules import Deal, Sheet, final, minimum, raspasys_after, scored

A, B, C, D = range(4)
BOTH, FIRST, SECOND, NOBODY = ("whist", "whist"), ("whist", "pass"), ("pass", "whist"), ("pass", "pass")
HALF = ("pass", "half")

SOCHI: dict[str, Any] = {
    "players": 3,
    "system": "sochi",
    "whist_style": "greedy",
    "gentleman_scope": "any_set",
    "responsibility": "full",
    "shortfall_split": "capped",
    "q1_responsible": "second",
    "consolation": "value",
    "consolation_dealer": False,
    "consolation_passer": True,
    "ten_check": "off",
    "stalingrad": False,
    "concede_three": False,
    "raspasy_talon": "none",
    "raspasy_price": 1,
    "raspasy_prog": "none",
    "raspasy_cap": 3,
    "raspasy_reset": "any_declared_game",
    "raspasy_exit": "6",
    "raspasy_amnesty": False,
    "zero_premium": "stake",
    "zero_premium_dealer": False,
    "rostov_dump": "whists5",
    "rostov_raspasy": "pairwise",
    "end": "each",
    "pool": 20,
    "throw_talon": False,
    "dealer_talon_bonus": False,
}
LENINGRAD = {"system": "leningrad"}
ROSTOV = {"system": "rostov", "responsibility": "half"}
MIN_ONLY = {**ROSTOV, "rostov_dump": "dump", "rostov_raspasy": "min_only"}
FOUR = {"players": 4}
LEADS = {**FOUR, "raspasy_talon": "talon_leads"}


def sheet(
    pool: tuple[int, ...] = (0, 0, 0), dump: tuple[int, ...] = (0, 0, 0), whists: Mapping[str, int] | None = None
) -> Sheet:
    """Return a sheet whose whists are named by writer and payer: {"BA": 6}."""
    rows = [[0] * len(pool) for _ in pool]
    for names, points in (whists or {}).items():
        rows["ABCD".index(names[0])]["ABCD".index(names[1])] = points
    return Sheet(pool, dump, tuple(map(tuple, rows)))


def deal(
    contract: str,
    tricks: tuple[int, ...],
    whist: tuple[str, str] = BOTH,
    options: Mapping[str, Any] | None = None,
    **facts: Any,
) -> Deal:
    rules = {**SOCHI, **(options or {})}
    dealer = D if rules["players"] == 4 else C
    if rules["players"] == 4 and len(tricks) == 3:
        tricks = (*tricks, 0)
    declarer = None if contract in ("raspasy", "misdeal") else A
    return Deal(rules, dealer, contract, declarer, whist, tricks, **facts)


def written(what: Deal) -> Sheet:
    """Return what a deal writes on an empty sheet."""
    empty = (0,) * what.rules["players"]
    return scored(what, sheet(empty, empty))


GAMES = [
    ("R1", deal("6S", (6, 3, 1)), sheet((2, 0, 0), whists={"BA": 6, "CA": 2})),
    ("R2", deal("6S", (7, 3, 0)), sheet((2, 0, 0), (0, 0, 2), {"BA": 6})),
    (
        "R2-personal",
        deal("6S", (7, 3, 0), BOTH, {"shortfall_split": "personal"}),
        sheet((2, 0, 0), (0, 0, 4), {"BA": 6}),
    ),
    ("R3", deal("6S", (8, 1, 1)), sheet((2, 0, 0), (0, 2, 2), {"BA": 2, "CA": 2})),
    ("R4", deal("6S", (8, 2, 0)), sheet((2, 0, 0), (0, 0, 4), {"BA": 4})),
    ("R5", deal("6S", (9, 1, 0)), sheet((2, 0, 0), (0, 2, 4), {"BA": 2})),
    ("R5-half", deal("6S", (9, 1, 0), BOTH, {"responsibility": "half"}), sheet((2, 0, 0), (0, 1, 2), {"BA": 2})),
    ("R6", deal("7S", (9, 1, 0), FIRST), sheet((4, 0, 0), (0, 4, 0), {"BA": 4})),
    ("R6-half", deal("7S", (9, 1, 0), FIRST, {"responsibility": "half"}), sheet((4, 0, 0), (0, 2, 0), {"BA": 4})),
    (
        "R6-leningrad-half",
        deal("7S", (9, 1, 0), FIRST, {**LENINGRAD, "responsibility": "half"}),
        sheet((4, 0, 0), (0, 4, 0), {"BA": 8}),
    ),
    ("R6-rostov", deal("7S", (9, 1, 0), FIRST, ROSTOV), sheet((4, 0, 0), whists={"BA": 4, "AB": 10, "CB": 10})),
    ("R7", deal("8S", (6, 3, 1)), sheet(dump=(12, 0, 0), whists={"BA": 30, "CA": 18})),
    ("R7-leningrad", deal("8S", (6, 3, 1), BOTH, LENINGRAD), sheet(dump=(24, 0, 0), whists={"BA": 60, "CA": 36})),
    ("R7-rostov", deal("8S", (6, 3, 1), BOTH, ROSTOV), sheet(whists={"BA": 90, "CA": 78})),
    ("R8", deal("8S", (10, 0, 0)), sheet((6, 0, 0), (0, 0, 6))),
    ("R8-both", deal("8S", (10, 0, 0), BOTH, {"q1_responsible": "both"}), sheet((6, 0, 0), (0, 6, 6))),
    ("R9", deal("6S", (4, 4, 2), FIRST), sheet(dump=(4, 0, 0), whists={"BA": 16, "CA": 4})),
    (
        "R9-gentleman",
        deal("6S", (4, 4, 2), FIRST, {"whist_style": "gentleman"}),
        sheet(dump=(4, 0, 0), whists={"BA": 10, "CA": 10}),
    ),
    (
        "R9b",
        deal("6S", (4, 4, 2), FIRST, {"consolation_passer": False}),
        sheet(dump=(4, 0, 0), whists={"BA": 16}),
    ),
    ("R10", deal("9S", (0, 0, 0), NOBODY), sheet((8, 0, 0))),
    ("R11-six", deal("6S", (0, 0, 0), HALF), sheet((2, 0, 0), whists={"CA": 4})),
    ("R11-seven", deal("7S", (0, 0, 0), HALF), sheet((4, 0, 0), whists={"CA": 4})),
    ("R12", deal("6S", (6, 3, 1), FIRST), sheet((2, 0, 0), whists={"BA": 8})),
    ("R13-made", deal("misere", (0, 5, 5)), sheet((10, 0, 0))),
    ("R13-failed", deal("misere", (2, 5, 3)), sheet(dump=(20, 0, 0))),
    ("R13-leningrad-made", deal("misere", (0, 5, 5), BOTH, LENINGRAD), sheet((10, 0, 0))),
    ("R13-leningrad-failed", deal("misere", (2, 5, 3), BOTH, LENINGRAD), sheet(dump=(40, 0, 0))),
    ("R28", deal("6S", (8, 2, 0), NOBODY, {"stalingrad": True}), sheet((2, 0, 0), (0, 0, 4), {"BA": 4})),
    ("R29", deal("7S", (0, 0, 0), HALF, LENINGRAD), sheet((4, 0, 0), whists={"CA": 8})),
    ("R30", deal("7S", (9, 1, 0), FIRST, LENINGRAD), sheet((4, 0, 0), (0, 8, 0), {"BA": 8})),
]

RASPASYS = [
    ("R14", deal("raspasy", (0, 4, 6)), sheet((1, 0, 0), (0, 4, 6))),
    (
        "R14-second",
        deal("raspasy", (0, 4, 6), BOTH, {"raspasy_prog": "arithmetic"}, raspasys=1),
        sheet((2, 0, 0), (0, 8, 12)),
    ),
    (
        "R15",
        deal("raspasy", (0, 4, 6), BOTH, ROSTOV),
        sheet((1, 0, 0), whists={"AB": 20, "CB": 20, "AC": 30, "BC": 30}),
    ),
    ("R15-min-only", deal("raspasy", (0, 4, 6), BOTH, MIN_ONLY), sheet((1, 0, 0), whists={"AB": 20, "AC": 30})),
    ("two-lowest-share", deal("raspasy", (2, 2, 6), BOTH, MIN_ONLY), sheet(whists={"AC": 15, "BC": 15})),
    (
        "min-only-knows-no-amnesty",
        deal("raspasy", (2, 3, 5), BOTH, {**MIN_ONLY, "raspasy_amnesty": True}),
        sheet(whists={"AB": 15, "AC": 25}),
    ),
    (
        "geometric-to-its-cap",
        deal("raspasy", (1, 4, 5), BOTH, {"raspasy_prog": "geometric", "raspasy_cap": 4}, raspasys=3),
        sheet(dump=(4, 16, 20)),
    ),
    (
        "geometric-uncapped",
        deal("raspasy", (1, 4, 5), BOTH, {"raspasy_prog": "geometric", "raspasy_cap": 0}, raspasys=3),
        sheet(dump=(8, 32, 40)),
    ),
    ("no-progression", deal("raspasy", (1, 4, 5), raspasys=3), sheet(dump=(1, 4, 5))),
    (
        "arithmetic-uncapped",
        deal("raspasy", (1, 4, 5), BOTH, {"raspasy_prog": "arithmetic", "raspasy_cap": 0}, raspasys=3),
        sheet(dump=(4, 16, 20)),
    ),
    (
        "pairwise-whatever-the-dump",
        deal("raspasy", (0, 4, 6), BOTH, {**ROSTOV, "rostov_dump": "dump"}),
        sheet((1, 0, 0), whists={"AB": 20, "CB": 20, "AC": 30, "BC": 30}),
    ),
    (
        "dealer-sits-with-premium",
        deal("raspasy", (0, 4, 6), BOTH, {**FOUR, "zero_premium_dealer": True}),
        sheet((1, 0, 0, 1), (0, 4, 6, 0)),
    ),
    ("amnesty", deal("raspasy", (2, 3, 5), BOTH, {"raspasy_amnesty": True}), sheet(dump=(0, 1, 3))),
    ("leningrad", deal("raspasy", (0, 4, 6), BOTH, LENINGRAD), sheet((1, 0, 0), (0, 8, 12))),
    ("dealer-sits", deal("raspasy", (0, 4, 6), BOTH, FOUR), sheet((1, 0, 0, 0), (0, 4, 6, 0))),
    ("dealer-leads", deal("raspasy", (0, 4, 5, 1), BOTH, LEADS), sheet((1, 0, 0, 0), (0, 4, 5, 1))),
    ("dealer-leads-zero", deal("raspasy", (1, 4, 5, 0), BOTH, LEADS), sheet((0, 0, 0, 0), (1, 4, 5, 0))),
    (
        "dealer-leads-zero-premium",
        deal("raspasy", (1, 4, 5, 0), BOTH, {**LEADS, "zero_premium_dealer": True}),
        sheet((0, 0, 0, 1), (1, 4, 5, 0)),
    ),
]

GENTLEMAN = {"whist_style": "gentleman", "gentleman_scope": "lone_whister_only"}
CODEX_DEALER = {**FOUR, "consolation_dealer": True}
NONE = (0, 0, 0, 0)
PROSE = [
    ("second-defender-alone", deal("6S", (7, 1, 2), SECOND), sheet((2, 0, 0), (0, 0, 2), {"CA": 6})),
    ("first-defender-halves", deal("6S", (0, 0, 0), ("half", "pass")), sheet((2, 0, 0), whists={"BA": 4})),
    (
        "strict-personal",
        deal("6S", (6, 4, 0), BOTH, {"shortfall_split": "strict_personal"}),
        sheet((2, 0, 0), (0, 0, 4), {"BA": 8}),
    ),
    (
        "personal-where-the-team-made-it",
        deal("6S", (6, 4, 0), BOTH, {"shortfall_split": "personal"}),
        sheet((2, 0, 0), whists={"BA": 8}),
    ),
    (
        "gentleman-two-whisters",
        deal("6S", (5, 4, 1), BOTH, {"whist_style": "gentleman"}),
        sheet(dump=(2, 0, 0), whists={"BA": 7, "CA": 7}),
    ),
    ("gentleman-lone-only", deal("6S", (5, 4, 1), BOTH, GENTLEMAN), sheet(dump=(2, 0, 0), whists={"BA": 10, "CA": 4})),
    ("gentleman-made", deal("6S", (6, 3, 1), FIRST, {"whist_style": "gentleman"}), sheet((2, 0, 0), whists={"BA": 8})),
    (
        "consolation-ten",
        deal("6S", (4, 4, 2), FIRST, {"consolation": "ten"}),
        sheet(dump=(4, 0, 0), whists={"BA": 32, "CA": 20}),
    ),
    ("consolation-off", deal("6S", (4, 4, 2), FIRST, {"consolation": "off"}), sheet(dump=(4, 0, 0), whists={"BA": 12})),
    (
        "consolation-dealer",
        deal("6S", (4, 4, 2), FIRST, CODEX_DEALER),
        sheet(NONE, (4, 0, 0, 0), {"BA": 16, "CA": 4, "DA": 4}),
    ),
    (
        "rostov-codex-four",
        deal("6S", (4, 4, 2), FIRST, {**MIN_ONLY, **CODEX_DEALER, "consolation": "ten"}),
        sheet(NONE, (4, 0, 0, 0), {"BA": 32, "CA": 20, "DA": 20}),
    ),
    ("ten-checked-made", deal("10S", (10, 0, 0), NOBODY, {"ten_check": "consolation"}), sheet((10, 0, 0))),
    (
        "ten-checked-failed",
        deal("10S", (9, 1, 0), NOBODY, {"ten_check": "consolation", "consolation_passer": False}),
        sheet(dump=(10, 0, 0), whists={"BA": 10, "CA": 10}),
    ),
    ("ten-whisted", deal("10NT", (10, 0, 0)), sheet((10, 0, 0), (0, 0, 10))),
    ("conceded", deal("7H", (0, 0, 0), NOBODY, {"concede_three": True}, conceded=True), sheet(dump=(12, 0, 0))),
    ("misdeal", deal("misdeal", (0, 0, 0)), sheet(dump=(0, 0, 2))),
    ("misdeal-leningrad", deal("misdeal", (0, 0, 0), BOTH, LENINGRAD), sheet(dump=(0, 0, 4))),
    ("misdeal-rostov", deal("misdeal", (0, 0, 0), BOTH, ROSTOV), sheet(whists={"AC": 10, "BC": 10})),
    ("talon-unpaid", deal("9S", (0, 0, 0), NOBODY, FOUR, talon=("SA", "HA")), sheet((8, 0, 0, 0), NONE)),
    (
        "talon-thrown",
        deal("9S", (0, 0, 0), NOBODY, {**FOUR, "throw_talon": True}, thrown=True),
        sheet((8, 0, 0, 0), (0, 0, 0, 1)),
    ),
    (
        "talon-thrown-rostov",
        deal("9S", (0, 0, 0), NOBODY, {**FOUR, **ROSTOV, "throw_talon": True}, thrown=True),
        sheet((8, 0, 0, 0), NONE, {"AD": 5, "BD": 5, "CD": 5}),
    ),
]


@pytest.mark.parametrize(("what", "expected"), [pytest.param(*row[1:], id=row[0]) for row in GAMES + RASPASYS + PROSE])
def test_a_deal_writes_what_the_rules_say(what: Deal, expected: Sheet) -> None:
    assert written(what) == expected


def test_R15_settles_to_fifty_ten_and_forty() -> None:
    after = written(deal("raspasy", (0, 4, 6), BOTH, ROSTOV))
    assert final(ROSTOV, after._replace(pool=(0, 0, 0))) == tuple(map(Fraction, (50, -10, -40)))


AID = [
    ("R16", {"pool": 10}, "7S", (9, 8, 5), (0, 0, 0), sheet((10, 10, 6), whists={"AB": 20, "AC": 10})),
    (
        "R16-leningrad",
        {"pool": 10, **LENINGRAD},
        "7S",
        (9, 8, 5),
        (0, 0, 0),
        sheet((10, 10, 6), whists={"AB": 40, "AC": 20}),
    ),
    ("R17", {"pool": 10}, "6S", (9, 10, 10), (3, 0, 0), sheet((10, 10, 10), (2, 0, 0))),
    ("R17-leningrad", {"pool": 10, **LENINGRAD}, "6S", (9, 10, 10), (3, 0, 0), sheet((10, 10, 10), (1, 0, 0))),
    (
        "R17b",
        {"pool": 10, **ROSTOV},
        "6S",
        (9, 10, 10),
        (0, 0, 0),
        sheet((10, 10, 10), whists={"AB": 5, "AC": 5}),
    ),
    ("nearest-of-equals", {"pool": 10}, "7S", (8, 5, 5), (0, 0, 0), sheet((10, 7, 5), whists={"AB": 20})),
    ("no-aid-by-the-sum", {"pool": 10, "end": "sum"}, "7S", (9, 8, 5), (0, 0, 0), sheet((13, 8, 5))),
]


@pytest.mark.parametrize(
    ("options", "contract", "pool", "dump", "expected"), [pytest.param(*row[1:], id=row[0]) for row in AID]
)
def test_a_full_pool_helps_the_others(
    options: dict[str, Any], contract: str, pool: tuple[int, ...], dump: tuple[int, ...], expected: Sheet
) -> None:
    assert scored(deal(contract, (0, 0, 0), NOBODY, options), sheet(pool, dump)) == expected


def test_premiums_of_one_raspasy_are_written_eldest_first() -> None:
    before = sheet((9, 9, 9))
    after = scored(deal("raspasy", (0, 0, 10), BOTH, {"pool": 10, "raspasy_prog": "arithmetic"}, raspasys=2), before)
    # A fills the own pool and helps B and C by one each; then B has nobody left to help and writes off all three
    assert after == sheet((10, 10, 10), (0, -3, 30), {"AB": 10, "AC": 10})


SETTLEMENTS = [
    (
        "R18",
        {},
        sheet((20, 20, 20), (42, 96, 132), {"AB": 170, "BA": 64, "AC": 60, "CA": 88, "BC": 178, "CB": 95}),
        (558, -83, -475),
    ),
    ("R19", FOUR, sheet(NONE, (10, 20, 30, 40), {"AD": 30, "DB": 12}), (180, 38, -50, -168)),
    ("R20", {}, sheet(dump=(1, 0, 0)), (Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3))),
    ("R21", LENINGRAD, sheet((12, 10, 8)), (40, 0, -40)),
]


@pytest.mark.parametrize(("options", "sheet", "expected"), [pytest.param(*row[1:], id=row[0]) for row in SETTLEMENTS])
def test_a_sheet_settles(options: dict[str, Any], sheet: Sheet, expected: tuple[Fraction, ...]) -> None:
    assert final({**SOCHI, **options}, sheet) == expected


@pytest.mark.parametrize(
    ("contract", "talon", "points"),
    [
        pytest.param("7S", "SA SK", 8, id="R25-ace-and-king"),
        pytest.param("7S", "SA HA", 12, id="R25-two-aces"),
        pytest.param("7S", "HK HQ", 4, id="R25-marriage"),
        pytest.param("7S", "HK SQ", 0, id="R25-no-marriage"),
        pytest.param("misere", "S7 S8", 20, id="R25-misere-seven-eight"),
        pytest.param("misere", "S7 H8", 10, id="R25-misere-seven"),
        pytest.param("7S", "SA HK", 4, id="one-ace"),
        pytest.param("misere", "S7 H7", 20, id="two-sevens"),
        pytest.param("misere-hand", "S7 S8", 0, id="misere-from-the-hand"),
    ],
)
def test_the_talon_pays_the_dealer(contract: str, talon: str, points: int) -> None:
    options = {**FOUR, "dealer_talon_bonus": True}
    cards = tuple(talon.split())
    for system, times in ({}, 1), (LENINGRAD, 2):
        after = written(deal(contract, (0, 5, 5), NOBODY, {**options, **system}, talon=cards))
        assert after.whists == sheet(NONE, NONE, {"DA": times * points}).whists


@pytest.mark.parametrize(
    ("way_out", "levels"),
    [
        pytest.param("6-7-8", (6, 7, 8, 8), id="R26"),
        pytest.param("6-7-7", (6, 7, 7, 7), id="6-7-7"),
        pytest.param("cyclic", (6, 7, 8, 6), id="cyclic"),
        pytest.param("6", (6, 6, 6, 6), id="6"),
    ],
)
def test_raspasys_raise_the_lowest_bid(way_out: str, levels: tuple[int, ...]) -> None:
    assert tuple(minimum({**SOCHI, "raspasy_exit": way_out}, n) for n in range(4)) == levels


@pytest.mark.parametrize(
    ("what", "rows"),
    [
        pytest.param(deal("raspasy", (0, 4, 6), raspasys=2), (3, 3, 3), id="raspasy"),
        pytest.param(deal("misdeal", (0, 0, 0), raspasys=2), (2, 2, 2), id="misdeal"),
        pytest.param(deal("6S", (6, 3, 1), raspasys=2), (0, 0, 0), id="made-and-whisted"),
        pytest.param(deal("6S", (0, 0, 0), NOBODY, raspasys=2), (0, 0, 2), id="nobody-whists"),
        pytest.param(deal("6S", (0, 0, 0), HALF, raspasys=2), (0, 0, 2), id="half-whisted"),
        pytest.param(deal("6S", (5, 4, 1), raspasys=2), (0, 2, 2), id="failed"),
        pytest.param(deal("misere", (0, 5, 5), raspasys=2), (0, 0, 2), id="misere-made"),
        pytest.param(deal("misere", (1, 5, 4), raspasys=2), (0, 2, 2), id="misere-failed"),
        pytest.param(deal("6S", (0, 0, 0), NOBODY, raspasys=2, conceded=True), (0, 2, 2), id="conceded"),
    ],
)
def test_a_game_ends_the_row_of_raspasys(what: Deal, rows: tuple[int, int, int]) -> None:
    ends = ("any_declared_game", "made_game", "made_and_whisted")
    assert tuple(raspasys_after(what._replace(rules={**SOCHI, "raspasy_reset": end})) for end in ends) == rows
