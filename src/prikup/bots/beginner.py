"""A player who has just learnt the rules: the rule of thumb, but every fourth time he does anything that is legal."""

from typing import Any

from prikup.bots.sampling import randomness
from prikup.game import AnyGame, Player
from prikup.games import GAMES
from prikup.state import Action, View

__all__ = ["player"]

SLIPS = 0.25
"""How often a card is played without a thought. What he says is the rule of thumb's: a contract nobody can make would
spoil the game of all."""


def player(game: AnyGame, seed: int) -> Player:
    """A beginner at a game."""
    rule = GAMES[game.name].rule(game, seed)

    def play(seen: View[Any]) -> Action:
        rng = randomness(seed, seen)
        if seen.public.phase == "play" and rng.random() < SLIPS:
            return rng.choice(game.legal(seen))
        return rule(seen)

    return play
