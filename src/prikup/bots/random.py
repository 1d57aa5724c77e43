"""The random player: any legal action. What it does follows from its seed and the View alone."""

import random
from typing import Any

import msgspec

from prikup.game import AnyGame, Player
from prikup.state import Action, View

__all__ = ["player"]


def player(game: AnyGame, seed: int) -> Player:
    """Return a player of any game that draws from what is legal."""

    def play(view: View[Any]) -> Action:
        return random.Random(b"%d " % seed + msgspec.json.encode(view)).choice(game.legal(view))

    return play
