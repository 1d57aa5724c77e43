"""Paston: the deal, the auction, the contract, the whist and the play (seeds 000 and 001)."""

import random

import pytest
from games.paston_table import Table, deck_of, paston, refusal, seated, standing

from prikup.cards import PACK_32, card_text, mask, parse_card, parse_mask
from prikup.errors import IllegalAction, reason
from prikup.game import Redeal, Settled, Void
from prikup.games.paston.rules import DINERI, GLITCH, GUPA, PASTON
from prikup.match import Match
from prikup.state import view, watch

HANDS = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", "J7.J7.QJT.QJT")
PRIKUP = "..7.8"
"""Seat 2 holds the jack and the 7 of spades."""

SEVEN_HELD, JACK_IN_PRIKUP = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", "7.J7.QJT.QJT8"), "J..7."
"""Seat 2 holds the 7."""

BOTH_AWAY, BOTH_IN_PRIKUP = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", ".J7.QJT7.QJT8"), "J7..."

SIX, SIX_PRIKUP = ("QJT987.A.A.A9", "AK.KQJT9.K.KQ", ".87.QJT98.JT8"), "..7.7"
"""Seat 0 is dealt 7 8 9 10 J Q of spades."""


def plain(options: str = "standard", deal: int = 2, dealer: int = 0) -> Table:
    """Hands in which nothing is refused."""
    return seated(HANDS, PRIKUP, options, deal, dealer)


def refused_deck(deck: tuple[int, ...], options: str = "standard", deal: int = 2, dealer: int = 0) -> Redeal:
    dealt = paston(options).deal(deck, standing(deal, dealer))
    assert isinstance(dealt, Redeal)
    return dealt


def declared(contract: str, whist: str = "", options: str = "standard", auction: str = "paston pass pass") -> Table:
    """Seat 1 declares with the plain hands, having laid two low spades away."""
    return plain(options).say(f"{auction} S8 S9 {contract} {whist}")


# The pack and the deal


def test_three_players_and_thirty_two_cards() -> None:
    game = paston()
    assert game.seats == 3
    assert sorted(map(card_text, game.pack)) == sorted(s + r for s in "SCDH" for r in "AKQJT987")


def test_cards_rank_from_ace_to_seven() -> None:
    tricks = declared("glitch", "whist whist").public.tricks
    assert tricks is not None
    for led, suit in ((1, "C"), (3, "H")):
        powers = [tricks.order.power(led, parse_card(suit + rank)) for rank in "AKQJT987"]
        assert powers == sorted(set(powers), reverse=True)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_batches_of_two_from_dealers_left_with_the_prikup_after_the_first_round(dealer: int) -> None:
    deck = (*PACK_32[8:], *PACK_32[:8])
    state = Table(paston(), deck, standing(2, dealer)).state
    for i in range(3):
        dealt = deck[2 * i : 2 * i + 2] + sum((deck[8 + 6 * n + 2 * i : 10 + 6 * n + 2 * i] for n in range(4)), ())
        assert state.hands[(dealer + 1 + i) % 3] == mask(dealt)
    assert state.stock == tuple(sorted(deck[6:8]))
    assert [hand.bit_count() for hand in state.hands] == [10, 10, 10]


def test_anybody_may_deal_first() -> None:
    for dealer in range(3):
        assert Match.begin(paston(), dealer).standing.dealer == dealer
        assert plain(deal=1, dealer=dealer).public.dealer == dealer


def test_seven_of_spades_at_the_bottom_is_shuffled_again() -> None:
    hands = (HANDS[2], HANDS[1], HANDS[0])
    refused = refused_deck(deck_of(hands, PRIKUP, bottom="S7"))
    assert refused.reason == reason("bottom-card", card=parse_card("S7"))
    assert not any(refused.shown)
    assert Table(paston(), deck_of(hands, PRIKUP, bottom="SJ"), standing()).public.phase == "auction"


@pytest.mark.parametrize("deal", [1, 2])
def test_six_spades_without_king_and_ace_are_shown_and_dealt_again(deal: int) -> None:
    refused = refused_deck(deck_of(SIX, SIX_PRIKUP), deal=deal)
    assert refused.reason == reason("six-spades", seat=0)
    assert [bool(shown) for shown in refused.shown] == [True, False, False]
    assert refused.shown[0] == parse_mask(SIX[0])


@pytest.mark.parametrize("honour", ["A", "K"])
def test_six_spades_with_an_honour_are_played(honour: str) -> None:
    other = "K" if honour == "A" else "A"
    hands = (f"{honour}QJT987..A.A9", f"{other}.AKQJT9.K.KQ", SIX[2])
    assert seated(hands, SIX_PRIKUP).public.phase == "auction"


def test_refused_decks_do_not_move_the_deal() -> None:
    """A refused deck never becomes a deal: the standing stays as it was, and the same dealer deals again."""
    match = Match.begin(paston(), 2)
    assert isinstance(match.game.deal(deck_of(SIX, SIX_PRIKUP, dealer=2), match.standing), Redeal)
    assert (match.standing.deal, match.standing.dealer) == (1, 2)


# Who speaks first


def test_first_deal_is_opened_by_the_jack_of_spades() -> None:
    for dealer in range(3):
        assert plain(deal=1, dealer=dealer).public.actor == 2


def test_first_deal_is_opened_by_the_seven_if_the_jack_lies_in_the_prikup() -> None:
    assert seated(SEVEN_HELD, JACK_IN_PRIKUP, deal=1).public.actor == 2
    hands = ("AKQ7.AKQ.98.9", "T98.T98.AK.AK", ".J7.QJT7.QJT8")
    assert seated(hands, "J...7", deal=1).public.actor == 0


def test_first_deal_with_both_in_the_prikup_is_dealt_again() -> None:
    assert refused_deck(deck_of(BOTH_AWAY, BOTH_IN_PRIKUP), deal=1).reason == reason("both-in-prikup")


def test_later_deals_are_opened_by_dealers_left() -> None:
    for dealer in range(3):
        assert plain(deal=2, dealer=dealer).public.actor == (dealer + 1) % 3
    assert seated(BOTH_AWAY, BOTH_IN_PRIKUP, deal=2).public.actor == 1


# The auction


def test_ladder_goes_one_step_at_a_time() -> None:
    table = plain()
    for step in ("paston", "glitch", "dineri", "gupa", "grkha"):
        assert table.may() == f"pass {step}"
        assert [refusal(table, w).key for w in {"paston", "glitch", "dineri", "gupa", "grkha"} - {step}] == [
            "next-step-only"
        ] * 4
        table.say(step)
    assert refusal(plain().say("paston"), "gupa") == reason("next-step-only", call=GLITCH)
    assert refusal(plain(), "grkha") == reason("next-step-only", call=PASTON)


def test_auction_is_clockwise_and_a_pass_is_final() -> None:
    table = plain()
    spoken = []
    for word in ("paston", "pass", "glitch", "dineri", "gupa"):
        spoken.append(table.public.actor)
        table.say(word)
    assert spoken == [1, 2, 0, 1, 0]
    assert table.public.actor == 1
    assert refusal(table, "pass", seat=2) == reason("not-your-turn", seat=1)


def test_auction_ends_when_two_have_passed_and_a_bid_stands() -> None:
    table = plain().say("paston glitch pass pass")
    assert (table.public.phase, table.public.declarer) == ("discard", 2)


def test_third_player_may_still_bid_after_two_passes() -> None:
    table = plain().say("pass pass")
    assert table.may() == "pass paston"
    assert table.say("paston").public.declarer == 0


def test_grkha_ends_the_auction_at_once() -> None:
    table = plain().say("paston glitch dineri gupa grkha")
    assert (table.public.phase, table.public.declarer) == ("discard", 2)


def test_highest_bidder_declares() -> None:
    assert plain().say("paston glitch dineri pass pass").public.declarer == 0


def test_PA9_declarer_may_name_his_bid_or_higher() -> None:
    table = plain().say("paston glitch pass dineri pass")
    assert table.public.declarer == 1
    table.say("S8 S9")
    assert table.may() == "dineri gupa surrender"
    for word in ("paston", "glitch"):
        assert refusal(table, word) == reason("below-bid", call=DINERI)
    assert refusal(table, "grkha") == reason("grkha-not-bid")


def test_PA10_all_pass_makes_the_holder_of_the_spade_declare() -> None:
    table = seated(SEVEN_HELD, JACK_IN_PRIKUP).say("pass pass pass")
    assert table.public.declarer == 2
    table.say("DT HT")
    assert table.may() == "paston glitch dineri gupa surrender"
    assert refusal(table, "grkha") == reason("grkha-not-bid")


def test_all_pass_makes_the_holder_of_the_jack_declare() -> None:
    assert plain(dealer=0).say("pass pass pass").public.declarer == 2
    assert plain(dealer=1).say("pass pass pass").public.declarer == 2
    assert plain(deal=1).say("pass pass pass").public.declarer == 2


def test_all_pass_with_both_in_the_prikup_is_dealt_again_by_the_same_dealer() -> None:
    table = seated(BOTH_AWAY, BOTH_IN_PRIKUP, deal=4, dealer=1).say("pass pass pass")
    assert table.outcome == Void(reason("both-in-prikup"))
    assert table.row.entries == ()
    assert (table.next.dealer, table.winners) == (1, ())


def test_a_void_deal_is_no_deal() -> None:
    match = Match.begin(paston(), 1)
    match = match.close(Void(reason("misdeal")))
    assert (match.standing.deal, match.standing.dealer, match.deals) == (1, 1, 0)
    assert match.standing.totals == ((0, 0, 0),)


# The prikup and the contract


def test_prikup_is_taken_unseen() -> None:
    table = plain().say("paston pass pass")
    taken = mask(map(parse_card, ("D7", "H8")))
    assert table.state.hands[1] & taken == taken
    assert {note.action for note in table.view(1).notes if note.kind == "took"} == {parse_card("D7"), parse_card("H8")}
    for seen in (table.view(0), table.view(2), watch(table.state)):
        assert not seen.notes
        assert not any(seen.public.shown)
        assert sum(cell.size for cell in table.game.unknown(seen)) == (22 if seen.seat is not None else 32)


def test_declarer_lays_any_two_cards_away() -> None:
    table = plain().say("paston pass pass")
    assert len(table.may().split()) == 12
    assert {"D7", "H8"} <= set(table.may().split())
    table.say("D7")
    assert len(table.may().split()) == 11
    table.say("HA")
    assert table.hand(1) == "T98.T98.AK.K8"
    assert table.public.phase == "declare"


def test_a_discard_is_its_owners_secret() -> None:
    table = plain().say("paston pass pass")
    card = parse_card("D7")
    told = [table.game.seen(table.public, card, seat) for seat in (None, 0, 1, 2)]
    assert told == [None, None, card, None]
    before = table.view(0), table.view(2)
    other = plain().say("paston pass pass HK").view(0)
    assert table.say("D7").view(0) == other != before[0]


def test_grkha_must_be_named_if_it_was_bid() -> None:
    table = plain().say("paston glitch pass dineri gupa grkha S8 S9")
    assert table.may() == "grkha surrender"
    assert refusal(table, "paston") == refusal(table, "gupa") == reason("grkha-only")


def test_paston_and_grkha_both_make_spades_trump() -> None:
    for contract, auction in (("paston", "paston pass pass"), ("grkha", "paston glitch pass dineri gupa grkha")):
        tricks = declared(contract, "whist whist", auction=auction).public.tricks
        assert tricks is not None
        assert tricks.order.trump == 0


@pytest.mark.parametrize(("contract", "trump"), [("glitch", 1), ("dineri", 2), ("gupa", 3)])
def test_trump_suits(contract: str, trump: int) -> None:
    tricks = declared(contract, "whist pass").public.tricks
    assert tricks is not None
    assert tricks.order.trump == trump


def test_surrender_ends_the_deal() -> None:
    table = declared("surrender")
    assert table.public.phase == "over"
    assert table.public.tricks is None
    assert table.headline == (reason("declarer-gives-up", seat=1),)


def test_surrender_is_possible_whatever_was_bid() -> None:
    for auction in ("pass pass pass", "paston pass pass", "paston glitch dineri gupa pass pass"):
        table = plain().say(auction).at_random(random.Random(1), "declare")
        assert table.may().endswith(" surrender")


# The whist


def test_declarers_left_speaks_first_and_then_the_other() -> None:
    table = declared("dineri")
    assert (table.public.actor, table.may()) == (2, "whist pass")
    table.say("pass")
    assert (table.public.actor, table.may()) == (0, "whist pass")


def test_both_pass_and_there_is_no_play() -> None:
    table = declared("dineri", "pass pass")
    assert table.public.phase == "over"
    assert table.public.tricks is None


def test_both_whist_and_three_play() -> None:
    table = declared("dineri", "whist whist")
    assert table.public.tricks is not None
    assert table.public.tricks.seats == (1, 2, 0)
    assert table.public.whisters == (2, 0)


@pytest.mark.parametrize(("whist", "seats"), [("whist pass", (1, 2)), ("pass whist", (1, 0))])
def test_a_passer_is_out_of_the_play(whist: str, seats: tuple[int, ...]) -> None:
    table = declared("dineri", whist)
    passer = 3 - sum(seats)
    hand = table.state.hands[passer]
    assert table.public.tricks is not None
    assert table.public.tricks.seats == seats
    table.at_random(random.Random(3))
    assert table.state.hands[passer] == hand
    assert not any(table.public.shown)
    assert all(len(trick.cards) == 2 for trick in table.public.tricks.past)


def test_headline_tells_bid_contract_and_what_is_owed() -> None:
    table = plain()
    bid, won = reason("high-bid", seat=2, call=GLITCH), reason("won-with", seat=2, call=GLITCH)
    contract = reason("contract", seat=2, call=GUPA, needed=6)
    words = ("", "paston glitch", "pass pass D7 H8", "gupa", "whist", "whist")
    told = [table.say(said).headline for said in words]
    owed = (reason("owes", seat=0, quota=2), reason("owes", seat=1, quota=2))
    assert told == [(), (bid,), (won,), (contract,), (contract, reason("whists", seat=0)), (contract, *owed)]
    alone = declared("gupa", "pass whist")
    assert alone.public.declarer == 1
    assert alone.headline[1:] == (reason("owes", seat=0, quota=4), reason("not-playing", seat=2))
    assert plain().say("pass pass pass").headline == (reason("forced", seat=2),)


# The play


def test_declarer_leads_any_card_and_play_is_clockwise() -> None:
    table = declared("dineri", "whist whist")
    assert table.public.actor == 1
    assert len(table.may().split()) == 10
    table.say("CT")
    assert table.public.actor == 2
    table.say("C7")
    assert table.public.actor == 0


def test_suit_must_be_followed() -> None:
    table = declared("dineri", "whist whist").say("CT")
    assert table.may() == "C7 CJ"
    assert refusal(table, "DQ") == reason("must-follow", suit=1)
    assert refusal(table, "S8") == reason("not-in-hand", card=parse_card("S8"))


def spades_against_hearts() -> Table:
    """Glitch is trump. Seat 1 has all the spades and no trump; the lone whister, 2, seven hearts and one trump."""
    hands = (".AKQJT98.KQJ.", "AKQJT987..9.7", ".7.A8.AKQJT98")
    return seated(hands, "..T7.").say("paston pass pass DT D7 glitch whist pass")


def test_PA12_void_must_trump() -> None:
    table = spades_against_hearts().say("H7 H8 HA S7 HK S8 HQ S9 HJ ST HT SJ H9 SQ D8 D9 SA")
    assert table.hand(2) == ".7.A."
    assert table.may() == "C7"
    assert refusal(table, "DA") == reason("must-trump", suit=1, led=0)


def test_void_without_trumps_is_free() -> None:
    table = spades_against_hearts().say("SA")
    assert table.may() == "C7"
    table.say("C7 HA")
    assert table.may() == "H7"
    table.say("H7 HK")
    assert table.hand(1) == "KQJT987..9."
    assert len(table.may().split()) == 8


def test_no_duty_to_overtrump_or_to_beat() -> None:
    hands = ("AQ.AKQ8.AK98.", "T9...AKQJT987", "KJ87.J7.QJT7.")
    table = seated(hands, ".T9..").say("paston pass pass CT C9 glitch whist whist HA CJ")
    assert table.may() == "C8 CQ CK CA"
    table.say("C8 DT")
    assert table.may() == "D8 D9 DK DA"


def test_highest_trump_wins_else_the_highest_of_the_suit_led() -> None:
    table = declared("dineri", "whist whist").say("CT C7 CA")
    assert table.public.tricks is not None
    assert (table.public.actor, table.public.tricks.won) == (0, (1, 0, 0))
    table.say("CK C8 CJ CQ C9")
    assert table.may() == "DT DJ DQ"
    table.say("DT")
    assert table.public.tricks is not None
    assert (table.public.actor, table.public.tricks.won) == (2, (2, 0, 1))


def test_all_ten_tricks_are_played() -> None:
    table = declared("dineri", "whist whist").at_random(random.Random(5))
    assert table.public.tricks is not None
    assert len(table.public.tricks.past) == 10
    assert not any(table.state.hands)
    assert sum(table.public.tricks.won) == 10


def test_tricks_that_are_left_may_be_split_by_agreement() -> None:
    table = declared("dineri", "whist whist").say("CT C7 CA").agree(3, 4, 2)
    assert table.public.phase == "over"
    assert table.public.tricks is not None
    assert table.public.tricks.won == (4, 4, 2)


def test_agreements_the_rules_do_not_know() -> None:
    table = declared("dineri", "whist pass")
    assert table.game.settle(table.state, Settled(tricks=(0, 4, 5))) == reason("split-must-sum", tricks=10)
    assert table.game.settle(table.state, Settled(tricks=(1, 4, 5))) == reason("split-must-sum", tricks=10)
    assert table.game.settle(table.state, Settled(conceded=(1,))) == reason("no-concession")
    assert plain().game.settle(plain().state, Settled(tricks=(5, 5, 0))) == reason("no-tricks-yet")


def test_refusals_name_the_rule() -> None:
    table = plain()
    assert refusal(table, "SA") == reason("say-a-call")
    assert refusal(table, "surrender") == refusal(table, "whist") == reason("not-now")
    assert refusal(table.say("paston pass pass"), "pass") == reason("play-a-card")
    assert refusal(table.say("S8 S9"), "whist") == reason("not-now")
    assert refusal(table.say("paston"), "gupa") == reason("not-now")
    assert refusal(table.say("pass pass"), "pass", seat=0) == reason("deal-over")
    with pytest.raises(IllegalAction, match=r"seat 1 cannot grkha: next-step-only call=53 \(legal: pass paston\)"):
        plain().say("grkha")


def test_legal_is_empty_for_everybody_but_the_actor() -> None:
    table = plain()
    assert table.game.legal(view(table.state, 0)) == table.game.legal(watch(table.state)) == ()
