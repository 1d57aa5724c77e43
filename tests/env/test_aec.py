"""The PettingZoo tables: rewards, seeds and illegal actions. PettingZoo's own tests are in `test_registration.py`."""

import random
from typing import Any

import numpy as np
import pytest
from env.common import NAME, each_game
from support.circles import depth

from prikup.env.aec import env
from prikup.env.episode import Dice, Episode
from prikup.games import GAMES, game
from prikup.rules.errors import IllegalAction
from prikup.rules.match import Match
from prikup.rules.state import view


@each_game
def test_aec_rewards_equal_settlement_of_sheet(name: str) -> None:
    """The same deck and actions, entered into a match, settle like the rewards."""
    table = env(name)
    for seed in range(depth(20)):
        table.reset(seed=seed)
        dice = Dice(seed)
        rules, match = table.game, Match.begin(table.game, dice.dealer(table.game))
        state = match.deal_accepted(dice.decks(rules.pack))
        choices = random.Random(seed)
        while table.agents and not table.terminations[table.agent_selection]:
            actor = state.public.actor
            assert table.agent_selection == f"seat_{actor}"
            action = choices.choice(rules.legal(view(state, actor)))
            state = rules.apply(state, action)
            table.step(action)
        new_settlement = rules.scoring.settlement(match.close(rules.outcome(state)).sheet.totals)
        old_settlement = rules.scoring.settlement(match.sheet.totals)
        for side, seats in enumerate(rules.sides):
            for seat in seats:
                assert table.rewards[f"seat_{seat}"] == float(new_settlement[side] - old_settlement[side])


@each_game
def test_aec_gains_sum_rewards_over_deals(name: str) -> None:
    table = env(name, deals=4)
    table.reset(seed=3)
    rng, rewards_by_agent = random.Random(3), dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, _, _ = table.last()
        rewards_by_agent[agent] += reward
        assert observation is not None
        table.step(None if terminated else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert rewards_by_agent == pytest.approx(table.gains)


@each_game
def test_episode_gains_of_whole_match_equal_settlement(name: str) -> None:
    """Rule players finish a match; their gains are the settlement of its sheet."""
    rules, rng = game(name), random.Random(1)
    player = GAMES[name].rule(rules, 1)
    episode, gains = Episode.begin(rules, None), [0.0] * rules.seats
    while not episode.over:
        state = episode.match.deal_random(rng)
        while (actor := state.public.actor) is not None:
            state = rules.apply(state, player(view(state, actor)))
        episode, deal_gains = episode.close(rules.outcome(state))
        gains = [sum(pair) for pair in zip(gains, deal_gains, strict=True)]
    settlement = rules.scoring.settlement(episode.match.sheet.totals)
    for side, seats in enumerate(rules.sides):
        assert [gains[seat] for seat in seats] == pytest.approx([float(settlement[side])] * len(seats))


@each_game
def test_aec_rejects_illegal_actions(name: str) -> None:
    table = env(name)
    table.reset(seed=1)
    observation = table.observe(table.agent_selection)
    for action in (int(np.flatnonzero(observation["action_mask"] == 0)[0]), None):
        with pytest.raises(IllegalAction):
            table.step(action)


def test_aec_accepts_numpy_seed() -> None:
    first_env, second_env = env(NAME), env(NAME)
    seed: Any = np.int64(3)
    first_env.reset(seed=3)
    second_env.reset(seed=seed)
    assert first_env.render() == second_env.render()


def test_aec_accepts_options_as_text() -> None:
    for preset, options in GAMES[NAME].presets.items():
        assert env(NAME, preset).game.options == options == game(NAME, preset).options


def test_aec_renders_view_of_acting_agent() -> None:
    table: Any = env(NAME, render_mode="ansi")
    table.reset(seed=1)
    assert table.render().startswith(table.agent_selection.removeprefix("seat_") + " ; ")
