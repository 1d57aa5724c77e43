"""Balkan Preferans: the deal, the auction, the talon, coming and the play (source text 004, and public Serbian rules).

Seat 0 deals: 1 calls first, then 2, then 0. Every table is compared with the second implementation of the rules.
"""

from games.balkan_table import HANDS, Table, balkan, dealt_table, deck_of, standing
from games.table import check

from prikup.claims import bot_claim
from prikup.games.balkan.calls import BETL, EIGHT, KONTRA, MORTKONTRA, SANS, TRUMP, TWO
from prikup.rules.cards import PACK_32, card_text, mask, parse_card, parse_mask
from prikup.rules.errors import reason
from prikup.rules.game import AgreedEnd
from prikup.rules.match import Match
from prikup.rules.state import view, watch

NAMES = ("two", "three", "four", "five", "six", "seven", "eight")


def play(text: str) -> None:
    """Check a table of cases."""
    check(lambda options: dealt_table(f"balkan {options}"), text)


def table_after_contract(contract: str, follow: str = "", options: str = "balkan") -> Table:
    """Return a table at which seat 1 declares, after discarding two clubs: SKQJ, CA, DKQ, HKT87."""
    return dealt_table(options).say(f"two pass pass C9 C8 {contract} {follow}")


# The pack and the deal


def test_balkan_has_three_players_and_32_cards() -> None:
    rules = balkan()
    assert (rules.seats, rules.sides) == (3, ((0,), (1,), (2,)))
    assert sorted(map(card_text, rules.pack)) == sorted(s + r for s in "SCDH" for r in "AKQJT987")


def test_balkan_cards_rank_from_ace_to_seven_with_ten_below_jack() -> None:
    tricks = table_after_contract("clubs", "come come").public.tricks
    assert tricks is not None
    for led_suit, suit in ((1, "C"), (3, "H")):
        powers = [tricks.order.power(led_suit, parse_card(suit + rank)) for rank in "AKQJT987"]
        assert powers == sorted(set(powers), reverse=True)


def test_balkan_deal_gives_five_cards_then_talon_then_five() -> None:
    """Any player may deal first."""
    deck = (*PACK_32[8:], *PACK_32[:8])
    for dealer in range(3):
        assert Match.begin(balkan(), dealer).standing.dealer == dealer
        state = balkan().deal(deck, standing(dealer))
        for i in range(3):
            hand_cards = deck[5 * i : 5 * i + 5] + deck[17 + 5 * i : 22 + 5 * i]
            assert state.hands[(dealer + 1 + i) % 3] == mask(hand_cards)
        assert state.stock == tuple(sorted(deck[15:17]))
        assert [hand.bit_count() for hand in state.hands] == [10, 10, 10]


# The auction


def test_balkan_auction_follows_default_rules() -> None:
    play("""
        # Who sits left of the dealer begins; numbers go up one step at a time
                        | asked auction 1
        +               | may pass two igra | not three: next-number-only call=two | not mine: nothing-to-hold
        two             | may pass three igra | not two: bid-higher call=two | not four: next-number-only call=three
        +               | not mine: not-senior call=two | not hearts: not-now
        # The senior may hold the number, and the other must exceed it
        two three pass  | asked auction 1 | may pass mine four
        + mine          | headline high-bid seat=1 call=three | asked auction 2 | may pass four
        +               | not mine: not-senior call=three
        + four          | may pass mine five
        + pass          | declarer 2
        # Senior is whoever spoke before the holder: of three, each to those behind; with the eldest gone, the second
        two three four mine | asked auction 2 | may pass five
        + five          | asked auction 0 | may pass six
        + pass          | asked auction 1 | may pass mine six
        pass two three  | asked auction 2 | may pass mine four
        # A pass is final; two passes end it when a number stands
        + mine          | asked auction 0
        + pass          | asked discard 2 | declarer 2
        # The third may still bid after two passes
        pass pass       | may pass two igra
        + two           | declarer 0
        # Nobody is asked who could only pass: seven, held by the eldest, cannot be beaten
        two three pass four five six seven | asked auction 1 | may pass mine
        + mine          | asked discard 1 | headline won-with seat=1 call=seven
        # All pass, and nothing is played
        pass pass pass  | asked over | declarer nobody
    """)


# Igra


def test_balkan_igra_follows_default_rules() -> None:
    play("""
        # It is a first word only, after passes too
        two three four                      | asked auction 1 | not igra: igra-first-word-only
        pass pass igra                      | asked name_game 0
        # It beats every number, and only who has not spoken is asked
        two igra                            | asked auction 0 | may pass igra | headline says-igra seat=2
        +                                   | not three mine: igra-beats-numbers
        + pass                              | asked name_game 2
        # A lone caller names any game
        two igra pass                       | may clubs diamonds hearts spades betl sans | not come: not-now
        + clubs                             | declarer 2 | asked follow 0
        # The highest plays, and of equal ones the first
        igra igra igra                      | asked name_game 1
        + clubs                             | asked name_game 2
        + diamonds                          | asked name_game 0
        + hearts                            | declarer 0
        igra igra igra sans betl spades     | declarer 1
        igra igra igra hearts hearts hearts | declarer 1
    """)


def test_balkan_igra_leaves_talon_face_down() -> None:
    table = dealt_table().say("igra pass pass clubs come come")
    assert (table.state.stock, table.public.talon) == (tuple(sorted(map(parse_card, ("HT", "H8")))), 0)
    assert table.hand(1) == HANDS[1]
    assert reason("igra-played") in table.headline


# The talon and the contract


def test_balkan_declarer_shows_and_takes_talon_and_discards_in_secret() -> None:
    table = dealt_table().say("two pass pass")
    talon, card = parse_mask("...T8"), parse_card("HT")
    assert table.public.talon == watch(table.state).public.talon == talon
    assert table.state.hands[1] == parse_mask(HANDS[1]) | talon
    assert table.prompt == ("discard", 1)
    assert [table.game.visible_action(table.public, card, seat) for seat in (0, 1, 2, None)] == [None, card, None, None]
    table.say("HT H8")
    assert (table.prompt, table.state.hands[1].bit_count(), table.state.stock) == (("declare", 1), 10, ())
    assert {note.action for note in view(table.state, 1).notes} == {card, parse_card("H8")}
    assert view(table.state, 0).notes == watch(table.state).notes == (), "the discard is its owner's secret"


def test_balkan_contract_is_at_least_the_bid() -> None:
    play("""
        two pass pass C9 C8                     | may clubs diamonds hearts spades betl sans | not come: not-now
        two three four pass pass S8 S9          | may hearts spades betl sans | not clubs diamonds: below-bid call=four
        two three pass four five six pass C8 C9 | may betl sans | not clubs diamonds hearts spades: below-bid call=six
    """)


def test_balkan_contract_sets_trumps_except_in_betl_and_sans() -> None:
    assert {BETL, SANS}.isdisjoint(TRUMP)
    play("""
        igra pass pass spades come come   | trump S
        igra pass pass clubs come come    | trump C
        igra pass pass diamonds come come | trump D
        igra pass pass hearts come come   | trump H | open
        igra pass pass sans come come     | trump none | open
        # All hands stay closed
        igra pass pass betl               | trump none | open
    """)


# Coming


def test_balkan_followers_decide_whether_to_come() -> None:
    play("""
        # Next to declarer says first whether he comes
        two pass pass C9 C8 clubs | asked follow 2 | may come dont | not kontra: kontra-off | not invite: not-now
        + come                    | asked follow 0 | silent comes seat=2 needed=2
        + dont                    | says comes seat=2 needed=2
        # One comes, and two hands play
        +                         | seats 12 | asked play 1
        two pass pass C9 C8 clubs dont come | seats 10 | asked play 1
        # Both come, and all three play
        two pass pass C9 C8 clubs come come | seats 120 | asked play 1
        # Nobody comes: there is no play, and the game is made
        two pass pass C9 C8 clubs dont dont | asked over | won unplayed | written bule 1 -4
        # In a betl both must come
        two pass pass C9 C8 betl  | asked play 1 | seats 120
        [kontra=kontra] two pass pass C9 C8 betl | asked speak 2 | may moze kontra | not dont: not-now
    """)


# The play


def test_balkan_card_play_follows_default_rules() -> None:
    play("""
        # The eldest of those who play leads, whoever declares
        pass pass igra hearts come come    | asked play 1 | line 120
        pass pass igra hearts dont come    | asked play 2
        # Suit must be followed
        two pass pass C9 C8 hearts come come DK | may D7 D9 DJ | not HA: must-follow suit=2
        # Who cannot follow must trump
        pass two pass CT CJ hearts come come C9 | asked play 2 | may H8 HT HJ HQ HA | not S7: must-trump suit=3 led=1
        # The highest trump wins, else the highest card of the suit led, and the winner leads
        + H8 C7                            | asked play 2
        + S7 SA SK                         | asked play 0 | won 1 0 1
        # Void without trumps is free
        pass two pass CT CJ sans come come | asked play 1
        + C9                               | count 10
        # There is no duty to beat
        two pass pass C9 C8 hearts come come SQ S7 | may S8 S9 SA
        # A betl ends with declarer's first trick
        two pass pass C9 C8 betl SK S7 S8  | asked over | tricks 0 1 0 | written bule 1 +12; right 2 +60; left 0 +60
    """)


def test_balkan_agreed_betl_is_made_or_ends_after_first_trick() -> None:
    """A betl is made if the declarer takes no trick in ten; in any other split it ends after the first one."""
    assert table_after_contract("betl").agree(6, 0, 4).outcome.is_made
    for split in ((0, 1, 0), (0, 10, 0), (4, 4, 2)):
        assert table_after_contract("betl").agree(*split).outcome.tricks == (0, 1, 0)


def test_balkan_betl_claim_before_first_lead_counts_one_trick() -> None:
    hands = (".QJT98.AKQJT.", "AKQJT987.AK..", "..987.AKQJT98")
    table = Table(balkan(), deck_of(hands, ".7..7", (1, 2, 0)), standing())
    table.say("igra pass pass betl")
    claim = bot_claim(table.game, view(table.state, 1))
    assert claim == AgreedEnd(tricks=(0, 1, 0))
    assert table.agree(*claim.tricks).outcome.tricks == (0, 1, 0)
    assert table.written == "bule 1 +14; right 2 +70; left 0 +70"


# The headline


def test_balkan_headline_names_bid_refe_contract_and_followers() -> None:
    check(
        lambda options: dealt_table(f"balkan {options}", match_standing=standing(refe=(0, 1, 2))),
        """
        two three | headline high-bid seat=2 call=three; open-refe seat=1 refe=1; open-refe seat=2 refe=2
        + pass mine pass HT H8 hearts come come
        + | headline contract seat=1 call=hearts; stake stake=16; comes seat=2 needed=2; comes seat=0 needed=2; \
or-together needed=4
        """,
    )
    play("""
        igra pass pass betl | headline betl seat=1 call=betl; igra-played; stake stake=14; comes seat=2 needed=0; \
comes seat=0 needed=0
        # Whether four tricks together are enough
        [quota=two_or_four] two pass pass C9 C8 clubs come come     | says or-together needed=4
        [quota=two_or_four] two pass pass C9 C8 clubs come dont     | silent or-together needed=4
        [quota=two_each] two pass pass C9 C8 clubs come come        | silent or-together needed=4
        [quota=two_each_always] two pass pass C9 C8 clubs come come | silent or-together needed=4
    """)


def test_balkan_agreed_split_is_checked_and_ends_deal() -> None:
    table = table_after_contract("clubs", "come dont")
    assert table.game.settle(table.state, AgreedEnd(tricks=(0, 6, 3))) == reason("split-must-sum", tricks=10)
    assert table.game.settle(table.state, AgreedEnd(tricks=(1, 6, 3))) == reason("split-must-sum", tricks=10)
    assert table.game.settle(table.state, AgreedEnd(conceding_seats=(1,))) == reason("no-concession")
    assert dealt_table().game.settle(dealt_table().state, AgreedEnd(tricks=(0, 6, 4))) == reason("no-tricks-yet")
    assert table.agree(0, 6, 4).outcome.tricks == (0, 6, 4)


def test_balkan_refusal_names_the_rule() -> None:
    play("""
                      | not SA: say-a-call | not two@0: not-your-turn seat=1
        two pass pass | not pass: play-a-card | not SA: not-in-hand card=SA
    """)


def test_balkan_calls_are_ordered_by_number() -> None:
    calls = balkan().calls
    assert [calls[call - 52] for call in range(TWO, EIGHT + 1)] == list(NAMES)
    assert calls[KONTRA - 52 : MORTKONTRA - 51] == ("kontra", "rekontra", "subkontra", "mortkontra")
