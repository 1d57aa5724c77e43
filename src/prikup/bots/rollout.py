"""The baseline of what plays cards by thinking of worlds.

The rule of thumb speaks and lays away, and each card is the best on average over worlds that are drawn uniformly and
played out by a rule of thumb.
"""

from prikup.bots.pimc import plain
from prikup.game import AnyGame, Player

__all__ = ["player"]


def player(game: AnyGame, seed: int, worlds: int = 100) -> Player:
    """Return a player that plays each card out in `worlds` worlds."""
    return plain(game, seed, worlds, exact=False)
