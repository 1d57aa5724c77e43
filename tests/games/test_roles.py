"""The roles of the players in finished deals, game by game: what statistics count."""

from typing import Any, Literal

import pytest

from prikup.game import Standing
from prikup.games import balkan, game, paston, preferans, tuppi
from prikup.games.three_five_eight.scoring import Outcome as Hand
from prikup.sheet import Line


def roles(name: str, outcome: Any, options: str = "", dealer: int = 2, totals: tuple[int, ...] = ()) -> list[str]:
    """The role of each seat and what came of it: `contract level=6 +`, `whist -`; `raspasy =` where all are alike."""
    rules = game(name, options)
    opening = (totals, *rules.opening[1:]) if totals else rules.opening
    row = rules.row(outcome, Standing(1, dealer, opening, rules.carry))
    found = rules.roles_of(Line(1, dealer, outcome, row))
    ends = {True: " +", False: " -", None: ""}
    return [str(each.name).removeprefix("role-") + ends[each.made] + " =" * each.alike for each in found]


Two = tuple[Literal["whist", "pass"], Literal["whist", "pass"]]
BOTH: Two = ("whist", "whist")
FIRST: Two = ("whist", "pass")
NOBODY: Two = ("pass", "pass")
HALF = ("pass", "half")


@pytest.mark.parametrize(
    ("contract", "whist", "tricks", "expected"),
    [
        ("6S", BOTH, (6, 3, 1), ["contract level=6 +", "whist +", "whist +"]),
        ("6S", BOTH, (7, 3, 0), ["contract level=6 +", "whist +", "whist -"]),
        ("6S", BOTH, (5, 3, 2), ["contract level=6 -", "whist +", "whist +"]),
        ("7", FIRST, (7, 2, 1), ["contract level=7 +", "whist +", "passed"]),
        ("7", FIRST, (9, 1, 0), ["contract level=7 +", "whist -", "passed"]),
        ("8H", NOBODY, (), ["contract level=8 +", "passed", "passed"]),
        ("6", HALF, (), ["contract level=6 +", "passed", "half"]),
        ("misere", NOBODY, (0, 4, 6), ["misere +", "against-misere -", "against-misere -"]),
        ("misere", NOBODY, (2, 4, 4), ["misere -", "against-misere +", "against-misere +"]),
    ],
)
def test_preferans_declared(contract: Any, whist: Any, tricks: tuple[int, ...], expected: list[str]) -> None:
    assert roles("preferans", preferans.Outcome(contract, 0, whist, tricks)) == expected


def test_preferans_raspasy_is_alike_for_those_who_play() -> None:
    three = preferans.Outcome("raspasy", tricks=(0, 4, 6))
    assert roles("preferans", three) == ["raspasy ="] * 3
    four = preferans.Outcome("raspasy", tricks=(0, 4, 6, 0))
    assert roles("preferans", four, "sochi players=4", 3) == ["raspasy ="] * 3 + ["out"]


def test_preferans_ten_that_nobody_may_whist() -> None:
    for tricks, ends in (((10, 0, 0), "+-"), ((9, 1, 0), "-+")):
        found = roles("preferans", preferans.Outcome("10S", 0, NOBODY, tricks), "sochi ten_check=nothing")
        assert found == [f"contract level=10 {ends[0]}", *[f"against-ten {ends[1]}"] * 2]


def test_preferans_given_up() -> None:
    given_up = preferans.Outcome("7S", 0, conceded=True)
    assert roles("preferans", given_up, "sochi concede_three=on") == ["contract level=7 -", "given-up", "given-up"]


def test_preferans_at_a_real_table() -> None:
    by_whister = preferans.Outcome("6S", 0, BOTH, revoked=1)
    assert roles("preferans", by_whister) == ["contract level=6 +", "whist -", "whist +"]
    by_declarer = preferans.Outcome("6S", 0, BOTH, revoked=0)
    assert roles("preferans", by_declarer) == ["contract level=6 -", "whist +", "whist +"]
    assert roles("preferans", preferans.Outcome("misdeal")) == []


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"tricks": (7, 2, 1)}, ["game game=hearts +", "came +", "came -"]),
        ({"tricks": (5, 3, 2), "igra": True}, ["igra game=hearts -", "came +", "came +"]),
        ({"came": ("come", "dont"), "tricks": (9, 1, 0)}, ["game game=hearts +", "came -", "stayed"]),
        ({"came": ("dont", "dont")}, ["game game=hearts +", "stayed", "stayed"]),
        (
            {"came": ("dont", "come"), "invite": "accepted", "tricks": (7, 2, 1)},
            ["game game=hearts +", "brought", "invited -"],
        ),
        (
            {"came": ("come", "dont"), "kontra": "kontra", "tricks": (5, 3, 2)},
            ["game game=hearts -", "kontra +", "brought"],
        ),
        ({"game": "betl", "tricks": (1, 0, 0)}, ["game game=betl -", "against game=betl +", "against game=betl +"]),
        (
            {"game": "betl", "tricks": (0, 5, 5), "kontra": "kontra", "kontra_by": 1},
            ["game game=betl +", "against game=betl -", "kontra -"],
        ),
    ],
)
def test_balkan(told: dict[str, Any], expected: list[str]) -> None:
    played: dict[str, Any] = {"declarer": 0, "game": "hearts", "came": ("come", "come"), "tricks": (0, 0, 0)} | told
    assert roles("balkan", balkan.Outcome(**played), "balkan invite=on kontra=kontra") == expected


def test_balkan_that_nobody_plays() -> None:
    assert roles("balkan", balkan.Outcome(), "balkan players=4", 3) == ["unplayed"] * 3 + ["out"]
    lowest = balkan.Outcome(0, "spades", came=("come", "dont"))
    needs = "balkan order=spades_low kontra=kontra lowest_needs_kontra=refa_else_made"
    assert roles("balkan", lowest, f"{needs} refe=3") == ["unplayed"] * 3, "a refa is written"
    assert roles("balkan", lowest, f"{needs} refe=0") == ["game game=spades +", "stayed", "stayed"], "it is made"


@pytest.mark.parametrize(
    ("contract", "whist", "tricks", "expected"),
    [
        ("gupa", BOTH, (6, 3, 1), ["contract contract=gupa +", "whist +", "whist -"]),
        ("glitch", FIRST, (5, 5, 0), ["contract contract=glitch -", "whist +", "passed"]),
        ("paston", NOBODY, (0, 0, 0), ["contract contract=paston +", "passed", "passed"]),
        ("surrender", NOBODY, (0, 0, 0), ["surrendered", "surrendered-to", "surrendered-to"]),
    ],
)
def test_paston(contract: Any, whist: Any, tricks: tuple[int, ...], expected: list[str]) -> None:
    assert roles("paston", paston.Outcome(0, contract, whist, tricks)) == expected


def test_paston_with_a_revoke() -> None:
    revoked = paston.Outcome(0, "gupa", BOTH, revoked=2)
    assert roles("paston", revoked) == ["contract contract=gupa +", "whist +", "whist -"]


def test_three_five_eight() -> None:
    assert roles("three-five-eight", Hand("hearts", (5, 3, 8)), dealer=2) == [
        "target target=5 +",
        "target target=3 +",
        "announced contract=hearts +",
    ]
    least = roles("three-five-eight", Hand("min-tricks", (5, 9, 2)), "standard contracts=min_tricks")
    assert least == ["limit limit=5 +", "limit limit=8 -", "announced contract=min-tricks +"]


@pytest.mark.parametrize(
    ("contract", "player", "tricks", "options", "expected"),
    [
        ("rami", 1, (4, 9), "", ["against-rami -", "rami +"] * 2),
        ("rami", 0, (6, 7), "minnesota", ["high -", "against-high +"] * 2),
        ("nolo", None, (6, 7), "", ["nolo +", "nolo -"] * 2),
        ("nolo", None, (8, 5), "minnesota", ["low -", "low +"] * 2),
        ("sooli", 3, (13, 0), "", ["against-sooli -", "sooli-partner +", "against-sooli -", "sooli +"]),
        ("sooli", 3, (4, 1), "", ["against-sooli +", "sooli-partner -", "against-sooli +", "sooli -"]),
    ],
)
def test_tuppi(contract: Any, player: int | None, tricks: Any, options: str, expected: list[str]) -> None:
    assert roles("tuppi", tuppi.Outcome(contract, player, tricks), options) == expected


def test_tuppi_given_up_by_the_side_that_rises() -> None:
    given_up = tuppi.Outcome("nolo", conceded=True)
    assert roles("tuppi", given_up, totals=(12, 0)) == ["gave-up -", "given-up +"] * 2
