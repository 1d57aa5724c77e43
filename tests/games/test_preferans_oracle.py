"""The sheet of Preferans against a second, independent statement of its rules (`preferans_rules.py`)."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from games.preferans_compared import Case, differences, outcome, told, totals
from games.preferans_rules import Deal, Sheet, minimum, raspasys_after, scored
from msgspec.structs import replace
from support.circles import depth

from prikup.cards import PACK_32, card_text
from prikup.errors import BadOutcome
from prikup.game import Standing
from prikup.games.preferans import Options, Preferans
from prikup.games.preferans.declared import Declared
from prikup.games.preferans.outcome import LEVELS, Carry
from prikup.games.preferans.public import active, opponents
from prikup.options import drawn, fields

WHISTS = [("whist", "whist"), ("whist", "pass"), ("pass", "whist"), ("pass", "pass")]
HALVES = {"off": [], "on": [("pass", "half")], "drop": [("pass", "half"), ("half", "pass")]}


# Random cases


def split(rng: random.Random, seats: tuple[int, ...], of: int) -> tuple[int, ...]:
    """Ten tricks among some seats of a table; often none to one of them."""
    taken = [0] * of
    among = seats if rng.random() < 0.7 else rng.sample(seats, 2)
    for _ in range(10):
        taken[rng.choice(among)] += 1
    return tuple(taken)


def near(rng: random.Random, level: int, declarer: int, others: tuple[int, ...], of: int) -> tuple[int, ...]:
    """Ten tricks with declarer close to what he promised."""
    taken = [0] * of
    taken[declarer] = min(10, max(0, level + rng.randint(-3, 4)))
    for _ in range(10 - taken[declarer]):
        taken[rng.choice(others)] += 1
    return tuple(taken)


def sheet(rng: random.Random, options: Options) -> Sheet:
    """Any sheet; the pools are often nearly full."""
    n, seats = options.players, range(options.players)
    full = options.pool
    pool = tuple(rng.choice((0, full, max(0, full - rng.randint(0, 3)), rng.randint(0, full))) for _ in seats)
    dump = tuple(rng.randint(-20, 200) for _ in seats)
    whists = tuple(tuple(0 if i == j else rng.randint(0, 500) for j in range(n)) for i in seats)
    return Sheet(pool, dump, whists)


def case(rng: random.Random) -> Case:
    """Any deal that the options allow, on any sheet."""
    options = drawn(Options, rng)
    rules, n = told(options), options.players
    dealer, raspasys = rng.randrange(n), rng.choice((0, 0, 1, 2, 3, 5))
    playing, none = active(dealer, n), (0,) * n

    def deal(contract: str, declarer: int | None, tricks: tuple[int, ...], **facts: Any) -> Case:
        told = Deal(rules, dealer, contract, declarer, facts.pop("whist", ("pass", "pass")), tricks, **facts)
        return Case(options, told._replace(raspasys=raspasys), sheet(rng, options))

    what = rng.choice(["misdeal", *["raspasy"] * 5, *["misere"] * 3, "misere-hand", "conceded", *["game"] * 14])
    if what == "misdeal":
        return deal("misdeal", None, none)
    if what == "raspasy":
        leads = n == 4 and options.raspasy_talon == "talon_leads"
        taken_by = list(split(rng, playing, n))
        for seat in playing[: rng.randint(0, 2) if leads else 0]:  # tricks that the dealer's cards took
            won = min(1, taken_by[seat])
            taken_by[seat] -= won
            taken_by[dealer] += won
        return deal("raspasy", None, tuple(taken_by))
    declarer = rng.choice(playing)
    others = opponents(dealer, n, declarer)
    assert others is not None
    talon = tuple(map(card_text, rng.sample(PACK_32, 2)))
    thrown = n == 4 and options.throw_talon and rng.random() < 0.4
    if what.startswith("misere"):
        return deal(what, declarer, near(rng, 0, declarer, others, n), talon=talon)
    contract = rng.choice(["6S", *LEVELS])
    level = LEVELS[contract]
    if what == "conceded" and options.concede_three:
        return deal(contract, declarer, none, talon=talon, conceded=True, thrown=thrown)
    whist = rng.choice(WHISTS + HALVES[options.half_whist] * (level < 8))
    stalingrad = options.stalingrad and contract == "6S"
    played = "whist" in whist or stalingrad or (options.ten_check != "off" and level == 10)
    tricks = near(rng, level, declarer, others, n) if played else none
    return deal(contract, declarer, tricks, whist=whist, talon=talon, thrown=thrown)


def cases(seed: int, number: int) -> Iterator[Case]:
    rng = random.Random(seed)
    return (case(rng) for _ in range(number))


def test_any_deal_writes_what_the_second_statement_says() -> None:
    for found in cases(1, depth(20_000)):
        assert not differences(found), found


def test_tricks_that_nobody_can_tell_apart_write_as_much() -> None:
    """Where one defender writes for both, it is enough to know what they took together, and else it is refused."""
    seen = set()
    for options, deal, before in cases(3, 3000):
        known = outcome(deal)
        if deal.declarer is None or deal.conceded or not any(deal.tricks):
            continue
        defenders = opponents(deal.dealer, options.players, deal.declarer)
        assert defenders is not None
        together = replace(known, tricks=(), together=sum(deal.tricks[seat] for seat in defenders))
        game, standing = Preferans(options), Standing(5, deal.dealer, totals(before), Carry(deal.raspasys))
        apart = Declared.of(options, known, deal.dealer, deal.declarer).apart
        seen.add(apart)
        if apart:
            with pytest.raises(BadOutcome, match="tricks-of-each"):
                game.row(together, standing)
        else:
            assert game.row(together, standing) == game.row(known, standing)
    assert seen == {True, False}


def test_the_cases_are_of_every_kind() -> None:
    seen: set[object] = set()
    for options, deal, before in cases(2, 3000):
        aided = options.end == "each" and scored(deal, before).pool != before.pool and options.pool in before.pool
        seen |= {options.players, options.system, options.end, deal.whist, deal.contract, ("aid", aided)}
        seen |= {("thrown", deal.thrown), ("conceded", deal.conceded), ("row", deal.raspasys)}
    everything = {3, 4, "sochi", "leningrad", "rostov", "each", "sum", "hands", "raspasy", "misere", "misere-hand"}
    assert seen >= everything | {
        "misdeal",
        *LEVELS,
        *WHISTS,
        *HALVES["drop"],
        ("aid", True),
        ("thrown", True),
        ("conceded", True),
    }


# Each option of the score is seen to matter

A, B, C, D = range(4)
FOUR = Options(players=4)
ROSTOV = Options(system="rostov")
RASPASY = Deal({}, D, "raspasy", None, ("pass", "pass"), (0, 4, 6))


def game_of(contract: str, *tricks: int, whist: tuple[str, str] = ("whist", "whist"), **facts: Any) -> Deal:
    """A declares; B and C defend; D deals where four play, else C."""
    return Deal({}, D, contract, A, whist, tricks, **facts)


LONE, PASSED = ("whist", "pass"), ("pass", "pass")
UNOPPOSED, FAILED = game_of("8S", 0, 0, 0, whist=PASSED), game_of("6S", 4, 4, 2)
SEEN: dict[str, tuple[Options, tuple[Deal, ...]]] = {
    "players": (Options(), (RASPASY,)),
    "system": (Options(), (FAILED,)),
    "end": (Options(pool=4), (UNOPPOSED,)),
    "pool": (Options(), (UNOPPOSED,)),
    "stalingrad": (Options(), (game_of("6S", 8, 2, 0, whist=LONE),)),
    "ten_check": (Options(), (game_of("10S", 8, 1, 1, whist=LONE),)),
    "whist_style": (Options(), (FAILED,)),
    "gentleman_scope": (Options(whist_style="gentleman"), (FAILED,)),
    "responsibility": (Options(), (game_of("6S", 9, 1, 0),)),
    "shortfall_split": (Options(), (game_of("6S", 7, 3, 0), game_of("6S", 6, 4, 0), game_of("8S", 9, 1, 0))),
    "q1_responsible": (Options(shortfall_split="strict_personal"), (game_of("8S", 9, 0, 1), game_of("8S", 10, 0, 0))),
    "consolation": (Options(), (FAILED,)),
    "consolation_dealer": (FOUR, (FAILED,)),
    "consolation_passer": (Options(), (game_of("6S", 4, 4, 2, whist=LONE),)),
    "rostov_dump": (ROSTOV, (FAILED,)),
    "raspasy_talon": (Options(players=4, raspasy_amnesty=True), (RASPASY._replace(tricks=(1, 4, 5)),)),
    "raspasy_price": (Options(), (RASPASY,)),
    "raspasy_prog": (Options(raspasy_cap="uncapped"), (RASPASY._replace(raspasys=3),)),
    "raspasy_cap": (Options(raspasy_prog="geometric"), (RASPASY._replace(raspasys=3),)),
    "raspasy_reset": (Options(), (FAILED._replace(raspasys=2), UNOPPOSED._replace(raspasys=2))),
    "raspasy_exit": (Options(), (RASPASY._replace(raspasys=1), RASPASY._replace(raspasys=2))),
    "raspasy_amnesty": (Options(), (RASPASY._replace(tricks=(1, 4, 5)),)),
    "rostov_raspasy": (ROSTOV, (RASPASY,)),
    "zero_premium": (Options(system="leningrad", raspasy_prog="arithmetic"), (RASPASY._replace(raspasys=1),)),
    "zero_premium_dealer": (Options(players=4, raspasy_talon="talon_leads"), (RASPASY,)),
    "dealer_talon_bonus": (FOUR, (game_of("7S", 7, 2, 1, talon=("SA", "HA")),)),
}
"""By option: other options, and deals that tell each two of its values apart."""
ALIKE: dict[str, set[object]] = {"end": {"sum", "hands"}, "pool": {20, 1000}, "raspasy_talon": {"none", "suit_only"}}
"""Values that write the same."""
NOTHING_WRITTEN = {
    "hands", "talon_after_round", "equal_bid", "misere_hand", "concede_three", "half_whist", "first_lead_dark",
    "misere_open", "misere_control", "third_lead", "raspasy_dealer_stays", "throw_talon",
}  # fmt: skip
"""Options of the deal, the auction and the play, not of the sheet."""


def sized(options: Options, deal: Deal) -> Case:
    """The deal at a table of so many, on an empty sheet; among three C deals."""
    n = options.players
    fitted = deal._replace(rules=told(options), dealer=D if n == 4 else C, tricks=(*deal.tricks, 0)[:n])
    return Case(options, fitted, Sheet((0,) * n, (0,) * n, ((0,) * n,) * n))


def end(found: Case) -> tuple[Sheet, int, int]:
    """All that a deal leads to, by the oracle."""
    raspasys = raspasys_after(found.deal)
    return scored(found.deal, found.before), raspasys, minimum(found.deal.rules, raspasys)


def test_every_option_is_of_the_sheet_or_not() -> None:
    known, compared = {*Options.__struct_fields__}, {*SEEN} | NOTHING_WRITTEN
    assert not known - compared, (
        f"put them into SEEN, with deals in which they change the sheet, or into NOTHING_WRITTEN: {known - compared}"
    )
    assert not compared - known, f"no options: {compared - known}"
    assert not {*SEEN} & NOTHING_WRITTEN, f"of the sheet or not: { ({*SEEN} & NOTHING_WRITTEN) }"


def test_an_option_of_the_sheet_matters() -> None:
    for name, (options, deals) in SEEN.items():
        (values,) = (field.values for field in fields(Options) if field.name == name)
        found = {value: [sized(replace(options, **{name: value}), deal) for deal in deals] for value in values}
        for one, other in combinations(values, 2):
            same = {one, other} <= ALIKE.get(name, set())
            assert ([*map(end, found[one])] == [*map(end, found[other])]) is same, (name, one, other)
        assert not any(differences(each) for cases in found.values() for each in cases), name


def test_a_difference_would_be_seen() -> None:
    """The game plays by other rules than those that the oracle was told."""
    found = sized(Options(), FAILED)
    assert [line.split(":")[0] for line in differences(found._replace(options=Options(system="leningrad")))] == [
        "sheet",
        "settlement",
    ]
