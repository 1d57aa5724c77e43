"""The reason of a mistake, in a key and numbers: what was better, and what it would have brought."""

from prikup.errors import Number, Reason, reason
from prikup.review.could_know import SURE, Worths
from prikup.review.finished import Decision

__all__ = ["why"]

AHEAD = 0.1
"""The share of the deals in which another choice must win what this one loses, for that to be the reason."""
SHOWN = 0.05
"""The least margin that is more than zero once it is rounded."""


def why(decision: Decision, found: Worths) -> Reason:
    """Return why a decision was a mistake.

    Where only one deal is possible, the reason is that all was known. A card that is never better than another, and
    sometimes worse, is told so; where the better choice wins more of the possible deals, it is that; else that it
    brings more points.
    """
    plan, best = decision.plan, found.best
    mine, other = found.of[plan], found.of[best]
    tried = min(len(mine), len(other))
    ahead, instead = (sum(points > 0 for points in each[:tried]) for each in (mine, other))
    numbers: dict[str, Number] = {"best": best, "points": _with_margin(found.behind(plan), SURE * found.error(plan))}
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
    """Return points with one decimal and the margin of their interval, as text for a sentence: `5.0 ± 1.2`."""
    return f"{points:.1f} ± {margin:.1f}" if margin >= SHOWN else f"{points:.1f}"
