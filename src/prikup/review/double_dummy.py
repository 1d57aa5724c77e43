"""Double-dummy values: the points that each side scores if all cards are face up from now on.

If two sides play, or one seat against all others, the solver computes them. If every seat plays for itself, the search
`max_n` (in which every seat maximises its own result) computes them for the last cards. For earlier cards a heuristic
estimates them.
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
    """The double-dummy values (with all cards visible) of the positions of one deal.

    A value is in settlement points (points won or lost) by side. `search` is the solver, and `payoff` converts finished
    deals into points.
    """

    def __init__(self, game: AnyGame, payoff: Payoff, search: Search) -> None:
        self._game, self._payoff, self._search = game, payoff, search

    def exact(self, state: State[Any]) -> bool:
        """Return whether the solver can compute the double-dummy value (with all cards visible) of a position.

        If it cannot, the result of `value` may be an estimate. `state` is the position.
        """
        return state.public.actor is None or solvable(self._game.objective(state.public), state)

    def value(self, state: State[Any]) -> SidePoints:
        """Return the double-dummy value (with all cards visible) of a position of the card play, in points by side."""
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
        """Return the double-dummy value (with all cards visible) of the position `state` after each legal card.

        The result maps each card to points by side.
        """
        (points_by_card,) = points_in_each_world(self._game, [state], self._search, self._payoff)
        return points_by_card
