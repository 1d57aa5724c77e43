"""The cost of a mistake as a message: what was better, and by how much."""

from prikup.review.decisions import Decision
from prikup.review.single_dummy import SURE, Worths
from prikup.rules.errors import MessageArgument, Reason, reason

__all__ = ["why"]

AHEAD = 0.1
"""The share of the worlds that a better choice must win more often, for the message to say so."""
SHOWN = 0.05
"""The smallest margin of error that is not 0.0 once rounded."""


def why(decision: Decision, found: Worths) -> Reason:
    """Return why a decision was a mistake.

    If only one deal is possible, the message says that all cards were known. Otherwise it says that a card is never
    better than another and sometimes worse; or that the better choice wins more of the possible deals; or that it
    brings more points.
    """
    plan, best = decision.plan, found.best
    mine, other = found.of[plan], found.of[best]
    tried = min(len(mine), len(other))
    ahead, instead = (sum(points > 0 for points in each[:tried]) for each in (mine, other))
    numbers: dict[str, MessageArgument] = {
        "best": best,
        "points": _with_margin(found.behind(plan), SURE * found.error(plan)),
    }
    if found.every and tried == 1:
        return reason("review-certain", **numbers)
    worse = sum(theirs < own for own, theirs in zip(mine, other, strict=False))
    better = sum(theirs > own for own, theirs in zip(mine, other, strict=False))
    if best in found.dominators(plan):
        return reason("review-dominated", **numbers, deals=tried, better=better)
    if instead - ahead > AHEAD * tried:
        return reason("review-wins", **numbers, deals=tried, times=ahead, instead=instead)
    return reason("review-more", **numbers, deals=tried, better=better, worse=worse)


def _with_margin(points: float, margin: float) -> str:
    """Return points with one decimal and the half-width of their confidence interval, such as `5.0 ± 1.2`."""
    return f"{points:.1f} ± {margin:.1f}" if margin >= SHOWN else f"{points:.1f}"
