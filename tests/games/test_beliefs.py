"""Beliefs about a declarer: hands with which the rule player would have declared."""

import random
from collections import Counter
from itertools import combinations, islice, pairwise

import pytest
from bots.test_belief import belief_of
from msgspec.structs import replace
from support.random_walk import random_deal

from prikup.bots import player
from prikup.bots.likelihood_factors import PARTS
from prikup.games import GAMES, game
from prikup.rules.cards import cards, mask
from prikup.rules.match import Match
from prikup.rules.state import View, view
from prikup.worlds.possible_worlds import sample_worlds


@pytest.mark.parametrize("name", ["balkan", "preferans"])
def test_belief_gives_true_world_likelihood_one_before_play(name: str) -> None:
    """All players follow the rule player, so no evidence is against the true world."""
    rules, rng = game(name), random.Random(f"truth {name}")
    decide = player("rule", rules, 0)
    decision_count = 0
    for _ in range(40):
        state = random_deal(Match.begin(rules), rng)
        while (seat := state.public.actor) is not None and state.public.phase != "play":
            player_view = view(state, seat)
            belief = belief_of(rules, player_view)
            assert belief.likelihood(state) == 1.0
            decision_count += len(belief.decisions)
            state = rules.apply(state, decide(player_view))
    assert decision_count > 100


@pytest.mark.parametrize("name", [name for name, kind in GAMES.items() if kind.discard_estimate])
def test_belief_grades_discards_by_tricks_they_lose(name: str) -> None:
    """A discard of two aces costs at least one trick, unless the fewest tricks are wanted."""
    rules, laying, rng = game(name), GAMES[name].discard_estimate, random.Random(12)
    assert laying is not None
    decide = player("rule", rules, 0)
    checked_deals = 0
    while checked_deals < 20:
        state = random_deal(Match.begin(rules), rng)
        while (seat := state.public.actor) is not None and state.public.phase != "declare":
            state = rules.apply(state, decide(view(state, seat)))
        if seat is None or (lay := belief_of(rules, view(state, (seat + 1) % 3)).discard_decision) is None:
            continue
        belief = belief_of(rules, view(state, (seat + 1) % 3))
        whole = state.hands[seat] | belief.initial_deal(state).discard
        worse = {
            discard: belief.compare_discards(lay, whole, mask(discard)).worse
            for discard in combinations(cards(whole), 2)
        }
        rule_discard = next(discard for discard in worse if not belief.compare_discards(lay, whole, mask(discard)).laid)
        assert worse[rule_discard] == 0
        aces = [discard for discard in worse if all(card % 13 == 12 for card in discard)]
        if aces and laying(rules, View(seat, lay.public, whole, ()), mask(rule_discard)) > 0:
            assert all(worse[discard] >= PARTS for discard in aces), "a trick at least"
            checked_deals += 1


BEST = mask([*range(5, 13), 25, 38])
"""Eight spades and two more aces."""


@pytest.mark.parametrize("name", [name for name, kind in GAMES.items() if kind.call_distance])
def test_call_distance_is_zero_for_rule_call_and_positive_for_others(name: str) -> None:
    rules, calling, rng = game(name), GAMES[name].call_distance, random.Random(f"calling {name}")
    assert calling is not None
    decide = player("rule", rules, 0)
    check_counts = Counter[str]()
    for _ in range(60):
        state = random_deal(Match.begin(rules), rng)
        while (seat := state.public.actor) is not None and state.public.phase == "auction":
            player_view = view(state, seat)
            rule_call, (pass_call, *bids) = decide(player_view), rules.legal(player_view)
            assert calling(rules, player_view, rule_call) == 0
            if rule_call == pass_call and bids:
                check_counts["passes"] += calling(rules, player_view, bids[0]) > 0
            elif rule_call == bids[0]:
                check_counts["bids"] += 1
                assert calling(rules, replace(player_view, hand=BEST), pass_call) > 0.5
            state = rules.apply(state, rule_call)
    assert min(check_counts["passes"], check_counts["bids"]) > 20


@pytest.mark.parametrize("name", [name for name, kind in GAMES.items() if kind.call_distance])
def test_belief_likelihood_falls_with_call_distance_of_bidder(name: str) -> None:
    rules, calling, rng = game(name), GAMES[name].call_distance, random.Random(f"bidders {name}")
    assert calling is not None
    spread = 0
    for _ in range(10):
        state = random_deal(Match.begin(rules), rng)
        bidder_view = view(state, state.public.actor)
        bid = rules.legal(bidder_view)[1]
        state = rules.apply(state, bid)
        player_view = view(state, state.public.actor)
        belief, samples = belief_of(rules, player_view), list[tuple[float, float]]()
        for world in islice(sample_worlds(rules, player_view, rng), 30):
            assert bidder_view.seat is not None
            world_view = replace(bidder_view, hand=world.hands[bidder_view.seat])
            samples.append((calling(rules, world_view, bid), belief.likelihood(world)))
        samples.sort()
        likely = [likelihood for _, likelihood in samples]
        assert all(
            near_likelihood >= far_likelihood
            for (distance, near_likelihood), (next_distance, far_likelihood) in pairwise(samples)
            if next_distance > distance
        )
        spread += likely[0] > 2 * likely[-1]
    assert spread > 5
