"""The random player, which chooses uniformly among the legal actions.

Its choice is determined by its seed and by the View (what the player may know of the deal).
"""

import random
from typing import Any

import msgspec

from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, View

__all__ = ["player"]


def player(game: AnyGame, seed: int) -> Player:
    """Return a player that chooses uniformly among the legal actions of any game.

    The choice depends only on `seed` and on the View (what the player may know of the deal).
    """

    def play(view: View[Any]) -> Action:
        return random.Random(b"%d " % seed + msgspec.json.encode(view)).choice(game.legal(view))

    return play
