"""Many tables at once: the shapes of Gymnasium, and the same play as at a single table."""

from typing import Any

import numpy as np
import pytest
from env.common import NAME, each_game, each_preset, random_actions
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from prikup.env import Encoder
from prikup.env.aec import env
from prikup.env.vector import Arrays, Tables
from prikup.games import game


@each_preset
def test_the_shapes_are_those_of_gymnasium(name: str, preset: str) -> None:
    """Gymnasium's wrapper counts the episodes."""
    plain = Tables(name, preset, count=3)
    tables: VectorEnv[Any, Any, Any] = RecordEpisodeStatistics(plain)
    assert tables.observation_space == batch_space(tables.single_observation_space, 3)
    assert tables.action_space == batch_space(tables.single_action_space, 3)
    seen, infos = tables.reset(seed=1)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(200):
        assert seen in tables.observation_space
        actions = random_actions(rng, seen["action_mask"])
        assert actions in tables.action_space
        seen, rewards, terminated, truncated, infos = tables.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float32, np.bool_, np.bool_)
        assert infos["rewards"].shape == (3, plain.game.seats)
        assert not truncated.any()
        assert ("episode" in infos) == terminated.any()
        if terminated.any():
            assert (infos["episode"]["l"][terminated] > 0).all()
        ended += int(terminated.sum())
    assert ended > 3
    tables.close()


@pytest.mark.parametrize("seed", [np.int64(3), [np.int64(3), 4]])
def test_a_seed_of_numpy_is_a_seed(seed: Any) -> None:
    def dealt(seed: Any) -> bytes:
        tables = Tables(NAME, count=2)
        seen, _ = tables.reset(seed=seed)
        return bytes(seen["observation"].tobytes())

    assert dealt(seed) == dealt([3, 4] if isinstance(seed, list) else 3)


@each_game
def test_a_table_among_many_plays_as_a_table_of_its_own(name: str) -> None:
    """With the same seed a vector of one table deals, shows and pays like the PettingZoo table."""
    many, one = Tables(name, count=1, deals=3), env(name, deals=3)
    seen, infos = many.reset(seed=5)
    one._rng.seed(repr(5))
    one.reset()
    rng = np.random.default_rng(5)
    while True:
        alone = one.observe(one.agent_selection)
        assert one.agent_selection == f"seat_{infos['actor'][0]}"
        assert np.array_equal(seen["observation"][0], alone["observation"])
        assert np.array_equal(seen["action_mask"][0], alone["action_mask"])
        action = random_actions(rng, seen["action_mask"])
        one.step(int(action[0]))
        seen, _, terminated, _, infos = many.step(action)
        assert infos["rewards"][0] == pytest.approx(list(one.rewards.values()))
        if terminated[0]:
            break
    assert all(one.terminations.values())


def test_all_is_written_into_the_arrays_that_are_given() -> None:
    rules = game(NAME)
    given = Arrays.of(Encoder(rules), rules.seats, 4)
    tables = Tables(NAME, arrays=given)
    tables.reset(seed=1)
    before = given.observations.copy()
    seen, *_ = tables.step(random_actions(np.random.default_rng(1), given.masks))
    assert seen["observation"] is given.observations
    assert seen["action_mask"] is given.masks
    assert (before != given.observations).any(axis=1).all()
