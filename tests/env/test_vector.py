"""Many tables at once: the shapes of Gymnasium, and the same play as at a single table."""

from typing import Any

import numpy as np
import pytest
from env.common import NAME, each_game, each_preset, random_actions
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from prikup.env import Encoder
from prikup.env.aec import env
from prikup.env.vector import Arrays, Tables
from prikup.games import game
from prikup.rules.state import view


@each_preset
def test_tables_have_gymnasium_shapes(name: str, preset: str) -> None:
    """Gymnasium's wrapper counts the episodes."""
    plain_tables = Tables(name, preset, count=3)
    tables: VectorEnv[Any, Any, Any] = RecordEpisodeStatistics(plain_tables)
    assert tables.observation_space == batch_space(tables.single_observation_space, 3)
    assert tables.action_space == batch_space(tables.single_action_space, 3)
    observation, infos = tables.reset(seed=1)
    rng, ended_count = np.random.default_rng(1), 0
    for _ in range(200):
        assert observation in tables.observation_space
        actions = random_actions(rng, observation["action_mask"])
        assert actions in tables.action_space
        observation, rewards, terminated, truncated, infos = tables.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float32, np.bool_, np.bool_)
        assert infos["rewards"].shape == (3, plain_tables.game.seats)
        assert not truncated.any()
        assert ("episode" in infos) == terminated.any()
        if terminated.any():
            assert (infos["episode"]["l"][terminated] > 0).all()
        ended_count += int(terminated.sum())
    assert ended_count > 3
    tables.close()


@pytest.mark.parametrize("seed", [np.int64(3), [np.int64(3), 4]])
def test_tables_accept_numpy_seed(seed: Any) -> None:
    def observation_bytes(seed: Any) -> bytes:
        tables = Tables(NAME, count=2)
        observation, _ = tables.reset(seed=seed)
        return bytes(observation["observation"].tobytes())

    assert observation_bytes(seed) == observation_bytes([3, 4] if isinstance(seed, list) else 3)


@each_game
def test_vector_of_one_table_equals_aec_table(name: str) -> None:
    """With the same seed a vector of one table deals, shows and pays like the PettingZoo table."""
    vector_tables, aec_table = Tables(name, count=1, deals=3), env(name, deals=3)
    observation, infos = vector_tables.reset(seed=5)
    aec_table._rng.seed(repr(5))
    aec_table.reset()
    rng = np.random.default_rng(5)
    while True:
        aec_observation = aec_table.observe(aec_table.agent_selection)
        assert aec_table.agent_selection == f"seat_{infos['actor'][0]}"
        assert np.array_equal(observation["observation"][0], aec_observation["observation"])
        assert np.array_equal(observation["action_mask"][0], aec_observation["action_mask"])
        action = random_actions(rng, observation["action_mask"])
        aec_table.step(int(action[0]))
        observation, _, terminated, _, infos = vector_tables.step(action)
        assert infos["rewards"][0] == pytest.approx(list(aec_table.rewards.values()))
        if terminated[0]:
            break
    assert all(aec_table.terminations.values())


@each_game
def test_tables_provide_last_observation_of_episode(name: str) -> None:
    """It is what the seat that acted last sees at the PettingZoo table after the last action."""
    vector_tables, aec_table = Tables(name, count=1, deals=2, final_obs=True), env(name, deals=2)
    observation, infos = vector_tables.reset(seed=6)
    aec_table._rng.seed(repr(6))
    aec_table.reset()
    agent, terminated, rng = "", np.zeros(1, np.bool_), np.random.default_rng(6)
    while not all(aec_table.terminations.values()):
        assert "final_obs" not in infos
        action, agent = random_actions(rng, observation["action_mask"]), aec_table.agent_selection
        aec_table.step(int(action[0]))
        observation, _, terminated, _, infos = vector_tables.step(action)
    assert terminated == infos["_final_obs"] == infos["_final_info"]
    final_obs, final_info = infos["final_obs"][0], infos["final_info"]
    aec_seen = vector_tables.encoder.encode(view(aec_table._state, int(agent.removeprefix("seat_"))))
    assert np.array_equal(final_obs["observation"], aec_seen[0])
    assert not final_obs["action_mask"].any()
    assert agent == f"seat_{final_info['seat'][0]}"
    assert list(aec_table.rewards.values()) == pytest.approx(final_info["rewards"][0])


def test_tables_provide_last_observation_only_where_an_episode_ended() -> None:
    """Gymnasium's wrapper gives each table its infos."""
    tables = Tables(NAME, count=8, final_obs=True)
    wrapper: VectorEnv[Any, Any, Any] = DictInfoToList(tables)
    wrapper.reset(seed=1)
    rng, ended_counts = np.random.default_rng(1), list[int]()
    while len(ended_counts) < 20:
        _, _, terminated, _, table_infos = wrapper.step(random_actions(rng, tables.arrays.masks))
        for key in ("final_obs", "final_info"):
            assert [key in table_info for table_info in table_infos] == terminated.tolist()
        ended_counts.extend([int(terminated.sum())] * bool(terminated.any()))
    assert min(ended_counts) < 8


def test_tables_write_into_given_arrays() -> None:
    rules = game(NAME)
    arrays = Arrays.of(Encoder(rules), rules.seats, 4)
    tables = Tables(NAME, arrays=arrays)
    tables.reset(seed=1)
    old_observations = arrays.observations.copy()
    observation, *_ = tables.step(random_actions(np.random.default_rng(1), arrays.masks))
    assert observation["observation"] is arrays.observations
    assert observation["action_mask"] is arrays.masks
    assert (old_observations != arrays.observations).any(axis=1).all()
