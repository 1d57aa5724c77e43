"""The judgement of one decision: what could be known and what only all cards tell, never mixed."""

from typing import Literal

from msgspec import Struct

from prikup.bots.simulation import Plan
from prikup.errors import Reason
from prikup.review.all_seen import AllSeen
from prikup.review.could_know import Terms, Worths, worths
from prikup.review.faults import fault
from prikup.review.finished import Decision
from prikup.review.reasons import why
from prikup.state import Action, Seat

__all__ = ["Choice", "Judgement", "Verdict", "judge"]

SURE = 2.0
"""The standard errors by which a mistake must cost more than nothing."""
Verdict = Literal["only", "right", "mistake", "unlucky"]
"""The verdict on a decision.

`only`: there was no other choice. `mistake`: by what could be known it costs more than chance explains, and more than
a small sum, in two draws of worlds; where all worlds are thought of, also if each counts as much as it is likely.
`unlucky`: it costs as much with all cards seen, and was no mistake. `right`: neither of them.
"""


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
    that can be seen from the cards.
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


def judge(decision: Decision, terms: Terms) -> Judgement:
    """Return the judgement of a decision, the same for the same terms. What their `pause` raises ends it."""
    tricks = decision.seen.public.tricks
    trick = len(tricks.past) + 1 if tricks else 0
    if len(decision.plans) == 1:
        return Judgement(decision.at, decision.seat, decision.phase, decision.plan, "only", trick)
    found = worths(decision, terms)
    mistaken = _costs(found, decision.plan, terms)
    if mistaken and not found.every:  # of many choices one looks best by chance: it must in other worlds too
        found = worths(decision, terms, draw=2)
        mistaken = _costs(found, decision.plan, terms)
    seen = _all_seen(decision, terms)
    choices = tuple(sorted((_choice(plan, found, seen) for plan in found.of), key=lambda each: each.behind))
    mine = next(choice for choice in choices if choice.plan == decision.plan)
    given = max(seen.values()) - seen[decision.plan] if seen else 0.0
    verdict: Verdict = "right"
    if mistaken:
        verdict = "mistake"
    elif given > terms.least:
        verdict = "unlucky"
    return Judgement(
        decision.at,
        decision.seat,
        decision.phase,
        decision.plan,
        verdict,
        trick,
        choices,
        found.worlds,
        found.every,
        mine.behind if verdict == "mistake" else 0.0,
        given,
        *((why(decision, found), fault(terms.game, decision, found)) if verdict == "mistake" else ()),
    )


def _costs(found: Worths, plan: Plan, terms: Terms) -> bool:
    """Return whether a choice costs more than the least and than chance explains, however likely each world is."""
    return min(found.behind(plan), found.behind_if_likely(plan)) > max(terms.least, SURE * found.error(plan))


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
