"""What a viewer knows of other hands beyond sizes, game by game, in words of its own: the oracle of `test_infer`.

Each function says why a world cannot be (True), from what happened in front of the viewer.
"""

from collections.abc import Callable
from typing import Any

from prikup.game import AnyGame
from prikup.state import State, View

__all__ = ["refuted"]

ORACLES: dict[str, Callable[[AnyGame, View[Any], State[Any]], bool]] = {}


def refuted(game: AnyGame, view: View[Any], world: State[Any]) -> bool:
    """Whether a world contradicts what the viewer saw; games without an entry hide sizes only."""
    oracle = ORACLES.get(game.name)
    return oracle is not None and oracle(game, view, world)
