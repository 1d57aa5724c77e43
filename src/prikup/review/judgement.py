"""The judgement of one decision: its single-dummy and its double-dummy results, which are never mixed.

Single dummy means judged by what the seat could know; double dummy means with all cards visible.
"""

from typing import Literal

from msgspec import Struct

from prikup.bots.simulation import Plan
from prikup.review.decisions import Decision
from prikup.review.double_dummy import AllSeen
from prikup.review.mistake_costs import explain_cost
from prikup.review.mistake_types import fault
from prikup.review.outlook import outlooks
from prikup.review.single_dummy import ChoiceValues, JudgingParameters, worths
from prikup.rules.errors import Reason
from prikup.rules.state import Action, Seat

__all__ = ["FAULTS", "CountedVerdict", "JudgedChoice", "Judgement", "Verdict", "judge"]

Verdict = Literal["only", "right", "unsure", "inaccuracy", "mistake", "blunder", "unlucky"]
"""The verdict on a decision.

- `only`: there was no other choice.
- `right`: the decision surely costs next to nothing, given what the seat could know.
- `inaccuracy`, `mistake`, `blunder`: the three kinds of mistakes. `INACCURACY_LIMIT` and `BLUNDER_LIMIT` are the limits
  between them.
- `unsure`: the largest sample of possible deals proves neither that the decision is right nor that it is a mistake.
- `unlucky`: the decision is right, but costs as much as a mistake with all cards visible.

Given what the seat could know, a mistake costs more than chance explains and more than `JudgingParameters.least`. If
all possible deals were enumerated, it must also cost that much with each deal weighted by its probability. A choice
that is never better than another and sometimes worse is a mistake in any case.
"""
CountedVerdict = Literal["right", "inaccuracy", "mistake", "blunder", "unsure"]
"""A verdict in the counts of a seat. Decisions without alternatives are not counted; unlucky ones count as right."""
FAULTS: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
"""The verdicts on decisions that are mistakes, from the smallest cost to the largest."""
INACCURACY_LIMIT, BLUNDER_LIMIT = 1 / 3, 5 / 3
"""The limits between the three kinds of mistakes, as shares of the points that a side wins or loses in an average deal.

An inaccuracy costs less than `INACCURACY_LIMIT`, a blunder more than `BLUNDER_LIMIT`.
"""


class JudgedChoice(Struct, frozen=True, omit_defaults=True):
    """A choice of a decision, with its value for the seat's side in settlement points (points won or lost).

    - `plan`: the actions of the choice, such as one card or the cards of a discard.
    - `points`: the expected value by what the seat could know.
    - `loss`: the expected loss compared with the best choice.
    - `error`: the standard error of `loss`.
    - `double_dummy_points`: the value with all cards visible, None if the solver cannot compute it.
    """

    plan: tuple[Action, ...]
    points: float
    loss: float
    error: float
    double_dummy_points: float | None = None


class Judgement(Struct, frozen=True, omit_defaults=True):
    """The judgement of a decision.

    The decision:

    - `entry_index`: the index of the decision's first log entry in the deal, from 0.
    - `seat`, `phase`: the seat, and the phase of the deal.
    - `trick`: the number of the trick, from 1; 0 before the tricks.
    - `plan`: the choice that the seat made, as a tuple of actions.

    What the seat could know:

    - `verdict`: the verdict on the decision.
    - `choices`: the choices that were evaluated, the best first.
    - `worlds`: the number of worlds (possible deals) in which the choices were evaluated.
    - `every`: true if these are all deals that agree with what the seat could see.
    - `cost`: the cost of a mistake in points; 0 for any other decision.
    - `effect`: what a mistake changed for each side compared with the better choice, as a mean and its standard error.
    - `possible_loss`: for a decision that is not a mistake, the largest loss that the evaluated deals do not rule out.
    - `why`: for a mistake, a message about the better choice.
    - `fault`: for a mistake, a message about what was wrong, if one of the known types fits.
    - `outlook`: for a mistake in a call, messages that tell how often the contracts of the call and of the better call
      are made.

    With all cards visible:

    - `double_dummy_cost`: the cost of the decision in points, 0 if the solver cannot compute it.
    """

    entry_index: int
    seat: Seat
    phase: str
    plan: tuple[Action, ...]
    verdict: Verdict
    trick: int = 0
    choices: tuple[JudgedChoice, ...] = ()
    worlds: int = 0
    every: bool = False
    cost: float = 0.0
    double_dummy_cost: float = 0.0
    why: Reason | None = None
    fault: Reason | None = None
    outlook: tuple[Reason, ...] = ()
    effect: tuple[tuple[float, float], ...] = ()
    possible_loss: float = 0.0

    @property
    def mistaken(self) -> bool:
        """Whether the decision was a mistake, judged by what the seat could know."""
        return self.verdict in FAULTS

    @property
    def counts(self) -> bool:
        """Whether the decision counts in the review of its seat: whether its choices had different values."""
        return any(choice.loss or choice.error for choice in self.choices)


def judge(decision: Decision, terms: JudgingParameters) -> Judgement:
    """Return the judgement of a decision, which is always the same for the same parameters `terms`.

    An exception that `terms.pause` raises ends the judging.
    """
    tricks = decision.view.public.tricks
    trick = len(tricks.past) + 1 if tricks else 0
    if len(decision.plans) == 1:
        return Judgement(decision.entry_index, decision.seat, decision.phase, decision.plan, "only", trick)
    values = worths(decision, terms)
    verdict = _verdict(values, decision.plan, terms)
    mistaken = verdict in FAULTS
    points_by_plan = _double_dummy_points(decision, terms)
    double_dummy_cost = max(points_by_plan.values()) - points_by_plan[decision.plan] if points_by_plan else 0.0
    if verdict == "right" and double_dummy_cost > terms.least:
        verdict = "unlucky"
    choices = [_choice(plan, values, points_by_plan) for plan in values.of]
    choices.sort(key=lambda choice: (choice.loss, choice.plan != values.best, -choice.points))
    return Judgement(
        decision.entry_index,
        decision.seat,
        decision.phase,
        decision.plan,
        verdict,
        trick,
        tuple(choices),
        values.worlds,
        values.every,
        values.loss(decision.plan) if mistaken else 0.0,
        double_dummy_cost,
        explain_cost(decision, values) if mistaken else None,
        fault(terms.game, decision, values) if mistaken else None,
        outlooks(decision, values, terms) if mistaken else (),
        values.effect(decision.plan) if mistaken else (),
        0.0 if mistaken else max(0.0, values.possible_loss(decision.plan)),
    )


def _verdict(values: ChoiceValues, plan: Plan, terms: JudgingParameters) -> Verdict:
    """Return the verdict on the choice `plan`, judged by what the seat could know.

    `values` are the values of all choices.
    """
    cost = values.loss(plan)
    if values.costs_more(plan, terms.least) or values.dominators(plan):
        if cost < INACCURACY_LIMIT * terms.swing:
            return "inaccuracy"
        return "blunder" if cost > BLUNDER_LIMIT * terms.swing else "mistake"
    return "right" if values.clears(plan, terms.close) else "unsure"


def _choice(plan: Plan, values: ChoiceValues, points_by_plan: dict[Plan, float]) -> JudgedChoice:
    loss = max(0.0, values.loss(plan))
    return JudgedChoice(plan, values.mean(plan), loss, values.error(plan), points_by_plan.get(plan))


def _double_dummy_points(decision: Decision, terms: JudgingParameters) -> dict[Plan, float]:
    """Return the points of each card for the seat's side with all cards visible.

    Return {} if the solver cannot compute them.
    """
    values = AllSeen(terms.game, terms.payoff, terms.search)
    if decision.phase != "play" or not values.exact(decision.state_before):
        return {}
    side = terms.payoff.side(decision.seat)
    return {(card,): points[side] for card, points in values.cards(decision.state_before).items()}
