"""The value of a deal with all cards seen: what it brings each side if from now on all cards lie open.

Where two sides play, or one against all others, the solver knows it. Where every seat plays for itself it is what
`max_n` says of the last cards, and before them what a rule of thumb makes of it, which is no more than a guess.
"""

from typing import Any

from prikup.bots.cardplay import points_in_each_world, position, solvable
from prikup.bots.payoff import Payoff, Points
from prikup.cards import Card
from prikup.game import AnyGame
from prikup.solver import Search
from prikup.state import State

__all__ = ["AllSeen"]


class AllSeen:
    """The values of the moments of one deal, in points of the settlement by side. `payoff` says what its ends bring."""

    def __init__(self, game: AnyGame, payoff: Payoff, search: Search) -> None:
        self._game, self._payoff, self._search = game, payoff, search

    def exact(self, state: State[Any]) -> bool:
        """Return whether the solver can tell, so that a value is one."""
        return state.public.actor is None or solvable(self._game.contest(state.public), state)

    def value(self, state: State[Any]) -> Points:
        """Return the value of a moment from the first card on."""
        if state.public.actor is None:
            return self._payoff.of_end(state)
        contest = self._game.contest(state.public)
        if solvable(contest, state):
            within = self._payoff.deciding_tricks(state, contest)
            (answer,) = self._search.answers([position(state, contest)], "value", within)
            return self._payoff.of_tricks(state, contest, answer.value)
        side = self._payoff.side(state.public.turn)
        return max(self.cards(state).values(), key=lambda points: points[side])

    def cards(self, state: State[Any]) -> dict[Card, Points]:
        """Return the value after each card that may be played now."""
        (found,) = points_in_each_world(self._game, [state], self._search, self._payoff)
        return found
