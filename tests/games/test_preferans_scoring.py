"""Preferans: what a deal writes (seed 004).

A is seat 0 and declares, B and C are the first and the second defender; with four, D is seat 3 and deals.
"""

from itertools import product

import pytest
from games.preferans_table import (
    BOTH,
    FIRST,
    HALF,
    NOBODY,
    SECOND,
    exactly,
    outcome,
    preferans,
    scored,
    seated,
    standing,
    totals,
)

from prikup.errors import reason
from prikup.match import Match

VALUE = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}
QUOTA = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
HALVED = "sochi responsibility=half"


# The contract and the whist


def test_R1_two_whisters_with_their_four_tricks() -> None:
    assert scored(outcome("6S", 6, 3, 1)) == "pool A 2; B on A 6; C on A 2"


@pytest.mark.parametrize(("split", "dump"), [("capped", 2), ("personal", 4), ("strict_personal", 4)])
def test_R2_one_trick_short_between_two(split: str, dump: int) -> None:
    what = scored(outcome("6S", 7, 3, 0), f"sochi shortfall_split={split}")
    assert what == f"pool A 2; dump C {dump}; B on A 6"


def test_R3_each_of_two_whisters_is_one_short() -> None:
    assert scored(outcome("6S", 8, 1, 1)) == "pool A 2; dump B 2; dump C 2; B on A 2; C on A 2"


def test_R4_who_took_his_half_owes_nothing() -> None:
    assert scored(outcome("6S", 8, 2, 0)) == "pool A 2; dump C 4; B on A 4"


@pytest.mark.parametrize(("options", "dump"), [("sochi", (2, 4)), (HALVED, (1, 2))])
def test_R5_both_are_short(options: str, dump: tuple[int, int]) -> None:
    assert scored(outcome("6S", 9, 1, 0), options) == f"pool A 2; dump B {dump[0]}; dump C {dump[1]}; B on A 2"


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ("sochi", "pool A 4; dump B 4; B on A 4"),
        (HALVED, "pool A 4; dump B 2; B on A 4"),
        ("leningrad responsibility=half", "pool A 4; dump B 4; B on A 8"),
        ("leningrad-codex", "pool A 4; dump B 4; B on A 8"),
        ("rostov", "pool A 4; A on B 10; B on A 4; C on B 10"),
    ],
)
def test_R6_a_lone_whister_is_one_short(options: str, what: str) -> None:
    assert scored(outcome("7S", 9, 1, 0, whist=FIRST), options) == what


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ("sochi", "dump A 12; B on A 30; C on A 18"),
        ("leningrad", "dump A 24; B on A 60; C on A 36"),
        ("rostov", "B on A 90; C on A 78"),
    ],
)
def test_R7_a_contract_two_short(options: str, what: str) -> None:
    assert scored(outcome("8S", 6, 3, 1), options) == what


@pytest.mark.parametrize(("who", "what"), [("second", "pool A 6; dump C 6"), ("both", "pool A 6; dump B 6; dump C 6")])
def test_R8_a_quota_of_one_is_the_second_whisters(who: str, what: str) -> None:
    assert scored(outcome("8S", 10, 0, 0), f"sochi q1_responsible={who}") == what


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ("sochi", "dump A 4; B on A 16; C on A 4"),
        ("sochi whist_style=gentleman", "dump A 4; B on A 10; C on A 10"),
    ],
)
def test_R9_all_tricks_are_the_lone_whisters_and_the_passer_is_consoled(options: str, what: str) -> None:
    assert scored(outcome("6S", 4, 4, 2, whist=FIRST), options) == what


def test_R9b_a_passer_need_not_be_consoled() -> None:
    what = scored(outcome("6S", 4, 4, 2, whist=FIRST), "sochi consolation_passer=off")
    assert what == "dump A 4; B on A 16"


def test_R10_unopposed() -> None:
    assert scored(outcome("9S", whist=NOBODY)) == "pool A 8"


@pytest.mark.parametrize(("contract", "pool"), [("6D", 2), ("7D", 4)])
def test_R11_half_whist(contract: str, pool: int) -> None:
    assert scored(outcome(contract, whist=HALF)) == f"pool A {pool}; C on A 4"
    table = seated().say("7D pass pass" if pool == 4 else "6D pass pass").discard().say(f"{contract} pass half pass")
    assert (table.outcome.whist, table.written) == (HALF, f"pool A {pool}; C on A 4")


def test_R12_first_defender_comes_back_to_whist() -> None:
    table = seated().say("6D pass pass").discard().say("6D pass half whist closed")
    assert table.public.whisters == (1,)
    assert table.agree(6, 3, 1).written == "pool A 2; B on A 8"


@pytest.mark.parametrize("contract", [f"{level}NT" for level in VALUE])
def test_values_and_quotas_by_level(contract: str) -> None:
    level = int(contract.removesuffix("NT"))
    v, q = VALUE[level], QUOTA[level]
    assert scored(outcome(contract, whist=NOBODY)) == f"pool A {v}"
    failed = scored(outcome(contract, 0, 10, 0, whist=FIRST))
    assert failed == f"dump A {level * v}; B on A {10 * v + level * v}; C on A {level * v}"
    assert scored(outcome(contract, 10, 0, 0, whist=SECOND)) == f"pool A {v}; dump C {q * v}"


@pytest.mark.parametrize(("level", "taken"), [*product((6, 7, 8), range(6, 11))])
def test_more_tricks_than_promised_are_worth_nothing(level: int, taken: int) -> None:
    row = scored(outcome(f"{level}S", taken, 10 - taken, 0, whist=FIRST))
    assert row.startswith(f"pool A {VALUE[level]}" if taken >= level else f"dump A {VALUE[level] * (level - taken)}")


def test_gentlemen_share_only_when_declarer_fails() -> None:
    assert scored(outcome("6S", 6, 3, 1, whist=FIRST), "sochi whist_style=gentleman") == "pool A 2; B on A 8"
    assert scored(outcome("6S", 5, 4, 1), "sochi whist_style=gentleman") == "dump A 2; B on A 7; C on A 7"


def test_gentlemen_may_share_only_with_a_passer() -> None:
    options = "sochi whist_style=gentleman gentleman_scope=lone_whister_only"
    assert scored(outcome("6S", 5, 4, 1), options) == "dump A 2; B on A 10; C on A 4"
    assert scored(outcome("6S", 4, 4, 2, whist=FIRST), options) == "dump A 4; B on A 10; C on A 10"


@pytest.mark.parametrize(("split", "dump"), [("capped", ""), ("personal", ""), ("strict_personal", "dump C 4; ")])
def test_strictly_each_whister_owes_his_half_whatever_the_other_took(split: str, dump: str) -> None:
    assert scored(outcome("6S", 6, 4, 0), f"sochi shortfall_split={split}") == f"pool A 2; {dump}B on A 8"


def test_a_quota_of_one_is_met_by_either_whister() -> None:
    assert scored(outcome("8S", 9, 1, 0)) == "pool A 6; B on A 6"
    assert scored(outcome("8S", 9, 1, 0), "sochi q1_responsible=both") == "pool A 6; B on A 6"


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ("sochi consolation=off", "dump A 4; B on A 12"),
        ("sochi consolation=ten", "dump A 4; B on A 32; C on A 20"),
        ("sochi consolation_dealer=on", "dump A 4; B on A 16; C on A 4"),
        ("sochi players=4 consolation_dealer=on", "dump A 4; B on A 16; C on A 4; D on A 4"),
        ("sochi players=4", "dump A 4; B on A 16; C on A 4"),
        ("sochi-codex players=4", "dump A 4; B on A 16; C on A 4; D on A 4"),
        ("leningrad-codex players=4", "dump A 8; B on A 20; C on A 20; D on A 8"),
        ("rostov-codex players=4", "dump A 4; B on A 32; C on A 20; D on A 20"),
        ("rostov players=4", "B on A 36; C on A 24; D on A 20"),
    ],
)
def test_consolation(options: str, what: str) -> None:
    seats = 4 if "players=4" in options else 3
    tricks = (4, 4, 2, 0)[:seats]
    assert scored(outcome("6H", *tricks, whist=FIRST), options) == what


def test_R28_at_stalingrad_both_are_whisters() -> None:
    for whist in (BOTH, NOBODY):
        what = scored(outcome("6S", 8, 2, 0, whist=whist), "sochi stalingrad=on")
        assert what == scored(outcome("6S", 8, 2, 0)) == "pool A 2; dump C 4; B on A 4"
    table = seated("sochi stalingrad=on").say("6S pass pass").discard().say("6S")
    assert table.agree(8, 2, 0).written == "pool A 2; dump C 4; B on A 4"


def test_R29_a_half_whist_counts_double_in_leningrad() -> None:
    assert scored(outcome("7S", whist=HALF), "leningrad") == "pool A 4; C on A 8"


def test_R30_leningrad_doubles_dump_and_whists() -> None:
    assert scored(outcome("7S", 9, 1, 0, whist=FIRST), "leningrad") == "pool A 4; dump B 8; B on A 8"


def test_gentlemen_share_the_consolation_too_where_a_passer_has_none_of_his_own() -> None:
    options = "sochi consolation_passer=off whist_style=gentleman"
    assert scored(outcome("6S", 4, 4, 2, whist=FIRST), options) == "dump A 4; B on A 8; C on A 8"


def test_ten_tricks_that_are_checked_are_not_whisted() -> None:
    options = "sochi ten_check=consolation"
    for whist in (NOBODY, BOTH, FIRST):
        assert scored(outcome("10S", 10, 0, 0, whist=whist), options) == "pool A 10"
        assert scored(outcome("10S", 9, 1, 0, whist=whist), options) == "dump A 10; B on A 10; C on A 10"
    assert scored(outcome("10S", 9, 1, 0), "sochi") == "dump A 10; B on A 20; C on A 10"
    both = f"{options} consolation_passer=off"
    assert scored(outcome("10S", 9, 1, 0, whist=NOBODY), both) == "dump A 10; B on A 10; C on A 10"


def test_who_gives_up_is_three_tricks_short_of_his_bid() -> None:
    what = outcome("7H", whist=NOBODY, conceded=True)
    assert scored(what, "sochi concede_three=on") == "dump A 12"
    assert scored(what, "leningrad concede_three=on") == "dump A 24"
    assert scored(what, "rostov concede_three=on") == "B on A 60; C on A 60"


# Misère and raspasy


@pytest.mark.parametrize(
    ("options", "tricks", "what"),
    [
        ("sochi", (0, 5, 5), "pool A 10"),
        ("sochi", (2, 5, 3), "dump A 20"),
        ("leningrad", (0, 5, 5), "pool A 10"),
        ("leningrad", (2, 5, 3), "dump A 40"),
        ("rostov", (2, 5, 3), "B on A 100; C on A 100"),
    ],
)
def test_R13_misere(options: str, tricks: tuple[int, ...], what: str) -> None:
    assert scored(outcome("misere", *tricks, whist=NOBODY), options) == what
    assert scored(outcome("misere", *tricks, whist=FIRST), options) == what


def test_R14_raspasy() -> None:
    assert scored(outcome("raspasy", 0, 4, 6)) == "pool A 1; dump B 4; dump C 6"
    second = scored(outcome("raspasy", 0, 4, 6), "sochi raspasy_prog=arithmetic", raspasy=1)
    assert second == "pool A 2; dump B 8; dump C 12"
    assert scored(outcome("raspasy", 0, 4, 6), "leningrad") == "pool A 1; dump B 8; dump C 12"


def test_R15_raspasy_in_rostov() -> None:
    what = scored(outcome("raspasy", 0, 4, 6), "rostov")
    assert what == "pool A 1; A on B 20; A on C 30; B on C 30; C on B 20"
    sheet = totals((0, 0, 0), whists={"AB": 20, "AC": 30, "BC": 30, "CB": 20})
    assert exactly(preferans("rostov").settlement(sheet)) == (50, -10, -40)
    for options in ("rostov rostov_raspasy=min_only", "rostov-codex"):
        assert scored(outcome("raspasy", 0, 4, 6), options) == "pool A 1; A on B 20; A on C 30"


def test_two_with_the_fewest_tricks_share_alike() -> None:
    assert scored(outcome("raspasy", 2, 2, 6), "rostov-codex") == "A on C 15; B on C 15"
    assert scored(outcome("raspasy", 0, 0, 10), "rostov-codex") == "pool A 1; pool B 1; A on C 25; B on C 25"
    assert scored(outcome("raspasy", 2, 3, 5), "rostov-codex raspasy_amnesty=on") == "A on B 15; A on C 25"


@pytest.mark.parametrize(
    ("options", "stakes"),
    [
        ("sochi", (1, 1, 1, 1, 1)),
        ("sochi raspasy_prog=arithmetic", (1, 2, 3, 3, 3)),
        ("sochi raspasy_prog=geometric", (1, 2, 4, 4, 4)),
        ("sochi raspasy_prog=arithmetic raspasy_cap=uncapped", (1, 2, 3, 4, 5)),
        ("sochi raspasy_prog=geometric raspasy_cap=uncapped", (1, 2, 4, 8, 16)),
        ("sochi raspasy_cap=uncapped", (1, 1, 1, 1, 1)),
    ],
)
def test_raspasy_in_a_row_cost_more(options: str, stakes: tuple[int, ...]) -> None:
    for row, stake in enumerate(stakes):
        what = scored(outcome("raspasy", 0, 4, 6), options, raspasy=row)
        assert what == f"pool A {stake}; dump B {4 * stake}; dump C {6 * stake}"
        assert seated(options, raspasy=row).say("pass pass pass").headline == (reason("raspasy", stake=stake),)


def test_the_leningrad_codex_writes_two_four_six_a_trick() -> None:
    dumps = [scored(outcome("raspasy", 1, 4, 5), "leningrad-codex", raspasy=row) for row in range(4)]
    assert [dump.split(";")[0] for dump in dumps] == ["dump A 2", "dump A 4", "dump A 6", "dump A 6"]


def test_amnesty_forgives_as_many_tricks_as_the_lowest_took() -> None:
    assert scored(outcome("raspasy", 2, 3, 5), "sochi raspasy_amnesty=on") == "dump B 1; dump C 3"
    assert scored(outcome("raspasy", 0, 4, 6), "sochi raspasy_amnesty=on") == "pool A 1; dump B 4; dump C 6"


@pytest.mark.parametrize("system", ["sochi", "leningrad", "rostov"])
def test_amnesty_among_three_leaves_the_result_as_it_is(system: str) -> None:
    results = set()
    for amnesty in ("on", "off"):
        match = Match.begin(preferans(f"{system} raspasy_amnesty={amnesty}"), 2).close(outcome("raspasy", 2, 3, 5))
        results.add(match.game.settlement(match.sheet.totals))
    assert len(results) == 1


def test_a_dealer_who_leads_the_talon_pays_for_his_tricks() -> None:
    leads = "sochi players=4 raspasy_talon=talon_leads"
    assert scored(outcome("raspasy", 0, 4, 5, 1), leads) == "pool A 1; dump B 4; dump C 5; dump D 1"
    assert scored(outcome("raspasy", 0, 4, 6, 0), leads) == "pool A 1; dump B 4; dump C 6"
    premium = f"{leads} zero_premium_dealer=on"
    assert scored(outcome("raspasy", 0, 4, 6, 0), premium) == "pool A 1; pool D 1; dump B 4; dump C 6"


@pytest.mark.parametrize("talon", ["none", "suit_only"])
def test_a_dealer_who_leads_nothing_has_the_premium_too(talon: str) -> None:
    options = f"sochi players=4 zero_premium_dealer=on raspasy_talon={talon}"
    assert scored(outcome("raspasy", 0, 4, 6, 0), options) == "pool A 1; pool D 1; dump B 4; dump C 6"
    assert scored(outcome("raspasy", 0, 4, 6, 0), f"sochi players=4 raspasy_talon={talon}").startswith("pool A 1; dump")


# The archaic rights of the dealer


@pytest.mark.parametrize(
    ("talon", "whists"),
    [("SA SK", 8), ("SA HA", 12), ("HK HQ", 4), ("HK SQ", 0), ("SA HK", 4), ("CA C7", 4), ("HQ HJ", 0), ("S7 S8", 0)],
)
def test_R25_talon_pays_the_dealer(talon: str, whists: int) -> None:
    table = seated("sochi players=4 dealer_talon_bonus=on", talon=talon).say("7D pass pass").discard()
    paid = f"; D on A {whists}" if whists else ""
    assert table.say("7D pass pass").written == f"pool A 4{paid}"
    off = seated("sochi players=4", talon=talon).say("7D pass pass").discard().say("7D pass pass")
    assert off.written == "pool A 4"


@pytest.mark.parametrize(("talon", "whists"), [("S7 S8", 20), ("S7 H8", 10), ("S7 H7", 20), ("S8 H8", 0), ("SA HA", 0)])
def test_R25_talon_pays_the_dealer_at_a_misere(talon: str, whists: int) -> None:
    table = seated("sochi players=4 dealer_talon_bonus=on", talon=talon).say("misere pass pass").discard()
    paid = f"; D on A {whists}" if whists else ""
    assert table.agree(0, 5, 5, 0).written == f"pool A 10{paid}"


@pytest.mark.parametrize("bid", ["misere-hand", "9-hand"])
def test_a_talon_that_nobody_turned_up_pays_nothing(bid: str) -> None:
    table = seated("sochi players=4 misere_hand=chain dealer_talon_bonus=on", talon="S7 SA").say(f"{bid} pass pass")
    played = table.agree(0, 5, 5, 0) if bid == "misere-hand" else table.say("9D pass pass")
    assert (played.outcome.talon, played.written) == (0, "pool A 10" if bid == "misere-hand" else "pool A 8")


def test_the_talon_pays_whether_the_contract_is_made_or_not_and_double_in_leningrad() -> None:
    failed = outcome("7S", 6, 2, 2, 0, talon=2)
    assert scored(failed, "sochi players=4 dealer_talon_bonus=on") == "dump A 4; B on A 12; C on A 12; D on A 8"
    made = outcome("7S", whist=NOBODY, talon=2)
    assert scored(made, "leningrad players=4 dealer_talon_bonus=on") == "pool A 4; D on A 16"
    assert scored(made, "sochi dealer_talon_bonus=on") == "pool A 4", "three play and nobody sits out"


@pytest.mark.parametrize(
    ("system", "what"),
    [
        ("sochi", "pool A 8; dump D 1"),
        ("leningrad", "pool A 8; dump D 2"),
        ("rostov", "pool A 8; A on D 5; B on D 5; C on D 5"),
        ("rostov-codex", "pool A 8; dump D 1"),
    ],
)
def test_a_talon_thrown_costs_the_dealer_a_point(system: str, what: str) -> None:
    assert scored(outcome("9S", whist=NOBODY, thrown=True), f"{system} players=4 throw_talon=on") == what


def test_every_number_has_its_reason() -> None:
    rules = preferans("sochi pool=2")
    for what, keys in (
        (outcome("6S", 6, 3, 1), ["made", "whists-for-tricks", "whists-for-tricks"]),
        (outcome("8S", 6, 3, 1), ["failed", "consolation", "consolation", "whists-for-tricks", "whists-for-tricks"]),
        (outcome("6S", 9, 1, 0, whist=FIRST), ["made", "whists-for-tricks", "whist-short"]),
        (outcome("6S", whist=HALF), ["unopposed", "half-whist"]),
        (outcome("misere", 2, 4, 4), ["misere-failed"]),
        (outcome("7S", whist=NOBODY), ["unopposed", "aid-got", "aid-given"]),
        (outcome("raspasy", 0, 4, 6), ["raspasy-tricks", "raspasy-tricks", "no-trick"]),
    ):
        assert [entry.reason.key for entry in rules.row(what, standing(rules)).entries] == keys
    short = rules.row(outcome("6S", 9, 1, 0, whist=FIRST), standing(rules)).entries[-1]
    assert short.reason == reason("whist-short", short=3, quota=4, value=2)
