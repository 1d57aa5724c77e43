"""Beliefs: a seat that calls like the rule player is believed to hold the cards for it; no world is excluded."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from statistics import fmean
from typing import Any, get_args, get_type_hints

import pytest
from msgspec.structs import replace
from support.circles import depth
from support.example_games import example
from support.random_walk import KINDS, random_deal, random_game

from prikup.bots import player
from prikup.bots.belief import Belief
from prikup.bots.cardplay import points_after_each
from prikup.bots.payoff import payoff_of
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match
from prikup.rules.state import View, view
from prikup.solver import Position
from prikup.worlds.possible_worlds import all_worlds, count_placements


def belief_of(rules: AnyGame, player_view: View[Any], seed: int = 1) -> Belief:
    return Belief(rules, player_view, GAMES[rules.name].rule(rules, 0), search(), random.Random(seed))


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_belief_worlds_match_the_view(name: str, kind: GameDefinition) -> None:
    rng = random.Random(f"views {name}")
    for _ in range(depth(15)):
        rules = random_game(kind, rng)
        state = random_deal(Match.begin(rules), rng)
        decide = player("rule", rules, 0)
        while (seat := state.public.actor) is not None:
            player_view = view(state, seat)
            if rng.random() < 0.15:
                sampled_worlds, weights = belief_of(rules, player_view).worlds(6)
                assert len(sampled_worlds) == len(weights)
                assert all(view(world, seat) == player_view for world in sampled_worlds)
                assert all(rules.analysis.is_possible(player_view, world) for world in sampled_worlds)
                assert all(0 < weight <= 1 for weight in weights)
            state = rules.apply(state, decide(player_view))


LOOKED_AT, MOST_WORLDS, DRAWS = depth(3), 80, 50
"""The number of Views tested, the most worlds of each (every one must be met often), and the draws per likelihood."""


def views_with_few_worlds(name: str, kind: GameDefinition, rng: random.Random) -> Iterator[tuple[AnyGame, View[Any]]]:
    """Yield Views with few worlds, in which another seat has discarded."""
    while True:
        rules = kind.build(kind.presets[next(iter(kind.presets))])
        state, decide = random_deal(Match.begin(rules), rng), player("rule", rules, 0)
        while (seat := state.public.actor) is not None:
            player_view = view(state, seat)
            if state.public.phase == "play" and 10 < count_placements(rules, player_view) <= MOST_WORLDS:
                discard_decision = belief_of(rules, player_view).discard_decision
                if discard_decision is not None and discard_decision.seat != seat:
                    yield rules, player_view
                    break
            state = rules.apply(state, decide(player_view))


def discards(kind: GameDefinition) -> bool:
    """Return whether a game has a discard before the contract is named."""
    public = random_deal(Match.begin(kind.build(kind.presets[next(iter(kind.presets))])), random.Random(1)).public
    return {"discard", "declare"} <= set(get_args(get_type_hints(type(public))["phase"]))


SENSE = {"laid": 0.3, "worse": 0.7}
"""Factors under which unlikely discards are graded."""


@pytest.mark.parametrize("factors", [{}, SENSE], ids=["as in use", "with sense"])
@pytest.mark.parametrize("name", [name for name, kind in KINDS if discards(kind)])
def test_belief_chain_samples_worlds_by_likelihood(name: str, factors: dict[str, float]) -> None:
    """The chain also reaches worlds with other discards than the rule player's."""
    rng = random.Random(f"chain {name}")
    for rules, player_view in islice(views_with_few_worlds(name, GAMES[name], rng), LOOKED_AT):
        belief = belief_of(rules, player_view)
        belief.factors = replace(belief.factors, **factors)
        all_likely_worlds = list(all_worlds(rules, player_view))
        # Cards taken face down may have been in the stock: such a likelihood is random, and its mean counts.
        likelihood_by_hands = {
            world.hands: fmean(belief.likelihood(world) for _ in range(DRAWS)) for world in all_likely_worlds
        }
        assert len(likelihood_by_hands) == len(all_likely_worlds)
        total = sum(likelihood_by_hands.values())
        sampled_worlds = list(belief.chain().sample(4000))  # `worlds` would enumerate them
        counts = Counter(world.hands for world in sampled_worlds)
        assert set(counts) <= set(likelihood_by_hands)
        deviation = (
            sum(
                abs(counts[hands] / len(sampled_worlds) - weight / total)
                for hands, weight in likelihood_by_hands.items()
            )
            / 2
        )
        print(name, len(likelihood_by_hands), deviation)
        assert deviation < 0.1
        assert all(counts[hands] for hands, weight in likelihood_by_hands.items() if weight / total > 0.005)


def test_belief_worlds_are_not_checked_by_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds from the rules are always valid; checking them took some 7 % of the time of a review."""
    rules = game(example(seats=3, first="call"))
    state, decide = random_deal(Match.begin(rules), random.Random(4)), player("rule", rules, 0)
    while state.public.phase != "play" or not state.public.tricks.past:
        seat = state.public.actor
        assert seat is not None
        state = rules.apply(state, decide(view(state, seat)))
    assert state.public.actor is not None
    player_view = view(state, state.public.actor)
    checked_positions: list[Position] = []
    monkeypatch.setattr("prikup.solver.position._field_error", checked_positions.append)
    worlds, _ = belief_of(rules, player_view).worlds(5)
    points_after_each(rules, worlds, [1.0] * len(worlds), search(), payoff_of(rules, player_view.public))
    assert not checked_positions
