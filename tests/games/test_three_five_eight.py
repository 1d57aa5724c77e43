"""3-5-8 as in its source text: the vectors T1–T11, and each rule of text 002, played in prepared deals.

Seat 0 deals the first hand, announces, and has the target 8; seat 1 has the 5, seat 2 the 3.
"""

import random

import pytest
from games.table import cells, check, winners
from games.three_five_eight_deals import FIRST, SEED, changed_rules, dealt_table, next_standing, points
from support.faults import check_each

from prikup.bots import player
from prikup.games.three_five_eight import KIND, Outcome, ThreeFiveEight
from prikup.games.three_five_eight.player import rule
from prikup.games.three_five_eight.scoring import Carry
from prikup.games.three_five_eight.targets import debts
from prikup.rules.cards import cards, mask, parse_card, parse_mask
from prikup.rules.errors import BadOutcome, Reason
from prikup.rules.game import AgreedEnd, play
from prikup.rules.match import Match
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import watch

HEARTS = " ".join(f"H{rank}" for rank in "AKQJT98765432")
CLUBS = " ".join(f"C{rank}" for rank in "AKQJT98765432")

# The points


WRITES = """
    # The totals before, the tricks, who took one last, what is written and who has won
    0 0 0   | 10 2 4 | 2 1 0 | 2 -3 1 |       | T1: tricks less target
    0 0 0   | 8 5 3  | 2 1 0 | 0 0 0  |       | T2
    0 0 0   | 8 3 5  | 2 1 0 | 0 -2 2 |       |
    0 0 0   | 9 6 1  | 2 1 0 | 1 1 -2 |       |
    9 -4 -5 | 9 3 4  | 2 1 0 | 1 -2 1 | 0     | T8: ten points end the match
    9 -4 -5 | 8 4 4  | 2 1 0 | 0 -1 1 |       |
    8 -4 -4 | 9 5 2  | 2 1 0 | 1 0 -1 |       |
    9 10 -19 | 9 6 1 | 2 1 0 | 1 1 -2 | 1     | the highest wins above ten
    8 9 -17 | 10 6 0 | 1 0   | 2 1 -3 | 0     | T9: a tie goes to more points in the last hand
    9 9 -18 | 9 6 1  | 2 1 0 | 1 1 -2 | 1     | T10: then to the latest trick among those who tie
    9 9 -18 | 9 6 1  | 2 0 1 | 1 1 -2 | 0     |
    9 9 -18 | 9 6 1  |       | 1 1 -2 | 0 1   | where nobody knows it, they share the win
"""


def test_three_five_eight_hand_scores_and_winners_match_vectors() -> None:
    def check_row(row: list[str]) -> None:
        totals, tricks, recent, result, winner = (tuple(map(int, cell.split())) for cell in row[:5])
        standing = MatchStanding(1, 0, (totals,), Carry())
        outcome = Outcome("spades", tricks, recent)
        assert (points(SEED.scoring.row(outcome, standing)), winners(SEED, outcome, standing)) == (result, winner)

    check_each(check_row, cells(WRITES))


def test_three_five_eight_triple_tie_goes_to_last_trick() -> None:
    standing = MatchStanding(3, 0, ((0, 0, 0),), Carry())
    assert winners(changed_rules(end="hands", hands=3), Outcome("spades", (8, 5, 3), (2, 1, 0)), standing) == (2,)


# The deal


def test_three_five_eight_deal_gives_sixteen_cards_and_four_to_kitty() -> None:
    state = SEED.deal(tuple(range(52)), MatchStanding(1, 1, ((0, 0, 0),), Carry()))
    assert cards(state.hands[2])[:2] == (0, 3)
    assert cards(state.hands[0])[:2] == (1, 4)
    assert cards(state.hands[1])[:2] == (2, 5)
    assert [hand.bit_count() for hand in state.hands] == [16, 16, 16]
    assert state.stock == (48, 49, 50, 51)


def test_three_five_eight_targets_follow_dealer_who_announces() -> None:
    """The next player deals the next hand."""
    for dealer, targets in enumerate([(8, 5, 3), (3, 8, 5), (5, 3, 8)]):
        public = dealt_table("", MatchStanding(1, dealer, ((0, 0, 0),), Carry())).public
        assert (public.targets, public.announcer, public.actor) == (targets, dealer, dealer)
    assert Match.begin(SEED, 2).close(Outcome("spades", (3, 5, 8))).standing.dealer == 0


# The exchange


def test_three_five_eight_exchange_debts_follow_last_results() -> None:
    check(
        lambda options: dealt_table(options, next_standing((3, -1, -2)), ("H2 H3 H4",)),
        """
        # T3: one up exchanges with both who were down, one card after another
             | asked exchange 0 | owed 0 1 1, 0 2 2
        + H2 | owed 0 2 2
        """,
    )
    check(
        lambda options: dealt_table(options, next_standing((2, 1, -3))),
        """
        # T4: two up each exchange their own points, and the higher target goes first
            | targets 8 5 3 | owed 0 2 2, 1 2 1 | then announce 0 | exchanged 0 2 2, 1 2 1
        """,
    )
    # T4b: by the house rule, the higher target of the last hand gives first
    check(
        lambda options: dealt_table(options, next_standing((2, 1, -3), (5, 8, 3))),
        "[exchange_order=last_hand] | owed 1 2 1, 0 2 2",
    )
    # T7: if no player is up there is no exchange; nor is there one in the first hand
    check(lambda options: dealt_table(options, next_standing((0, 0, 0))), "| asked announce 0")
    check(dealt_table, "| asked announce 0")
    table = dealt_table("", next_standing((3, -1, -2)), ("H2 H3 H4",)).play_low("announce")
    assert table.public.exchanged == debts((3, -1, -2), (8, 5, 3), (0, 1, 2))


def test_three_five_eight_exchange_returns_highest_card_of_suit() -> None:
    """T5: the highest of the suit comes back; T6: the card itself if none is higher, with or without others."""
    heart_cards = " ".join(f"H{rank}" for rank in "AKQJT98762")
    for hands, gift, back in (
        (("H5", "HA HQ HJ HT H8 H7 H6 H4 H2", "HK H9 H3"), "H5", "HK"),
        (("H5", heart_cards, "H4 H3"), "H5", "H5"),
        (("H5", f"{heart_cards} H4 H3", ""), "H5", "H5"),
    ):
        table = dealt_table("", next_standing((1, 0, -1)), hands).say(gift)
        assert table.fact("has", f"0 {back}") == f"0 {back}"
        assert table.public.phase == "announce"
    check(
        lambda options: dealt_table(options, next_standing((2, 0, -2)), ("H2 S2", "S3", "SA SK")),
        """
        # Any card may be given, and what comes back is no decision
             | count 16 | asked exchange 0
        + S2 | has 0 SA | asked exchange 0
        # Nothing beats the ace that was given back
        + SA | has 0 SA
        """,
    )


def test_three_five_eight_exchange_hides_cards_from_third_player() -> None:
    table, card = dealt_table("", next_standing((1, -1, 0)), ("H5", "HK H2", "HA HQ")), parse_card("H5")
    assert [SEED.visible_action(table.public, card, seat) for seat in (0, 1, 2, None)] == [card, card, None, None]
    table.say("H5")
    giver, receiver, third = map(table.view, range(3))
    assert [(n.kind, n.seat, n.action) for n in giver.notes] == [("gave", 1, card), ("got", 1, parse_card("HK"))]
    assert [(n.kind, n.seat, n.action) for n in receiver.notes] == [("got", 0, card), ("gave", 0, parse_card("HK"))]
    assert third.notes == watch(table.state).notes == ()
    assert [(e.giver, e.receiver, e.count) for e in third.public.exchanged] == [(0, 1, 1)]


def test_three_five_eight_exchange_precedes_announcement() -> None:
    match = Match.begin(SEED).close(Outcome("spades", (10, 3, 3)))
    check(lambda options: dealt_table(options, match.standing), "| asked exchange 0 | then announce 1 | then kitty 1")


# The announcement and the kitty


def test_three_five_eight_announcement_allows_four_suits_only() -> None:
    check(
        dealt_table,
        """
          | may spades clubs diamonds hearts | not no-trump: contract-not-played call=no-trump | not pass: no-pass
        + | not stop: not-now | not S2: say-a-call | not clubs@1: not-your-turn seat=0
        """,
    )


def test_T11_announcer_discards_four_before_seeing_kitty() -> None:
    """The kitty and the discards are hidden from the others."""
    table, kitty = dealt_table(kitty="SA SK SQ SJ").say("clubs"), parse_mask("AKQJ...")
    announcer_view = table.view(0)
    assert (announcer_view.hand.bit_count(), len(table.state.stock)) == (16, 4)
    assert SEED.legal(announcer_view) == cards(announcer_view.hand)
    discards = cards(announcer_view.hand)[:4]
    assert [SEED.visible_action(table.public, discards[0], seat) for seat in (0, 1, 2, None)] == [
        discards[0],
        None,
        None,
        None,
    ]
    for card in discards:
        assert table.public.phase == "kitty"
        assert not table.state.hands[0] & kitty
        table.act(card)
    assert (table.public.phase, table.state.stock) == ("play", ())
    assert table.state.hands[0] == announcer_view.hand & ~mask(discards) | kitty
    assert table.view(1).notes == table.view(2).notes == ()
    notes = [(note.kind, note.action) for note in table.view(0).notes]
    assert notes[:4] == [("discarded", card) for card in discards]
    assert mask(action for kind, action in notes[4:] if kind == "took") == kitty


# The play


def test_three_five_eight_card_play_follows_default_rules() -> None:
    check(
        lambda options: dealt_table(options, FIRST, ("S2 C2 C3 C4 C5", "S4", "SA")),
        """
        # The announcer leads, and the winner leads next
        hearts C2 C3 C4 C5 | asked play 0
        + S2 S4 SA         | asked play 2
        """,
    )
    check(
        lambda options: dealt_table(options, FIRST, ("C6 C7 C8", "C9 C2", f"{HEARTS} S3")),
        """
        # Suit must be followed, by a lower card too; and nothing else is asked, not even to trump
        spades | then play 0
        + C7   | offers C2 C9 | not D9: must-follow suit=1
        + C2   | count 16 | not S2: not-in-hand card=S2
        """,
    )
    check(
        lambda options: dealt_table(options, FIRST, ("S9 C2 C3 C4 C5", "S2 SA", "S3 SK")),
        """
        # Nobody need beat a card, not even a trump
        spades C2 C3 C4 C5 S9 | offers S2 SA
        + S2 S3               | asked play 0
        """,
    )
    check(
        lambda options: dealt_table(options, FIRST, (f"{CLUBS} H2", "H5 S2 DA", "H6 S3 DK")),
        """
        # The highest trump wins, else the highest of the suit led
        spades CA CK CQ CJ C9 S2 S3   | asked play 2
        spades CA CK CQ CJ C9 S2 DK   | asked play 1
        diamonds CA CK CQ CJ C9 S2 S3 | asked play 0
        diamonds CA CK CQ CJ H2 H5 H6 | asked play 2
        """,
    )


def test_three_five_eight_hand_has_sixteen_tricks() -> None:
    """The outcome has the tricks of each seat, and the order in which seats last took one."""
    table = dealt_table().play_low()
    assert table.public.tricks is not None
    takers = [trick.winner for trick in table.public.tricks.past]
    assert (len(takers), table.state.hands) == (16, (0, 0, 0))
    recent = tuple(dict.fromkeys(reversed(takers)))
    assert len(recent) > 1
    assert table.outcome == Outcome("spades", (takers.count(0), takers.count(1), takers.count(2)), recent)
    assert table.why("S2@0") == "deal-over"


# Agreements and typed outcomes


def test_three_five_eight_agreed_split_names_last_taker_if_only_one() -> None:
    for split, recent in (((0, 16, 0), (1,)), ((9, 7, 0), ())):
        assert dealt_table().say("spades").play_low("play").agree(*split).outcome == Outcome("spades", split, recent)
    start, state = dealt_table().state, dealt_table().say("spades").play_low("play").state
    for deal_state, agreement, why in (
        (start, AgreedEnd((16, 0, 0)), "no-tricks-yet"),
        (state, AgreedEnd((9, 0, 0)), "split-must-sum"),
        (start, AgreedEnd((), (1,)), "no-concession"),
    ):
        refusal = SEED.settle(deal_state, agreement)
        assert isinstance(refusal, Reason)
        assert refusal.key == why


def test_three_five_eight_impossible_outcome_is_refused() -> None:
    with pytest.raises(BadOutcome, match="tricks-must-sum"):
        Outcome("spades", (8, 5, 4))
    with pytest.raises(BadOutcome, match="tricks-one-each needed=3 given=2"):
        Outcome("spades", (8, 8))
    with pytest.raises(BadOutcome, match="recent-are-takers"):
        Outcome("spades", (11, 5, 0), (2, 1))
    with pytest.raises(BadOutcome, match="contract-not-open"):
        SEED.scoring.row(Outcome("no-trump", (8, 5, 3)), FIRST)


def test_three_five_eight_sheet_entries_have_reasons() -> None:
    row = SEED.scoring.row(Outcome("spades", (10, 2, 4)), FIRST)
    assert str(row.entries[0].reason) == "against-target tricks=10 target=8"


# The headline, the registry, the player


def test_three_five_eight_headline_names_contract_targets_and_exchange() -> None:
    check(
        lambda options: dealt_table(options, next_standing((1, 0, -1))),
        """
          | says to-exchange seat=0 other=2 cards=1 | says target seat=0 target=8
        + | says target seat=1 target=5 | says target seat=2 target=3
        + | then play 0 | says contract seat=0 call=spades
        """,
    )


@pytest.mark.parametrize("preset", KIND.presets)
def test_three_five_eight_rule_player_beats_random_players(preset: str) -> None:
    rules = ThreeFiveEight(KIND.presets[preset])
    rng, gain, hands = random.Random(5), 0, 40
    for n in range(hands):
        deck = tuple(rng.sample(rules.pack, 52))
        standing = MatchStanding(2, n % 3, ((0, 0, 0),), Carry((2, -3, 1), (8, 5, 3)))
        for seat in range(3):
            players = tuple(
                rule(rules, 1) if player_seat == seat else player("random", rules, n) for player_seat in range(3)
            )
            state = play(rules, rules.deal(deck, standing), players)
            gain += rules.scoring.row(rules.outcome(state), standing).amount("points", seat)
    assert gain / hands / 3 > 1.5
