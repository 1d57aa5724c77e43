"""Plans tried in games that have a discard, sealed bids, or a contract to take no trick."""

import random

from support.random_walk import random_deal

from prikup.bots import player
from prikup.bots.payoff import Payoff, tricks_left
from prikup.bots.simulation import plans
from prikup.games import game
from prikup.rules.game import play
from prikup.rules.match import Match
from prikup.rules.state import view
from prikup.worlds.possible_worlds import add_sealed_actions, sample_worlds


def test_plans_treat_two_discards_as_one_plan() -> None:
    """All 66 pairs of twelve cards are plans."""
    rules, rng = game("preferans"), random.Random(1)
    state = random_deal(Match.begin(rules), rng)
    for call in (53, 52, 52):
        state = rules.apply(state, call)
    assert state.public.phase == "discard"
    discard_plans = plans(rules, view(state, state.public.actor))
    assert len(discard_plans) == 66
    assert all(len(set(plan)) == 2 for plan in discard_plans)
    state = rules.apply(state, discard_plans[0][0])
    assert len(plans(rules, view(state, state.public.actor))) == 11


def test_values_of_tricks_are_shared_by_auctions_with_the_same_contract() -> None:
    """Seven diamonds against two whists are worth the same whether declarer was outbid once or not."""
    rules, rng = game("preferans"), random.Random(1)
    deal = random_deal(Match.begin(rules), rng)
    payoff = Payoff(rules, deal.public)

    def play_values(*calls: str) -> object:
        state = deal
        for call in calls:
            action = (
                rules.legal(view(state, state.public.actor))[0] if call == "discard" else rules.calls.index(call) + 52
            )
            state = rules.apply(state, action)
        assert state.public.phase == "play"
        return payoff.play_values(state, rules.objective(state.public))

    short_auction, long_auction = ("6S", "pass", "pass"), ("6S", "6C", "pass", "6D", "pass")
    end = ("discard", "discard", "7D", "whist", "whist")
    assert play_values(*short_auction, *end) is play_values(*long_auction, *end)
    assert play_values(*short_auction, *end) is not play_values(*short_auction, *end[:2], "7H", *end[3:])
    assert play_values(*short_auction, *end) is not play_values(*short_auction, *end[:4], "pass", "light")


def test_simulation_fills_in_sealed_bids_of_world() -> None:
    """A world sampled during sealed bids can be played to its end."""
    rules, rng = game("tuppi"), random.Random(2)
    decide = player("rule", rules, 0)
    state = random_deal(Match.begin(rules), rng)
    while state.public.phase == "bid":
        seat = state.public.actor
        player_view = view(state, seat)
        world = add_sealed_actions(rules, next(sample_worlds(rules, player_view, rng)), decide)
        assert view(world, seat) == player_view
        assert rules.outcome(play(rules, world, (decide,) * 4))
        state = rules.apply(state, decide(player_view))


def test_payoff_deciding_tricks_are_one_in_betl_and_ten_in_misere() -> None:
    """A betl ends with its first trick, so the solver looks no further; a misère pays for each trick."""
    for name, options, calls, matter in (("preferans", "", "misere", (0, 10)), ("balkan", "jump=on", "six", (0, 1))):
        rules, rng = game(name, options), random.Random(4)
        decide = player("rule", rules, 0)
        state = random_deal(Match.begin(rules), rng)
        bid = 52 + rules.calls.index(calls)
        while state.public.phase != "play":
            player_view = view(state, state.public.actor)
            legal = rules.legal(player_view)
            action = bid if bid in legal else decide(player_view) if legal[0] < 52 else legal[0]
            if state.public.phase == "declare":
                action = min(legal)
            state = rules.apply(state, action)
        objective = rules.objective(state.public)
        assert objective.goal == "fewest"
        assert tricks_left(state) == 10
        assert Payoff(rules, state.public).deciding_tricks(state, objective) == matter


def test_rollout_player_decisions_depend_on_seed() -> None:
    rules, rng = game("preferans"), random.Random(5)
    first_bot, second_bot = (player("rollout:1", rules, seed) for seed in (1, 2))
    differing = 0
    for _ in range(6):
        state = random_deal(Match.begin(rules), rng)
        for call in (52, 52, 52):  # raspasy
            state = rules.apply(state, call)
        while (seat := state.public.actor) is not None:
            player_view = view(state, seat)
            differing += first_bot(player_view) != second_bot(player_view)
            state = rules.apply(state, first_bot(player_view))
    assert differing
