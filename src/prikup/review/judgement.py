"""The judgement of one decision: what could be known and what only all cards tell, never mixed."""

from typing import Literal

from msgspec import Struct

from prikup.bots.simulation import Plan
from prikup.errors import Reason
from prikup.review.all_seen import AllSeen
from prikup.review.could_know import SURE, Terms, Worths, worths
from prikup.review.faults import fault
from prikup.review.finished import Decision
from prikup.review.outlook import outlooks
from prikup.review.reasons import why
from prikup.state import Action, Seat

__all__ = ["FAULTS", "Choice", "Judgement", "Verdict", "judge"]

Verdict = Literal["only", "right", "unsure", "inaccuracy", "mistake", "blunder", "unlucky"]
"""The verdict on a decision.

`only`: there was no other choice. `inaccuracy`, `mistake` and `blunder`: by what could be known it costs more than
chance explains and more than a small sum, or it is a card that is never better than another and sometimes worse;
`INACCURATE` and `BLUNDERED` divide them. Where every world was enumerated, it also costs that much if each counts as
much as it is likely. `right`: it surely costs next to nothing. `unsure`: the largest sample shows neither. `unlucky`:
it is right, and costs as much as a mistake with all cards seen.
"""
FAULTS: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
"""The verdicts on decisions that cost points."""
INACCURATE, BLUNDERED = 1 / 3, 5 / 3
"""An inaccuracy costs less than a third of what a usual deal wins or loses, a blunder more than five thirds of it."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """A choice of a decision, with its worth to the seat's side in points of the settlement.

    `points` are to be expected by what could be known, `behind` is how much less than the best choice that is, and
    `error` the standard error of `behind`. `all_seen` are the points with all cards seen, where the solver knows them.
    """

    plan: tuple[Action, ...]
    points: float
    behind: float
    error: float
    all_seen: float | None = None


class Judgement(Struct, frozen=True, omit_defaults=True):
    """The judgement of a decision.

    `at` is the number of its entry in the deal, from 0, `trick` that of the trick, from 1 (0 before the tricks), and
    `plan` is what was done. `choices` are those that were tried, the
    best first, in `worlds` deals that agree with what the seat knew; `every`: there are no others. `lost` are the
    points that a mistake gave away by what could be known, `lost_all_seen` those that were given away with all cards
    seen, as far as the solver knows. Of a mistake `why` says what was better, and `fault` what was wrong with it, where
    that can be seen from the cards; of a call `outlook` says how often it and the better one are made. `effect` is what
    a mistake brought each side beside the better choice, on average, with the standard error. `possible_loss` is the
    largest loss by any other decision that the worlds do not rule out.
    """

    at: int
    seat: Seat
    phase: str
    plan: tuple[Action, ...]
    verdict: Verdict
    trick: int = 0
    choices: tuple[Choice, ...] = ()
    worlds: int = 0
    every: bool = False
    lost: float = 0.0
    lost_all_seen: float = 0.0
    why: Reason | None = None
    fault: Reason | None = None
    outlook: tuple[Reason, ...] = ()
    effect: tuple[tuple[float, float], ...] = ()
    possible_loss: float = 0.0

    @property
    def mistaken(self) -> bool:
        """Whether the decision cost points by what could be known."""
        return self.verdict in FAULTS

    @property
    def counts(self) -> bool:
        """Whether there was a choice between decisions of different value."""
        return any(choice.behind or choice.error for choice in self.choices)


def judge(decision: Decision, terms: Terms) -> Judgement:
    """Return the judgement of a decision, the same for the same terms. What their `pause` raises ends it."""
    tricks = decision.seen.public.tricks
    trick = len(tricks.past) + 1 if tricks else 0
    if len(decision.plans) == 1:
        return Judgement(decision.at, decision.seat, decision.phase, decision.plan, "only", trick)
    found = worths(decision, terms)
    verdict = _verdict(found, decision.plan, terms)
    mistaken = verdict in FAULTS
    seen = _all_seen(decision, terms)
    given = max(seen.values()) - seen[decision.plan] if seen else 0.0
    if verdict == "right" and given > terms.least:
        verdict = "unlucky"
    choices = [_choice(plan, found, seen) for plan in found.of]
    choices.sort(key=lambda choice: (choice.behind, choice.plan != found.best, -choice.points))
    return Judgement(
        decision.at,
        decision.seat,
        decision.phase,
        decision.plan,
        verdict,
        trick,
        tuple(choices),
        found.worlds,
        found.every,
        found.behind(decision.plan) if mistaken else 0.0,
        given,
        why(decision, found) if mistaken else None,
        fault(terms.game, decision, found) if mistaken else None,
        outlooks(decision, found, terms) if mistaken else (),
        found.effect(decision.plan) if mistaken else (),
        0.0 if mistaken else max(0.0, found.possible_loss(decision.plan)),
    )


def _verdict(found: Worths, plan: Plan, terms: Terms) -> Verdict:
    """Return the verdict on a choice by what could be known."""
    cost = found.behind(plan)
    proved = min(cost, found.behind_if_likely(plan)) > max(terms.least, SURE * found.error(plan))
    if proved or found.dominators(plan):
        if cost < INACCURATE * terms.swing:
            return "inaccuracy"
        return "blunder" if cost > BLUNDERED * terms.swing else "mistake"
    return "right" if found.clears(plan, terms.close) else "unsure"


def _choice(plan: Plan, found: Worths, seen: dict[Plan, float]) -> Choice:
    behind = max(0.0, found.behind(plan))
    return Choice(plan, found.mean(plan), behind, found.error(plan), seen.get(plan))


def _all_seen(decision: Decision, terms: Terms) -> dict[Plan, float]:
    """Return the points of each card with all cards seen, for the seat's side; nothing where the solver cannot tell."""
    values = AllSeen(terms.game, terms.payoff, terms.search)
    if decision.phase != "play" or not values.exact(decision.before):
        return {}
    side = terms.payoff.side(decision.seat)
    return {(card,): points[side] for card, points in values.cards(decision.before).items()}
