"""The judgement of one decision: what could be known and what only all cards tell, never mixed."""

from typing import Literal

from msgspec import Struct

from prikup.bots.payoff import Payoff
from prikup.bots.simulation import Plan
from prikup.errors import Reason
from prikup.game import AnyGame
from prikup.review.all_seen import AllSeen
from prikup.review.could_know import Worths, worths
from prikup.review.finished import Decision
from prikup.review.reasons import why
from prikup.solver import Search
from prikup.state import Action, Seat

__all__ = ["EQUAL", "LEAST", "Choice", "Judgement", "Verdict", "judge"]

LEAST = 0.5
"""The points of the settlement that a mistake costs at least, if nothing else is said."""
SURE = 2.0
"""The standard errors by which a mistake must cost more than nothing."""
EQUAL = 1e-6
"""The points within which two choices are worth the same."""

Verdict = Literal["only", "right", "mistake", "unlucky"]
"""The verdict on a decision.

`only`: there was no other choice. `mistake`: by what could be known it costs more than chance explains, and more than
a small sum. `unlucky`: it costs as much with all cards seen, and was no mistake. `right`: neither of them.
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
    seen, as far as the solver knows. `why` says what was better.
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


def judge(
    game: AnyGame, decision: Decision, search: Search, payoff: Payoff, seed: int = 0, least: float = LEAST
) -> Judgement:
    """Return the judgement of a decision, the same for the same seed. A mistake costs more than `least` points."""
    tricks = decision.seen.public.tricks
    trick = len(tricks.past) + 1 if tricks else 0
    if len(decision.plans) == 1:
        return Judgement(decision.at, decision.seat, decision.phase, decision.plan, "only", trick)
    found = worths(game, decision, search, payoff, seed, least)
    seen = _all_seen(game, decision, search, payoff)
    choices = tuple(sorted((_choice(plan, found, seen) for plan in found.of), key=lambda each: each.behind))
    mine = next(choice for choice in choices if choice.plan == decision.plan)
    given = max(seen.values()) - seen[decision.plan] if seen else 0.0
    verdict: Verdict = "right"
    if mine.behind > max(least, SURE * mine.error):
        verdict = "mistake"
    elif given > least:
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
        why(decision, found) if verdict == "mistake" else None,
    )


def _choice(plan: Plan, found: Worths, seen: dict[Plan, float]) -> Choice:
    behind = max(0.0, found.behind(plan))
    return Choice(plan, found.mean(plan), behind, found.error(plan), seen.get(plan))


def _all_seen(game: AnyGame, decision: Decision, search: Search, payoff: Payoff) -> dict[Plan, float]:
    """Return the points of each card with all cards seen, for the seat's side; nothing where the solver cannot tell."""
    values = AllSeen(game, payoff, search)
    if decision.phase != "play" or not values.exact(decision.before):
        return {}
    side = payoff.side(decision.seat)
    return {(card,): points[side] for card, points in values.cards(decision.before).items()}
