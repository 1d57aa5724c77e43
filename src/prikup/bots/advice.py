"""Hints for players: the action that the strongest available computer player would take, and its expected points."""

from typing import Any

from prikup.bots import PLAYERS
from prikup.bots.hint_reasons import hint_reason
from prikup.bots.simulation import Advice
from prikup.games import GAMES
from prikup.rules.game import AnyGame
from prikup.rules.state import View

__all__ = ["HINT_SEED", "Advice", "hint"]

HINT_SEED = -1
"""The seed with which hints sample possible deals.

Computer players at a table have no negative seed, so a hint does not sample the same deals as they do.
"""


def hint(game: AnyGame, view: View[Any]) -> Advice:
    """Return the recommended action with its reason and expected points, computed from the View alone.

    `view` is what the player to act may know of the deal; equal Views give equal hints. Without the native solver, the
    hint is the rule-based player's action, and `Advice.worth` (the expected points) is empty.
    """
    if "master" in PLAYERS:
        from prikup.bots.master import advice  # deferred: this import takes 8 ms, which only hints need

        recommendation = advice(game, view, HINT_SEED)
    else:
        recommendation = Advice((GAMES[game.name].rule(game, 0)(view),), {})
    return recommendation._replace(why=hint_reason(game, view, recommendation))
