"""The strongest player but for its inference, to measure what that is worth: it takes all worlds for equally likely."""

from prikup.bots import master
from prikup.game import AnyGame, Player

__all__ = ["player"]


def player(game: AnyGame, seed: int, worlds: int = master.WORLDS) -> Player:
    """Return a player that thinks over `worlds` worlds for each decision, drawn whatever the others have said."""
    return master.player(game, seed, worlds, infers=False)
