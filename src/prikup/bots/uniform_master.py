"""`master` without inference: all worlds are equally likely. It measures what inference is worth."""

from prikup.bots import master
from prikup.rules.game import AnyGame, Player

__all__ = ["player"]


def player(game: AnyGame, seed: int, worlds: int = master.WORLDS) -> Player:
    """Return a player that evaluates each decision in `worlds` worlds, ignoring the other seats' calls and cards."""
    return master.player(game, seed, worlds, infers=False)
