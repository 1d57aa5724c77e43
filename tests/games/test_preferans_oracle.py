"""The sheet of Preferans, compared with a second, independent implementation of its rules (`preferans_rules.py`)."""

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any

import pytest
from games.preferans_compared import Case, differences, outcome, reference_options, totals
from games.preferans_rules import Deal, Sheet, sheet_after_deal
from msgspec.structs import replace
from support.circles import depth

from prikup.games.preferans import Options, Preferans
from prikup.games.preferans.declared_deal import DeclaredDeal
from prikup.games.preferans.outcome import LEVELS, Carry
from prikup.games.preferans.public import active, opponents
from prikup.rules.cards import PACK_32, card_text
from prikup.rules.errors import BadOutcome, PrikupError
from prikup.rules.match_standing import MatchStanding
from prikup.rules.options import fields, random_options

WHISTS = [("whist", "whist"), ("whist", "pass"), ("pass", "whist"), ("pass", "pass")]
HALVES = {"off": [], "on": [("pass", "half")], "drop": [("pass", "half"), ("half", "pass")]}


# Random cases


def split(rng: random.Random, seats: tuple[int, ...], seat_count: int) -> tuple[int, ...]:
    """Return ten tricks split among some seats of a table; often one of them has none."""
    tricks = [0] * seat_count
    takers = seats if rng.random() < 0.7 else rng.sample(seats, 2)
    for _ in range(10):
        tricks[rng.choice(takers)] += 1
    return tuple(tricks)


def tricks_near_contract(
    rng: random.Random, level: int, declarer: int, defenders: tuple[int, ...], seat_count: int
) -> tuple[int, ...]:
    """Return ten tricks with the declarer close to the contract."""
    tricks = [0] * seat_count
    tricks[declarer] = min(10, max(0, level + rng.randint(-3, 4)))
    for _ in range(10 - tricks[declarer]):
        tricks[rng.choice(defenders)] += 1
    return tuple(tricks)


def sheet(rng: random.Random, options: Options) -> Sheet:
    """Return a random sheet; the pools are often nearly full."""
    n, seats = options.players, range(options.players)
    full = options.pool
    pool = tuple(rng.choice((0, full, max(0, full - rng.randint(0, 3)), rng.randint(0, full))) for _ in seats)
    dump = tuple(rng.randint(-20, 200) for _ in seats)
    whists = tuple(tuple(0 if i == j else rng.randint(0, 500) for j in range(n)) for i in seats)
    return Sheet(pool, dump, whists)


def case(rng: random.Random) -> Case:
    """Return a random deal that the options allow, on a random sheet."""
    options = random_options(Options, rng)
    rules, n = reference_options(options), options.players
    dealer, raspasys = rng.randrange(n), rng.choice((0, 0, 1, 2, 3, 5))
    playing, no_tricks = active(dealer, n), (0,) * n

    def deal(contract: str, declarer: int | None, tricks: tuple[int, ...], **facts: Any) -> Case:
        reference_deal = Deal(rules, dealer, contract, declarer, facts.pop("whist", ("pass", "pass")), tricks, **facts)
        return Case(options, reference_deal._replace(raspasys=raspasys), sheet(rng, options))

    deal_kind = rng.choice(["misdeal", *["raspasy"] * 5, *["misere"] * 3, "misere-hand", "conceded", *["game"] * 14])
    if deal_kind == "misdeal":
        return deal("misdeal", None, no_tricks)
    if deal_kind == "raspasy":
        leads = n == 4 and options.raspasy_talon == "talon_leads"
        taken_by = list(split(rng, playing, n))
        for seat in playing[: rng.randint(0, 2) if leads else 0]:  # tricks of the dealer's cards
            dealer_tricks = min(1, taken_by[seat])
            taken_by[seat] -= dealer_tricks
            taken_by[dealer] += dealer_tricks
        return deal("raspasy", None, tuple(taken_by))
    declarer = rng.choice(playing)
    defenders = opponents(dealer, n, declarer)
    assert defenders is not None
    talon = tuple(map(card_text, rng.sample(PACK_32, 2)))
    talon_thrown = n == 4 and options.throw_talon and rng.random() < 0.4
    if deal_kind.startswith("misere"):
        return deal(deal_kind, declarer, tricks_near_contract(rng, 0, declarer, defenders, n), talon=talon)
    contract = rng.choice(["6S", *LEVELS])
    level = LEVELS[contract]
    if deal_kind == "conceded" and options.concede_three:
        return deal(contract, declarer, no_tricks, talon=talon, conceded=True, thrown=talon_thrown)
    whist = rng.choice(WHISTS + HALVES[options.half_whist] * (level < 8))
    stalingrad = options.stalingrad and contract == "6S"
    is_played = "whist" in whist or stalingrad or (options.ten_check != "off" and level == 10)
    tricks = tricks_near_contract(rng, level, declarer, defenders, n) if is_played else no_tricks
    return deal(contract, declarer, tricks, whist=whist, talon=talon, thrown=talon_thrown)


def cases(seed: int, number: int) -> Iterator[Case]:
    rng = random.Random(seed)
    return (case(rng) for _ in range(number))


def test_preferans_scores_match_second_implementation() -> None:
    for random_case in cases(1, depth(20_000)):
        assert not differences(random_case), random_case


def test_preferans_joint_defender_tricks_score_like_separate_ones() -> None:
    """If one defender writes for both, their tricks together suffice; otherwise that is refused."""
    results = set()
    for options, deal, old_sheet in cases(3, 3000):
        full_outcome = outcome(deal)
        if deal.declarer is None or deal.conceded or not any(deal.tricks):
            continue
        defenders = opponents(deal.dealer, options.players, deal.declarer)
        assert defenders is not None
        joint_outcome = replace(full_outcome, tricks=(), together=sum(deal.tricks[seat] for seat in defenders))
        game, standing = Preferans(options), MatchStanding(5, deal.dealer, totals(old_sheet), Carry(deal.raspasys))
        needs_split = DeclaredDeal.of(options, full_outcome, deal.dealer, deal.declarer).separate_tricks
        results.add(needs_split)
        if needs_split:
            with pytest.raises(BadOutcome, match="tricks-of-each"):
                game.scoring.row(joint_outcome, standing)
        else:
            assert game.scoring.row(joint_outcome, standing) == game.scoring.row(full_outcome, standing)
    assert results == {True, False}


def test_preferans_oracle_cases_cover_every_kind_of_deal() -> None:
    features: set[object] = set()
    for options, deal, old_sheet in cases(2, 3000):
        has_aid = (
            options.end == "each"
            and sheet_after_deal(deal, old_sheet).pool != old_sheet.pool
            and options.pool in old_sheet.pool
        )
        features |= {options.players, options.system, options.end, deal.whist, deal.contract, ("aid", has_aid)}
        features |= {("thrown", deal.thrown), ("conceded", deal.conceded), ("row", deal.raspasys)}
    expected_features = {
        3,
        4,
        "sochi",
        "leningrad",
        "rostov",
        "each",
        "sum",
        "hands",
        "raspasy",
        "misere",
        "misere-hand",
    }
    assert features >= expected_features | {
        "misdeal",
        *LEVELS,
        *WHISTS,
        *HALVES["drop"],
        ("aid", True),
        ("thrown", True),
        ("conceded", True),
    }


ALIKE = {"end": {"sum", "hands"}, "raspasy_talon": {"none", "suit_only"}}
"""Values with the same scores."""
NOTHING_WRITTEN = {
    "hands", "talon_after_round", "equal_bid", "misere_hand", "concede_three", "half_whist", "first_lead_dark",
    "misere_open", "misere_control", "third_lead", "raspasy_dealer_stays", "throw_talon",
}  # fmt: skip
"""Options of the deal, the auction and the play, which do not affect the sheet."""


def is_noticed(option: str, value: object, wrong_value: object) -> bool:
    """Return whether a case reveals that the game uses one value and the second implementation the other."""
    for random_case in cases(4, 20_000):
        if getattr(random_case.options, option) == value:
            with suppress(PrikupError):  # not valid with the other value
                if differences(random_case._replace(options=replace(random_case.options, **{option: wrong_value}))):
                    return True
    return False


def test_preferans_oracle_detects_change_of_any_scoring_option() -> None:
    """Cases distinguish every two values of an option that affects the sheet; all others are in NOTHING_WRITTEN."""
    unnoticed_changes = [
        (field.name, value, wrong_value)
        for field in fields(Options)
        for value, wrong_value in combinations(field.values, 2)
        if field.name not in NOTHING_WRITTEN | {"players"} and {value, wrong_value} != ALIKE.get(field.name)
        if not is_noticed(field.name, value, wrong_value)
    ]
    assert not unnoticed_changes
