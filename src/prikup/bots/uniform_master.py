"""The player `master` without inference: it treats all possible deals of the hidden cards as equally likely.

A comparison with `master` measures how much `master` gains by inference from the other seats' decisions.
"""

from prikup.bots import master
from prikup.rules.game import AnyGame, Player

__all__ = ["player"]


def player(game: AnyGame, seed: int, worlds: int = master.WORLDS) -> Player:
    """Return a player that evaluates decisions in `worlds` sampled deals, regardless of what the other seats did.

    `seed` determines which possible deals are sampled.
    """
    return master.player(game, seed, worlds, infers=False)
