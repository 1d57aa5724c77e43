"""Tuppi at the table: the deal, the bids, sooli and the play (seed 003)."""

import pytest
from games.tuppi_deals import (
    BEATEN,
    EAST,
    NORTH,
    SAFE,
    SOUTH,
    SUITS,
    WEST,
    act,
    bid,
    dealt,
    ended,
    may,
    played,
    refusal,
    soloing,
    standing,
    tuppi,
)

from prikup.cards import PACK_52, card_text, mask, parse_card
from prikup.errors import IllegalAction, Reason
from prikup.game import Settled
from prikup.games.tuppi import Public
from prikup.state import Note, State, view, watch

# The deal


def test_thirteen_cards_each_from_the_dealers_left() -> None:
    state = tuppi().deal(PACK_52, standing(dealer=EAST))
    assert [hand.bit_count() for hand in state.hands] == [13] * 4
    assert state.hands[SOUTH] == mask(PACK_52[0::4])
    assert state.hands[EAST] == mask(PACK_52[3::4])
    assert (state.public.dealer, state.public.turn) == (EAST, SOUTH)
    assert state.stock == ()


def test_partners_sit_opposite() -> None:
    assert tuppi().sides == ((NORTH, SOUTH), (EAST, WEST))


def test_the_deal_passes_clockwise() -> None:
    rules = tuppi()
    for dealer in range(4):
        state = played(rules, "rami", (9, 4), standing(dealer=dealer))
        now, outcome = state.public.match, rules.outcome(state)
        assert rules.next(outcome, now, rules.row(outcome, now)).dealer == (dealer + 1) % 4


# The bids

BIDS = ("9876.T9.A4.KJ764", "KT.QJ5.T932.AT32", "AJ3.A87.KJ6.Q985", "Q542.K6432.Q875.")


def test_U7_the_first_red_card_declares_and_the_rest_stay_hidden() -> None:
    rules = tuppi()
    state = act(rules, dealt(rules, BIDS), "C5 H9 D8 S9")
    public = state.public
    assert (public.contract, public.declarer) == ("rami", SOUTH)
    assert [(said.seat, card_text(said.action)) for said in public.said] == [(EAST, "C5"), (SOUTH, "H9")]
    state = act(rules, state, "pass pass")
    assert (state.public.phase, state.public.turn) == ("play", EAST)


def test_U8_all_black_is_nolo() -> None:
    rules = tuppi()
    state = act(rules, dealt(rules, BIDS), "C5 C8 C6 S9")
    assert (state.public.contract, state.public.declarer) == ("nolo", None)
    assert [card_text(said.action) for said in state.public.said] == ["C5", "C8", "C6", "S9"]
    assert (state.public.phase, state.public.turn) == ("play", EAST)


@pytest.mark.parametrize("declarer", range(4))
def test_right_of_the_declarer_leads_a_rami(declarer: int) -> None:
    rules = tuppi("sooli=off")
    state = bid(rules, dealt(rules), declarer)
    assert state.public.declarer == declarer
    assert state.public.turn == (declarer + 3) % 4


@pytest.mark.parametrize("dealer", range(4))
def test_left_of_the_dealer_leads_a_nolo(dealer: int) -> None:
    rules = tuppi()
    assert bid(rules, dealt(rules, SUITS, standing(dealer=dealer)), None).public.turn == (dealer + 1) % 4


def test_neither_a_two_nor_a_court_card_can_bid() -> None:
    rules = tuppi()
    state = dealt(rules, ("", "KQ2.KQ32.J3.AJT2", "", ""))
    assert may(rules, state) == {"C3", "D3", "HA", "HT"}
    for card in ("SK", "S2", "CQ", "C2", "DJ", "HJ", "H2"):
        assert refusal(rules, state, card) == "card-cannot-bid"
    assert refusal(rules, state, "D4") == "not-in-hand"
    assert refusal(rules, state, "sooli") == "play-a-card"
    assert refusal(rules, state, "C3", SOUTH) == "not-your-turn"


def test_U11_a_player_with_only_twos_and_courts_in_red_bids_rami_in_words() -> None:
    rules = tuppi("sooli=off")
    state = dealt(rules, ("", "A9.T98.KQJ2.KQJ2", "", ""))
    assert may(rules, state) == {"SA", "S9", "CT", "C9", "C8", "rami"}
    assert refusal(rules, state, "nolo") == "bid-with-a-card"
    state = bid(rules, act(rules, state, "rami"), None)
    assert (state.public.contract, state.public.declarer) == ("rami", EAST)
    assert [said.action for said in state.public.said] == [rules.calls.index("rami") + 52]


def test_a_verbal_nolo_needs_a_hand_without_a_black_card_that_can_bid() -> None:
    rules = tuppi()
    state = dealt(rules, ("", "KQ2.J.A9876.A987", "", ""))
    assert "nolo" in may(rules, state)
    assert refusal(rules, state, "rami") == "bid-with-a-card"


def test_a_hand_that_can_bid_nothing_may_say_either() -> None:
    rules = tuppi()
    state = dealt(rules, ("", "KQJ2.KQJ2.KQJ2.2", "", ""))
    assert may(rules, state) == {"rami", "nolo"}


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


WORDLESS = ("AT.AT.KQJT.AKQJ8", "987.987.765.7654", "6543.6543.432.32", "KQJ2.KQJ2.A98.T9")
"""West has no black card that can bid."""


def test_the_bids_that_were_not_turned_up_leave_no_trace() -> None:
    rules = tuppi()
    state = act(rules, dealt(rules, WORDLESS), "D5")
    first, second, third = (act(rules, state, words) for words in ("H3 nolo CT", "H3 H9 DT", "S6 nolo SA"))
    assert first == second == third
    assert first.notes == ((), (), (), ())


def test_a_spoken_bid_is_turned_up_in_its_turn() -> None:
    rules = tuppi()
    state = act(rules, dealt(rules, WORDLESS), "S7 S6 nolo H8")
    assert [said.seat for said in state.public.said] == [EAST, SOUTH, WEST, NORTH]
    assert state.public.said[2].action == rules.calls.index("nolo") + 52
    assert state.public.declarer == NORTH


def test_the_bid_cards_go_back_to_the_hands() -> None:
    rules = tuppi()
    state = dealt(rules, BIDS)
    after = act(rules, state, "C5 H9 D8 S9")
    assert after.hands == state.hands
    assert after.public.shown == (0, 0, 0, 0)
    assert "C5" in may(rules, act(rules, after, "pass pass"))


def test_a_turned_card_stays_public_knowledge_until_it_is_played() -> None:
    rules = tuppi()
    state = act(rules, dealt(rules, BIDS), "C5 H9 D8 S9 pass pass")

    def known(of: State[Public]) -> set[tuple[int | None, str]]:
        return {
            (cell.seat, card_text(cell.allowed.bit_length() - 1))
            for cell in rules.unknown(watch(of))
            if cell.allowed.bit_count() == 1
        }

    assert known(state) == {(EAST, "C5"), (SOUTH, "H9")}
    assert known(act(rules, state, "C5")) == {(SOUTH, "H9")}


# Sooli


def test_the_opponents_of_the_declarer_are_asked_left_then_right() -> None:
    rules = tuppi()
    state = bid(rules, dealt(rules, SAFE), EAST)
    assert (state.public.phase, state.public.turn) == ("sooli", SOUTH)
    assert may(rules, state) == {"sooli", "pass"}
    assert refusal(rules, state, "rami") == "not-now"
    assert refusal(rules, state, "S5") == "say-a-call"
    assert refusal(rules, state, "sooli", NORTH) == "not-your-turn"
    first = act(rules, state, "sooli")
    assert (first.public.soloist, first.public.contract, first.public.declarer) == (SOUTH, "sooli", EAST)
    state = act(rules, state, "pass")
    assert (state.public.phase, state.public.turn) == ("sooli", NORTH)
    assert act(rules, state, "sooli").public.soloist == NORTH
    both_passed = act(rules, state, "pass")
    assert (both_passed.public.phase, both_passed.public.contract) == ("play", "rami")


def test_there_is_no_sooli_against_nolo() -> None:
    rules = tuppi()
    assert bid(rules, dealt(rules, SAFE), None).public.phase == "play"


def test_the_soloist_lays_a_card_away_and_gets_one_from_his_partner() -> None:
    rules = tuppi()
    state = act(rules, bid(rules, dealt(rules, SAFE), EAST), "pass sooli")
    assert (state.public.phase, state.public.actor) == ("discard", NORTH)
    assert len(may(rules, state)) == 13
    assert refusal(rules, state, "pass") == "play-a-card"
    discard = parse_card("S4")
    assert [rules.seen(state.public, discard, seat) for seat in (None, 0, 1, 2, 3)] == [None, discard, None, None, None]
    state = act(rules, state, "S4")
    assert (state.public.phase, state.public.actor) == ("give", SOUTH)
    gift = parse_card("S5")
    assert [rules.seen(state.public, gift, seat) for seat in (None, 0, 1, 2, 3)] == [None, gift, None, gift, None]
    state = act(rules, state, "S5")
    assert state.notes[NORTH] == (Note("discarded", NORTH, discard), Note("got", SOUTH, gift))
    assert state.notes[SOUTH] == (Note("gave", NORTH, gift),)
    assert [hand.bit_count() for hand in state.hands] == [13, 13, 12, 13]
    assert "S5" in {card_text(c) for c in PACK_52 if state.hands[NORTH] >> c & 1}


def test_the_partner_of_the_soloist_leaves_the_hand_and_the_soloist_plays_last() -> None:
    rules = tuppi()
    state = soloing(rules)
    tricks = state.public.tricks
    assert tricks is not None
    assert tricks.seats == (NORTH, EAST, WEST)
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
    rules = tuppi()
    state = soloing(rules, ("...2", "A987.A987.A98.T3", "", "KQJ.KQJ.KQJ.AKQJ"), exchange=None)
    state = act(rules, state, "H3 HA H2")
    assert state.public.tricks is not None
    assert state.public.tricks.past[0].winner == EAST
    assert state.public.phase == "play"


def test_a_sooli_stops_at_the_soloists_first_trick() -> None:
    rules = tuppi()
    state = ended(rules, soloing(rules, BEATEN, exchange="SK D4"))
    assert state.public.phase == "over"
    assert rules.outcome(state).tricks == (1, 0)
    assert state.hands[NORTH].bit_count() == 12


def test_suit_is_followed_in_sooli_too() -> None:
    rules = tuppi()
    state = act(rules, soloing(rules, exchange="S4 S5"), "SK")
    assert may(rules, state) == {"S9"}
    assert refusal(rules, state, "C9") == "must-follow"
    assert may(rules, act(rules, state, "S9")) == {"SA", "S2", "S3", "S5"}


def test_the_ace_is_high_in_rami_and_nolo() -> None:
    rules = tuppi()
    for declarer, words in ((SOUTH, "pass pass"), (None, "")):
        state = bid(rules, dealt(rules, ("9...", "K...", "T...", "A...")), declarer)
        state = act(rules, state, f"{words} SK ST SA S9")
        assert state.public.turn == WEST


# The play


def test_follow_suit_otherwise_anything_and_never_a_trump() -> None:
    rules = tuppi("sooli=off")
    state = act(rules, bid(rules, dealt(rules), SOUTH), "CA")
    assert len(may(rules, state)) == 13
    state = act(rules, state, "DA HA SA")
    assert state.public.turn == EAST
    state = act(rules, bid(rules, dealt(rules, BIDS), SOUTH), "C5")
    assert may(rules, state) == {"CA", "C8", "C7"}
    assert refusal(rules, state, "HQ") == "must-follow"
    with pytest.raises(IllegalAction):
        act(rules, state, "HQ")


def test_thirteen_tricks_are_played() -> None:
    rules = tuppi()
    state = played(rules, "nolo", (6, 7))
    assert state.public.tricks is not None
    assert len(state.public.tricks.past) == 13
    assert state.hands == (0, 0, 0, 0)
    assert refusal(rules, state, "S5", NORTH) == "deal-over"


# Agreements


def test_the_tricks_that_are_left_may_be_split_by_agreement() -> None:
    rules = tuppi("sooli=off")
    state = act(rules, bid(rules, dealt(rules), SOUTH), "CA DA HA SA CK")
    after = rules.settle(state, Settled((1, 2, 3, 6)))
    assert isinstance(after, State)
    assert rules.outcome(after).tricks == (4, 9)
    assert after.public.actor is None
    for tricks in ((0, 0, 0, 13), (1, 2, 3, 5), (-1, 1, 6, 6), (12,)):
        assert rules.settle(state, Settled(tricks)) == Reason("split-must-sum", {"tricks": 12})


def test_nothing_is_agreed_before_the_play_or_after_the_end() -> None:
    rules = tuppi()
    early = dealt(rules)
    over = played(rules, "rami", (9, 4))
    for settled in (Settled((13, 0, 0, 0)), Settled(conceded=(0, 2))):
        assert rules.settle(early, settled) == Reason("no-tricks-yet")
        assert rules.settle(over, settled) == Reason("deal-over")


def test_a_sooli_is_agreed_to_be_made_or_lost() -> None:
    rules = tuppi()
    state = soloing(rules)
    made, lost = rules.settle(state, Settled((0, 6, 0, 7))), rules.settle(state, Settled((1, 12, 0, 0)))
    assert isinstance(made, State)
    assert isinstance(lost, State)
    assert rules.outcome(made).tricks == (0, 13)
    assert rules.outcome(lost).tricks == (1, 12)
    partner_takes_one = rules.settle(state, Settled((0, 6, 1, 6)))
    assert partner_takes_one == Reason("split-must-sum", {"tricks": 13})


# What everybody keeps in mind


def test_the_headline_names_the_game_and_the_rising_side() -> None:
    rules = tuppi()
    assert rules.headline(dealt(rules).public) == (Reason("red-bids-rami"),)
    rising = Reason("rising", {"seat": EAST, "points": 20, "target": 52})
    now = standing((0, 20))
    rami = bid(rules, dealt(rules, SAFE, now), EAST)
    assert rules.headline(rami.public) == (Reason("plays-rami", {"seat": EAST, "needed": 7}), rising)
    sooli = act(rules, rami, "pass sooli")
    assert rules.headline(sooli.public) == (Reason("plays-sooli", {"seat": NORTH}), rising)
    nolo = bid(rules, dealt(rules, SAFE), None)
    assert rules.headline(nolo.public) == (Reason("plays-nolo"),)


def test_the_headline_of_a_tournament_tells_how_it_stands() -> None:
    rules = tuppi("tournament")
    facts = rules.headline(dealt(rules, SUITS, standing(deal=7, written=(40, 12))).public)
    assert facts == (
        Reason("red-bids-rami"),
        Reason("tournament-hand", {"deal": 7, "hands": 16}),
        Reason("written", {"seat": 0, "points": 40}),
        Reason("written", {"seat": 1, "points": 12}),
    )
