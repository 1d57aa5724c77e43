"""The worth of each choice by what its seat could know.

The worlds that agree with the seat's View are all thought of where there are at most 200, each counted as often as any
other; otherwise they are drawn by what the others have said and played (`prikup.bots.belief`). In each of them a card
is worth what the solver says of it, and a call or a discard what comes of it when rules of thumb go on with the
auction: the strongest player thinks so.

Two limits of it: each world is solved as if its cards lay open, which overrates a card that wins only if one knows
later where to go; and what the others would have done is a rule of thumb's word.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import mul
from statistics import fmean, stdev
from typing import NamedTuple

from msgspec import Struct

from prikup.bots.belief import Belief
from prikup.bots.cardplay import points_in_each_world
from prikup.bots.payoff import Payoff, Points
from prikup.bots.sampling import randomness
from prikup.bots.simulation import Plan, race_plans, worth_of_plans
from prikup.bots.thread_search import search
from prikup.cards import Card
from prikup.game import AnyGame
from prikup.games import GAMES
from prikup.review.finished import Decision, FinishedDeal
from prikup.solver import Search
from prikup.worlds import count_placements

__all__ = ["LEAST", "Terms", "Worths", "worths"]

LEAST = 0.5
"""The points of the settlement that a mistake costs at least, if nothing else is said."""
FEW, MANY = 40, 200
"""The worlds in which a choice is tried at first, and those in which it is once it looks like a mistake."""
FIRST = 5
"""The worlds in which every call or discard is tried; the worse ones are not tried in all."""
BATCHES = 10
"""The number of runs of worlds whose means tell the standard error: worlds drawn one after the other are alike."""
TOGETHER = 10
"""The worlds that are thought of between two pauses."""


def _go_on() -> None:
    """Do nothing: what is done in a pause where nobody waits for one."""


class Terms(NamedTuple):
    """The terms on which the decisions of a deal are judged.

    A mistake costs more than `least` points. `pause` is called between worlds, many times a second: what it raises ends
    the judging.
    """

    game: AnyGame
    search: Search
    payoff: Payoff
    seed: int = 0
    least: float = LEAST
    pause: Callable[[], None] = _go_on

    @classmethod
    def of(cls, deal: FinishedDeal, seed: int = 0, least: float = LEAST) -> "Terms":
        """Return the terms on which a deal is judged with this thread's solver."""
        return cls(deal.game, search(), Payoff(deal.game, deal.start.public), seed, least)


class Worths(Struct, frozen=True):
    """The worth of choices in worlds: by choice a number for each world, in points for the seat's side.

    `weights` say how likely each world is by what the others have said and played; their mean is 1. `every`: they are
    all the worlds there are. Some choices were tried in the first few worlds only.
    """

    of: Mapping[Plan, Sequence[float]]
    weights: Sequence[float]
    every: bool

    @property
    def worlds(self) -> int:
        """The number of worlds."""
        return len(self.weights)

    @property
    def best(self) -> Plan:
        """The choice that is worth most of those that were tried in all worlds; of equal ones the first."""
        return max(self._tried_in_all, key=lambda plan: fmean(self.of[plan]))

    @property
    def _tried_in_all(self) -> list[Plan]:
        return [plan for plan, worth in self.of.items() if len(worth) == self.worlds]

    def mean(self, plan: Plan) -> float:
        """Return the worth to expect of a choice."""
        found = self.of[plan]
        return fmean(self.of[self.best]) - self.behind(plan) if len(found) < self.worlds else fmean(found)

    def behind(self, plan: Plan) -> float:
        """Return how much less than the best one a choice is worth, in the worlds that both were tried in."""
        return fmean(self._gaps(plan, self.best))

    def behind_if_likely(self, plan: Plan) -> float:
        """Return the same where a world counts as much as it is likely by what the others have said and played."""
        gaps = (map(mul, self._gaps(plan, other), self.weights) for other in self._tried_in_all)
        return max(map(fmean, gaps))

    def error(self, plan: Plan) -> float:
        """Return the standard error of `behind`: 0 where every world was thought of."""
        gaps = self._gaps(plan, self.best)
        if self.every or len(gaps) < 2 * BATCHES:
            return 0.0 if self.every or len(gaps) < 2 else stdev(gaps) / math.sqrt(len(gaps))
        bounds = [len(gaps) * at // BATCHES for at in range(BATCHES + 1)]
        means = [fmean(gaps[a:b]) for a, b in pairwise(bounds)]
        return stdev(means) / math.sqrt(BATCHES)

    def _gaps(self, plan: Plan, other: Plan) -> list[float]:
        return [theirs - mine for theirs, mine in zip(self.of[other], self.of[plan], strict=False)]


def worths(decision: Decision, terms: Terms, draw: int = 0) -> Worths:
    """Return the worths of the choices of a decision, in worlds of their own for each number of a `draw`.

    It is tried in more worlds, drawn anew, where what was done seems to cost more than the least.
    """
    if draw:
        return _tried(decision, terms, MANY, draw)
    found = _tried(decision, terms, FEW, 0)
    if found.every or found.behind(decision.plan) <= max(terms.least, found.error(decision.plan)):
        return found
    return _tried(decision, terms, MANY, 1)


def _tried(decision: Decision, terms: Terms, most: int, draw: int) -> Worths:
    game, seen, rng = terms.game, decision.seen, randomness(terms.seed, decision.seen)
    for _ in range(draw):
        rng = random.Random(rng.getrandbits(64))
    rule = GAMES[game.name].rule(game, terms.seed)
    terms.pause()
    worlds, weights = Belief(game, seen, rule, terms.search, rng).worlds(most)
    mean = fmean(weights)
    likely = [weight / mean for weight in weights]
    if seen.public.phase == "play":
        side = terms.payoff.side(seen.seat)
        rows: list[dict[Card, Points]] = []
        for at in range(0, len(worlds), TOGETHER):
            terms.pause()
            rows += points_in_each_world(game, worlds[at : at + TOGETHER], terms.search, terms.payoff)
        every = count_placements(game, seen) <= max(most, MANY)
        return Worths({(card,): [row[card][side] for row in rows] for card in rows[0]}, likely, every)
    worth = worth_of_plans(game, seen, worlds, [1.0] * len(worlds), rule, terms.search)

    def unhurried(plan: Plan, start: int, stop: int) -> list[float]:
        """Return the worth of a plan in some worlds, with pauses."""
        found: list[float] = []
        for at in range(start, stop, TOGETHER):
            terms.pause()
            found += worth(plan, at, min(at + TOGETHER, stop))
        return found

    return Worths(race_plans(decision.plans, decision.plan, unhurried, len(worlds), FIRST), likely, every=False)
