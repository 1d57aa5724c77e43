"""Best responses to a policy: equal to OpenSpiel's in the small game, and sampled measures in all games."""

from collections.abc import Mapping
from functools import partial
from itertools import islice
from typing import Any

import pytest
from env.common import NAME, each_game
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.policy import UniformRandomPolicy
from support.circles import depth

from prikup.bots import player
from prikup.env import best_response as responses
from prikup.env.openspiel_players import PlayerPolicy, view_policy
from prikup.games import game
from prikup.rules.game import AnyGame
from prikup.rules.state import View
from prikup.statistics.confidence_intervals import mean_interval


def uniform(rules: AnyGame, view: View[Any]) -> Mapping[int, float]:
    legal = rules.legal(view)
    return dict.fromkeys(legal, 1 / len(legal))


def assert_equals_openspiel(spiel_game: Any, policy: responses.AnyPolicy, spiel_policy: Any) -> None:
    computed = [responses.best_response(policy, spiel_game.rules, seat) for seat in range(2)]
    expected = exploitability.nash_conv(spiel_game, spiel_policy, return_only_nash_conv=False)
    assert [response.gain for response in computed] == pytest.approx(expected.player_improvements)
    value = responses.exploitability(policy, spiel_game.rules)
    assert value == pytest.approx(exploitability.exploitability(spiel_game, spiel_policy))


def test_exploitability_of_player_equals_openspiel(mini: Any) -> None:
    assert_equals_openspiel(mini, player("rule", mini.rules, 0), PlayerPolicy(mini, "rule"))


def test_exploitability_of_learned_policy_equals_openspiel(mini: Any) -> None:
    """CFR mixes its actions; its exploitability falls below that of the uniform policy."""
    solver = cfr.CFRPlusSolver(mini)
    for _ in range(2):
        solver.evaluate_and_update_policy()
    learned = view_policy(solver.average_policy(), mini.rules)
    assert_equals_openspiel(mini, learned, solver.average_policy())
    uniform_policy = partial(uniform, mini.rules)
    assert responses.exploitability(learned, mini.rules) < responses.exploitability(uniform_policy, mini.rules) / 2


@pytest.mark.thorough
def test_exploitability_of_uniform_policy_equals_openspiel(mini: Any) -> None:
    assert_equals_openspiel(mini, partial(uniform, mini.rules), UniformRandomPolicy(mini))


def test_dealer_decides_who_may_name_trump(mini: Any) -> None:
    """The small game is the same for both players but for the first call."""
    rule = player("rule", mini.rules, 0)
    by_dealer = [responses.best_response(rule, mini.rules, dealer, dealer) for dealer in range(2)]
    assert by_dealer[0] == by_dealer[1]


def test_best_response_rejects_large_pack() -> None:
    rules = game(NAME)
    with pytest.raises(ValueError, match=f"pack of {len(rules.pack)} cards"):
        responses.best_response(player("rule", rules, 0), rules, 0)


@each_game
def test_gains_in_endings_are_never_negative(name: str) -> None:
    """Against a player and against a policy with probabilities, whose gains can be reproduced."""
    rules = game(name)
    for policy in (player("beginner", rules, 0), partial(uniform, rules)):
        gains = [responses.gains_in_endings(policy, rules, depth(25), cards=2, max_worlds=12) for _ in range(2)]
        assert gains[0] == gains[1]
        assert len(gains[0]) == depth(25)
        assert min(gains[0]) > -1e-9


@each_game
def test_endings_have_equally_likely_worlds_of_a_seat_that_plays(name: str) -> None:
    for worlds, seat in islice(responses.endings(game(name), 3, 30, "worlds"), 3):
        assert 1 < len(worlds) <= 30
        assert sum(weight for weight, _ in worlds) == pytest.approx(1)
        assert seat in worlds[0][1].public.tricks.seats
        assert all(hands.bit_count() == 3 for _, world in worlds for hands in (world.hands[seat],))


@pytest.mark.parametrize("mixes", [False, True])
def test_looking_ahead_gains_less_than_best_response(mini: Any, mixes: bool) -> None:
    policy = partial(uniform, mini.rules) if mixes else player("rule", mini.rules, 0)
    interval = mean_interval(responses.gains_by_looking_ahead(policy, mini.rules, 120, worlds=8))
    assert interval.low <= responses.exploitability(policy, mini.rules)
    assert interval.high > 0


@pytest.mark.thorough
@each_game
def test_looking_ahead_plays_whole_deals_reproducibly(name: str) -> None:
    rules = game(name)
    rule = player("rule", rules, 0)
    gains = [responses.gains_by_looking_ahead(rule, rules, 1, worlds=2) for _ in range(2)]
    assert gains[0] == gains[1]
