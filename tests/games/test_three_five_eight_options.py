"""The house rules of 3-5-8: each value in a deal, or at the end of a match, in which it matters."""

import random

import pytest
from games.table import winners
from games.three_five_eight_deals import FIRST, SEED, after, dealt, done, heap, low, owed, points, scripted, under

from prikup.cards import cards, mask, parse_card
from prikup.errors import BadOptions, BadOutcome, Reason
from prikup.game import Settled, Standing, Void
from prikup.games import game
from prikup.games.three_five_eight import Options, Outcome, Public, ThreeFiveEight
from prikup.games.three_five_eight.options import PRESETS
from prikup.games.three_five_eight.public import PASS
from prikup.games.three_five_eight.scoring import CONTRACTS, Carry, announceable
from prikup.games.three_five_eight.targets import announcer_of
from prikup.match import Match
from prikup.options import drawn, idle, options_text
from prikup.state import State, view
from prikup.text_forms import action_text

LAST = Standing(18, 0, ((0, 0, 0),), Carry())


def named(rules: ThreeFiveEight, state: State[Public]) -> list[str]:
    """What the actor may do, in words."""
    assert state.public.actor is not None
    return [action_text(rules.calls, a) for a in rules.legal(view(state, state.public.actor))]


def won(rules: ThreeFiveEight, outcome: Outcome, totals: tuple[int, int, int], deal: int = 1) -> tuple[int, ...]:
    """Who has won the match with this outcome of a hand that seat 0 dealt."""
    standing = Standing(deal, 0, (totals,), Carry())
    return winners(rules, outcome, standing)


# Targets, direction, announcer


def test_d3_l5_r8_goes_counter_clockwise_and_the_right_hand_player_has_the_eight() -> None:
    rules = under(target_layout="d3_l5_r8")
    state = rules.deal(tuple(range(52)), FIRST)
    assert [cards(hand)[0] for hand in state.hands] == [2, 1, 0]
    assert (state.public.targets, state.public.announcer) == ((3, 5, 8), 2)
    state = low(rules, state, "play")
    seats = []
    for _ in range(3):
        seats.append(state.public.actor)
        state = rules.apply(state, rules.legal(view(state, seats[-1] or 0))[0])
    assert seats == [2, 1, 0]
    assert Match.begin(rules).close(Outcome("spades", (3, 5, 8))).dealer == 2


def test_d3_l5_r8_exchanges_in_playing_direction() -> None:
    assert owed(dealt(under(target_layout="d3_l5_r8"), after((3, -1, -2)))) == [(0, 2, 2), (0, 1, 1)]
    assert owed(dealt(SEED, after((3, -1, -2)))) == [(0, 1, 1), (0, 2, 2)]


def test_d9_l5_r2() -> None:
    rules = under(target_layout="d9_l5_r2")
    assert dealt(rules, FIRST).public.targets == (9, 5, 2)
    assert points(rules.row(Outcome("spades", (9, 5, 2)), FIRST)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("announcer", "layout", "seat"),
    [
        ("target8", "d8_l5_r3", 0),
        ("target8", "d3_l5_r8", 2),
        ("target8", "d9_l5_r2", 0),
        ("right_of_dealer", "d8_l5_r3", 2),
        ("left_of_dealer", "d8_l5_r3", 1),
        ("dealer", "d8_l5_r3", 0),
        ("dealer", "d3_l5_r8", 0),
    ],
)
def test_the_announcer_names_the_contract_takes_the_kitty_and_leads(announcer: str, layout: str, seat: int) -> None:
    rules = under(announcer=announcer, target_layout=layout)
    state = dealt(rules, FIRST)
    for phase in ("announce", "kitty", "play"):
        state = low(rules, state, phase)
        assert state.public.actor == seat
    assert [n.seat for n in state.notes[seat] if n.kind == "took"] == [seat] * 4


@pytest.mark.parametrize(("first_lead", "seat"), [("announcer", 0), ("target5", 1)])
def test_first_lead(first_lead: str, seat: int) -> None:
    rules = under(first_lead=first_lead)
    assert low(rules, dealt(rules, FIRST), "play").public.actor == seat


# Contracts


@pytest.mark.parametrize(("contracts", "count"), [("suits", 4), ("no_trump", 5), ("min_tricks", 6)])
def test_contracts(contracts: str, count: int) -> None:
    rules = under(contracts=contracts)
    assert named(rules, dealt(rules, FIRST)) == list(CONTRACTS[:count])


def test_without_trumps_the_suit_led_wins() -> None:
    rules = under(contracts="no_trump")
    clubs = " ".join(f"C{rank}" for rank in "AKQJT98765432")
    state = done(rules, dealt(rules, FIRST, clubs, "SA", "SK"), "no-trump CA CK CQ CJ C2 SA SK")
    assert state.public.actor == 0


def test_min_tricks_turns_the_targets_round_and_counts_downwards() -> None:
    rules = under(contracts="min_tricks")
    state = low(rules, done(rules, dealt(rules, FIRST), "min-tricks"), "play")
    assert [r.numbers["limit"] for r in rules.headline(state.public)[1:]] == [3, 5, 8]
    end = rules.settle(state, Settled((1, 6, 9)))
    assert isinstance(end, State)
    row = rules.row(rules.outcome(end), FIRST)
    assert points(row) == (2, -1, -1)
    assert row.entries[0].reason.key == "against-limit"


def test_min_tricks_with_nine_five_two() -> None:
    rules = under(contracts="min_tricks", target_layout="d9_l5_r2")
    assert points(rules.row(Outcome("min-tricks", (2, 5, 9)), FIRST)) == (0, 0, 0)


def test_one_pass_voids_the_hand_and_the_same_dealer_deals_again() -> None:
    rules = under(one_pass=True)
    match = Match.begin(rules).close(Outcome("spades", (5, 8, 3)))
    state = low(rules, dealt(rules, match.standing), "announce")
    assert named(rules, state)[-1] == "pass"
    state = done(rules, state, "pass")
    outcome = rules.outcome(state)
    assert isinstance(outcome, Void)
    assert (state.public.actor, outcome.reason) == (None, Reason("passed", {"seat": 1}))
    again = match.close(outcome)
    assert (again.dealer, again.deals, again.sheet.total("points", 1)) == (1, 1, 3)
    assert owed(dealt(rules, again.standing)) == owed(dealt(rules, match.standing)) == [(1, 0, 3)], "repeated"


def test_a_player_may_pass_once_a_game() -> None:
    rules = under(one_pass=True)
    spent = low(rules, dealt(rules, Standing(3, 1, ((0, 0, 0),), Carry(passed=(1,)))), "announce")
    assert "pass" not in named(rules, spent)
    assert rules.why(view(spent, 1), PASS).key == "pass-spent"
    assert "pass" in named(rules, dealt(rules, Standing(3, 2, ((0, 0, 0),), Carry(passed=(1,)))))
    match = Match.begin(rules).close(rules.outcome(done(rules, dealt(rules, FIRST), "pass")))
    assert match.close(Outcome("spades", (8, 5, 3))).carry.passed == (0,)


def test_each_contract_is_announced_once_by_each_in_eighteen_hands() -> None:
    rules = ThreeFiveEight(PRESETS["eighteen-hands"])
    match, rng = Match.begin(rules), random.Random(1)
    announced: list[list[str]] = [[], [], []]
    while not match.over:
        state = low(rules, rules.deal(tuple(rng.sample(rules.pack, 52)), match.standing), "announce")
        seat = state.public.announcer
        assert named(rules, state) == [c for c in CONTRACTS if c not in announced[seat]]
        announced[seat].append(rng.choice(named(rules, state)))
        outcome = rules.outcome(low(rules, done(rules, state, announced[seat][-1])))
        match = match.close(outcome)
    assert match.deals == 18
    assert [sorted(calls) for calls in announced] == [sorted(CONTRACTS)] * 3


def test_a_contract_announced_before_is_refused() -> None:
    rules = ThreeFiveEight(PRESETS["eighteen-hands"])
    standing = Standing(4, 0, ((0, 0, 0),), Carry(announced=((), ("hearts",), ())))
    state = low(rules, dealt(rules, standing), "announce")
    assert rules.why(view(state, 1), 56).key == "contract-spent"
    with pytest.raises(BadOutcome, match="contract-not-open"):
        rules.row(Outcome("hearts", (3, 8, 5)), standing)
    assert "hearts" in named(under(contracts="min_tricks"), dealt(under(contracts="min_tricks"), standing))


# The exchange


@pytest.mark.parametrize(
    ("timing", "order"),
    [
        ("before_announcement", ["exchange", "announce", "kitty"]),
        ("after_announcement", ["announce", "exchange", "kitty"]),
    ],
)
def test_the_contract_is_known_when_cards_are_exchanged_or_not(timing: str, order: list[str]) -> None:
    rules = under(exchange_timing=timing)
    state = dealt(rules, after((1, -1, 0)))
    for phase in order:
        assert state.public.phase == phase
        assert (state.public.contract is not None) == ("announce" in order[: order.index(phase)])
        while state.public.phase == phase:
            state = rules.apply(state, rules.legal(view(state, state.public.actor or 0))[0])
    assert state.public.phase == "play"


def test_in_a_batch_all_are_given_before_any_comes_back() -> None:
    rules = under(exchange_mode="batch")
    state = dealt(rules, after((3, 0, -3)), "H2 H3 S2", "C2", "HA HK HQ SA")
    before = state
    state = done(rules, state, "H2 S2")
    assert state.hands == before.hands
    assert [rules.seen(state.public, 40, seat) for seat in (0, 1, 2, None)] == [40, None, None, None]
    assert {n.kind for n in state.notes[0]} == {"gave"}
    assert state.notes[2] == ()
    assert rules.why(view(state, 0), parse_card("H2")).key == "already-given"
    state = done(rules, state, "H3")
    back = [action_text((), n.action) for n in state.notes[0] if n.kind == "got"]
    assert sorted(back) == ["HA", "HK", "SA"]
    assert [n.kind for n in state.notes[2]] == ["got"] * 3 + ["gave"] * 3
    assert [(e.giver, e.receiver, e.count) for e in state.public.exchanged] == [(0, 2, 3)]


def test_in_a_batch_a_gift_may_come_back_too() -> None:
    rules = under(exchange_mode="batch")
    others = "HA HQ HJ HT H9 H8"
    state = done(rules, dealt(rules, after((2, 0, -2)), "H7 H2", others, "HK H3"), "H7 H2")
    assert state.hands[0] & mask(heap("HK H7 H3 H2")) == mask(heap("HK H7"))


def test_one_by_one_a_returned_card_may_be_given_on() -> None:
    state = done(SEED, dealt(SEED, after((3, -1, -2)), "H2", "HK", "HA"), "H2")
    assert "HK" in named(SEED, state)
    state = done(SEED, state, "HK HA")
    assert state.hands[0] >> parse_card("HA") & 1


@pytest.mark.parametrize("mode", ["one_by_one", "batch"])
def test_an_optional_exchange_may_be_stopped(mode: str) -> None:
    rules = under(exchange_optional=True, exchange_mode=mode)
    state = dealt(rules, after((5, -3, -2)), "H2 H3", "HK", "HA")
    assert named(rules, state)[-1] == "stop"
    state = done(rules, state, "H2 stop")
    assert state.hands[0] >> parse_card("HK") & 1
    assert owed(state) == [(0, 2, 2)]
    state = done(rules, state, "stop")
    assert state.public.phase == "announce"
    assert [(e.giver, e.receiver, e.count) for e in state.public.exchanged] == [(0, 1, 1)]
    assert [s.action for s in state.public.said] == [rules.calls.index("stop") + 52] * 2


def test_a_compulsory_exchange_may_not_be_stopped() -> None:
    state = dealt(SEED, after((1, -1, 0)))
    assert SEED.why(view(state, 0), 52 + SEED.calls.index("stop")).key == "play-a-card"


@pytest.mark.parametrize(("contract", "exchanges"), [("hearts", True), ("no-trump", False), ("min-tricks", False)])
def test_no_exchange_without_trumps(contract: str, exchanges: bool) -> None:
    changes = {"exchange_timing": "after_announcement", "contracts": "min_tricks"}
    for barred in (True, False):
        rules = under(exchange_none_in_nt=barred, **changes)
        state = done(rules, dealt(rules, after((1, -1, 0))), contract)
        assert (state.public.phase == "exchange") == (exchanges or not barred)


# The kitty


def test_take_then_discard_sees_the_kitty_first() -> None:
    rules = under(kitty_mode="take_then_discard")
    state = done(rules, dealt(rules, FIRST, kitty="SA SK SQ SJ"), "spades")
    assert (state.hands[0].bit_count(), state.stock) == (20, ())
    state = done(rules, state, "SA SK SQ SJ")
    assert (state.public.phase, state.hands[0].bit_count()) == ("play", 16)


# The play


@pytest.mark.parametrize("must", [False, True])
def test_must_trump(must: bool) -> None:
    rules = under(must_trump=must)
    hearts = " ".join(f"H{rank}" for rank in "AKQJT98765432")
    state = low(rules, done(rules, dealt(rules, FIRST, "C6 C7", f"{hearts} S3", "S2"), "spades"), "play")
    state = done(rules, state, "C7")
    follower = view(state, 1)
    assert rules.legal(follower) == ((parse_card("S3"),) if must else cards(follower.hand))
    if must:
        assert rules.why(follower, parse_card("HA")).key == "must-trump"


def test_must_trump_asks_nothing_without_trumps() -> None:
    rules = under(must_trump=True, contracts="no_trump")
    hearts = " ".join(f"H{rank}" for rank in "AKQJT98765432")
    state = low(rules, done(rules, dealt(rules, FIRST, "C6 C7", f"{hearts} S3", "S2"), "no-trump"), "play")
    follower = view(done(rules, state, "C7"), 1)
    assert rules.legal(follower) == cards(follower.hand)


# The end of the match


@pytest.mark.parametrize(("end", "total"), [("total10", 10), ("total12", 12), ("total21", 21)])
def test_a_total_ends_the_match(end: str, total: int) -> None:
    rules = under(end=end)
    outcome = rules.outcome(scripted(rules, FIRST, (9, 5, 2)))
    assert isinstance(outcome, Outcome)
    assert won(rules, outcome, (total - 2, 1 - total, 1)) == ()
    assert won(rules, outcome, (total - 1, 1 - total, 0)) == (0,)


def test_twelve_tricks_in_one_hand_win() -> None:
    rules = under(end="tricks12", contracts="min_tricks")
    assert won(rules, Outcome("spades", (11, 5, 0)), (50, -25, -25)) == ()
    assert won(rules, Outcome("spades", (2, 12, 2)), (50, -25, -25)) == (1,)
    assert won(rules, Outcome("min-tricks", (2, 12, 2)), (0, 0, 0)) == (), "there they are a misfortune"


def test_five_points_in_one_hand_win() -> None:
    rules = under(end="over5", contracts="min_tricks")
    assert won(rules, Outcome("spades", (12, 2, 2)), (30, -15, -15)) == ()
    assert won(rules, Outcome("spades", (3, 10, 3)), (30, -15, -15)) == (1,)
    assert won(rules, Outcome("min-tricks", (13, 0, 3), (2, 0)), (0, 0, 0)) == (2,), "two have five: who was last"


def test_a_fixed_number_of_hands() -> None:
    rules = under(end="hands")
    assert won(rules, Outcome("spades", (9, 5, 2)), (30, -15, -15), deal=17) == ()
    assert won(rules, Outcome("spades", (9, 5, 2)), (30, -15, -15), deal=18) == (0,)
    assert won(under(end="hands", hands=2), Outcome("spades", (9, 5, 2)), (0, 0, 0), deal=2) == (0,)


# What cannot be played, and the presets


@pytest.mark.parametrize(
    ("changes", "silent"),
    [
        pytest.param("exchange_none_in_nt=on", "exchange_none_in_nt trump_return hands", id="I6"),
        pytest.param("", "exchange_none_in_nt trump_return hands", id="I7"),
        ("announce_from=first_six contracts=no_trump", "exchange_timing hands"),
        ("each_contract_once=on", "exchange_none_in_nt trump_return end hands"),
        ("end=hands", "exchange_none_in_nt trump_return"),
    ],
)
def test_what_can_change_nothing_is_idle_and_not_refused(changes: str, silent: str) -> None:
    options = game("three-five-eight", f"standard {changes}").options
    assert [one.option for one in idle(options)] == silent.split()


@pytest.mark.parametrize(("contracts", "hands"), [("suits", 12), ("no_trump", 15), ("min_tricks", 18)])
def test_T20_each_contract_once_makes_three_hands_for_each(contracts: str, hands: int) -> None:
    rules = under(each_contract_once=True, contracts=contracts)
    match = Match.begin(rules)
    while not match.over:
        left = announceable(rules.options, match.carry, announcer_of(rules.options, match.dealer))
        match = match.close(Outcome(left[0], (8, 5, 3)))
    assert match.deals == hands


def test_T22_swapping_unseen_is_refused_and_what_there_is_named() -> None:
    with pytest.raises(BadOptions, match="swap_0_to_4") as refused:
        game("three-five-eight", "standard kitty_mode=swap_0_to_4")
    assert refused.value.reason.numbers["allowed"] == "discard_first take_then_discard"


def test_the_default_is_what_the_seed_says() -> None:
    assert next(iter(PRESETS.values())) == Options()


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_read_as_their_names(preset: str) -> None:
    assert options_text(PRESETS, PRESETS[preset]) == preset


def test_matches_under_random_options_end() -> None:
    rng, lengths = random.Random(2), []
    for _ in range(40):
        rules = ThreeFiveEight(drawn(Options, rng))
        match = Match.begin(rules)
        while not match.over and len(match.sheet.lines) < 800:
            state = rules.deal(tuple(rng.sample(rules.pack, 52)), match.standing)
            while (actor := state.public.actor) is not None:
                state = rules.apply(state, rng.choice(rules.legal(view(state, actor))))
            match = match.close(rules.outcome(state))
        assert match.over
        lengths.append(match.deals)
    assert min(lengths) >= 1
