"""Many tables at once: the shapes of Gymnasium, and the same play as at a table of its own."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from prikup.env import Encoder
from prikup.env.aec import env
from prikup.env.encoder import Rows
from prikup.env.vector import Arrays, Tables
from prikup.errors import IllegalAction
from prikup.games import GAMES, game

each_preset = pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name, kind in GAMES.items() for preset in kind.presets]
)
each_game = pytest.mark.parametrize("name", GAMES)
NAME = next(iter(GAMES))


def chosen(rng: np.random.Generator, masks: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return a random legal action of each row."""
    return np.asarray(np.argmax(masks * rng.random(masks.shape), axis=1))


@each_preset
def test_the_shapes_are_those_of_gymnasium(name: str, preset: str) -> None:
    tables: VectorEnv[Any, Any, Any] = Tables(name, preset, count=3)
    assert tables.observation_space == batch_space(tables.single_observation_space, 3)
    assert tables.action_space == batch_space(tables.single_action_space, 3)
    seen, infos = tables.reset(seed=1)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(120):
        assert seen in tables.observation_space
        actions = chosen(rng, seen["action_mask"])
        assert actions in tables.action_space
        seen, rewards, terminated, truncated, infos = tables.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float32, np.bool_, np.bool_)
        assert infos["rewards"].shape == (3, tables.unwrapped.game.seats)  # type: ignore[attr-defined]
        assert not truncated.any()
        ended += int(terminated.sum())
    assert ended > 0
    tables.close()


@each_game
def test_the_wrappers_of_gymnasium_count_episodes(name: str) -> None:
    tables: VectorEnv[Any, Any, Any] = RecordEpisodeStatistics(Tables(name, count=3))
    seen, _ = tables.reset(seed=1)
    rng, told = np.random.default_rng(1), 0
    for _ in range(200):
        seen, _, terminated, _, infos = tables.step(chosen(rng, seen["action_mask"]))
        assert ("episode" in infos) == terminated.any()
        told += int(terminated.sum())
        if terminated.any():
            assert (infos["episode"]["l"][terminated] > 1).all()
    assert told > 3


@pytest.mark.parametrize("deals", [0, -1])
def test_an_episode_has_a_deal_at_least(deals: int) -> None:
    with pytest.raises(ValueError, match="one deal or more"):
        Tables(NAME, deals=deals)


@pytest.mark.parametrize("seed", [np.int64(3), [np.int64(3), 4]])
def test_a_seed_of_numpy_is_a_seed(seed: Any) -> None:
    def dealt(seed: Any) -> bytes:
        tables = Tables(NAME, count=2)
        seen, _ = tables.reset(seed=seed)
        return bytes(seen["observation"].tobytes())

    assert dealt(seed) == dealt([3, 4] if isinstance(seed, list) else 3)


@each_game
def test_a_table_among_many_plays_as_a_table_of_its_own(name: str) -> None:
    """With the same seed one table deals, shows and pays what the table of PettingZoo does."""
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
        action = chosen(rng, seen["action_mask"])
        one.step(int(action[0]))
        seen, _, terminated, _, infos = many.step(action)
        assert infos["rewards"][0] == pytest.approx(list(one.rewards.values()))
        if terminated[0]:
            break
    assert all(one.terminations.values())


@each_game
def test_the_same_seed_deals_the_same(name: str) -> None:
    def played() -> list[bytes]:
        tables = Tables(name, count=2)
        tables.reset(seed=[3, 4])
        rng = np.random.default_rng(1)
        return [tables.step(chosen(rng, tables.arrays.masks))[0]["observation"].tobytes() for _ in range(90)]

    assert played() == played()


def test_all_is_written_into_the_arrays_that_are_given() -> None:
    rules = game(NAME)
    given = Arrays.of(Encoder(rules), rules.seats, 4)
    tables = Tables(NAME, arrays=given)
    tables.reset(seed=1)
    before = given.observations.copy()
    seen, *_ = tables.step(chosen(np.random.default_rng(1), given.masks))
    assert seen["observation"] is given.observations
    assert seen["action_mask"] is given.masks
    assert (before != given.observations).any(axis=1).all()


def test_what_is_not_legal_is_refused() -> None:
    tables = Tables(NAME, count=2)
    tables.reset(seed=1)
    with pytest.raises(IllegalAction):
        tables.step(np.argmin(tables.arrays.masks, axis=1))


def test_it_plays_the_same_without_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def played() -> list[bytes]:
        tables = Tables(NAME, count=2)
        tables.reset(seed=3)
        rng = np.random.default_rng(1)
        return [tables.step(chosen(rng, tables.arrays.masks))[0]["observation"].tobytes() for _ in range(90)]

    with_it = played()
    monkeypatch.setattr(Encoder, "writer", lambda encoder, *arrays: Rows(encoder._layout, *arrays))
    assert played() == with_it
