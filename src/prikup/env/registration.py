"""Register every game with PettingZoo and Gymnasium, under one versioned id for each game.

    import gymnasium, pettingzoo
    from prikup.env import registration

    gymnasium.register_envs(registration)  # importing the module has registered the games; this only shows its use
    tables = gymnasium.make_vec("prikup/NAME-v0", num_envs=64, options="PRESET option=value")
    table = pettingzoo.make("aec", "prikup/NAME-v0", options="PRESET option=value", deals=4)

An id has the name of the game in camel case, as in `prikup/SomeGame-v0`. Neither library finds the games by itself (by
entry points). So a program imports this module, or puts the module's name before the id, so that Gymnasium imports it:
`gymnasium.make_vec("prikup.env.registration:prikup/NAME-v0")`. A game that a program adds to `prikup.games.GAMES` later
is registered by the next call of `register`.
"""

from typing import Any

import gymnasium
import pettingzoo

from prikup.env.vector import Tables
from prikup.games import GAMES

__all__ = ["VERSION", "env_id", "make_tables", "register"]

VERSION = 0
"""The version in the ids.

It grows when the observations, the numbers of actions, the rewards or the episodes of a game change so that results of
learning before and after cannot be compared.
"""


def env_id(name: str) -> str:
    """Return the id of the game called `name`, for PettingZoo and Gymnasium.

    >>> env_id("some-game")
    'prikup/SomeGame-v0'
    """
    return f"prikup/{''.join(word.capitalize() for word in name.split('-'))}-v{VERSION}"


def make_tables(name: str, num_envs: int = 1, **arguments: Any) -> Tables:
    """Return `num_envs` tables of the game `name` as a vector environment; `gymnasium.make_vec` calls this function.

    `arguments` are those of `Tables`. Their defaults differ in two ways, because programs written for Gymnasium's own
    vector environments rely on both: the arrays that a step returns stay valid after the next step (`copy`), and the
    infos contain the last observation of an episode (`final_obs`).
    """
    return Tables(name, count=num_envs, **({"copy": True, "final_obs": True} | arguments))


def register() -> None:
    """Register every game with PettingZoo and Gymnasium, except those that are registered already."""
    for name in GAMES:
        game_id = env_id(name)
        if game_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", game_id, "prikup.env.aec:env", kwargs={"name": name})
        if game_id not in gymnasium.registry:
            gymnasium.register(game_id, vector_entry_point=f"{__name__}:make_tables", kwargs={"name": name})


register()
