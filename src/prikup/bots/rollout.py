"""The baseline player: it chooses cards by heuristic playouts in uniformly sampled worlds.

Calls and discards come from the rule-based player. A world is a possible deal of the hidden cards; after each legal
card, a heuristic plays it to the end. The player chooses the card with the best average over the worlds.
"""

from prikup.bots.pimc import sampling_player
from prikup.rules.game import AnyGame, Player

__all__ = ["player"]


def player(game: AnyGame, seed: int, worlds: int = 100) -> Player:
    """Return a player that chooses each card by heuristic playouts in `worlds` worlds, sampled uniformly.

    A world is a possible deal of the hidden cards. `seed` determines which worlds are sampled.
    """
    return sampling_player(game, seed, worlds, exact=False)
