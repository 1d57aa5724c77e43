"""A player who has just learnt the rules: the rule of thumb, but every fourth card is any that is legal."""

from typing import Any

from prikup.bots.sampling import randomness
from prikup.game import AnyGame, Player
from prikup.games import GAMES
from prikup.state import Action, View

__all__ = ["player"]

SLIPS = 0.25
"""The share of cards that are played without a thought.

Calls are those of the rule of thumb: a contract that nobody can make would spoil the game of all.
"""


def player(game: AnyGame, seed: int) -> Player:
    """Return a beginner at a game."""
    rule = GAMES[game.name].rule(game, seed)

    def play(seen: View[Any]) -> Action:
        rng = randomness(seed, seen)
        if seen.public.phase == "play" and rng.random() < SLIPS:
            return rng.choice(game.legal(seen))
        return rule(seen)

    return play
