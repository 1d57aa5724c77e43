"""Single-dummy values: the value of each choice, judged by what its seat could know.

The worlds are the possible deals of the hidden cards that agree with the seat's View. If there are few, all are
enumerated, with equal weights. Otherwise they are sampled with the probabilities that follow from the other players'
calls and cards (`prikup.bots.belief`). The solver computes the value of a card in each world. A call or a discard is
worth what the deal scores if rule-based players finish the auction, as in the simulations of the strongest player.

A choice is evaluated in one sample after the other, each larger than the one before, until its cost is clear:

    200 worlds ──▶ the choice is surely right: done
        └────────▶ 640 other worlds, compared with the choice that the first sample found best

The comparison is unbiased, because the rival choice was selected in another sample. Within one sample, the best of many
choices looks best partly by chance.

The method has two limits. Each world is solved as if its cards were face up, which overrates a card that wins only if
its player knows the later cards. And the other players are assumed to decide as the rule-based player does.
"""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import mul
from statistics import fmean, stdev
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from prikup.bots.belief import Belief
from prikup.bots.cardplay import points_in_each_world
from prikup.bots.payoff import Payoff, SidePoints, payoff_of
from prikup.bots.sampling import randomness
from prikup.bots.simulation import Plan, PlanSimulator, race_plans
from prikup.bots.thread_solver import search
from prikup.games import GAMES
from prikup.review.decisions import Decision, FinishedDeal
from prikup.rules.cards import Card
from prikup.rules.game import AnyGame
from prikup.rules.state import State
from prikup.solver import Search
from prikup.worlds.possible_worlds import add_sealed_actions, count_placements

__all__ = [
    "ENUMERATE_UP_TO",
    "MIN_COST",
    "SAMPLES",
    "SURE",
    "WORLDS_PER_PAUSE",
    "ChoiceValues",
    "JudgingParameters",
    "worths",
]

MIN_COST = 0.5
"""The default of the minimum cost of a mistake, in settlement points (points won or lost).

A decision that costs less is no mistake.
"""
SURE = 2.0
"""The number of standard errors that counts as certainty: the half-width of a 95 % confidence interval."""
SAMPLES = (200, 640)
"""The sizes of the samples of possible deals in which the choices of a decision are evaluated.

The choices are evaluated in one sample after the other until the cost of the decision is clear.
"""
ENUMERATE_UP_TO = 200
"""The number of possible deals up to which all of them are evaluated, even if the sample would be smaller."""
CLOSE = 1 / 15
"""The maximum cost of a choice that counts as right, as a share of what a side wins or loses in an average deal."""
NEVER_BETTER = 5
"""The number of sampled deals in which a choice must be worse than another, and never better, to count as dominated.

Dominated means never better and sometimes worse. A choice that is better as often as worse would pass this test in 3 of
100 cases.
"""
FIRST, SHARE = 5, 32
"""The minimum number of possible deals in which all calls or discards are evaluated before the weak ones are dropped.

The number is `FIRST` or one `SHARE`-th of the sample, whichever is larger.
"""
BATCHES = 10
"""The number of Markov chains from which a sample of possible deals is drawn.

The deals of one chain are correlated, so the standard error is computed from the means of the chains.
"""
WORLDS_PER_PAUSE = 10
"""The number of possible deals that are evaluated between two calls of `JudgingParameters.pause`."""


def _go_on() -> None:
    """Do nothing; this is the default of `JudgingParameters.pause`."""


class JudgingParameters(NamedTuple):
    """The parameters for judging the decisions of a deal.

    - `game`: the rules of the game.
    - `search`: the solver.
    - `payoff`: converts finished deals into points by side.
    - `seed`: the seed of the random samples of possible deals.
    - `least`: the number of points that a mistake must cost at least.
    - `pause`: a function that is called many times a second during the computation. An exception that it raises ends
      the judging.
    """

    game: AnyGame
    search: Search
    payoff: Payoff
    seed: int = 0
    least: float = MIN_COST
    pause: Callable[[], None] = _go_on

    @classmethod
    def of(cls, deal: FinishedDeal, seed: int = 0, least: float = MIN_COST) -> "JudgingParameters":
        """Return the parameters for judging a deal with the solver of this thread.

        `seed` is the seed of the random samples of possible deals, and `least` the minimum cost of a mistake in points.
        """
        return cls(deal.game, search(), payoff_of(deal.game, deal.start.public), seed, least)

    @property
    def swing(self) -> float:
        """The number of points that a side wins or loses in an average deal of the game."""
        return GAMES[self.game.name].swing

    @property
    def close(self) -> float:
        """The maximum cost, in points, of a choice that counts as right."""
        return max(self.least, CLOSE * self.swing)


class ChoiceValues(Struct, frozen=True):
    """The values of the choices of a decision in a number of worlds (possible deals).

    - `of`: for each choice, a list with one value per world, in points for the seat's side. Weak choices may have been
      evaluated in the first worlds only, so their lists are shorter.
    - `weights`: the relative probabilities of the worlds, given the other players' calls and cards; their mean is 1.
    - `every`: true if the worlds are all possible ones.
    - `rival`: the choice with which the others are compared. None stands for the best choice in these worlds.
    - `states`: the worlds.
    - `by_side`: for each choice, the points of all sides in each world.
    """

    of: Mapping[Plan, Sequence[float]]
    weights: Sequence[float]
    every: bool
    rival: Plan | None = None
    states: Sequence[State[Any]] = ()
    by_side: Mapping[Plan, Sequence[SidePoints]] = {}

    @property
    def worlds(self) -> int:
        """The number of worlds (possible deals) in which choices were evaluated."""
        return len(self.weights)

    @property
    def best(self) -> Plan:
        """The choice with which the others are compared: `rival`, or else the best choice evaluated in all deals.

        Of several choices that are equally good it is the first.
        """
        return self.rival or max(self._plans_in_all_worlds, key=lambda plan: fmean(self.of[plan]))

    @property
    def _plans_in_all_worlds(self) -> list[Plan]:
        return [plan for plan, values in self.of.items() if len(values) == self.worlds]

    def mean(self, plan: Plan) -> float:
        """Return the expected value of the choice `plan`, in points for the seat's side."""
        values = self.of[plan]
        return fmean(self.of[self.best]) - self.loss(plan) if len(values) < self.worlds else fmean(values)

    def loss(self, plan: Plan) -> float:
        """Return the expected loss of the choice `plan` compared with the best choice, in points.

        It is the mean over the possible deals in which both choices were evaluated.
        """
        return fmean(self._gaps(plan, self.best))

    def likely_loss(self, plan: Plan) -> float:
        """Return the expected loss of the choice `plan` if each possible deal is weighted by its probability.

        The choice is compared with the best one. If all possible deals were enumerated, it is compared with every
        choice that was evaluated in all of them, and the largest loss is returned.
        """
        rivals = self._plans_in_all_worlds if self.every else [self.best]
        return max(self._likely_gap(plan, rival) for rival in rivals)

    def error(self, plan: Plan) -> float:
        """Return the standard error of `loss` for the choice `plan`; 0 if all possible deals were enumerated."""
        return self._error(self._gaps(plan, self.best))

    def costs_more(self, plan: Plan, least: float) -> bool:
        """Return whether the choice `plan` costs more than `least` points, and more than chance explains (`SURE`)."""
        return min(self.loss(plan), self.likely_loss(plan)) > max(least, SURE * self.error(plan))

    def possible_loss(self, plan: Plan) -> float:
        """Return the largest loss of the choice `plan`, in points, that the evaluated deals do not rule out."""
        return max(self._possible_gap(plan, rival) for rival in self._plans_in_all_worlds)

    def dominators(self, plan: Plan, least: int = NEVER_BETTER) -> list[Plan]:
        """Return the choices that are never worse than `plan` and sometimes better, the best first.

        They must be better in at least `least` of the evaluated deals. If all possible deals were enumerated, one deal
        is enough.
        """
        gaps_and_plans: list[tuple[float, Plan]] = []
        for rival in self._plans_in_all_worlds:
            gaps = self._gaps(plan, rival)
            better = sum(gap > 0 for gap in gaps)
            if min(gaps) >= 0 and better >= (1 if self.every else least):
                gaps_and_plans.append((fmean(gaps), rival))
        return [rival for _, rival in sorted(gaps_and_plans, key=lambda pair: -pair[0])]

    def clears(self, plan: Plan, close: float) -> bool:
        """Return whether the choice `plan` surely costs at most `close` points, so that it counts as right.

        A choice does not count as right if another one is never worse and sometimes better in the evaluated deals.
        """
        return self.possible_loss(plan) <= close and not self.dominators(plan, least=1)

    def effect(self, plan: Plan) -> tuple[tuple[float, float], ...]:
        """Return what the choice `plan` changes for each side compared with the best choice.

        For each side, it is the mean change in points and the standard error of the mean.
        """
        mine, best = self.by_side[plan], self.by_side[self.best]
        by_side = zip(
            *(map(_difference, own_points, best_points) for own_points, best_points in zip(mine, best, strict=False)),
            strict=True,
        )
        return tuple((fmean(gaps), self._error(gaps)) for gaps in by_side)

    def _gaps(self, plan: Plan, rival: Plan) -> list[float]:
        return [theirs - mine for theirs, mine in zip(self.of[rival], self.of[plan], strict=False)]

    def _likely_gap(self, plan: Plan, rival: Plan) -> float:
        return fmean(map(mul, self._gaps(plan, rival), self.weights))

    def _possible_gap(self, plan: Plan, rival: Plan) -> float:
        gaps = self._gaps(plan, rival)
        if self.every:
            return max(fmean(gaps), self._likely_gap(plan, rival))
        return fmean(gaps) + SURE * self._error(gaps)

    def _error(self, gaps: Sequence[float]) -> float:
        if self.every or len(gaps) < 2 * BATCHES:
            return 0.0 if self.every or len(gaps) < 2 else stdev(gaps) / math.sqrt(len(gaps))
        bounds = [len(gaps) * batch // BATCHES for batch in range(BATCHES + 1)]
        means = [fmean(gaps[a:b]) for a, b in pairwise(bounds)]
        return stdev(means) / math.sqrt(BATCHES)


def _difference(mine: float, theirs: float) -> float:
    return mine - theirs


def worths(decision: Decision, terms: JudgingParameters) -> ChoiceValues:
    """Return the values of the choices of a decision, evaluated in as many possible deals as its verdict needs.

    The samples of possible deals grow until one proves that the chosen action is right. If not even the largest sample
    proves this, or if all possible deals were enumerated, the last values are returned. `terms` are the parameters for
    judging.
    """
    plan, number = decision.plan, 0
    values = _sample_values(decision, terms, SAMPLES[0], 0, None)
    while not (values.every or _is_right(values, plan, terms)) and (number := number + 1) < len(SAMPLES):
        values = _sample_values(
            decision, terms, SAMPLES[number], number, next(iter(values.dominators(plan)), values.best)
        )
    return replace(values, rival=next(iter(values.dominators(plan)), values.rival))


def _is_right(values: ChoiceValues, plan: Plan, terms: JudgingParameters) -> bool:
    """Return whether these values prove that the choice `plan` is right.

    A right choice costs little compared with what a side wins or loses in an average deal, and is no mistake. In a game
    with large scores, a cost may be little in this sense and still be more than `terms.least`, the minimum cost of a
    mistake.
    """
    return values.clears(plan, terms.close) and not values.costs_more(plan, terms.least)


def _sample_values(
    decision: Decision, terms: JudgingParameters, size: int, number: int, rival: Plan | None
) -> ChoiceValues:
    """Return the values of the choices of a decision in one sample of possible deals.

    `terms` are the parameters for judging, such as the solver. `size` is the number of deals in the sample, and
    `number` the number of the sample, from 0. `rival` is a choice with which the others are compared, and which is
    therefore evaluated in all deals; None stands for the best choice.
    """
    game, view, rng = terms.game, decision.view, randomness(terms.seed, decision.view)
    for _ in range(number + 1):  # even the first sample differs from that of a computer player with the same seed
        rng = random.Random(rng.getrandbits(64))
    rule = GAMES[game.name].rule(game, terms.seed)
    side = terms.payoff.side(view.seat)
    terms.pause()
    every = count_placements(game, view) <= max(size, ENUMERATE_UP_TO)
    belief = Belief(game, view, rule, terms.search, rng)
    runs = [belief.worlds(size)] if every else [belief.worlds(size // BATCHES) for _ in range(BATCHES)]
    worlds = [world for chain, _ in runs for world in chain]
    weights = [weight for _, chain in runs for weight in chain]
    mean = fmean(weights)
    likely = [weight / mean for weight in weights]
    if view.public.phase == "play":
        rows: list[dict[Card, SidePoints]] = []
        for batch_start in range(0, len(worlds), WORLDS_PER_PAUSE):
            terms.pause()
            rows += points_in_each_world(
                game, worlds[batch_start : batch_start + WORLDS_PER_PAUSE], terms.search, terms.payoff
            )
        by_side: dict[Plan, list[SidePoints]] = {(card,): [row[card] for row in rows] for card in rows[0]}
        values = {plan: [points[side] for points in plan_points] for plan, plan_points in by_side.items()}
        return ChoiceValues(values, likely, every, None if every else rival, worlds, by_side)
    worlds = [add_sealed_actions(game, world, rule) for world in worlds]
    by_side = defaultdict(list)
    simulator = PlanSimulator(game, rule, terms.search, terms.payoff)

    def evaluate(plan: Plan, start: int, stop: int) -> list[float]:
        """Return the values of a plan in the possible deals `start` to `stop - 1`.

        Before each batch of `WORLDS_PER_PAUSE` deals, call `JudgingParameters.pause`.
        """
        for batch_start in range(start, stop, WORLDS_PER_PAUSE):
            terms.pause()
            part = worlds[batch_start : min(batch_start + WORLDS_PER_PAUSE, stop)]
            by_side[plan] += simulator.points(part, plan, batch_start)
        return [points[side] for points in by_side[plan][start:stop]]

    race_values = race_plans(decision.plans, decision.plan, evaluate, len(worlds), max(FIRST, size // SHARE))
    if rival is not None:
        race_values[rival] += evaluate(rival, len(race_values[rival]), len(worlds))
    return ChoiceValues(race_values, likely, False, rival, worlds, by_side)
