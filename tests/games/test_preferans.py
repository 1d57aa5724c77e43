"""Preferans: the deal, the auction, the talon and the contract (seed 004), under the seed's own rules.

A (seat 0) is eldest hand and C deals, unless said otherwise; with four D deals and sits out.
"""

import random

import pytest
from games.preferans_table import HANDS, call, declared, preferans, refusal, seated, standing, won

from prikup.cards import PACK_32, card_text, mask, parse_card, parse_mask
from prikup.errors import reason
from prikup.games.preferans.calls import MISERE
from prikup.state import Said, watch

FOUR = "sochi players=4"
SUITS = ("S", "C", "D", "H", "NT")


# The pack and the deal


def test_three_play_with_thirty_two_cards() -> None:
    for seats in (3, 4):
        game = preferans(f"sochi players={seats}")
        assert (game.seats, len(game.sides)) == (seats, seats)
        assert sorted(map(card_text, game.pack)) == sorted(s + r for s in "SCDH" for r in "AKQJT987")


def test_the_ace_is_high_and_the_ten_stands_between_jack_and_nine() -> None:
    tricks = declared("6H").public.tricks
    assert tricks is not None
    for suit, letter in ((0, "S"), (3, "H")):
        powers = [tricks.order.power(suit, parse_card(letter + rank)) for rank in "AKQJT987"]
        assert powers == sorted(set(powers), reverse=True)


@pytest.mark.parametrize(("seats", "dealer"), [(n, dealer) for n in (3, 4) for dealer in range(n)])
def test_two_at_a_time_from_the_dealers_left_with_the_talon_after_the_first_round(seats: int, dealer: int) -> None:
    deck = (*PACK_32[8:], *PACK_32[:8])
    rules = preferans(f"sochi players={seats}")
    state = rules.deal(deck, standing(rules, dealer=dealer))
    for i in range(3):
        dealt = deck[2 * i : 2 * i + 2] + sum((deck[8 + 6 * n + 2 * i : 10 + 6 * n + 2 * i] for n in range(4)), ())
        assert state.hands[(dealer + 1 + i) % seats] == mask(dealt)
    assert state.stock == deck[6:8]
    assert sum(hand.bit_count() for hand in state.hands) == 30
    assert state.public.turn == (dealer + 1) % seats


def test_with_four_at_the_table_the_dealer_sits_out() -> None:
    for dealer in range(4):
        table = seated(FOUR, dealer=dealer)
        assert table.state.hands[dealer] == 0
        said = []
        for _ in range(3):
            said.append(table.public.actor)
            table.say("pass")
        assert said == [(dealer + i) % 4 for i in (1, 2, 3)]
        assert not table.at_random(random.Random(1)).won[dealer]


# The auction


def test_eldest_hand_speaks_first_and_a_pass_is_final() -> None:
    table = seated()
    assert table.asked == ("auction", 0)
    table.say("6S")
    assert table.asked == ("auction", 1)
    table.say("pass 6C")
    assert table.asked == ("auction", 0)
    table.say("6C")
    assert table.asked == ("auction", 2), "B has passed"


def test_bids_rank_by_tricks_and_then_by_suit() -> None:
    levels = [[f"{n}{suit}" for suit in SUITS] for n in range(6, 11)]
    ladder = [*levels[0], *levels[1], *levels[2], "misere", *levels[3], *levels[4]]
    assert seated().may().split() == ["pass", *ladder]
    for n, bid in enumerate(ladder):
        assert seated().say(f"pass {bid}").may().split() == ["pass", *ladder[n + 1 :]]


def test_a_bid_must_be_higher() -> None:
    table = seated().say("7C")
    for bid in ("7C", "7S", "6NT"):
        assert refusal(table, bid) == reason("bid-higher", call=call("7D"))
    assert refusal(seated().say("8NT"), "8H") == reason("bid-higher", call=MISERE)
    assert refusal(seated().say("9NT"), "9H") == reason("bid-higher", call=call("10S"))
    table.say("9H 9NT")
    assert refusal(table, "9D").key == "bid-higher"


def test_bids_may_jump() -> None:
    assert seated().say("6S 10NT pass pass").public.declarer == 1


def test_R22_eldest_hand_may_bid_as_high_as_the_highest() -> None:
    table = seated().say("6S 6C pass 6C")
    assert (table.public.auction.holder, table.public.auction.high) == (0, call("6C"))
    assert table.asked == ("auction", 1)
    assert table.may().split()[:2] == ["pass", "6D"]
    assert refusal(table, "6C") == reason("bid-higher", call=call("6D"))
    assert table.say("6D 6D pass").public.declarer == 0


def test_only_eldest_hand_may_equal_a_bid_and_not_with_his_first() -> None:
    table = seated().say("6S 6C")
    assert refusal(table, "6C") == reason("bid-higher", call=call("6D"))
    assert "6D" in table.say("6D").may().split()
    assert refusal(table.say("6D"), "6D").key == "bid-higher"
    late = seated("sochi", dealer=0).say("6S 6C pass 6C")
    assert late.public.auction.holder == 1


def test_R23_misere_is_a_players_only_bid() -> None:
    table = seated().say("6S misere pass")
    nines = [f"{n}{suit}" for n in (9, 10) for suit in SUITS]
    assert table.may().split() == ["pass", *nines]
    assert refusal(table, "6C") == reason("bid-higher", call=call("9S"))
    assert refusal(table, "8NT") == reason("bid-higher", call=call("9S"))
    assert refusal(table, "misere") == reason("misere-only-first")
    table.say("9S")
    assert table.may() == "pass"
    assert refusal(table, "9C") == reason("misere-stands-alone")
    assert refusal(table, "misere") == reason("misere-stands-alone")


def test_nothing_is_higher_than_ten_without_trumps() -> None:
    table = seated().say("6S 10NT")
    assert table.may() == "pass"
    assert refusal(table, "10H") == refusal(table, "10NT") == reason("no-higher-bid")
    assert table.say("pass").may() == "pass 10NT", "eldest hand may bid the same"


def test_a_second_misere_is_no_bid() -> None:
    assert refusal(seated().say("misere"), "misere") == reason("bid-higher", call=call("9S"))


@pytest.mark.parametrize("bid", ["misere-hand", "9-hand"])
def test_bids_of_other_house_rules_are_not_played(bid: str) -> None:
    assert refusal(seated(), bid) == reason("bid-not-played", call=call(bid))


def test_the_auction_ends_when_two_have_passed_and_a_bid_stands() -> None:
    table = seated().say("pass 6S 7D pass")
    assert (table.asked, table.public.declarer) == (("discard", 2), 2)


def test_the_third_may_still_bid_after_two_passes() -> None:
    table = seated().say("pass pass")
    assert table.asked == ("auction", 2)
    assert table.may().split()[:2] == ["pass", "6S"]
    assert table.say("6S").public.declarer == 2


def test_three_passes_and_raspasy_are_played() -> None:
    table = seated().say("pass pass pass")
    assert (table.asked, table.public.declarer) == (("play", 0), None)


@pytest.mark.parametrize(("exit_", "levels"), [("6-7-8", (6, 7, 8, 8)), ("6", (6, 6, 6, 6))])
def test_R26_raspasy_in_a_row_raise_the_lowest_bid(exit_: str, levels: tuple[int, ...]) -> None:
    for n, level in enumerate(levels):
        table = seated(f"sochi raspasy_exit={exit_}", raspasy=n)
        assert table.may().split()[1] == f"{level}S"
        assert "misere" in table.may().split()
        if level > 6:
            assert refusal(table, "6NT") == reason("bid-from-level", level=level)
            assert table.headline == (reason("lowest-bid", level=level),)
        else:
            assert table.headline == ()


# The talon and the contract


def test_declarer_shows_the_talon_to_all_and_takes_it() -> None:
    table = seated("sochi", *HANDS).say("6S pass pass")
    hearts = (parse_card("HK"), parse_card("HA"))
    assert table.public.said[-2:] == tuple(Said(0, card) for card in hearts)
    assert watch(table.state).public.talon == hearts
    assert table.state.hands[0] == parse_mask("AKQJT987.87..AK")
    assert table.state.stock == ()


def test_he_lays_any_two_cards_away_and_nobody_else_sees_them() -> None:
    table = seated("sochi", *HANDS).say("6S pass pass")
    assert (table.asked, len(table.may().split())) == (("discard", 0), 12)
    card = parse_card("HA")
    for seat in (1, 2, None):
        assert table.game.seen(table.public, card, seat) is None
    assert table.game.seen(table.public, card, 0) == card
    table.say("HA S7")
    assert (table.asked, table.hand(0)) == (("declare", 0), "AKQJT98.87..K")
    assert [len(notes) for notes in table.state.notes] == [2, 0, 0]
    assert not any(table.public.shown)


def test_R24_the_contract_is_no_lower_than_the_bid() -> None:
    table = won("6S")
    assert table.may().split() == [f"{n}{suit}" for n in range(6, 11) for suit in SUITS]
    assert refusal(table, "misere") == reason("misere-is-bid")
    table = won("7D")
    assert table.may().split()[0] == "7D"
    assert refusal(table, "7C") == reason("below-bid", call=call("7D"))
    assert refusal(table, "pass") == reason("not-now")
    assert table.say("8S").public.contract == call("8S")


def test_who_bid_misere_plays_misere() -> None:
    table = won("misere")
    assert (table.asked, table.public.contract) == (("play", 0), MISERE)
