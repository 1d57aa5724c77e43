"""The worth of each choice by what its seat could know.

The worlds that agree with the seat's View are all thought of where there are at most 200; otherwise they are drawn by
what the others have said and played (`prikup.bots.belief`). In each of them a card is worth what the solver says of it,
and a call or a discard what comes of it when rules of thumb go on with the auction: the strongest player thinks so.

Two limits of it: each world is solved as if its cards lay open, which overrates a card that wins only if one knows
later where to go; and what the others would have done is a rule of thumb's word.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import fmean, stdev

from msgspec import Struct

from prikup.bots.belief import Belief
from prikup.bots.bid_values import guess
from prikup.bots.cardplay import points_in_each_world
from prikup.bots.payoff import Payoff
from prikup.bots.sampling import randomness
from prikup.bots.simulation import Plan, race_plans, worth_of_plans
from prikup.game import AnyGame, Player
from prikup.games import GAMES
from prikup.review.finished import Decision
from prikup.solver import Search
from prikup.worlds import count_placements

__all__ = ["Worths", "worths"]

FEW, MANY = 40, 200
"""The worlds in which a choice is tried at first, and those in which it is once it looks like a mistake."""
FIRST = 5
"""The worlds in which every call or discard is tried; the worse ones are not tried in all."""
BATCHES = 10
"""The number of runs of worlds whose means tell the standard error: worlds drawn one after the other are alike."""


class Worths(Struct, frozen=True):
    """The worth of choices in worlds: by choice a number for each world, in points for the seat's side.

    They are multiplied by the weights of the worlds, whose mean is 1. `every`: they are all the worlds there are. Some
    choices were tried in the first few worlds only.
    """

    of: Mapping[Plan, Sequence[float]]
    every: bool

    @property
    def worlds(self) -> int:
        """The number of worlds."""
        return max(map(len, self.of.values()))

    @property
    def best(self) -> Plan:
        """The choice that is worth most of those that were tried in all worlds; of equal ones the first."""
        return max(
            (plan for plan in self.of if len(self.of[plan]) == self.worlds), key=lambda plan: fmean(self.of[plan])
        )

    def mean(self, plan: Plan) -> float:
        """Return the worth to expect of a choice."""
        found = self.of[plan]
        return fmean(self.of[self.best]) - self.behind(plan) if len(found) < self.worlds else fmean(found)

    def behind(self, plan: Plan) -> float:
        """Return how much less than the best one a choice is worth, in the worlds that both were tried in."""
        return fmean(self._gaps(plan))

    def error(self, plan: Plan) -> float:
        """Return the standard error of `behind`: 0 where every world was thought of."""
        gaps = self._gaps(plan)
        if self.every or len(gaps) < 2 * BATCHES:
            return 0.0 if self.every or len(gaps) < 2 else stdev(gaps) / math.sqrt(len(gaps))
        bounds = [len(gaps) * at // BATCHES for at in range(BATCHES + 1)]
        means = [fmean(gaps[a:b]) for a, b in pairwise(bounds)]
        return stdev(means) / math.sqrt(BATCHES)

    def _gaps(self, plan: Plan) -> list[float]:
        return [best - mine for best, mine in zip(self.of[self.best], self.of[plan], strict=False)]


def worths(game: AnyGame, decision: Decision, search: Search, payoff: Payoff, seed: int, least: float) -> Worths:
    """Return the worths of the choices of a decision.

    It is tried in more worlds where what was done seems to cost more than `least` points.
    """
    rule = GAMES[game.name].rule(game, seed)
    found = _tried(game, decision, rule, search, payoff, seed, FEW)
    if found.every or found.behind(decision.plan) <= max(least, found.error(decision.plan)):
        return found
    return _tried(game, decision, rule, search, payoff, seed, MANY)


def _tried(
    game: AnyGame, decision: Decision, rule: Player, search: Search, payoff: Payoff, seed: int, most: int
) -> Worths:
    seen = decision.seen
    worlds, weights = Belief(game, seen, rule, search, randomness(seed, seen)).worlds(most)
    side, mean = payoff.side(seen.seat), fmean(weights)
    if seen.public.phase == "play":
        every = count_placements(game, seen) <= max(most, MANY)
        rows = list(points_in_each_world(game, worlds, search, payoff))
        return Worths(
            {(card,): [w / mean * row[card][side] for w, row in zip(weights, rows, strict=True)] for card in rows[0]},
            every,
        )
    guessed = guess(game, seen, rule)
    near = [(call,) for call in guessed.near] if guessed else list(decision.plans)
    candidates = [*near, *([] if decision.plan in near else [decision.plan])]
    worth = worth_of_plans(game, seen, worlds, weights, rule, search)
    return Worths(race_plans(candidates, decision.plan, worth, len(worlds), FIRST), every=False)
