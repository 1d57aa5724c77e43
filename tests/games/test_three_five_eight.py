"""3-5-8 as the seed has it: the vectors of the rules, and each rule of seed 002, played in deals made for it."""

import random
from typing import Any

import pytest
from games.table import winners
from games.three_five_eight_deals import FIRST, SEED, after, dealt, done, heap, low, owed, points, scripted, under

from prikup.cards import cards, mask, parse_card
from prikup.errors import BadOutcome, Reason
from prikup.game import Settled, Standing, Void
from prikup.games import GAMES, game
from prikup.games.three_five_eight import KIND, Outcome, ThreeFiveEight
from prikup.games.three_five_eight.player import rule
from prikup.games.three_five_eight.scoring import Carry
from prikup.games.three_five_eight.targets import debts
from prikup.match import Match
from prikup.sheet import Row
from prikup.state import State, view, watch
from prikup.text_forms import action_text, parse_action


def scored(won: tuple[int, int, int], totals: tuple[int, int, int] = (0, 0, 0)) -> tuple[tuple[int, ...], Any]:
    """The points of a hand with these tricks, and who has won the match if these were the totals before it."""
    standing = Standing(1, 0, (totals,), Carry())
    state = scripted(SEED, standing, won)
    outcome = SEED.outcome(state)
    assert isinstance(outcome, Outcome)
    assert outcome.tricks == won
    row = SEED.row(outcome, standing)
    return points(row), winners(SEED, outcome, standing)


# The vectors


def test_T1_points_are_tricks_less_target() -> None:
    assert scored((10, 2, 4))[0] == (2, -3, 1)


@pytest.mark.parametrize(("won", "result"), [((8, 5, 3), 0), ((8, 3, 5), 2), ((9, 6, 1), -2)])
def test_T2_target_three(won: tuple[int, int, int], result: int) -> None:
    assert scored(won)[0][2] == result


def test_T3_one_up_exchanges_with_both_who_were_down() -> None:
    state = dealt(SEED, after((3, -1, -2)), "H2 H3 H4", "", "")
    assert owed(state) == [(0, 1, 1), (0, 2, 2)]
    state = done(SEED, state, "H2")
    assert owed(state) == [(0, 2, 2)]
    assert low(SEED, state, "announce").public.exchanged == debts((3, -1, -2), (8, 5, 3), (0, 1, 2))


def test_T4_the_higher_target_exchanges_first() -> None:
    state = dealt(SEED, after((2, 1, -3)))
    assert state.public.targets == (8, 5, 3)
    assert owed(state) == [(0, 2, 2), (1, 2, 1)]


def test_T4b_the_higher_target_of_the_last_hand_exchanges_first() -> None:
    rules = under(exchange_order="last_hand")
    assert owed(dealt(rules, after((2, 1, -3), (5, 8, 3)))) == [(1, 2, 1), (0, 2, 2)]


def test_T5_the_highest_of_the_suit_comes_back() -> None:
    state = dealt(SEED, after((1, 0, -1)), "H5", "HA HQ HJ HT H8 H7 H6 H4 H2", "HK H9 H3")
    state = done(SEED, state, "H5")
    assert state.hands[0] >> parse_card("HK") & 1
    assert state.hands[2] & mask(heap("HK H9 H5 H3")) == mask(heap("H9 H5 H3"))


@pytest.mark.parametrize("hearts", ["H4 H3", ""])
def test_T6_the_card_itself_comes_back_if_none_is_higher(hearts: str) -> None:
    others = " ".join(f"H{r}" for r in "AKQJT987643" if f"H{r}" not in hearts)
    state = dealt(SEED, after((1, 0, -1)), "H5", others, hearts)
    given = done(SEED, state, "H5")
    assert given.hands == state.hands
    assert given.public.phase == "announce"


def test_T7_nobody_up_no_exchange() -> None:
    assert dealt(SEED, after((0, 0, 0))).public.phase == "announce"


def test_T8_ten_points_end_the_match() -> None:
    assert scored((9, 3, 4), (9, -4, -5)) == ((1, -2, 1), (0,))
    assert scored((8, 4, 4), (9, -4, -5)) == ((0, -1, 1), ())


def test_T9_a_tie_goes_to_more_points_in_the_last_hand() -> None:
    assert scored((10, 6, 0), (8, 9, -17)) == ((2, 1, -3), (0,))


def test_T10_then_to_the_latest_trick_among_those_who_tie() -> None:
    assert scored((9, 6, 1), (9, 9, -18)) == ((1, 1, -2), (1,))


def test_T11_the_announcer_lays_four_away_before_seeing_the_kitty() -> None:
    state = done(SEED, dealt(SEED, FIRST, kitty="SA SK SQ SJ"), "clubs")
    own = view(state, 0)
    assert (state.public.phase, own.hand.bit_count(), len(state.stock)) == ("kitty", 16, 4)
    assert SEED.legal(own) == cards(own.hand)
    for card in cards(own.hand)[:4]:
        assert state.public.phase == "kitty"
        assert not state.hands[0] & mask(heap("SA SK SQ SJ"))
        state = SEED.apply(state, card)
    assert (state.public.phase, state.stock) == ("play", ())
    assert state.hands[0] == own.hand & ~mask(cards(own.hand)[:4]) | mask(heap("SA SK SQ SJ"))


# The deal


def test_sixteen_cards_each_from_the_dealers_left_and_four_for_the_kitty() -> None:
    state = SEED.deal(tuple(range(52)), Standing(1, 1, ((0, 0, 0),), Carry()))
    assert cards(state.hands[2])[:2] == (0, 3)
    assert cards(state.hands[0])[:2] == (1, 4)
    assert cards(state.hands[1])[:2] == (2, 5)
    assert [hand.bit_count() for hand in state.hands] == [16, 16, 16]
    assert state.stock == (48, 49, 50, 51)


def test_the_targets_go_by_seat_and_the_dealer_announces() -> None:
    for dealer, targets in enumerate([(8, 5, 3), (3, 8, 5), (5, 3, 8)]):
        public = dealt(SEED, Standing(1, dealer, ((0, 0, 0),), Carry())).public
        assert (public.targets, public.announcer, public.actor) == (targets, dealer, dealer)


def test_the_next_player_deals_the_next_hand() -> None:
    match = Match.begin(SEED, 2)
    assert match.close(Outcome("spades", (3, 5, 8))).standing.dealer == 0


# The exchange


def test_there_is_no_exchange_in_the_first_hand_and_it_comes_before_the_announcement_later() -> None:
    match = Match.begin(SEED)
    assert dealt(SEED, match.standing).public.phase == "announce"
    match = match.close(Outcome("spades", (10, 3, 3)))
    state = dealt(SEED, match.standing)
    assert (state.public.phase, owed(state)) == ("exchange", [(0, 1, 2)])
    assert low(SEED, state, "kitty").public.said[0].action == parse_action(SEED.calls, "spades")


def test_two_up_each_exchange_their_own_points_with_the_one_who_was_down() -> None:
    state = low(SEED, dealt(SEED, after((2, 1, -3))), "announce")
    assert [(e.giver, e.receiver, e.count) for e in state.public.exchanged] == [(0, 2, 2), (1, 2, 1)]


def test_any_card_may_be_given_and_what_comes_back_is_no_decision() -> None:
    state = dealt(SEED, after((2, 0, -2)), "H2 S2", "S3", "SA SK")
    assert SEED.legal(view(state, 0)) == cards(state.hands[0])
    assert SEED.legal(view(state, 2)) == ()
    state = done(SEED, state, "S2")
    assert state.hands[0] >> parse_card("SA") & 1
    assert state.public.actor == 0
    state = done(SEED, state, "SA")
    assert state.hands[0] >> parse_card("SA") & 1, "nothing beats the ace that was given back"


def test_the_third_player_sees_only_that_cards_were_exchanged() -> None:
    before = dealt(SEED, after((1, -1, 0)), "H5", "HK H2", "HA HQ")
    public, card = before.public, parse_card("H5")
    assert [SEED.seen(public, card, seat) for seat in (0, 1, 2, None)] == [card, card, None, None]
    state = done(SEED, before, "H5")
    giver, receiver, third = (view(state, seat) for seat in range(3))
    assert [(n.kind, n.seat, n.action) for n in giver.notes] == [("gave", 1, card), ("got", 1, parse_card("HK"))]
    assert [(n.kind, n.seat, n.action) for n in receiver.notes] == [("got", 0, card), ("gave", 0, parse_card("HK"))]
    assert third.notes == watch(state).notes == ()
    assert [(e.giver, e.receiver, e.count) for e in third.public.exchanged] == [(0, 1, 1)]


# The announcement and the kitty


def test_the_four_suits_may_be_announced_and_nothing_else() -> None:
    state = dealt(SEED, FIRST)
    calls = [action_text(SEED.calls, a) for a in SEED.legal(view(state, 0))]
    assert calls == ["spades", "clubs", "diamonds", "hearts"]
    assert SEED.why(view(state, 0), parse_action(SEED.calls, "no-trump")).key == "contract-not-played"
    assert SEED.why(view(state, 0), parse_action(SEED.calls, "pass")).key == "no-pass"
    assert SEED.why(view(state, 0), parse_action(SEED.calls, "stop")).key == "not-now"
    assert SEED.why(view(state, 0), 0).key == "say-a-call"
    assert SEED.why(view(state, 1), 53).key == "not-your-turn"


def test_nobody_else_sees_the_kitty_or_what_was_laid_away() -> None:
    state = done(SEED, dealt(SEED, FIRST, "C2 C3 C4 C5", kitty="SA SK SQ SJ"), "spades")
    assert [SEED.seen(state.public, 13, seat) for seat in (0, 1, 2, None)] == [13, None, None, None]
    state = done(SEED, state, "C2 C3 C4 C5")
    assert view(state, 1).notes == view(state, 2).notes == ()
    kinds = [(n.kind, action_text((), n.action)) for n in view(state, 0).notes]
    assert kinds[:4] == [("discarded", c) for c in ("C2", "C3", "C4", "C5")]
    assert {text for kind, text in kinds[4:] if kind == "took"} == {"SA", "SK", "SQ", "SJ"}


# The play


def test_the_announcer_leads_and_the_winner_leads_next() -> None:
    state = dealt(SEED, FIRST, "S2 C2 C3 C4 C5", "S4", "SA")
    state = done(SEED, state, "hearts C2 C3 C4 C5")
    assert (state.public.phase, state.public.actor) == ("play", 0)
    state = done(SEED, state, "S2 S4 SA")
    assert state.public.actor == 2


def test_suit_must_be_followed_and_nothing_else_is_asked() -> None:
    hearts = " ".join(f"H{rank}" for rank in "AKQJT98765432")
    state = dealt(SEED, FIRST, "C6 C7 C8", "C9 C2", f"{hearts} S3")
    state = low(SEED, done(SEED, state, "spades"), "play")
    state = done(SEED, state, "C7")
    follower = view(state, 1)
    assert all(card // 13 == 1 for card in SEED.legal(follower)), "clubs were led"
    assert parse_card("C2") in SEED.legal(follower), "a lower card will do"
    diamond = next(card for card in cards(follower.hand) if card // 13 == 2)
    assert SEED.why(follower, diamond) == Reason("must-follow", {"suit": 1})
    state = done(SEED, state, "C2")
    void = view(state, 2)
    assert SEED.legal(void) == cards(void.hand), "no duty to trump"
    assert SEED.why(void, 0).key == "not-in-hand"


def test_nobody_need_beat_a_card_not_even_a_trump() -> None:
    state = dealt(SEED, FIRST, "S9 C2 C3 C4 C5", "S2 SA", "S3 SK")
    state = done(SEED, state, "spades C2 C3 C4 C5 S9")
    assert {parse_card("S2"), parse_card("SA")} <= set(SEED.legal(view(state, 1)))
    assert done(SEED, state, "S2 S3").public.actor == 0


def test_the_highest_trump_wins_else_the_highest_of_the_suit_led() -> None:
    clubs = " ".join(f"C{rank}" for rank in "AKQJT98765432")
    start = dealt(SEED, FIRST, f"{clubs} H2", "H5 S2 DA", "H6 S3 DK")
    for trump, leader, trick, winner in (
        ("spades", "C9", "S2 S3", 2),
        ("spades", "C9", "S2 DK", 1),
        ("diamonds", "C9", "S2 S3", 0),
        ("diamonds", "H2", "H5 H6", 2),
    ):
        state = done(SEED, low(SEED, done(SEED, start, trump), "kitty"), "CA CK CQ CJ")
        assert done(SEED, state, leader, trick).public.actor == winner


def test_sixteen_tricks_are_played() -> None:
    state = low(SEED, dealt(SEED, FIRST))
    assert state.public.tricks is not None
    assert (len(state.public.tricks.past), sum(state.public.tricks.won), state.hands) == (16, 16, (0, 0, 0))
    assert SEED.why(view(state, 0), 0).key == "deal-over"


# The end of the match


def test_three_equal_totals_go_to_the_last_trick() -> None:
    rules = under(end="hands", hands=3)
    standing = Standing(3, 0, ((0, 0, 0),), Carry())
    outcome = rules.outcome(scripted(rules, standing, (8, 5, 3)))
    assert isinstance(outcome, Outcome)
    assert outcome.recent == (2, 1, 0)
    assert winners(rules, outcome, standing) == (2,)


def test_nobody_wins_below_ten_and_the_highest_wins_above() -> None:
    assert scored((9, 5, 2), (8, -4, -4))[1] == ()
    assert scored((9, 6, 1), (9, 10, -19))[1] == (1,)


def test_a_tie_that_nobody_can_decide_is_shared() -> None:
    standing = Standing(9, 0, ((9, 9, -18),), Carry())
    outcome = Outcome("spades", (9, 6, 1))
    assert winners(SEED, outcome, standing) == (0, 1)
    told = Outcome("spades", (9, 6, 1), (2, 0, 1))
    assert winners(SEED, told, standing) == (0,)


# Agreements and typed outcomes


def test_an_agreed_split_ends_the_hand_and_says_who_was_last_if_only_one_took() -> None:
    state = low(SEED, done(SEED, dealt(SEED, FIRST), "spades"), "play")
    one = SEED.settle(state, Settled((0, 16, 0)))
    two = SEED.settle(state, Settled((9, 7, 0)))
    assert isinstance(one, State)
    assert isinstance(two, State)
    assert SEED.outcome(one) == Outcome("spades", (0, 16, 0), (1,))
    assert SEED.outcome(two) == Outcome("spades", (9, 7, 0), ())
    assert one.public.actor is None


def test_other_agreements_are_refused() -> None:
    state = dealt(SEED, FIRST)
    refused = [
        SEED.settle(state, Settled((16, 0, 0))),
        SEED.settle(low(SEED, state, "play"), Settled((9, 0, 0))),
        SEED.settle(state, Settled((), (1,))),
    ]
    assert [r.key for r in refused if isinstance(r, Reason)] == ["no-tricks-yet", "split-must-sum", "no-concession"]


def test_outcomes_that_no_hand_can_have_are_refused() -> None:
    with pytest.raises(BadOutcome, match="tricks-must-sum"):
        Outcome("spades", (8, 5, 4))
    with pytest.raises(BadOutcome, match="recent-are-takers"):
        Outcome("spades", (11, 5, 0), (2, 1))
    with pytest.raises(BadOutcome, match="contract-not-open"):
        SEED.row(Outcome("no-trump", (8, 5, 3)), FIRST)


def test_a_void_hand_writes_nothing() -> None:
    assert SEED.row(Void(Reason("passed")), FIRST) == Row()


def test_the_row_gives_its_reasons() -> None:
    row = SEED.row(Outcome("spades", (10, 2, 4)), FIRST)
    assert str(row.entries[0].reason) == "against-target tricks=10 target=8"


# What everybody keeps in mind, the registry, the player


def test_the_headline_names_contract_targets_and_exchange() -> None:
    state = dealt(SEED, after((1, 0, -1)))
    owed, *targets = SEED.headline(state.public)
    assert owed.key == "to-exchange"
    assert owed.numbers["seat"] != owed.numbers["other"]
    assert [r.key for r in targets] == ["target", "target", "target"]
    state = low(SEED, state, "play")
    assert str(SEED.headline(state.public)[0]) == "contract seat=0 call=53"


def test_the_registry_knows_the_game_and_its_presets() -> None:
    assert GAMES["three-five-eight"] is KIND
    for preset in KIND.presets:
        assert game("three-five-eight", preset).name == "three-five-eight"


@pytest.mark.parametrize("preset", KIND.presets)
def test_the_rule_player_beats_random_players(preset: str) -> None:
    rules = ThreeFiveEight(KIND.presets[preset])
    rng, gained, hands = random.Random(5), 0, 40
    for n in range(hands):
        deck = tuple(rng.sample(rules.pack, 52))
        standing = Standing(2, n % 3, ((0, 0, 0),), Carry((2, -3, 1), (8, 5, 3)))
        for seat in range(3):
            state = rules.deal(deck, standing)
            while (actor := state.public.actor) is not None:
                seen = view(state, actor)
                action = rule(rules, 1)(seen) if actor == seat else rng.choice(rules.legal(seen))
                assert action in rules.legal(seen)
                state = rules.apply(state, action)
            gained += rules.row(rules.outcome(state), standing).amount("points", seat)
    assert gained / hands / 3 > 1.5
