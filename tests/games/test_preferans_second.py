"""Preferans as its codices have it: what the second statement of the rules changed, vector by vector.

A (seat 0) declares and is eldest hand, B and C follow; with four, D deals and sits out.
"""

import random
from typing import Any

import pytest
from games.preferans_table import (
    BOTH,
    FIRST,
    HANDS,
    NOBODY,
    Table,
    call,
    outcome,
    preferans,
    refusal,
    scored,
    seated,
    standing,
    won,
)

from prikup.cards import PACK_32
from prikup.claims import best, judged
from prikup.errors import BadOptions, reason
from prikup.game import open_partners
from prikup.games.preferans.options import PRESETS
from prikup.games.preferans.player import rule
from prikup.match import Match
from prikup.options import idle

CODICES = ("sochi-codex", "leningrad-codex", "rostov-codex")
HALF = "leningrad-codex"


@pytest.mark.parametrize("options", CODICES)
def test_R31_here_equals_a_bid_when_two_are_left(options: str) -> None:
    table = seated(options).say("pass 6S 6C")
    assert table.asked == ("auction", 1)
    assert table.may().split()[:3] == ["pass", "6C", "6D"]
    assert "misere" not in table.may()
    table.say("6C")
    assert (table.asked, table.may().split()[:2]) == (("auction", 2), ["pass", "6D"])


@pytest.mark.parametrize("options", ["sochi equal_bid=senior_of_last_two", *CODICES])
def test_R32_of_three_nobody_equals_a_bid(options: str) -> None:
    table = seated(options).say("6S 6C 6D")
    assert (table.asked, table.may().split()[:2]) == (("auction", 0), ["pass", "6H"])
    assert refusal(table, "6D") == reason("bid-higher", call=call("6H"))


def test_R33_gentlemen_who_both_whisted_share_nothing() -> None:
    assert scored(outcome("8S", 6, 3, 1), HALF) == "dump A 24; B on A 60; C on A 36"


def test_R34_gentlemen_share_beside_a_passer() -> None:
    assert scored(outcome("6S", 5, 3, 2, whist=FIRST), HALF) == "dump A 4; B on A 14; C on A 14"


def test_R35_two_whisters_keep_their_own_tricks() -> None:
    assert scored(outcome("7S", 6, 1, 3), HALF) == "dump A 8; B on A 16; C on A 32"


@pytest.mark.parametrize(("row", "pool", "dump"), [(0, 2, (8, 12)), (1, 4, (16, 24)), (2, 6, (24, 36))])
def test_R36_no_trick_is_worth_what_a_trick_costs_in_leningrad(row: int, pool: int, dump: tuple[int, int]) -> None:
    what = scored(outcome("raspasy", 0, 4, 6), HALF, raspasy=row)
    assert what == f"pool A {pool}; dump B {dump[0]}; dump C {dump[1]}"


def test_R37_the_seed_doubles_the_dump_alone() -> None:
    assert scored(outcome("raspasy", 0, 4, 6), "leningrad") == "pool A 1; dump B 8; dump C 12"


@pytest.mark.parametrize(("premium", "pool"), [("price", "pool A 2; "), ("one", "pool A 1; "), ("none", "")])
def test_R38_what_no_trick_is_worth(premium: str, pool: str) -> None:
    what = scored(outcome("raspasy", 0, 4, 6), f"sochi-codex zero_premium={premium}", raspasy=1)
    assert what == f"{pool}dump B 8; dump C 12"


def test_R39_a_first_stake_of_two() -> None:
    assert scored(outcome("raspasy", 2, 3, 5), "sochi raspasy_price=2") == "dump A 4; dump B 6; dump C 10"


@pytest.mark.parametrize(("row", "pool", "dump"), [(1, 4, (16, 24)), (2, 6, (24, 36)), (3, 6, (24, 36))])
def test_R40_it_grows_by_the_first_stake(row: int, pool: int, dump: tuple[int, int]) -> None:
    what = scored(outcome("raspasy", 0, 4, 6), "sochi raspasy_price=2 raspasy_prog=arithmetic", raspasy=row)
    assert what == f"pool A {pool}; dump B {dump[0]}; dump C {dump[1]}"


@pytest.mark.parametrize(("cap", "stake"), [("uncapped", 16), ("usual", 8)])
def test_R41_the_cap_acts_before_the_price(cap: str, stake: int) -> None:
    options = f"sochi raspasy_price=2 raspasy_prog=geometric raspasy_cap={cap}"
    assert scored(outcome("raspasy", 1, 4, 5), options, raspasy=3).startswith(f"dump A {stake};")
    assert seated(options, raspasy=3).say("pass pass pass").headline == (reason("raspasy", stake=stake),)


STRICT = "shortfall_split=strict_personal"


@pytest.mark.parametrize(
    ("options", "dump"),
    [(f"sochi {STRICT}", 6), (f"sochi responsibility=half {STRICT}", 3), (f"leningrad {STRICT}", 12)],
)
def test_R42_the_second_whister_owes_a_trick_of_their_own(options: str, dump: int) -> None:
    whists = 12 if options.startswith("leningrad") else 6
    assert scored(outcome("8S", 9, 1, 0), options) == f"pool A 6; dump C {dump}; B on A {whists}"


@pytest.mark.parametrize(("more", "dump"), [("", ""), (" q1_responsible=both", "dump B 6; ")])
def test_R43_the_first_whister_owes_one_too_where_both_answer(more: str, dump: str) -> None:
    assert scored(outcome("8S", 9, 0, 1), f"sochi {STRICT}{more}") == f"pool A 6; {dump}C on A 6"


@pytest.mark.parametrize(("more", "dump"), [("", "dump C 6"), (" q1_responsible=both", "dump B 6; dump C 6")])
def test_R44_nobody_took_it(more: str, dump: str) -> None:
    assert scored(outcome("8S", 10, 0, 0), f"sochi {STRICT}{more}") == f"pool A 6; {dump}"


@pytest.mark.parametrize("split", ["capped", "personal"])
def test_R45_together_the_two_have_it(split: str) -> None:
    for who in ("second", "both"):
        options = f"sochi shortfall_split={split} q1_responsible={who}"
        assert scored(outcome("8S", 9, 1, 0), options) == "pool A 6; B on A 6"


@pytest.mark.parametrize(("system", "dump"), [("sochi", 10), ("leningrad", 20)])
def test_R46_a_checked_ten_of_which_only_declarer_writes(system: str, dump: int) -> None:
    assert scored(outcome("10S", 9, 1, 0), f"{system} ten_check=nothing") == f"dump A {dump}"


def test_R47_a_checked_ten_with_its_consolation() -> None:
    assert scored(outcome("10S", 9, 1, 0), "sochi ten_check=consolation") == "dump A 10; B on A 10; C on A 10"


def test_R48_a_checked_ten_with_the_tricks_of_each() -> None:
    assert scored(outcome("10S", 9, 1, 0), "sochi ten_check=tricks") == "dump A 10; B on A 20; C on A 10"
    four = scored(outcome("10S", 8, 1, 1, 0), "sochi players=4 ten_check=tricks consolation_dealer=on")
    assert four == "dump A 20; B on A 30; C on A 30; D on A 20"


@pytest.mark.parametrize("check", ["nothing", "consolation", "tricks"])
def test_R49_a_checked_ten_that_is_made(check: str) -> None:
    for whist in (NOBODY, BOTH, FIRST):
        assert scored(outcome("10S", 10, 0, 0, whist=whist), f"sochi ten_check={check}") == "pool A 10"


def test_R50_a_dealer_of_four_has_the_premium_in_rostov() -> None:
    what = scored(outcome("raspasy", 0, 4, 6, 0), "rostov-codex players=4")
    assert what == "pool A 1; pool D 1; A on B 20; A on C 30"


def test_R51_a_dealer_who_leads_nothing_has_the_premium() -> None:
    options = "sochi players=4 zero_premium_dealer=on raspasy_talon=none"
    assert scored(outcome("raspasy", 2, 3, 5, 0), options) == "pool D 1; dump A 2; dump B 3; dump C 5"


def test_R52_the_talon_after_the_fourth_round() -> None:
    rules = preferans("sochi talon_after_round=4")
    assert rules.deal(PACK_32, standing(rules)).stock == PACK_32[24:26]


def test_R53_no_premium_in_rostov() -> None:
    assert scored(outcome("raspasy", 0, 4, 6), "rostov-codex zero_premium=none") == "A on B 20; A on C 30"


# What can change nothing, and what nobody can say


def test_I1_what_is_idle_by_default() -> None:
    assert {one.option for one in idle(PRESETS["sochi"])} == {
        "hands", "gentleman_scope", "consolation_dealer", "rostov_dump", "rostov_raspasy", "third_lead", "raspasy_cap",
        "raspasy_reset", "zero_premium_dealer", "throw_talon", "dealer_talon_bonus",
    }  # fmt: skip


def test_I2_what_is_idle_in_leningrad_by_the_codex() -> None:
    assert {one.option for one in idle(PRESETS["leningrad-codex"])} == {
        "hands", "consolation_dealer", "rostov_dump", "rostov_raspasy", "zero_premium_dealer", "throw_talon",
        "dealer_talon_bonus",
    }  # fmt: skip


def test_I10_a_combination_without_a_meaning_names_its_options() -> None:
    with pytest.raises(BadOptions) as refused:
        preferans("rostov-codex players=4 raspasy_talon=talon_leads")
    for option in ("system=rostov", "rostov_raspasy=min_only", "players=4", "raspasy_talon=talon_leads"):
        assert option in str(refused.value.reason)


# One player for both open hands


def entrusted(more: str = "") -> Table:
    """A has bid misère and laid two cards away."""
    return seated(f"sochi misere_control=entrusted {more}", *HANDS).say("misere pass pass").discard()


@pytest.mark.parametrize(("word", "who"), [("catch", 1), ("trust", 2)])
def test_one_defender_plays_both_hands_against_a_misere(word: str, who: int) -> None:
    table = entrusted()
    assert (table.asked, table.may(), table.open) == (("entrust", 1), "catch trust", "BC")
    table.say(word)
    assert (table.asked, table.public.light) == (("play", 0), who)
    assert table.headline[-1] == reason("entrusted", seat=who)
    table.say(table.may().split()[0])
    for turn in (1, 2):
        assert (table.public.turn, table.public.actor) == (turn, who)
        table.say(table.may().split()[0])


def test_it_is_said_when_both_hands_lie_open() -> None:
    after_card = entrusted("misere_open=codex")
    assert (after_card.asked, after_card.open) == (("play", 0), "")
    after_card.say(after_card.may().split()[0])
    assert (after_card.asked, after_card.open) == (("entrust", 1), "BC")
    assert after_card.say("trust").asked == ("play", 2)
    assert after_card.public.turn == 1
    after_trick = entrusted("misere_open=after_trick1")
    for _ in range(3):
        assert after_trick.public.phase == "play"
        after_trick.say(after_trick.may().split()[0])
    assert (after_trick.asked, after_trick.open) == (("entrust", 1), "BC")
    assert after_trick.say("catch").public.light == 1


def test_it_is_said_of_ten_tricks_that_are_checked() -> None:
    table = won("6S", "sochi misere_control=entrusted ten_check=tricks").say("10H")
    assert (table.asked, table.open) == (("entrust", 1), "BC")
    table.say("trust")
    assert (table.asked, table.public.light, table.public.whisters) == (("play", 0), 2, ())
    assert table.agree(9, 1, 0).written == "dump A 10; B on A 20; C on A 10"


def test_each_plays_their_own_hand_unless_it_is_agreed() -> None:
    assert seated("sochi", *HANDS).say("misere pass pass").discard().asked == ("play", 0)
    light = won(options="sochi misere_control=entrusted").say("6S whist pass")
    assert light.asked == ("light", 1), "a lone whister chooses as ever"
    assert light.say("light").headline[-1] == reason("in-the-light", seat=1)


def test_a_misere_without_the_talon_is_caught_too() -> None:
    table = seated("sochi misere_control=entrusted misere_hand=on", *HANDS).say("misere-hand pass pass")
    assert (table.asked, table.open) == (("entrust", 1), "BC")


# A contract as a real table writes it


def test_a_level_without_a_suit_is_worth_as_much() -> None:
    for level in ("6", "7", "8", "9", "10"):
        assert scored(outcome(level, 5, 3, 2)) == scored(outcome(f"{level}H", 5, 3, 2))
    assert scored(outcome("6", whist=NOBODY), "sochi stalingrad=on") == "pool A 2", "not spades, or it must be whisted"


def test_what_the_defenders_took_together_is_enough_where_one_writes() -> None:
    lone: dict[str, Any] = {"whist": FIRST, "together": 4}
    assert (
        scored(outcome("8", **lone)) == scored(outcome("8", 6, 3, 1, whist=FIRST)) == "dump A 12; B on A 36; C on A 12"
    )
    assert scored(outcome("misere", whist=NOBODY, together=8)) == "dump A 20"
    match = Match.begin(preferans("sochi raspasy_reset=made_game"), 2).close(outcome("raspasy", 0, 4, 6))
    assert match.close(outcome("8", **lone)).carry.raspasy == 1


@pytest.mark.parametrize("check", ["nothing", "consolation", "tricks"])
def test_a_defender_may_point_at_a_card_against_a_checked_ten_too(check: str) -> None:
    """They play on one side, even where each writes their own tricks."""
    table = won("6S", f"sochi ten_check={check}").say("10H")
    assert [open_partners(table.game, table.view(seat)) for seat in range(3)] == [(), (2,), (1,)]


def test_best_play_of_three_who_count_apart_leaves_each_what_it_can_make_sure_of() -> None:
    rules = preferans("sochi ten_check=tricks")
    for seed in range(40):
        table = won("6S", "sochi ten_check=tricks").say("10H")
        rng = random.Random(seed)
        while len(table.public.tricks.past) < 6:  # type: ignore[union-attr]  # the play has begun
            table.say(rng.choice(table.may().split()))
        offered = best(rules, table.view(0))
        assert offered is not None
        assert judged(rules, table.view(0), offered.tricks) == offered


def test_the_rule_of_thumb_catches_and_plays_both_hands() -> None:
    table = entrusted()
    decide = rule(table.game, 0)
    asked = []
    while table.public.actor is not None:
        seat = table.public.actor
        action = decide(table.view(seat))
        asked.append((table.public.turn, seat))
        table.state = table.game.apply(table.state, action)
    assert table.public.light == 1
    assert {actor for turn, actor in asked if turn in (1, 2)} == {1}
