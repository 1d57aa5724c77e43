"""The baseline player: chooses cards by heuristic playouts of uniformly sampled worlds.

Calls and discards come from the rule player. Each card is the one with the best average over the sampled worlds.
"""

from prikup.bots.pimc import sampling_player
from prikup.rules.game import AnyGame, Player

__all__ = ["player"]


def player(game: AnyGame, seed: int, worlds: int = 100) -> Player:
    """Return a player that evaluates each card by playouts of `worlds` sampled worlds."""
    return sampling_player(game, seed, worlds, exact=False)
