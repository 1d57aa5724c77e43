"""Computer players by name: each idea is a file here, and `rule` is each game's own rule of thumb."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from prikup.game import AnyGame, Player
from prikup.games import GAMES

__all__ = ["LEVELS", "PLAYERS", "SOLVING", "is_player", "player"]

SOLVING = ("rollout", "pimc", "master")
"""The players that think long. They need the solver, and so a package that was built with a C++ compiler."""
PLAYERS: tuple[str, ...] = (
    "random",
    "beginner",
    "rule",
    *(SOLVING if find_spec("prikup.solver.native") else ()),
)
"""All players that can play here."""
LEVELS: tuple[str, ...] = tuple(name for name in ("beginner", "rule", "pimc", "master") if name in PLAYERS)
"""The players that people choose from, each stronger than the one before."""


def is_player(name: str) -> bool:
    """Return whether there is a player of that name, which may have a budget of worlds behind it (`pimc:20`)."""
    idea, colon, worlds = name.partition(":")
    return idea in PLAYERS and (not colon or (idea in SOLVING and worlds.isdecimal() and int(worlds) > 0))


def player(name: str, game: AnyGame, seed: int) -> Player:
    """Return the computer player of a name that `is_player` knows. Raise KeyError for any other."""
    if not is_player(name):
        raise KeyError(name)
    idea, _, worlds = name.partition(":")
    if idea == "rule":
        return GAMES[game.name].rule(game, seed)
    made: Callable[..., Player] = import_module(f"prikup.bots.{idea}").player
    return made(game, seed, int(worlds)) if worlds else made(game, seed)
