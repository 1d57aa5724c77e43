"""Players in OpenSpiel's evaluations, as bots and as policies; neither learns anything of hidden cards."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from env.common import NAME, each_game
from open_spiel.python.algorithms import evaluate_bots, expected_game_score, exploitability
from open_spiel.python.bots.uniform_random import UniformRandomBot
from open_spiel.python.policy import UniformRandomPolicy
from support.circles import depth

from prikup.bots import PLAYERS, SOLVING
from prikup.env import openspiel
from prikup.env.openspiel_players import PlayerBot, PlayerPolicy, view_policy
from prikup.rules.state import View, view

openspiel.register()


def load_game(name: str, **parameters: Any) -> Any:
    return pyspiel.load_game(f"prikup_{name.replace('-', '_')}", parameters)


@each_game
def test_openspiel_evaluates_player_against_random_bots(name: str) -> None:
    """OpenSpiel's own two evaluations, in C++ and in Python, play deals with the rule player in each seat."""
    spiel_game = load_game(name, deals=2)
    for seat in range(spiel_game.num_players()):
        bots = [UniformRandomBot(other, np.random.RandomState(other)) for other in range(spiel_game.num_players())]
        bots[seat] = PlayerBot(spiel_game, seat, "rule")
        for returns in (
            pyspiel.evaluate_bots(spiel_game.new_initial_state(), bots, seat),
            evaluate_bots.evaluate_bots(spiel_game.new_initial_state(), bots, np.random.RandomState(seat)),
        ):
            assert np.isfinite(returns).all()


@each_game
def test_bot_chooses_like_its_player_and_knows_its_view_only(name: str) -> None:
    """The move does not change if OpenSpiel resamples what the seat cannot see; the player gets Views of its seat."""
    spiel_game, rng = load_game(name, sampled=True, seed=4), random.Random(4)
    for player_name in [f"{base}:2" if base in SOLVING else base for base in PLAYERS]:  # two worlds are quick
        state = spiel_game.new_initial_state()
        bots = [PlayerBot(spiel_game, seat, player_name, 1) for seat in range(spiel_game.num_players())]
        policy = PlayerPolicy(spiel_game, player_name, 1)
        steps = 0
        while not state.is_terminal() and steps < depth(30):
            if state.is_chance_node():
                state.apply_action(0)
                continue
            seat, steps = state.current_player(), steps + 1
            action = bots[seat].step(state)
            probabilities = {legal: float(legal == action) for legal in state.legal_actions()}
            assert bots[seat].step_with_policy(state) == (list(probabilities.items()), action)
            assert bots[seat].get_policy(state) == list(policy.action_probabilities(state).items())
            assert bots[seat].step(state.resample_from_infostate(seat, rng.random)) == action
            state.apply_action(action)


def test_bot_and_policy_pass_view_of_their_seat_to_own_player() -> None:
    spiel_game, views = load_game(NAME, sampled=True, seed=4), list[Any]()

    def lowest_action(seen: View[Any]) -> int:
        views.append(seen)
        return int(min(spiel_game.rules.legal(seen)))

    state = spiel_game.new_initial_state()
    state.apply_action(0)
    seat = state.current_player()
    assert PlayerBot(spiel_game, seat, lowest_action).step(state) == min(state.legal_actions())
    by_seat = PlayerPolicy(spiel_game, ["rule" if other != seat else lowest_action for other in range(3)])
    assert by_seat.action_probabilities(state, seat)[min(state.legal_actions())] == 1.0
    assert views == [view(state.moment.state, seat)] * 2


def test_bot_rejects_unknown_player() -> None:
    with pytest.raises(KeyError, match="nobody"):
        PlayerBot(load_game(NAME), 0, "nobody")


def test_openspiel_computes_value_and_exploitability_of_player(mini: Any) -> None:
    """The first legal action in `mini` is far from optimal; the value over all deals is that of the bots' deals."""
    policy = PlayerPolicy(mini, "rule")
    values = expected_game_score.policy_value(mini.new_initial_state(), [policy, policy])
    rng, points = np.random.RandomState(1), list[float]()
    bots = [PlayerBot(mini, seat, "rule") for seat in range(2)]
    for _ in range(150):
        points.append(evaluate_bots.evaluate_bots(mini.new_initial_state(), bots, rng)[0])
    assert np.mean(points) == pytest.approx(values[0], abs=0.3)
    assert exploitability.nash_conv(mini, policy) > 0.1


def test_view_policy_has_probabilities_of_tabular_policy(mini: Any) -> None:
    tabular, state = UniformRandomPolicy(mini).to_tabular(), mini.new_initial_state()
    probabilities = view_policy(tabular, mini.rules)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    seat = state.current_player()
    row = tabular.action_probabilities(state)
    assert probabilities(state.view_for(seat)) == {action: row[action] for action in state.legal_actions()}
