"""Hints: the action that the strongest available player would take, and the points it expects."""

from typing import Any

from prikup.bots import PLAYERS
from prikup.bots.hint_reasons import hint_reason
from prikup.bots.simulation import Advice
from prikup.games import GAMES
from prikup.rules.game import AnyGame
from prikup.rules.state import View

__all__ = ["Advice", "hint"]


def hint(game: AnyGame, view: View[Any]) -> Advice:
    """Return the recommended action with its reason, computed from the View alone.

    Equal Views give equal hints. Without the solver, the hint is the rule player's action and carries no expected
    points.
    """
    if "master" in PLAYERS:
        from prikup.bots.master import advice  # deferred: takes 8 ms, which a program without hints need not spend

        recommendation = advice(game, view, seed=0)
    else:
        recommendation = Advice((GAMES[game.name].rule(game, 0)(view),), {})
    return recommendation._replace(why=hint_reason(game, view, recommendation))
