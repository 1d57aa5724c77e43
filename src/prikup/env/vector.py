"""A Gymnasium vector environment: many tables that write observations, masks and rewards into shared arrays.

>>> import numpy as np
>>> from prikup.games import GAMES
>>> tables = Tables(next(iter(GAMES)), count=8)
>>> seen, _ = tables.reset(seed=1)
>>> for _ in range(100):
...     actions = np.array([np.flatnonzero(mask)[0] for mask in tables.arrays.masks])
...     seen, rewards, terminated, truncated, infos = tables.step(actions)
>>> seen["observation"] is tables.arrays.observations
True
"""

from copy import deepcopy
from functools import lru_cache
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from msgspec import Struct
from numpy.typing import NDArray

from prikup.env.encoder import Encoder, Masks, Observations
from prikup.env.episode import Dice, Episode, some_deals
from prikup.env.spaces import seen_space
from prikup.env.trick_play import TrickPlay
from prikup.games import game
from prikup.rules.game import AnyGame
from prikup.rules.state import State, view

__all__ = ["Arrays", "Tables"]


@lru_cache(16)
def _game(name: str, options: str) -> AnyGame:
    """Return the rules of the game called `name`; `options` are the house rules in text form.

    All tables share one object, so that they share the rules' caches.
    """
    return game(name, options)


class Arrays(Struct, frozen=True):
    """The output arrays of several tables, with one row per table.

    - `observations` has what the seat to act sees, and `masks` has a 1 for each action that it may take.
    - `actors` has the seat to act.
    - `rewards` has the points that each seat gained by the last action.
    - `terminated` tells whether that action ended an episode.
    """

    observations: Observations
    masks: Masks
    actors: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]

    @classmethod
    def of(cls, encoder: Encoder, seats: int, count: int) -> "Arrays":
        """Allocate arrays for `count` tables of a game with `seats` seats.

        The encoder determines the numbers of columns of `observations` and `masks`.
        """
        rewards, terminated = np.zeros((count, seats), np.float32), np.zeros(count, np.bool_)
        return cls(*encoder.arrays(count), np.zeros(count, np.int8), rewards, terminated)


class Tables(VectorEnv[dict[str, Any], NDArray[np.integer[Any]], NDArray[Any]]):
    """Several tables of one game as a Gymnasium vector environment; each table has its own deal and its own seats.

    There are `count` tables, and an episode has `deals` deals (None: a whole match). `step` takes one action per table,
    for the seat to act there. The observations, ends of episodes and `infos` that it returns are the arrays in
    `arrays`, which the next step overwrites; by default the environment allocates `arrays`. The reward that Gymnasium
    receives for a table is the gain of the seat that has just acted. `infos` has the rewards of all seats (`rewards`)
    and the next seat to act (`actor`).

    When an episode ends, the next one starts immediately and its first observation is returned. Episodes are never
    truncated, so no value needs to be bootstrapped from the last observation of an episode. With `final_obs` this last
    observation is returned in `infos` nevertheless, as Gymnasium describes for this mode (see `_final_infos`). With
    `copy` everything that is returned is copied, so that the next step does not overwrite it. Both take time, so they
    are off by default.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # declared like this in Gymnasium

    def __init__(
        self,
        name: str,
        options: str = "",
        count: int = 1,
        deals: int | None = 1,
        arrays: Arrays | None = None,
        *,
        copy: bool = False,
        final_obs: bool = False,
    ) -> None:
        self.game = _game(name, options)
        self.encoder = Encoder(self.game)
        self.arrays = arrays or Arrays.of(self.encoder, self.game.seats, count)
        self.num_envs = len(self.arrays.actors)
        self.single_observation_space: Dict = seen_space(self.encoder)
        self.single_action_space = Discrete(self.encoder.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._seen = {"observation": self.arrays.observations, "action_mask": self.arrays.masks}
        self._truncated = np.zeros(self.num_envs, np.bool_)
        write = self.encoder.writer(self.arrays.observations, self.arrays.masks)
        self._tables = TrickPlay(self.game, write, self.arrays.actors, final_states=final_obs)
        self._deals, self._rng = some_deals(deals), Dice()
        self._everyone = np.arange(self.num_envs)
        self._copy = copy

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode at each table; return the observations and `infos`.

        The last `seed` that was passed determines the deals; `options` are ignored.
        """
        if seed is not None:
            seed = np.asarray(seed).tolist()  # numpy and Python integers give the same seed
            self._rng.seed(repr(seed))
            if isinstance(seed, int):
                super().reset(seed=seed)
        self.arrays.rewards[:], self.arrays.terminated[:] = 0, False
        self._episodes = [self._begin() for _ in range(self.num_envs)]
        for table, episode in enumerate(self._episodes):
            self._tables.begin(table, episode.deal(self._rng))
        returned = self._seen, self._infos()
        return deepcopy(returned) if self._copy else returned

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[dict[str, Any], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Apply one action per table. Raise IllegalAction, before any table changes, if one of them is illegal.

        Return the observations with their action masks, the rewards of the seats that have acted, whether an episode
        ended at each table, zeros (no episode is truncated), and `infos`.
        """
        arrays, acting_seats = self.arrays, self.arrays.actors.copy()
        ended = self._tables.step(np.ascontiguousarray(actions, np.int64))
        arrays.rewards.fill(0)
        arrays.terminated.fill(False)
        final_states: dict[int, State[Any]] = {}
        for table, outcome, final_state in ended:
            self._tables.begin(table, self._close(table, outcome))
            if final_state is not None and arrays.terminated[table]:
                final_states[table] = final_state
        infos = self._infos()
        if final_states:
            infos |= self._final_infos(final_states, acting_seats)
        returned = (
            self._seen,
            arrays.rewards[self._everyone, acting_seats],
            arrays.terminated,
            self._truncated,
            infos,
        )
        return deepcopy(returned) if self._copy else returned

    def _infos(self) -> dict[str, Any]:
        """Return the rewards of all seats and the seats to act, as Gymnasium's `infos`.

        The dict is a new one each time, because wrappers write into it.
        """
        return {"rewards": self.arrays.rewards, "actor": self.arrays.actors}

    def _final_infos(self, final_states: dict[int, State[Any]], seats: NDArray[np.int8]) -> dict[str, Any]:
        """Return the entries that Gymnasium's `infos` have only in a step in which episodes ended.

        `final_states` are the last states of these episodes by table, and `seats` are the seats that acted last, by
        table.

        - `final_obs` has, for each table, the last observation of the seat that acted last, or None if no episode ended
          there. Its action mask has only zeros.
        - `final_info` has the rewards of all seats (`rewards`), and the seat that acted last (`seat`).
        - The array under a name that begins with `_` tells which tables have a value under the rest of the name.
        """
        final_obs = np.full(self.num_envs, None, dtype=object)
        for table, state in final_states.items():
            observation, mask = self.encoder.encode(view(state, int(seats[table])))
            final_obs[table] = {"observation": observation, "action_mask": mask}
        ended = self.arrays.terminated.copy()
        final_info = {"rewards": self.arrays.rewards.copy(), "_rewards": ended, "seat": seats, "_seat": ended}
        return {"final_obs": final_obs, "_final_obs": ended, "final_info": final_info, "_final_info": ended}

    def _begin(self) -> Episode:
        return Episode.begin(self.game, self._deals, self._rng.dealer(self.game))

    def _close(self, table: int, outcome: Any) -> State[Any]:
        """Record the rewards of the deal that ended with `outcome` at a table, and deal the next one.

        Return the state after the new deal.
        """
        episode, self.arrays.rewards[table] = self._episodes[table].close(outcome)
        self.arrays.terminated[table] = episode.over
        self._episodes[table] = episode = self._begin() if episode.over else episode
        return episode.deal(self._rng)
