"""The reason of a mistake, in a key and numbers: what was better, and what it would have brought."""

from prikup.errors import Number, Reason, reason
from prikup.review.could_know import Worths
from prikup.review.finished import Decision

__all__ = ["why"]

AHEAD = 0.1
"""The share of the deals in which another choice must win what this one loses, for that to be the reason."""


def why(decision: Decision, found: Worths) -> Reason:
    """Return why a decision was a mistake.

    Where only one deal is possible, the reason is that all was known. Where the better choice wins more of the possible
    deals, it is that; else that it brings more points.
    """
    plan, best = decision.plan, found.best
    mine, other = found.of[plan], found.of[best]
    tried = min(len(mine), len(other))
    ahead, instead = (sum(points > 0 for points in each[:tried]) for each in (mine, other))
    numbers: dict[str, Number] = {"best": best, "points": _tenths(found.behind(plan))}
    if found.every and tried == 1:
        return reason("review-certain", **numbers)
    if instead - ahead > AHEAD * tried:
        return reason("review-wins", **numbers, deals=tried, times=ahead, instead=instead)
    better = sum(theirs > own for own, theirs in zip(mine, other, strict=False))
    worse = sum(theirs < own for own, theirs in zip(mine, other, strict=False))
    return reason("review-more", **numbers, deals=tried, better=better, worse=worse)


def _tenths(points: float) -> str:
    """Return points with one decimal, as text for a sentence."""
    return f"{points:.1f}"
