"""Uniform sampling of worlds (possible deals of the hidden cards), and the random generator for it."""

import random
from itertools import islice
from typing import Any

import msgspec

from prikup.rules.game import AnyGame
from prikup.rules.state import State, View
from prikup.worlds.possible_worlds import all_worlds, count_placements, sample_worlds

__all__ = ["randomness", "sample"]


def randomness(seed: int, view: View[Any]) -> random.Random:
    """Return a random generator that depends on `seed` and the View only, not on earlier decisions.

    So a player decides in the same way each time it sees the same View (what the player may know of the deal).
    """
    return random.Random(b"%d " % seed + msgspec.json.encode(view))


def sample(game: AnyGame, view: View[Any], max_worlds: int, rng: random.Random) -> list[State[Any]]:
    """Return worlds (possible deals of the hidden cards) that agree with a View (what its player may know).

    If there are at most `max_worlds`, all are returned. Otherwise `max_worlds` of them are drawn uniformly with `rng`.
    """
    if count_placements(game, view) <= max_worlds:
        return list(all_worlds(game, view))
    return list(islice(sample_worlds(game, view, rng), max_worlds))
