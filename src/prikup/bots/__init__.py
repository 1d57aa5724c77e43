"""Computer players by name: each idea is a file here."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from prikup.game import AnyGame, Player

__all__ = ["LEVELS", "PLAYERS", "SOLVING", "SPARING", "TRIAL", "is_player", "player"]

SOLVING = ("rollout", "pimc", "master")
"""The players that think long. They need the solver, and so a package that was built with a C++ compiler."""
PLAYERS: tuple[str, ...] = (
    "random",
    "beginner",
    "rule",
    *(SOLVING if find_spec("prikup.solver.native") else ()),
)
"""All players that can play here."""
SPARING: tuple[str, ...] = ("master:20", "master:10", "master:5") if "master" in PLAYERS else ()
"""Those that take a level's place at the tables of a slow device, each thinking of fewer worlds than the one before.

Whoever plays there is told so, and the log of a match names them."""
TRIAL: tuple[str, ...] = ("stranger", "uniform") if set(SOLVING) <= set(PLAYERS) else ()
"""Those that are there to measure the others with, and sit at no table."""
LEVELS: tuple[str, ...] = tuple(name for name in ("beginner", "rule", "pimc", "master") if name in PLAYERS)
"""The players that people choose from, each stronger than the one before."""


def is_player(name: str) -> bool:
    """Return whether there is a player of that name.

    It may have a number behind it: a budget of worlds (`pimc:20`), or a style (`stranger:7`).
    """
    idea, colon, number = name.partition(":")
    numbered = (*SOLVING, *TRIAL)
    return idea in (*PLAYERS, *TRIAL) and (not colon or (idea in numbered and number.isdecimal() and int(number) > 0))


def player(name: str, game: AnyGame, seed: int) -> Player:
    """Return the computer player of a name that `is_player` knows. Raise KeyError for any other."""
    if not is_player(name):
        raise KeyError(name)
    idea, _, number = name.partition(":")
    made: Callable[..., Player] = import_module(f"prikup.bots.{idea}").player
    return made(game, seed, int(number)) if number else made(game, seed)
