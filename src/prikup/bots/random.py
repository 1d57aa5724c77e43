"""The random player: it chooses a legal action at random, determined by its seed and the View."""

import random
from typing import Any

import msgspec

from prikup.rules.game import AnyGame, Player
from prikup.rules.state import Action, View

__all__ = ["player"]


def player(game: AnyGame, seed: int) -> Player:
    """Return a player that chooses uniformly among the legal actions of any game."""

    def play(view: View[Any]) -> Action:
        return random.Random(b"%d " % seed + msgspec.json.encode(view)).choice(game.legal(view))

    return play
