"""Computer players by name. `rule` is each game's own rule of thumb; every other idea is a file here."""

from collections.abc import Callable

from prikup.bots import random
from prikup.game import AnyGame, Player
from prikup.games import GAMES

__all__ = ["PLAYERS", "player"]

PLAYERS: dict[str, Callable[[AnyGame, int], Player]] = {
    "rule": lambda game, seed: GAMES[game.name].rule(game, seed),
    "random": random.player,
}
"""By name: a player made of a game and a seed."""


def player(level: str, game: AnyGame, seed: int) -> Player:
    """A computer player. Raises KeyError for an unknown level."""
    return PLAYERS[level](game, seed)
