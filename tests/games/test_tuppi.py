"""Tuppi at the table: the deal, the bids, sooli and the play (seed 003)."""

import pytest
from games.table import check
from games.tuppi_deals import (
    BEATEN,
    EAST,
    NORTH,
    SAFE,
    SOUTH,
    SUITS,
    WEST,
    Table,
    act,
    bid,
    dealt,
    ended,
    played,
    refusal,
    seated,
    soloing,
    standing,
    tuppi,
)

from prikup.cards import PACK_52, card_text, mask, parse_card
from prikup.errors import IllegalAction, Reason
from prikup.game import Settled
from prikup.games.tuppi import Public
from prikup.state import Note, State, view, watch

BIDS = ("9876.T9.A4.KJ764", "KT.QJ5.T932.AT32", "AJ3.A87.KJ6.Q985", "Q542.K6432.Q875.")
WORDLESS = ("AT.AT.KQJT.AKQJ8", "987.987.765.7654", "6543.6543.432.32", "KQJ2.KQJ2.A98.T9")
"""West has no black card that can bid."""

# The deal


def test_thirteen_cards_each_from_the_dealers_left() -> None:
    """Partners sit opposite, and the deal passes clockwise."""
    state = tuppi().deal(PACK_52, standing(dealer=EAST))
    assert [hand.bit_count() for hand in state.hands] == [13] * 4
    assert state.hands[SOUTH] == mask(PACK_52[0::4])
    assert state.hands[EAST] == mask(PACK_52[3::4])
    assert (state.public.dealer, state.public.turn) == (EAST, SOUTH)
    assert state.stock == ()
    rules = tuppi()
    assert rules.sides == ((NORTH, SOUTH), (EAST, WEST))
    for dealer in range(4):
        state = played(rules, "rami", (9, 4), standing(dealer=dealer))
        now, outcome = state.public.match, rules.outcome(state)
        assert rules.next(outcome, now, rules.row(outcome, now)).dealer == (dealer + 1) % 4


# The bids


def test_the_bids() -> None:
    check(
        lambda options: seated(options, BIDS),
        """
        # U7: the first red card declares, and the rest stay hidden
        C5 H9 D8 S9 | contract rami | declarer S | turned E C5 S H9
        + pass pass | asked play E
        # U8: all black is nolo; left of the dealer leads
        C5 C8 C6 S9 | contract nolo | declarer nobody | turned E C5 S C8 W C6 N S9 | asked play E
        """,
    )
    # A spoken bid is turned up in its turn
    check(lambda options: seated(options, WORDLESS), "S7 S6 nolo H8 | turned E S7 S S6 W nolo N H8 | declarer N")
    for dealer in range(4):
        rules = tuppi()
        assert bid(rules, dealt(rules, SUITS, standing(dealer=dealer)), None).public.turn == (dealer + 1) % 4
        rules = tuppi("sooli=off")
        state = bid(rules, dealt(rules), dealer)
        assert (state.public.declarer, state.public.turn) == (dealer, (dealer + 3) % 4), (
            "right of declarer leads a rami"
        )


def test_which_cards_can_bid() -> None:
    """Neither a two nor a court card; a hand that has no other in a colour says that bid in words."""
    for hand, may, refused in (
        ("KQ2.KQ32.J3.AJT2", "C3 D3 HT HA", "SK: card-cannot-bid card=SK"),
        ("KQ2.KQ32.J3.AJT2", "C3 D3 HT HA", "D4: not-in-hand card=D4"),
        ("KQ2.KQ32.J3.AJT2", "C3 D3 HT HA", "sooli: play-a-card"),
        ("KQ2.KQ32.J3.AJT2", "C3 D3 HT HA", "C3@S: not-your-turn seat=E"),
        # U11: rami in words
        ("A9.T98.KQJ2.KQJ2", "S9 SA C8 C9 CT rami", "nolo: bid-with-a-card call=nolo"),
        ("KQ2.J.A9876.A987", "D6 D7 D8 D9 DA H7 H8 H9 HA nolo", "rami: bid-with-a-card call=rami"),
        # A hand that can bid nothing may say either
        ("KQJ2.KQJ2.KQJ2.2", "rami nolo", "SK: card-cannot-bid card=SK"),
    ):
        table = seated("", ("", hand, "", ""))
        assert table.may() == may
        assert table.fact("not", refused) == refused
    for card in ("SK", "S2", "CQ", "C2", "DJ", "HJ", "H2"):
        table = seated("", ("", "KQ2.KQ32.J3.AJT2", "", ""))
        assert table.why(card) == f"card-cannot-bid card={card}"
    rules = tuppi("sooli=off")
    state = bid(rules, act(rules, dealt(rules, ("", "A9.T98.KQJ2.KQJ2", "", "")), "rami"), None)
    assert (state.public.contract, state.public.declarer) == ("rami", EAST)
    assert [said.action for said in state.public.said] == [rules.calls.index("rami") + 52]


def test_a_bid_is_sealed_whether_laid_or_said() -> None:
    """Nobody but its owner can tell one bid from another, nor a card from a word."""
    rules = tuppi()
    state = dealt(rules, ("", "A9.T98.KQJ2.KQJ2", "", ""))
    laid, said = act(rules, state, "C9"), act(rules, state, "rami")
    for seat in (NORTH, SOUTH, WEST):
        assert view(laid, seat) == view(said, seat)
    assert watch(laid) == watch(said)
    assert view(said, EAST).notes == (Note("bid", EAST, 53),)
    for action in (53, parse_card("C9")):
        told = [rules.seen(state.public, action, seat) for seat in (None, NORTH, EAST, SOUTH, WEST)]
        assert told == [None, None, action, None, None]


def test_the_bids_that_were_not_turned_up_leave_no_trace() -> None:
    rules = tuppi()
    state = act(rules, dealt(rules, WORDLESS), "D5")
    first, second, third = (act(rules, state, words) for words in ("H3 nolo CT", "H3 H9 DT", "S6 nolo SA"))
    assert first == second == third
    assert first.notes == ((), (), (), ())


def test_a_turned_card_goes_back_to_the_hand_and_stays_public_knowledge_until_it_is_played() -> None:
    rules = tuppi()
    before = dealt(rules, BIDS)
    state = act(rules, before, "C5 H9 D8 S9")
    assert state.hands == before.hands
    assert state.public.shown == (0, 0, 0, 0)
    state = act(rules, state, "pass pass")

    def known(of: State[Public]) -> set[tuple[int | None, str]]:
        return {
            (cell.seat, card_text(cell.allowed.bit_length() - 1))
            for cell in rules.unknown(watch(of))
            if cell.allowed.bit_count() == 1
        }

    assert known(state) == {(EAST, "C5"), (SOUTH, "H9")}
    assert known(act(rules, state, "C5")) == {(SOUTH, "H9")}


# Sooli


def safe(options: str) -> Table:
    """A table at which North is safe in sooli: in its first deal East says rami."""
    return seated(options, SAFE)


def test_sooli() -> None:
    check(
        safe,
        """
        # The opponents of the declarer are asked, left and then right
        rami S5 S9 S3            | asked sooli S | may sooli pass | not rami: not-now | not S5: say-a-call
        +                        | not sooli@N: not-your-turn seat=S
        + pass                   | asked sooli N
        + pass                   | asked play N | contract rami | soloist nobody
        rami S5 S9 S3 sooli      | soloist S | contract sooli | declarer E
        # There is no sooli against nolo
        ST S5 S9 S3              | asked play E | contract nolo
        # The soloist lays a card away and gets one from the partner
        rami S5 S9 S3 pass sooli | soloist N | asked discard N | count 13 | not pass: play-a-card
        + S4                     | asked give S
        # The partner leaves the hand, and the soloist plays last; the ace is the lowest card; suit is followed
        + S5                     | asked play E | seats NEW
        + SK                     | asked play W | may S9 | not C9: must-follow suit=0
        + S9                     | asked play N | may S2 S3 S5 SA
        + SA                     | taker E | asked play E
        """,
    )


def test_the_exchange_of_a_sooli_is_seen_by_the_two() -> None:
    table = safe("").say("rami S5 S9 S3 pass sooli")
    discard, gift = parse_card("S4"), parse_card("S5")
    told = [table.game.seen(table.public, discard, seat) for seat in (None, 0, 1, 2, 3)]
    assert told == [None, discard, None, None, None]
    table.say("S4")
    told = [table.game.seen(table.public, gift, seat) for seat in (None, 0, 1, 2, 3)]
    assert told == [None, gift, None, gift, None]
    table.say("S5")
    assert table.state.notes[NORTH] == (Note("discarded", NORTH, discard), Note("got", SOUTH, gift))
    assert table.state.notes[SOUTH] == (Note("gave", NORTH, gift),)
    assert [hand.bit_count() for hand in table.state.hands] == [13, 13, 12, 13]
    assert table.state.hands[NORTH] >> gift & 1


def test_a_sooli_is_played_by_three() -> None:
    rules = tuppi()
    state = soloing(rules)
    actors = []
    while state.public.actor is not None:
        actors.append(state.public.actor)
        state = rules.apply(state, rules.legal(view(state, state.public.actor))[0])
    assert len(actors) == 39
    assert SOUTH not in actors
    assert actors[2::3] == [NORTH] * 13
    assert state.public.tricks is not None
    for before, trick in zip(state.public.tricks.past, state.public.tricks.past[1:], strict=False):
        assert trick.leader == before.winner
    assert rules.outcome(state).tricks == (0, 13)


def test_U9_the_ace_is_the_lowest_card_in_sooli() -> None:
    """It is high in rami and in nolo."""
    rules = tuppi()
    state = soloing(rules, ("...2", "A987.A987.A98.T3", "", "KQJ.KQJ.KQJ.AKQJ"), exchange=None)
    state = act(rules, state, "H3 HA H2")
    assert state.public.tricks is not None
    assert state.public.tricks.past[0].winner == EAST
    for declarer, words in ((SOUTH, "pass pass"), (None, "")):
        state = bid(rules, dealt(rules, ("9...", "K...", "T...", "A...")), declarer)
        assert act(rules, state, f"{words} SK ST SA S9").public.turn == WEST


def test_a_sooli_stops_at_the_soloists_first_trick() -> None:
    rules = tuppi()
    state = ended(rules, soloing(rules, BEATEN, exchange="SK D4"))
    assert state.public.phase == "over"
    assert rules.outcome(state).tricks == (1, 0)
    assert state.hands[NORTH].bit_count() == 12


# The play


def test_follow_suit_otherwise_anything_and_never_a_trump() -> None:
    # Each holds a whole suit, East the clubs
    check(lambda options: seated("sooli=off"), "C3 D3 H3 S3 CA | count 13\n + DA HA SA | asked play E")
    check(
        lambda options: seated("sooli=off", BIDS),
        """
        C5 H9 D8 S9 C5        | may C7 C8 CA | not HQ: must-follow suit=1
        """,
    )
    with pytest.raises(IllegalAction):
        seated("sooli=off", BIDS).say("C5 H9 D8 S9 C5 HQ")


def test_thirteen_tricks_are_played() -> None:
    rules = tuppi()
    state = played(rules, "nolo", (6, 7))
    assert state.public.tricks is not None
    assert len(state.public.tricks.past) == 13
    assert state.hands == (0, 0, 0, 0)
    assert refusal(rules, state, "S5", NORTH) == "deal-over"


# Agreements


def test_agreements() -> None:
    rules = tuppi("sooli=off")
    state = act(rules, bid(rules, dealt(rules), SOUTH), "CA DA HA SA CK")
    after = rules.settle(state, Settled((1, 2, 3, 6)))
    assert isinstance(after, State)
    assert rules.outcome(after).tricks == (4, 9)
    assert after.public.actor is None
    for tricks in ((0, 0, 0, 13), (1, 2, 3, 5), (-1, 1, 6, 6), (12,)):
        assert rules.settle(state, Settled(tricks)) == Reason("split-must-sum", {"tricks": 12})
    # Nothing is agreed before the play or after the end
    rules = tuppi()
    early, over = dealt(rules), played(rules, "rami", (9, 4))
    for settled in (Settled((13, 0, 0, 0)), Settled(conceded=(0, 2))):
        assert rules.settle(early, settled) == Reason("no-tricks-yet")
        assert rules.settle(over, settled) == Reason("deal-over")
    # A sooli is agreed to be made or lost; the partner of a soloist takes no trick
    state = soloing(rules)
    made, lost = rules.settle(state, Settled((0, 6, 0, 7))), rules.settle(state, Settled((1, 12, 0, 0)))
    assert isinstance(made, State)
    assert isinstance(lost, State)
    assert (rules.outcome(made).tricks, rules.outcome(lost).tricks) == ((0, 13), (1, 12))
    assert rules.settle(state, Settled((0, 6, 1, 6))) == Reason("split-must-sum", {"tricks": 13})


# What everybody keeps in mind


def test_the_headline_names_the_game_and_the_rising_side() -> None:
    check(
        lambda options: seated(options, SAFE, standing((0, 20))),
        """
                      | headline red-bids-rami; rising seat=E points=20 target=52
        rami S5 S9 S3 | headline plays-rami seat=E needed=7; rising seat=E points=20 target=52
        + pass sooli  | headline plays-sooli seat=N; rising seat=E points=20 target=52
        """,
    )
    check(safe, "ST S5 S9 S3 | headline plays-nolo")
    check(
        lambda options: seated("tournament", now=standing(deal=7, written=(40, 12))),
        """
        | headline red-bids-rami; tournament-hand deal=7 hands=16; written seat=N points=40; written seat=E points=12
        """,
    )
