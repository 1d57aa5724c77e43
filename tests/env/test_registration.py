"""The registered ids: one for each game in both libraries, and the libraries' own checks run through the ids."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from env.common import NAME, each_game, each_preset, random_actions
from gymnasium.spaces import MultiDiscrete
from gymnasium.utils import env_checker, passive_env_checker
from pettingzoo.test import api_test, seed_test
from support.example_games import example

from prikup.env import registration
from prikup.env.aec import AecTable
from prikup.env.registration import VERSION, env_id
from prikup.env.vector import Tables
from prikup.games import GAMES


def make_vec(name: str, **arguments: Any) -> Any:
    return gymnasium.make_vec(env_id(name), **arguments)


@each_preset
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be"
)  # a Dict, like PettingZoo's own card games
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_pettingzoo_id_passes_pettingzoo_tests(name: str, preset: str) -> None:
    api_test(pettingzoo.make("aec", env_id(name), options=preset, render_mode="ansi"), num_cycles=200)
    seed_test(lambda: pettingzoo.make("aec", env_id(name), options=preset, deals=2), num_cycles=60)


class LegalActions(MultiDiscrete):
    """An action space that samples a legal action for each table, because the checks step with samples."""

    def __init__(self, tables: Tables) -> None:
        assert isinstance(tables.action_space, MultiDiscrete)
        super().__init__(tables.action_space.nvec)
        self._tables = tables

    def sample(self, *_: Any, **__: Any) -> Any:
        return random_actions(self.np_random, self._tables.arrays.masks)


@each_game
def test_gymnasium_id_passes_gymnasium_checks(name: str) -> None:
    """Gymnasium has checks for single environments; these are the ones that a vector environment can pass too."""
    tables = make_vec(name, num_envs=2)
    for space in (tables.single_observation_space, tables.observation_space):
        passive_env_checker.check_observation_space(space)
    for space in (tables.single_action_space, tables.action_space):
        passive_env_checker.check_action_space(space)
    env_checker.check_reset_seed_determinism(tables)
    env_checker.check_reset_options(tables)
    env_checker.check_reset_return_type(tables)
    passive_env_checker.check_obs(tables.reset(seed=1)[0], tables.observation_space, "reset")
    one_table = make_vec(name, num_envs=1)  # this check asks an array for its truth value
    one_table.action_space = LegalActions(one_table)
    env_checker.check_returned_data_not_reused(one_table)


@each_game
def test_both_libraries_have_an_id_of_each_game(name: str) -> None:
    table, tables = pettingzoo.make("aec", env_id(name), deals=3), make_vec(name, num_envs=3, deals=3)
    assert isinstance(table, AecTable)
    assert isinstance(tables, Tables)
    assert (table.game.name, tables.game.name, tables.num_envs) == (name, name, 3)
    assert pettingzoo.spec("aec", env_id(name)).version == gymnasium.spec(env_id(name)).version == VERSION


def test_gymnasium_imports_module_named_in_id() -> None:
    tables = gymnasium.make_vec(f"prikup.env.registration:{env_id(NAME)}", num_envs=2)
    assert tables.spec is not None
    assert tables.spec.id == env_id(NAME)
    assert gymnasium.envs.registration.EnvSpec.from_json(gymnasium.spec(env_id(NAME)).to_json()).id == env_id(NAME)


@pytest.fixture
def added_game() -> Iterator[str]:
    """Add a game to the registry of games during a test."""
    name = "added-game"
    GAMES[name] = GAMES[example(alone=True)]
    yield name
    del GAMES[name], gymnasium.registry[env_id(name)], pettingzoo.aec_registry[env_id(name)]


def test_register_adds_new_games_and_keeps_others(added_game: str) -> None:
    old_specs = dict(gymnasium.registry)
    registration.register()
    assert set(gymnasium.registry) - set(old_specs) == {"prikup/AddedGame-v0"}
    assert all(gymnasium.registry[key] is spec for key, spec in old_specs.items())
    seen, _ = make_vec(added_game, num_envs=2).reset(seed=1)
    assert seen["action_mask"].any(axis=1).all()
    assert isinstance(pettingzoo.make("aec", env_id(added_game)), AecTable)


def test_tables_by_id_return_data_that_stays_valid() -> None:
    """Programs written for Gymnasium keep what a step returned."""
    tables = make_vec(NAME, num_envs=2)
    old_seen, _ = tables.reset(seed=1)
    old_bytes = old_seen["observation"].tobytes()
    new_seen, *_ = tables.step(random_actions(np.random.default_rng(1), old_seen["action_mask"]))
    assert old_seen["observation"].tobytes() == old_bytes != new_seen["observation"].tobytes()
