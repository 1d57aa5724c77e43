"""Paston: the deal, the auction, the contract, the whist and the play (source texts 000 and 001)."""

import random

import pytest
from games.paston_table import BOTH_AWAY, HANDS, PRIKUP, SIX, Table, dealt_table, deck_of, paston, standing
from games.table import check

from prikup.rules.cards import PACK_32, card_text, mask, parse_card, parse_mask
from prikup.rules.errors import IllegalAction, reason
from prikup.rules.game import AgreedEnd, Redeal
from prikup.rules.game_scoring import VoidDeal
from prikup.rules.match import Match
from prikup.rules.state import watch

SEVEN_HELD, JACK_IN_PRIKUP = ("AKQ.AKQ.98.97", "T98.T98.AK.AK", "7.J7.QJT.QJT8"), "J..7."
"""Seat 2 holds the 7."""


def plain(options: str = "standard", deal: int = 2, dealer: int = 0) -> Table:
    """Return a table with hands that the rules accept."""
    return dealt_table(HANDS, PRIKUP, options, deal, dealer)


def play(text: str) -> None:
    """Check a table of cases with the plain hands: seat 1 calls first, then 2, then 0."""
    check(lambda options: plain(f"standard {options}"), text)


def refused_deck(deck: tuple[int, ...], options: str = "standard", deal: int = 2, dealer: int = 0) -> Redeal:
    redeal = paston(options).deal(deck, standing(deal, dealer))
    assert isinstance(redeal, Redeal)
    return redeal


def table_after_contract(
    contract: str, whist: str = "", options: str = "standard", auction: str = "paston pass pass"
) -> Table:
    """Return a table at which seat 1 declares with the plain hands, after discarding two low spades."""
    return plain(options).say(f"{auction} S8 S9 {contract} {whist}")


# The pack and the deal


def test_paston_has_three_players_and_32_cards() -> None:
    game = paston()
    assert game.seats == 3
    assert sorted(map(card_text, game.pack)) == sorted(s + r for s in "SCDH" for r in "AKQJT987")


def test_paston_cards_rank_from_ace_to_seven() -> None:
    tricks = table_after_contract("glitch", "whist whist").public.tricks
    assert tricks is not None
    for led_suit, suit in ((1, "C"), (3, "H")):
        powers = [tricks.order.power(led_suit, parse_card(suit + rank)) for rank in "AKQJT987"]
        assert powers == sorted(set(powers), reverse=True)


def test_paston_deal_gives_pairs_with_prikup_after_first_round() -> None:
    """Any player may deal first."""
    deck = (*PACK_32[8:], *PACK_32[:8])
    for dealer in range(3):
        assert Match.begin(paston(), dealer).standing.dealer == plain(deal=1, dealer=dealer).public.dealer == dealer
        state = Table(paston(), deck, standing(2, dealer)).state
        for i in range(3):
            later = sum((deck[8 + 6 * n + 2 * i : 10 + 6 * n + 2 * i] for n in range(4)), ())
            assert state.hands[(dealer + 1 + i) % 3] == mask(deck[2 * i : 2 * i + 2] + later)
        assert state.stock == tuple(sorted(deck[6:8]))
        assert [hand.bit_count() for hand in state.hands] == [10, 10, 10]


def test_paston_deck_with_seven_of_spades_at_bottom_is_reshuffled() -> None:
    hands = (HANDS[2], HANDS[1], HANDS[0])
    redeal = refused_deck(deck_of(hands, PRIKUP, bottom="S7"))
    assert redeal.reason == reason("bottom-card", card=parse_card("S7"))
    assert not any(redeal.revealed_hands)
    assert Table(paston(), deck_of(hands, PRIKUP, bottom="SJ"), standing()).public.phase == "auction"


def test_paston_six_spades_without_ace_and_king_are_shown_and_redealt() -> None:
    for deal in (1, 2):
        redeal = refused_deck(deck_of(*SIX), deal=deal)
        assert redeal.reason == reason("six-spades", seat=0)
        assert redeal.revealed_hands == (parse_mask(SIX[0][0]), 0, 0)
    for honour, other_honour in ("AK", "KA"):
        hands = (f"{honour}QJT987..A.A9", f"{other_honour}.AKQJT9.K.KQ", SIX[0][2])
        assert dealt_table(hands, SIX[1]).public.phase == "auction", "with an honour they are played"


# The first to call


def test_paston_first_deal_is_opened_by_holder_of_jack_or_seven() -> None:
    """The holder of the jack of spades opens; of the 7 if the jack is in the prikup; with both there it is redealt."""
    for dealer in range(3):
        assert plain(deal=1, dealer=dealer).public.actor == 2
    assert dealt_table(SEVEN_HELD, JACK_IN_PRIKUP, deal=1).public.actor == 2
    assert dealt_table(("AKQ7.AKQ.98.9", HANDS[1], ".J7.QJT7.QJT8"), "J...7", deal=1).public.actor == 0
    assert refused_deck(deck_of(*BOTH_AWAY), deal=1).reason == reason("both-in-prikup")


def test_paston_later_deals_are_opened_left_of_dealer() -> None:
    for dealer in range(3):
        assert plain(deal=2, dealer=dealer).public.actor == (dealer + 1) % 3
    assert dealt_table(*BOTH_AWAY, deal=2).public.actor == 1


# The auction


def test_paston_auction_follows_default_rules() -> None:
    play("""
        # The ladder goes one step at a time
                                       | may pass paston | not glitch dineri gupa grkha: next-step-only call=paston
        paston                         | may pass glitch | not paston dineri gupa grkha: next-step-only call=glitch
        + glitch                       | may pass dineri | not paston glitch gupa grkha: next-step-only call=dineri
        + dineri                       | may pass gupa   | not paston glitch dineri grkha: next-step-only call=gupa
        + gupa                         | may pass grkha  | not paston glitch dineri gupa: next-step-only call=grkha
        # Grkha ends it at once
        + grkha                        | asked discard 2 | declarer 2
        # It is clockwise, and a pass is final
        paston                         | asked auction 2
        + pass                         | asked auction 0
        + glitch                       | asked auction 1
        + dineri                       | asked auction 0
        + gupa                         | asked auction 1 | not pass@2: not-your-turn seat=1
        # It ends when two have passed and a bid stands: the highest bidder declares
        paston glitch pass pass        | asked discard 2 | declarer 2
        paston glitch dineri pass pass | declarer 0
        # The third player may still bid after two passes
        pass pass                      | may pass paston
        + paston                       | declarer 0
        # PA9: declarer may name the bid or higher
        paston glitch pass dineri pass | declarer 1
        + S8 S9                        | may dineri gupa surrender | not paston glitch: below-bid call=dineri
        +                              | not grkha: grkha-not-bid
        # Grkha must be named if it was bid
        paston glitch pass dineri gupa grkha S8 S9 | may grkha surrender | not paston gupa: grkha-only
    """)


def test_paston_all_pass_makes_holder_of_jack_declare() -> None:
    """PA10: the holder of the 7, if the jack is in the prikup."""
    for dealer, deal in ((0, 2), (1, 2), (0, 1)):
        assert plain(dealer=dealer, deal=deal).say("pass pass pass").public.declarer == 2
    check(
        lambda options: dealt_table(SEVEN_HELD, JACK_IN_PRIKUP),
        """
        pass pass pass | declarer 2
        + DT HT        | may paston glitch dineri gupa surrender | not grkha: grkha-not-bid
        """,
    )


def test_paston_all_pass_with_jack_and_seven_in_prikup_is_redealt() -> None:
    table = dealt_table(*BOTH_AWAY, deal=4, dealer=1).say("pass pass pass")
    assert table.outcome == VoidDeal(reason("both-in-prikup"))
    assert table.row.entries == ()
    assert (table.next.dealer, table.winners) == (1, ())


# The prikup and the contract


def test_paston_prikup_is_hidden_from_all_but_declarer() -> None:
    table = plain().say("paston pass pass")
    prikup_cards = mask(map(parse_card, ("D7", "H8")))
    assert table.state.hands[1] & prikup_cards == prikup_cards
    assert {note.action for note in table.view(1).notes if note.kind == "took"} == {parse_card("D7"), parse_card("H8")}
    for view in (table.view(0), table.view(2), watch(table.state)):
        assert not view.notes
        assert not any(view.public.shown)
        assert sum(cell.size for cell in table.game.analysis.hidden_cells(view)) == (
            22 if view.seat is not None else 32
        )


def test_paston_declarer_discards_any_two_cards_in_secret() -> None:
    play("""
        paston pass pass | count 12 | offers D7 H8
        + D7             | count 11
        + HA             | asked declare 1 | hand 1 T98.T98.AK.K8
    """)
    table, card = plain().say("paston pass pass"), parse_card("D7")
    assert [table.game.visible_action(table.public, card, seat) for seat in (None, 0, 1, 2)] == [None, None, card, None]
    old_view, expected_view = table.view(0), plain().say("paston pass pass HK").view(0)
    assert table.say("D7").view(0) == expected_view != old_view


def test_paston_contract_sets_trump_suit() -> None:
    """Paston and grkha both make spades trump."""
    play("""
        paston pass pass S8 S9 paston whist whist                    | trump S
        paston pass pass S8 S9 glitch whist pass                     | trump C
        paston pass pass S8 S9 dineri whist pass                     | trump D
        paston pass pass S8 S9 gupa whist pass                       | trump H
        paston glitch pass dineri gupa grkha S8 S9 grkha whist whist | trump S
    """)


def test_paston_surrender_ends_the_deal() -> None:
    """A surrender is possible after any bid."""
    play("""
        paston pass pass S8 S9 surrender          | asked over | won unplayed | headline declarer-gives-up seat=1
        pass pass pass DT HT                      | last surrender
        paston pass pass S8 S9                    | last surrender
        paston glitch dineri gupa pass pass S8 S9 | last surrender
    """)


# The whist


def test_paston_whist_follows_default_rules() -> None:
    play("""
        # Declarer's left speaks first, and then the other
        paston pass pass S8 S9 dineri             | asked whist 2 | may whist pass
        + pass                                    | asked whist 0 | may whist pass
        # Both pass and there is no play; both whist and three play; a passer is out of the play
        + pass                                    | asked over | won unplayed
        paston pass pass S8 S9 dineri whist whist | seats 120
        paston pass pass S8 S9 dineri whist pass  | seats 12
        paston pass pass S8 S9 dineri pass whist  | seats 10
    """)
    for whist, passer in (("whist pass", 0), ("pass whist", 2)):
        table = table_after_contract("dineri", whist)
        hand = table.state.hands[passer]
        table.play_randomly(random.Random(3))
        assert table.state.hands[passer] == hand
        assert not any(table.public.shown)
        assert table.public.tricks is not None
        assert all(len(trick.cards) == 2 for trick in table.public.tricks.past)


def test_paston_headline_names_bid_contract_and_quotas() -> None:
    play("""
                          | headline
        paston glitch     | headline high-bid seat=2 call=glitch
        + pass pass D7 H8 | headline won-with seat=2 call=glitch
        + gupa            | headline contract seat=2 call=gupa needed=6
        + whist           | headline contract seat=2 call=gupa needed=6; whists seat=0
        + whist           | says owes seat=0 quota=2 | says owes seat=1 quota=2 | silent whists seat=0
        paston pass pass S8 S9 gupa pass whist | says owes seat=0 quota=4 | says not-playing seat=2
        pass pass pass    | headline forced seat=2
    """)


# The play


def test_paston_card_play_follows_default_rules() -> None:
    play("""
        # Declarer leads any card, and play is clockwise; suit must be followed
        paston pass pass S8 S9 dineri whist whist | asked play 1 | count 10
        + CT             | asked play 2 | may C7 CJ | not DQ: must-follow suit=1 | not S8: not-in-hand card=S8
        + C7             | asked play 0
        # The highest trump wins, else the highest of the suit led
        + CA             | asked play 0 | won 1 0 0
        + CK C8 CJ CQ C9 | may DT DJ DQ
        + DT             | asked play 2 | won 2 0 1
    """)


def spades_against_hearts(options: str) -> Table:
    """Return a deal with glitch as trump: seat 1 has all spades, the lone whister (2) seven hearts and a trump."""
    hands = (".AKQJT98.KQJ.", "AKQJT987..9.7", ".7.A8.AKQJT98")
    return dealt_table(hands, "..T7.").say("paston pass pass DT D7 glitch whist pass")


def test_paston_player_unable_to_follow_must_trump() -> None:
    """PA12. A player void in the suit and in trumps may play any card; there is no duty to overtrump or to beat."""
    check(
        spades_against_hearts,
        """
        H7 H8 HA S7 HK S8 HQ S9 HJ ST HT SJ H9 SQ D8 D9 SA | hand 2 .7.A.
        +                                                  | may C7 | not DA: must-trump suit=1 led=0
        SA                                                 | may C7
        + C7 HA                                            | may H7
        + H7 HK                                            | hand 1 KQJT987..9. | count 8
        """,
    )
    hands = ("AQ.AKQ8.AK98.", "T9...AKQJT987", "KJ87.J7.QJT7.")
    check(
        lambda options: dealt_table(hands, ".T9.."),
        """
        paston pass pass CT C9 glitch whist whist HA CJ | may C8 CQ CK CA
        + C8 DT                                         | may D8 D9 DK DA
        """,
    )


def test_paston_play_has_ten_tricks() -> None:
    table = table_after_contract("dineri", "whist whist").play_randomly(random.Random(5))
    assert table.public.tricks is not None
    assert (len(table.public.tricks.past), sum(table.public.tricks.won)) == (10, 10)
    assert not any(table.state.hands)


def test_paston_remaining_tricks_may_be_split_by_agreement() -> None:
    table = table_after_contract("dineri", "whist whist").say("CT C7 CA").agree(3, 4, 2)
    assert table.public.phase == "over"
    assert table.public.tricks is not None
    assert table.public.tricks.won == (4, 4, 2)
    # Limits of the rules
    table = table_after_contract("dineri", "whist pass")
    assert table.game.settle(table.state, AgreedEnd(tricks=(0, 4, 5))) == reason("split-must-sum", tricks=10)
    assert table.game.settle(table.state, AgreedEnd(tricks=(1, 4, 5))) == reason("split-must-sum", tricks=10)
    assert table.game.settle(table.state, AgreedEnd(conceding_seats=(1,))) == reason("no-concession")
    assert plain().game.settle(plain().state, AgreedEnd(tricks=(5, 5, 0))) == reason("no-tricks-yet")


def test_paston_refusal_names_the_rule() -> None:
    play("""
                         | not SA: say-a-call | not surrender whist: not-now
        paston pass pass | not pass: play-a-card
        + S8 S9          | not whist: not-now
        + paston         | not gupa: not-now
        + pass pass      | not pass@0: deal-over
    """)
    with pytest.raises(IllegalAction, match=r"seat 1 cannot grkha: next-step-only call=53 \(legal: pass paston\)"):
        plain().say("grkha")
