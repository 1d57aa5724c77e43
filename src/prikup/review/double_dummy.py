"""Double-dummy values: the points of each side if all cards were face up from now on.

With two sides, or one against all others, the solver computes them. Where every seat plays for itself, `max_n` computes
the last cards, and before them a heuristic gives an estimate.
"""

from typing import Any

from prikup.bots.cardplay import points_in_each_world, position, solvable
from prikup.bots.payoff import Payoff, SidePoints
from prikup.rules.cards import Card
from prikup.rules.game import AnyGame
from prikup.rules.state import State
from prikup.solver import Search

__all__ = ["AllSeen"]


class AllSeen:
    """The double-dummy values of the positions of one deal, in points of the settlement by side.

    `payoff` gives the points of a finished deal.
    """

    def __init__(self, game: AnyGame, payoff: Payoff, search: Search) -> None:
        self._game, self._payoff, self._search = game, payoff, search

    def exact(self, state: State[Any]) -> bool:
        """Return whether the solver can compute the value of a position, so that it is exact."""
        return state.public.actor is None or solvable(self._game.objective(state.public), state)

    def value(self, state: State[Any]) -> SidePoints:
        """Return the value of a position from the first lead on, by side."""
        if state.public.actor is None:
            return self._payoff.finished_deal_value(state)
        objective = self._game.objective(state.public)
        if solvable(objective, state):
            window = self._payoff.deciding_tricks(state, objective)
            (answer,) = self._search.answers([position(state, objective)], "value", window)
            return self._payoff.tricks_value(state, objective, answer.value)
        side = self._payoff.side(state.public.turn)
        return max(self.cards(state).values(), key=lambda points: points[side])

    def cards(self, state: State[Any]) -> dict[Card, SidePoints]:
        """Return the value after each card that may be played now."""
        (points_by_card,) = points_in_each_world(self._game, [state], self._search, self._payoff)
        return points_by_card
