"""Preferans: the deal, the auction, the talon and the contract (source text 004), under that text's own rules.

By default A (seat 0) is eldest hand and C deals; with four D deals and sits out.
"""

from itertools import product

from games.preferans_table import call, dealt_table, preferans, prepared_table, standing, table_after_contract
from games.table import check, refusal

from prikup.games.preferans.calls import MISERE
from prikup.rules.cards import PACK_32, card_text, mask, parse_card, parse_mask
from prikup.rules.errors import reason
from prikup.rules.state import Announcement, watch

FOUR = "sochi players=4"
SUITS = ("S", "C", "D", "H", "NT")


# The pack and the deal


def test_preferans_has_three_or_four_seats_and_32_cards() -> None:
    for seats in (3, 4):
        game = preferans(f"sochi players={seats}")
        assert (game.seats, len(game.sides)) == (seats, seats)
        assert sorted(map(card_text, game.pack)) == sorted(s + r for s in "SCDH" for r in "AKQJT987")


def test_preferans_cards_rank_from_ace_to_seven_with_ten_below_jack() -> None:
    tricks = table_after_contract("6H").public.tricks
    assert tricks is not None
    for suit, letter in ((0, "S"), (3, "H")):
        powers = [tricks.order.power(suit, parse_card(letter + rank)) for rank in "AKQJT987"]
        assert powers == sorted(set(powers), reverse=True)


def test_preferans_deal_gives_pairs_with_talon_after_chosen_round() -> None:
    """By default after the first round, by agreement after another one but the last (R52)."""
    deck = (*PACK_32[8:], *PACK_32[:8])
    assert preferans().options.talon_after_round == 1
    for seats, round_count in product((3, 4), range(1, 5)):
        rules = preferans(f"sochi players={seats} talon_after_round={round_count}")
        talon = slice(6 * round_count, 6 * round_count + 2)
        dealt_cards = deck[: talon.start] + deck[talon.stop :]
        for dealer in range(seats):
            state = rules.deal(deck, standing(rules, dealer=dealer))
            assert state.stock == deck[talon]
            for i in range(3):
                pairs = (dealt_cards[6 * n + 2 * i : 6 * n + 2 * i + 2] for n in range(5))
                assert state.hands[(dealer + 1 + i) % seats] == mask(sum(pairs, ()))
            assert sum(hand.bit_count() for hand in state.hands) == 30
            assert state.public.turn == (dealer + 1) % seats


# The auction


def test_preferans_bids_rank_by_tricks_then_suit() -> None:
    levels = [[f"{n}{suit}" for suit in SUITS] for n in range(6, 11)]
    ladder = [*levels[0], *levels[1], *levels[2], "misere", *levels[3], *levels[4]]
    assert dealt_table().may().split() == ["pass", *ladder]
    for n, bid in enumerate(ladder):
        assert dealt_table().say(f"pass {bid}").may().split() == ["pass", *ladder[n + 1 :]]


def test_preferans_auction_follows_default_rules() -> None:
    check(
        dealt_table,
        """
        # Eldest hand speaks first, and a pass is final
                          | asked auction A
        6S                | asked auction B
        + pass 6C         | asked auction A
        + 6C              | asked auction C
        # A bid must be higher, and may jump
        7C                | not 7C 7S 6NT: bid-higher call=7D
        + 9H 9NT          | not 9D: bid-higher call=9NT
        8NT               | not 8H: bid-higher call=misere
        9NT               | not 9H: bid-higher call=10S
        6S 10NT pass pass | declarer B
        # R22: eldest hand alone may equal a bid, and not with the first
        6S 6C pass        | offers 6C
        + 6C              | asked auction B | first pass 6D | not 6C: bid-higher call=6D
        + 6D 6D pass      | declarer A
        6S 6C             | not 6C: bid-higher call=6D
        + 6D              | offers 6D
        + 6D              | not 6D: bid-higher call=6H
        # R23: misère is a player's only bid; a second one is none
        6S misere pass    | may pass 9S 9C 9D 9H 9NT 10S 10C 10D 10H 10NT
        +                 | not 6C 8NT: bid-higher call=9S | not misere: misere-only-first
        + 9S              | may pass | not 9C misere: misere-stands-alone
        misere            | not misere: bid-higher call=9S
        # Nothing is higher than ten without trumps, but eldest hand may bid the same
        6S 10NT           | may pass | not 10H 10NT: no-higher-bid
        + pass            | may pass 10NT
        # Bids of other house rules
                          | not misere-hand: bid-not-played call=misere-hand | not 9-hand: bid-not-played call=9-hand
        # It ends when two have passed and a bid stands; the third may still bid; after three passes it is raspasy
        pass 6S 7D pass   | asked discard C | declarer C
        pass pass         | asked auction C | first pass 6S
        + 6S              | declarer C
        pass pass pass    | asked play A | declarer nobody
        """,
    )
    assert dealt_table("sochi", dealer=0).say("6S 6C pass 6C").public.auction.holder == 1, "B is eldest where A deals"


def test_preferans_raspasy_in_a_row_raise_lowest_bid() -> None:
    """R26."""
    for way_out, levels in (("6-7-8", "6788"), ("6-7-7", "6777"), ("cyclic", "6786"), ("6", "6666")):
        for n, level in enumerate(levels):
            table = dealt_table(f"sochi raspasy_exit={way_out}", raspasy=n)
            assert table.may().split()[1] == f"{level}S"
            assert "misere" in table.may().split()
            if level > "6":
                assert refusal(table, "6NT") == reason("bid-from-level", level=int(level))
            assert table.headline == ((reason("lowest-bid", level=int(level)),) if level > "6" else ())
            assert table.say(f"{level}S").may().split()[1] == f"{level}C"


# The talon and the contract


def test_preferans_declarer_shows_and_takes_talon() -> None:
    table = prepared_table().say("6S pass pass")
    hearts = (parse_card("HK"), parse_card("HA"))
    assert table.public.said[-2:] == tuple(Announcement(0, card) for card in hearts)
    assert watch(table.state).public.talon == hearts
    assert table.state.hands[0] == parse_mask("AKQJT987.87..AK")
    assert table.state.stock == ()


def test_preferans_declarer_discards_any_two_cards_in_secret() -> None:
    table = prepared_table().say("6S pass pass")
    assert (table.prompt, len(table.may().split())) == (("discard", 0), 12)
    card = parse_card("HA")
    assert [table.game.visible_action(table.public, card, seat) for seat in (0, 1, 2, None)] == [card, None, None, None]
    table.say("HA S7")
    assert (table.prompt, table.hand(0)) == (("declare", 0), "AKQJT98.87..K")
    assert [len(notes) for notes in table.state.notes] == [2, 0, 0]
    assert not any(table.public.shown)


def test_R24_preferans_contract_is_at_least_the_bid() -> None:
    """A player who bid misère plays misère."""
    all_bids = " ".join(f"{n}{suit}" for n in range(6, 11) for suit in SUITS)
    check(
        lambda options: prepared_table(),
        f"""
        6S pass pass     | away declare | may {all_bids} | not misere: misere-is-bid
        7D pass pass     | away declare | first 7D | not 7C: below-bid call=7D | not pass: not-now
        + 8S             | asked whist B
        misere pass pass | away play | asked play A
        """,
    )
    assert prepared_table().say("misere pass pass").discard().public.contract == MISERE
    assert prepared_table().say("7D pass pass").discard().say("8S").public.contract == call("8S")
