"""Preferans: the house rules that change the deal, the auction and the play; those of the score are tested with it.

A (seat 0) is eldest hand and C deals; with four D deals and sits out.
"""

import random
from itertools import product

import pytest
from games.preferans_table import (
    HANDS,
    Table,
    call,
    declared,
    preferans,
    refusal,
    seated,
    standing,
    won,
)

from prikup.cards import PACK_32, mask, parse_card, parse_mask
from prikup.errors import BadOptions, reason
from prikup.games.preferans import Options
from prikup.games.preferans.options import PRESETS
from prikup.options import parse_options
from prikup.state import watch

FOUR = "sochi players=4"
RASPASY = ("HK SA", "H7", "HA")
"""With H8 and D7 in the talon A and B have one heart each, and C has the ace, queen, jack, ten and nine."""
H8, D7 = map(parse_card, ("H8", "D7"))


def raspasy(options: str, talon: str = "H8 D7") -> Table:
    return seated(options, *RASPASY, talon=talon).say("pass pass pass")


# The deal


@pytest.mark.parametrize("after", [1, 2, 3, 4])
def test_R52_talon_after_round(after: int) -> None:
    deck = (*PACK_32[8:], *PACK_32[:8])
    rules = preferans(f"sochi talon_after_round={after}")
    state = rules.deal(deck, standing(rules))
    assert set(state.stock) == set(deck[6 * after : 6 * after + 2])
    first = [deck[6 * n + (2 if n >= after else 0) : 6 * n + (4 if n >= after else 2)] for n in range(5)]
    assert state.hands[0] == mask(sum(first, ()))


def test_players_four_deal_in_turn_and_the_dealer_is_asked_nothing() -> None:
    table = seated(FOUR).say("pass pass 6S").discard().say("6S whist pass light")
    assert (table.game.seats, table.game.columns) == (4, ("pool", "dump", "left", "across", "right"))
    assert preferans().columns == ("pool", "dump", "left", "right")
    asked = set()
    while table.public.actor is not None:
        asked |= {table.public.turn, table.public.actor}
        table.say(table.may().split()[0])
    assert asked == {0, 1, 2}
    assert table.next.dealer == 0


# The auction


@pytest.mark.parametrize(
    ("rule", "said", "may"),
    [
        ("eldest", "6S 6C pass", True),
        ("eldest", "6S 6C 6D", True),
        ("eldest", "pass 6S 6C", False),
        ("eldest", "6S 6C", False),
        ("senior_of_last_two", "6S 6C pass", True),
        ("senior_of_last_two", "6S 6C 6D", False),
        ("senior_of_last_two", "pass 6S 6C", True),
        ("senior_of_last_two", "6S pass 6C 6C", False),
        ("none", "6S 6C pass", False),
        ("none", "6S 6C 6D", False),
        ("none", "pass 6S 6C", False),
    ],
)
def test_equal_bid(rule: str, said: str, may: bool) -> None:
    table = seated(f"sochi equal_bid={rule}").say(said)
    high = said.split()[-1] if said.split()[-1] != "pass" else "6C"
    assert (high in table.may().split()) is may
    if may:
        bidder = table.public.actor
        assert table.say(high).public.auction.holder == bidder
    else:
        assert refusal(table, high).key == "bid-higher"


def test_misere_hand_stands_between_nine_and_ten_and_leaves_the_talon() -> None:
    table = seated("sochi misere_hand=on", *HANDS)
    assert "9NT misere-hand 10S" in table.may()
    assert refusal(table, "9-hand") == reason("bid-not-played", call=call("9-hand"))
    table.say("misere-hand pass pass")
    assert (table.asked, table.open) == (("play", 0), "BC")
    assert (table.public.talon, len(table.state.stock)) == ((), 2)
    assert table.hand(0) == "AKQJT987.87.."
    assert table.agree(0, 5, 5).written == "pool A 10"


def test_misere_hand_is_a_players_only_bid() -> None:
    table = seated("sochi misere_hand=on").say("misere misere-hand 10S")
    assert refusal(table, "misere-hand") == reason("misere-stands-alone")
    assert table.say("pass").may() == "pass"
    spoken = seated("sochi misere_hand=on").say("6S misere-hand pass")
    assert refusal(spoken, "misere-hand") == reason("misere-only-first")
    assert spoken.may().split()[1] == "10S"


def test_misere_hand_off() -> None:
    assert "hand" not in seated().may()


def test_misere_hand_chain_puts_nine_without_the_talon_above_it() -> None:
    table = seated("sochi misere_hand=chain", *HANDS)
    assert "9NT misere-hand 9-hand 10S" in table.may()
    table.say("9H misere-hand 9-hand pass pass")
    assert (table.asked, table.public.declarer) == (("declare", 2), 2)
    assert (table.public.talon, len(table.state.stock)) == ((), 2)
    assert table.may().split() == [f"{n}{suit}" for n in (9, 10) for suit in ("S", "C", "D", "H", "NT")]
    assert table.say("9D pass pass").written == "pool C 8"


def test_nine_without_the_talon_cannot_be_given_up_nor_the_talon_thrown() -> None:
    table = seated(f"{FOUR} misere_hand=chain concede_three=on throw_talon=on").say("9-hand pass pass")
    assert table.public.phase == "declare"
    assert "concede" not in table.may()


# The contract and the whist


def test_concede_three() -> None:
    table = won("7H", "sochi concede_three=on")
    assert table.may().split()[-1] == "concede"
    table.say("concede")
    assert (table.asked, table.written) == (("over", None), "dump A 12"), "three short of the bid"
    assert table.outcome.conceded
    assert table.next.carry.raspasy == 0
    assert refusal(won("7H"), "concede") == reason("no-giving-up")


def test_stalingrad_is_the_contract_of_six_spades_whatever_was_bid() -> None:
    table = won("6S", "sochi stalingrad=on").say("6S")
    assert (table.asked, table.open, table.public.whisters) == (("play", 0), "", (1, 2))
    assert table.agree(6, 3, 1).written == "pool A 2; B on A 6; C on A 2"
    assert won("6S", "sochi stalingrad=on").say("6C").asked == ("whist", 1), "the bid alone is nothing"
    assert won("6S", "sochi stalingrad=on").say("7S").asked == ("whist", 1)
    assert won("6S").say("6S").asked == ("whist", 1)


def test_ten_check_opens_the_defence_and_asks_nobody() -> None:
    table = won("6S", "sochi ten_check=consolation").say("10H")
    assert (table.asked, table.open, table.public.whisters) == (("play", 0), "BC", ())
    turns = [table.public.actor]
    for _ in range(2):
        table.say(table.may().split()[0])
        turns.append(table.public.actor)
    assert turns == [0, 1, 2], "each plays his own cards"
    assert table.agree(9, 1, 0).written == "dump A 10; B on A 10; C on A 10"
    assert won("6S", "sochi ten_check=consolation").say("9H").asked == ("whist", 1)
    assert won("6S").say("10H").asked == ("whist", 1)


def test_half_whist_off() -> None:
    table = won(options="sochi half_whist=off").say("6H pass")
    assert table.may() == "whist pass"
    assert refusal(table, "half") == reason("half-not-played")


def test_half_whist_drop_lets_a_lone_first_whister_fall_back() -> None:
    table = won(options="sochi half_whist=drop").say("6H whist pass")
    assert (table.asked, table.may()) == (("whist", 1), "whist half")
    table.say("half")
    assert (table.outcome.whist, table.written) == (("half", "pass"), "pool A 2; B on A 4")
    again = won(options="sochi half_whist=drop").say("6H whist pass whist")
    assert (again.asked, again.public.whisters) == (("light", 1), (1,))
    assert won(options="sochi half_whist=drop").say("6H pass").may() == "whist half pass"
    assert won(options="sochi half_whist=drop").say("8H whist pass").asked == ("light", 1)
    assert won(options="sochi half_whist=drop").say("6H whist whist").public.phase == "play"


def test_a_whist_that_may_still_fall_back_is_not_told_as_settled() -> None:
    table = won(options="sochi half_whist=drop").say("6H whist pass")
    assert table.headline == (reason("contract", seat=0, call=call("6H"), needed=6),)
    assert table.say("whist").headline[1:] == (reason("owes", seat=1, quota=4),)


def test_first_lead_dark_asks_after_the_first_card() -> None:
    table = declared("6S", "whist pass", "sochi first_lead_dark=on")
    assert (table.asked, table.open) == (("play", 0), "")
    table.say("C7")
    assert (table.asked, table.may(), table.open) == (("light", 1), "closed light", "")
    table.say("light")
    assert (table.asked, table.open, table.public.turn) == (("play", 1), "BC", 1)
    assert table.say("C9").asked == ("play", 1), "he plays for the passer"
    closed = declared("6S", "pass whist", "sochi first_lead_dark=on").say("C7 closed")
    assert (closed.asked, closed.open) == (("play", 1), "")


def test_first_lead_dark_from_a_defenders_hand() -> None:
    table = seated("sochi first_lead_dark=on", *HANDS).say("pass 7C pass").discard().say("7C pass whist")
    assert table.asked == ("play", 0)
    assert table.say("C7").asked == ("light", 0)
    assert table.say("light").asked == ("play", 1), "declarer plays next"
    assert (table.open, table.public.shown[0].bit_count()) == ("AC", 9)


@pytest.mark.parametrize("contract", ["6S", "10H"])
def test_first_lead_dark_changes_nothing_where_nobody_whists_alone(contract: str) -> None:
    options = "sochi first_lead_dark=on ten_check=consolation stalingrad=on"
    table = won(options=options).say(contract).at_random(random.Random(1), "light")
    assert table.public.phase == "over"
    assert declared("7S", "whist whist", options).say("SA").public.phase == "play"


@pytest.mark.parametrize(
    ("opening", "eldest", "opens"),
    [
        ("before_lead", "declarer", 0),
        ("before_lead", "defender", 0),
        ("codex", "declarer", 1),
        ("codex", "defender", 0),
        ("after_trick1", "declarer", 3),
        ("after_trick1", "defender", 3),
    ],
)
def test_misere_open(opening: str, eldest: str, opens: int) -> None:
    auction = "misere pass pass" if eldest == "declarer" else "pass misere pass"
    table = seated(f"sochi misere_open={opening}", *HANDS).say(auction).discard()
    defence = "BC" if eldest == "declarer" else "AC"
    for n in range(4):
        assert table.open == (defence if n >= opens else "")
        table.say(table.may().split()[0])
    shown = table.public.shown
    assert all(shown[seat] in (0, table.state.hands[seat]) for seat in range(3))


# Raspasy


@pytest.mark.parametrize(
    "options", ["sochi raspasy_talon=suit_only", "sochi raspasy_talon=talon_leads", f"{FOUR} raspasy_talon=suit_only"]
)
def test_R27_a_card_of_the_talon_only_says_the_suit(options: str) -> None:
    table = raspasy(options)
    assert watch(table.state).public.talon == (H8,)
    assert (table.asked, table.may()) == (("play", 0), "HK")
    assert refusal(table, "SA") == reason("must-follow", suit=3)
    table.say("HK H7")
    assert table.may() == "H9 HT HJ HQ HA"
    table.say("HA")
    assert table.won[2] == 1
    assert (table.public.talon, table.asked) == ((H8, D7), ("play", 0)), "eldest hand plays first to the second too"


def test_the_highest_card_of_the_suit_takes_the_trick_whatever_the_talons_rank() -> None:
    table = seated("sochi raspasy_talon=suit_only", "H7 H9", "HT", talon="HA D7").say("pass pass pass H7 HT")
    table.say(next(word for word in table.may().split() if word.startswith("H")))
    assert sum(table.won) == 1
    tricks = table.public.tricks
    assert tricks is not None
    assert tricks.past[0].cards[2] // 13 == 3
    assert tricks.past[0].winner == (2 if tricks.past[0].cards[2] % 13 > 8 else 1)


def test_who_has_none_of_the_suit_plays_anything_and_cannot_take_the_trick() -> None:
    table = seated("sochi raspasy_talon=suit_only", "SA", "HK H9", talon="H8 D7").say("pass pass pass")
    assert "SA" in table.may().split()
    table.say("SA H9")
    table.say(table.may().split()[0])
    assert table.won[0] == 0


def test_the_second_card_is_turned_only_after_the_first_trick() -> None:
    table = raspasy("sochi raspasy_talon=suit_only")
    for word in ("HK", "H7"):
        table.say(word)
        assert (len(table.public.talon), len(table.state.stock)) == (1, 1)
    assert len(table.say("H9").public.talon) == 2


def test_talon_leads_for_a_dealer_who_sits_out() -> None:
    table = raspasy(f"{FOUR} raspasy_talon=talon_leads")
    tricks = table.public.tricks
    assert tricks is not None
    assert tricks.lying == ((3, H8),)
    assert (table.asked, table.may()) == (("play", 0), "HK")
    table.say("HK H7 H9")
    assert table.won == (1, 0, 0, 0)
    assert table.asked == ("play", 0)
    assert table.public.talon == (H8, D7)


def test_his_card_may_take_the_trick() -> None:
    table = seated(f"{FOUR} raspasy_talon=talon_leads", "H7", "H8", "H9", talon="HA DA").say("pass pass pass H7 H8 H9")
    assert table.won == (0, 0, 0, 1)
    assert table.asked == ("play", 0)
    for _ in range(3):
        table.say(table.may().split()[0])
    assert table.won == (0, 0, 0, 2)
    assert table.asked == ("play", 0)
    table.at_random(random.Random(1))
    assert sum(table.won) == 10
    assert table.written.count("dump D 2") == 1


def test_raspasy_talon_none() -> None:
    table = raspasy("sochi")
    assert len(table.may().split()) == 10
    assert table.say("SA").public.talon == ()


@pytest.mark.parametrize(("rule", "leader"), [("eldest", 0), ("winner", 2)])
@pytest.mark.parametrize("options", ["sochi raspasy_talon=suit_only", f"{FOUR} raspasy_talon=talon_leads"])
def test_third_lead(options: str, rule: str, leader: int) -> None:
    table = raspasy(f"{options} third_lead={rule}").say("HK H7 H9")
    table.say(table.may().split()[0])
    table.say(table.may().split()[0]).say("DA")
    assert sum(table.won) == 2
    assert table.won[2] == 1
    assert table.asked == ("play", leader)
    assert len(table.may().split()) == 8


def test_eldest_leads_the_third_trick_if_the_dealers_card_took_the_second() -> None:
    table = seated(f"{FOUR} raspasy_talon=talon_leads third_lead=winner", talon="HA DA").say("pass pass pass")
    for _ in range(6):
        table.say(table.may().split()[0])
    assert table.won == (0, 0, 0, 2)
    assert table.asked == ("play", 0)


@pytest.mark.parametrize(
    ("exit_", "levels"),
    [("6", (6, 6, 6, 6)), ("6-7-7", (6, 7, 7, 7)), ("6-7-8", (6, 7, 8, 8)), ("cyclic", (6, 7, 8, 6))],
)
def test_raspasy_exit(exit_: str, levels: tuple[int, ...]) -> None:
    for n, level in enumerate(levels):
        table = seated(f"sochi raspasy_exit={exit_}", raspasy=n)
        assert table.may().split()[1] == f"{level}S"
        assert "misere" in table.may().split()
        high = table.say(f"{level}S").may().split()
        assert high[1] == f"{level}C"


def test_raspasy_dealer_stays() -> None:
    for stays, dealer in (("on", 2), ("off", 0)):
        table = raspasy(f"sochi raspasy_dealer_stays={stays}").at_random(random.Random(1))
        assert table.next.dealer == dealer


# The archaic rights of the dealer


def test_throw_talon_leaves_it_before_the_dealer_for_the_whole_hand() -> None:
    table = seated(f"{FOUR} throw_talon=on", *HANDS).say("7H pass pass")
    assert (table.asked, table.may(), table.open) == (("talon", 0), "take throw", "D")
    table.say("throw")
    assert (table.asked, table.hand(0)) == (("declare", 0), "AKQJT987.87..")
    assert table.public.shown[3] == parse_mask("...AK")
    table.say("8S pass whist light").at_random(random.Random(1))
    assert (table.public.shown[3], table.outcome.thrown) == (parse_mask("...AK"), True)
    assert "dump D 1" in table.written


def test_throw_talon_or_take_it() -> None:
    table = seated(f"{FOUR} throw_talon=on", *HANDS).say("7H pass pass take")
    assert (table.asked, table.open, table.hand(0)) == (("discard", 0), "", "AKQJT987.87..AK")
    table.say("HK HA 7H pass pass")
    assert (table.outcome.thrown, table.written) == (False, "pool A 4")


@pytest.mark.parametrize(
    ("options", "bid"), [(f"{FOUR} throw_talon=on", "misere"), ("sochi throw_talon=on", "7H"), (FOUR, "7H")]
)
def test_throw_talon_is_for_four_and_not_for_a_misere(options: str, bid: str) -> None:
    assert seated(options).say(f"{bid} pass pass").public.phase == "discard"


# What cannot be played


def test_only_the_lowest_write_unless_the_dealer_takes_tricks_too() -> None:
    with pytest.raises(BadOptions, match="min-only-without-talon-leads"):
        parse_options(PRESETS, "rostov-codex players=4 raspasy_talon=talon_leads")
    for fine in (
        "rostov-codex raspasy_talon=talon_leads",
        "rostov-codex players=4 raspasy_talon=suit_only",
        "leningrad-codex players=4 rostov_raspasy=min_only",
    ):
        assert parse_options(PRESETS, fine) != Options()


@pytest.mark.parametrize(("preset", "players"), [*product(PRESETS, (3, 4))])
def test_every_preset_is_for_three_and_for_four(preset: str, players: int) -> None:
    table = seated(f"{preset} players={players}").at_random(random.Random(5))
    assert table.public.phase == "over"
    assert table.row.entries
