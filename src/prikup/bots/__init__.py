"""The registry of computer players: which names exist, and how to create a player by name."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, Self

from prikup.rules.game import AnyGame, Player

__all__ = ["LEVELS", "PLAYERS", "REDUCED_LEVELS", "SOLVING", "TRIAL", "BotLevel", "is_player", "player"]

SOLVING = ("rollout", "pimc", "master")
"""The names of the players that search with the native solver for the best cards.

These players exist only if the package was built with a C++ compiler.
"""
PLAYERS: tuple[str, ...] = (
    "random",
    "beginner",
    "rule",
    *(SOLVING if find_spec("prikup.solver.native") else ()),
)
"""The names of all computer players that this installation can run."""
REDUCED_LEVELS: tuple[str, ...] = ("master:20", "master:10", "master:5") if "master" in PLAYERS else ()
"""Weaker variants of `master` for slow devices, from strongest to weakest.

The number after the colon is the number of worlds (possible deals of the hidden cards) that the player samples for a
decision. On a slow device a table uses one of these variants instead of `master`, tells the players that it does, and
records the variant's name in the match log.
"""
TRIAL: tuple[str, ...] = ("stranger", "counting", "uniform") if set(SOLVING) <= set(PLAYERS) else ()
"""The names of players that are used only in measurements; they are never offered at a table."""
_MODULES = {"stranger": "styled_opponent", "counting": "counting_opponent", "uniform": "uniform_master"}
"""The module of each player whose name differs from the name of its module in this package."""
LEVELS: tuple[str, ...] = tuple(name for name in ("beginner", "rule", "pimc", "master") if name in PLAYERS)
"""The playing levels offered to users, from weakest to strongest."""


class BotLevel(NamedTuple):
    """The name of a computer player with an optional number; as text, `name` or `name:number`.

    `number` is the number of worlds (possible deals of the hidden cards) to sample for a decision, as in `pimc:20`, or
    the number of a playing style, as in `stranger:7`; None stands for the player's default.

        >>> BotLevel.parse("pimc:20")
        BotLevel(name='pimc', number=20)
        >>> str(BotLevel("rule"))
        'rule'
    """

    name: str
    number: int | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a level written as text. Without a positive number after a colon, the whole text is the name."""
        name, _, number = text.partition(":")
        return cls(name, int(number)) if number.isdecimal() and int(number) else cls(text)

    def __str__(self) -> str:
        return self.name if self.number is None else f"{self.name}:{self.number}"


def is_player(name: str) -> bool:
    """Return whether `name` names a computer player that this installation can run.

    `name` is a `BotLevel` as text, such as `rule` or `pimc:20`. Only players that search, and players made for
    measurements, may have a number.
    """
    level = BotLevel.parse(name)
    return level.name in (*PLAYERS, *TRIAL) and (level.number is None or level.name in (*SOLVING, *TRIAL))


def player(name: str, game: AnyGame, seed: int) -> Player:
    """Create the named computer player for a game.

    `name` is a `BotLevel` as text, such as `rule` or `pimc:20`. `seed` (any integer) determines the player's random
    choices. Raise KeyError if `is_player` rejects the name.
    """
    if not is_player(name):
        raise KeyError(f"no computer player is called {name!r}; the players are {', '.join(PLAYERS)}")
    level = BotLevel.parse(name)
    factory: Callable[..., Player] = import_module(f"prikup.bots.{_MODULES.get(level.name, level.name)}").player
    return factory(game, seed) if level.number is None else factory(game, seed, level.number)
