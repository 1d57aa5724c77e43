"""Balkan Preferans: the deal, the auction, the talon, coming and the play (seed 004, and public Serbian rules)."""

import random

import pytest
from games.balkan_table import HANDS, Table, balkan, deck_of, outcome, refusal, seated, standing

from prikup.cards import PACK_32, card_text, mask, parse_card, parse_mask
from prikup.claims import claim
from prikup.errors import IllegalAction, reason
from prikup.game import Settled
from prikup.games.balkan.calls import BETL, EIGHT, KONTRA, MORTKONTRA, SANS, SEVEN, THREE, TRUMP, TWO
from prikup.match import Match
from prikup.state import view, watch

NAMES = ("two", "three", "four", "five", "six", "seven", "eight")


def declared(contract: str, follow: str = "", options: str = "balkan") -> Table:
    """Seat 1 declares, having laid two clubs away: SKQJ, CA, DKQ, HKT87."""
    return seated(options).say(f"two pass pass C9 C8 {contract} {follow}")


def igra(contract: str, follow: str = "", options: str = "balkan") -> Table:
    """Seat 1 plays from the hand."""
    return seated(options).say(f"igra pass pass {contract} {follow}")


# The pack and the deal


def test_three_players_and_thirty_two_cards() -> None:
    rules = balkan()
    assert (rules.seats, rules.sides) == (3, ((0,), (1,), (2,)))
    assert sorted(map(card_text, rules.pack)) == sorted(s + r for s in "SCDH" for r in "AKQJT987")


def test_cards_rank_from_ace_to_seven_the_ten_below_the_jack() -> None:
    tricks = declared("clubs", "come come").public.tricks
    assert tricks is not None
    for led, suit in ((1, "C"), (3, "H")):
        powers = [tricks.order.power(led, parse_card(suit + rank)) for rank in "AKQJT987"]
        assert powers == sorted(set(powers), reverse=True)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_five_each_two_to_the_talon_five_each(dealer: int) -> None:
    deck = (*PACK_32[8:], *PACK_32[:8])
    state = balkan().deal(deck, standing(dealer))
    for i in range(3):
        dealt = deck[5 * i : 5 * i + 5] + deck[17 + 5 * i : 22 + 5 * i]
        assert state.hands[(dealer + 1 + i) % 3] == mask(dealt)
    assert state.stock == tuple(sorted(deck[15:17]))
    assert [hand.bit_count() for hand in state.hands] == [10, 10, 10]


def test_anybody_may_deal_first() -> None:
    for dealer in range(3):
        assert Match.begin(balkan(), dealer).standing.dealer == dealer


# The auction


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_left_of_dealer_bids_first_and_it_goes_clockwise(dealer: int) -> None:
    table = seated(dealer=dealer)
    for i in (1, 2, 3):
        assert table.asked == ("auction", (dealer + i) % 3)
        table.say("pass")


def test_numbers_go_up_one_step_at_a_time() -> None:
    table = seated()
    assert table.may() == "pass two igra"
    assert refusal(table, "three") == reason("next-number-only", call=TWO)
    table.say("two")
    assert table.may() == "pass three igra"
    assert refusal(table, "two") == reason("bid-higher", call=TWO)
    assert refusal(table, "four") == reason("next-number-only", call=THREE)
    assert refusal(table, "mine") == reason("not-senior", call=TWO)
    assert refusal(table, "hearts") == reason("not-now")


def test_there_is_nothing_to_hold_before_a_number() -> None:
    assert refusal(seated(), "mine") == reason("nothing-to-hold")


def test_the_senior_may_hold_the_number_and_the_other_must_exceed_it() -> None:
    table = seated().say("two three pass")
    assert table.asked == ("auction", 1)
    assert table.may() == "pass mine four"
    table.say("mine")
    assert table.headline == (reason("high-bid", seat=1, call=THREE),)
    assert table.asked == ("auction", 2)
    assert table.may() == "pass four"
    assert refusal(table, "mine") == reason("not-senior", call=THREE)
    table.say("four")
    assert table.may() == "pass mine five"
    assert table.say("pass").public.declarer == 2


def test_whoever_spoke_before_the_holder_may_hold() -> None:
    """With the eldest gone the second is senior to the third; with all three bidding each is senior to those behind."""
    table = seated().say("pass two three")
    assert table.asked == ("auction", 2)
    assert table.may() == "pass mine four"
    three = seated().say("two three four mine")
    assert (three.asked, three.may()) == (("auction", 2), "pass five")
    three.say("five")
    assert (three.asked, three.may()) == (("auction", 0), "pass six")
    three.say("pass")
    assert (three.asked, three.may()) == (("auction", 1), "pass mine six")


def test_a_pass_is_final_and_two_passes_end_it_when_a_number_stands() -> None:
    table = seated().say("pass two three mine")
    assert table.asked == ("auction", 0), "1 has passed"
    table.say("pass")
    assert (table.public.phase, table.public.declarer) == ("discard", 2)


def test_the_third_may_still_bid_after_two_passes() -> None:
    table = seated().say("pass pass")
    assert table.may() == "pass two igra"
    assert table.say("two").public.declarer == 0


def test_nobody_is_asked_who_could_only_pass() -> None:
    """Seven, held by the eldest, cannot be beaten."""
    table = seated().say("two three pass four five six seven")
    assert (table.asked, table.may()) == (("auction", 1), "pass mine")
    assert table.say("mine").asked == ("discard", 1)
    assert table.headline == (reason("won-with", seat=1, call=SEVEN),)


def test_all_pass_and_nothing_is_played() -> None:
    table = seated().say("pass pass pass")
    assert table.public.actor is None
    assert table.public.declarer is None


# Igra


def test_igra_is_a_first_word_only() -> None:
    table = seated().say("two three four")
    assert table.asked == ("auction", 1)
    assert refusal(table, "igra") == reason("igra-first-word-only")


def test_igra_beats_every_number_and_only_who_has_not_spoken_is_asked() -> None:
    table = seated().say("two igra")
    assert (table.asked, table.may()) == (("auction", 0), "pass igra")
    assert refusal(table, "three") == reason("igra-beats-numbers")
    assert refusal(table, "mine") == reason("igra-beats-numbers")
    assert table.headline == (reason("says-igra", seat=2),)
    table.say("pass")
    assert table.asked == ("name_game", 2), "1 has spoken and is not asked again"
    assert seated().say("two three igra").asked == ("name_game", 0)


def test_igra_may_be_said_after_passes_too() -> None:
    assert seated().say("pass pass igra").asked == ("name_game", 0)


def test_a_lone_igra_caller_names_any_game() -> None:
    table = seated().say("two igra pass")
    assert table.may() == "clubs diamonds hearts spades betl sans"
    assert refusal(table, "come") == reason("not-now")
    table.say("clubs")
    assert (table.public.declarer, table.asked) == (2, ("follow", 0))


@pytest.mark.parametrize(
    ("named", "declarer"),
    [("clubs diamonds hearts", 0), ("sans betl spades", 1), ("hearts hearts hearts", 1), ("clubs betl betl", 2)],
)
def test_the_highest_igra_plays_and_of_equal_ones_the_first(named: str, declarer: int) -> None:
    table = seated().say("igra igra igra")
    for seat, name in zip((1, 2, 0), named.split(), strict=True):
        assert table.asked == ("name_game", seat)
        table.say(name)
    assert table.public.declarer == declarer


def test_igra_leaves_the_talon_face_down() -> None:
    table = igra("clubs", "come come")
    assert (table.state.stock, table.public.talon) == (tuple(sorted(map(parse_card, ("HT", "H8")))), 0)
    assert table.hand(1) == HANDS[1]
    assert reason("igra-played") in table.headline
    table.at_random(random.Random(1))
    assert table.outcome.igra
    assert len(table.state.stock) == 2


# The talon and the contract


def test_the_winner_shows_the_talon_takes_it_and_lays_two_cards_away() -> None:
    table = seated().say("two pass pass")
    talon = parse_mask("...T8")
    assert table.public.talon == watch(table.state).public.talon == talon
    assert table.state.hands[1] == parse_mask(HANDS[1]) | talon
    assert table.asked == ("discard", 1)
    table.say("HT CA")
    assert (table.asked, table.state.hands[1].bit_count(), table.state.stock) == (("declare", 1), 10, ())


def test_a_discard_is_its_owners_secret() -> None:
    table = seated().say("two pass pass")
    card = parse_card("HT")
    assert table.game.seen(table.public, card, 1) == card
    assert [table.game.seen(table.public, card, seat) for seat in (0, 2, None)] == [None] * 3
    table.say("HT H8")
    assert {note.action for note in view(table.state, 1).notes} == {card, parse_card("H8")}
    assert view(table.state, 0).notes == watch(table.state).notes == ()


@pytest.mark.parametrize(
    ("auction", "may"),
    [
        ("two pass pass", "clubs diamonds hearts spades betl sans"),
        ("two three four pass pass", "hearts spades betl sans"),
        ("two three pass four five six pass", "betl sans"),
    ],
)
def test_the_game_is_no_lower_than_the_bid(auction: str, may: str) -> None:
    table = seated().say(auction).at_random(random.Random(1), "declare")
    assert table.may() == may
    high = table.public.auction.high or 0
    for name in {"clubs", "diamonds", "hearts", "spades"} - set(may.split()):
        assert refusal(table, name) == reason("below-bid", call=high)
    assert refusal(table, "come") == reason("not-now")


def test_betl_and_sans_have_no_trumps() -> None:
    assert {BETL, SANS}.isdisjoint(TRUMP)
    for contract, trump in (("clubs", 1), ("diamonds", 2), ("hearts", 3), ("spades", 0), ("sans", None)):
        tricks = declared(contract, "come come").public.tricks
        assert tricks is not None
        assert tricks.order.trump == trump
    betl = declared("betl").public.tricks
    assert betl is not None
    assert betl.order.trump is None


# Coming


def test_next_to_declarer_says_first_whether_he_comes() -> None:
    table = declared("clubs")
    assert (table.asked, table.may()) == (("follow", 2), "come dont")
    assert refusal(table, "kontra") == reason("kontra-off")
    assert refusal(table, "invite") == reason("not-now")
    table.say("come")
    assert table.asked == ("follow", 0)
    assert reason("comes", seat=2, needed=2) not in table.headline
    assert reason("comes", seat=2, needed=2) in table.say("dont").headline


def test_nobody_comes_and_there_is_no_play() -> None:
    table = declared("clubs", "dont dont")
    assert table.public.actor is None
    assert table.public.tricks is None
    assert table.outcome.made


@pytest.mark.parametrize(("follow", "comes", "leads"), [("come dont", 2, 1), ("dont come", 0, 1)])
def test_one_comes_and_two_hands_play(follow: str, comes: int, leads: int) -> None:
    table = declared("clubs", follow)
    assert table.public.tricks is not None
    assert set(table.public.tricks.seats) == {1, comes}
    assert table.asked == ("play", leads)
    dead = table.hand(3 - 1 - comes)
    table.at_random(random.Random(2))
    assert table.hand(3 - 1 - comes) == dead
    assert sum(table.outcome.tricks) == 10


def test_both_come_and_all_three_play() -> None:
    table = declared("clubs", "come come").at_random(random.Random(1))
    assert table.public.tricks is not None
    assert len(table.public.tricks.past) == 10
    assert not any(table.state.hands)


def test_in_a_betl_both_must_come() -> None:
    table = declared("betl")
    assert table.asked == ("play", 1)
    assert table.public.comers == (2, 0)
    doubling = declared("betl", options="balkan kontra=kontra")
    assert (doubling.asked, doubling.may()) == (("speak", 2), "moze kontra")
    assert refusal(doubling, "dont") == reason("not-now")


# The play


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_eldest_leads(dealer: int) -> None:
    """Seat 1 declares from every chair."""
    auction = {0: "igra pass pass", 1: "pass pass igra", 2: "pass igra pass"}[dealer]
    table = seated(dealer=dealer).say(auction).say("hearts come come")
    assert table.asked == ("play", (dealer + 1) % 3)
    assert table.public.tricks is not None
    assert table.public.tricks.line == tuple((dealer + i) % 3 for i in (1, 2, 3))


def test_the_eldest_of_those_who_play_leads() -> None:
    """Seat 0 declares; seat 1, the eldest, stays away."""
    assert seated().say("pass pass igra hearts dont come").asked == ("play", 2)


def test_suit_must_be_followed() -> None:
    table = declared("hearts", "come come").say("DK")
    assert table.may() == "D7 D9 DJ"
    assert refusal(table, "HA") == reason("must-follow", suit=2)


def test_one_who_cannot_follow_must_trump() -> None:
    table = seated().say("pass two pass CT CJ hearts come come")
    table.say("C9")
    assert table.asked == ("play", 2)
    assert table.may() == "H8 HT HJ HQ HA"
    assert refusal(table, "S7") == reason("must-trump", suit=3, led=1)


def test_void_without_trumps_is_free() -> None:
    table = seated().say("pass two pass CT CJ sans come come")
    assert table.asked == ("play", 1)
    table.say("C9")
    assert len(table.game.legal(table.view())) == 10


def test_there_is_no_duty_to_beat() -> None:
    table = declared("hearts", "come come").say("SQ S7")
    assert table.may() == "S8 S9 SA"


def test_the_highest_trump_wins_else_the_highest_of_the_suit_led() -> None:
    table = seated().say("pass two pass CT CJ hearts come come")
    table.say("C9 H8 C7")
    assert table.asked == ("play", 2), "the trump"
    table.say("S7 SA SK")
    assert table.asked == ("play", 0), "the ace"
    assert table.public.tricks is not None
    assert table.public.tricks.won == (1, 0, 1)


def test_a_betl_ends_with_declarers_first_trick() -> None:
    table = declared("betl").say("SK S7 S8")
    assert table.public.actor is None
    assert table.outcome.tricks == (0, 1, 0)
    assert not table.outcome.made


def test_a_betl_is_made_after_ten_tricks_without_one() -> None:
    table = declared("betl").agree(6, 0, 4)
    assert table.outcome.made


def test_a_claim_at_the_first_lead_of_a_betl_counts_the_one_trick_that_ends_it() -> None:
    hands = (".QJT98.AKQJT.", "AKQJT987.AK..", "..987.AKQJT98")
    table = Table(balkan(), deck_of(hands, ".7..7", (1, 2, 0)), standing())
    table.say("igra pass pass betl")
    claimed = claim(table.game, view(table.state, 1))
    assert claimed == Settled(tricks=(0, 1, 0))
    assert table.agree(*claimed.tricks).outcome.tricks == (0, 1, 0)
    assert table.row == seated().game.row(outcome("betl", (0, 1, 0), declarer=1, igra=True), standing())


@pytest.mark.parametrize("split", [(0, 1, 0), (0, 10, 0), (4, 4, 2)])
def test_whatever_is_agreed_of_a_betl_that_declarer_loses_is_the_trick_that_ends_it(split: tuple[int, ...]) -> None:
    assert declared("betl").agree(*split).outcome.tricks == (0, 1, 0)


def test_all_hands_stay_closed() -> None:
    for contract in ("clubs", "betl", "sans"):
        assert not any(declared(contract, "" if contract == "betl" else "come come").public.shown)


# What stands on the table


def test_headline_tells_the_bid_the_refe_the_game_and_who_came() -> None:
    table = seated(where=standing(refe=(0, 1, 2))).say("two three")
    open_refe = (reason("open-refe", seat=1, refe=1), reason("open-refe", seat=2, refe=2))
    assert list(table.headline) == [reason("high-bid", seat=2, call=THREE), *open_refe]
    table.say("pass mine pass HT H8 hearts come come")
    came = (reason("comes", seat=2, needed=2), reason("comes", seat=0, needed=2), reason("or-together", needed=4))
    facts = (reason("contract", seat=1, call=table.public.contract or 0), reason("stake", stake=16))
    assert list(table.headline) == [*facts, *came]
    betl = igra("betl")
    facts = (reason("betl", seat=1, call=BETL), reason("igra-played"))
    decided = (reason("comes", seat=2, needed=0), reason("comes", seat=0, needed=0))
    assert betl.headline == (*facts, reason("stake", stake=14), *decided)


@pytest.mark.parametrize(("quota", "enough"), [("two_or_four", True), ("two_each", False), ("two_each_always", False)])
def test_headline_tells_whether_four_tricks_together_are_enough(quota: str, enough: bool) -> None:
    facts = declared("clubs", "come come", f"balkan quota={quota}").headline
    assert (reason("or-together", needed=4) in facts) is enough
    assert reason("or-together", needed=4) not in declared("clubs", "come dont", f"balkan quota={quota}").headline


def test_an_agreed_split_ends_the_deal() -> None:
    table = declared("clubs", "come dont")
    assert table.game.settle(table.state, Settled(tricks=(0, 6, 3))) == reason("split-must-sum", tricks=10)
    assert table.game.settle(table.state, Settled(tricks=(1, 6, 3))) == reason("split-must-sum", tricks=10)
    assert table.game.settle(table.state, Settled(conceded=(1,))) == reason("no-concession")
    assert seated().game.settle(seated().state, Settled(tricks=(0, 6, 4))) == reason("no-tricks-yet")
    assert table.agree(0, 6, 4).outcome.tricks == (0, 6, 4)


def test_refusals_name_the_rule() -> None:
    table = seated()
    assert refusal(table, "SA") == reason("say-a-call")
    assert refusal(table, "two", seat=0) == reason("not-your-turn", seat=1)
    with pytest.raises(IllegalAction):
        table.say("six")
    table.say("two pass pass")
    assert refusal(table, "pass") == reason("play-a-card")
    assert refusal(table, "SA") == reason("not-in-hand", card=parse_card("SA"))


def test_calls_stand_in_the_order_of_their_numbers() -> None:
    calls = balkan().calls
    assert [calls[call - 52] for call in range(TWO, EIGHT + 1)] == list(NAMES)
    assert calls[KONTRA - 52 : MORTKONTRA - 51] == ("kontra", "rekontra", "subkontra", "mortkontra")
