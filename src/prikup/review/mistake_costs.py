"""The cost of a mistake as a message: which choice was better, and by how many points."""

from prikup.review.decisions import Decision
from prikup.review.single_dummy import SURE, ChoiceValues
from prikup.rules.errors import MessageArgument, Reason, reason

__all__ = ["explain_cost"]

AHEAD = 0.1
"""The minimum lead of the better choice for the message to say that this choice wins more often.

The lead is the number of further deals won, as a share of the possible deals in which the choices were evaluated.
"""
MIN_SHOWN_MARGIN = 0.05
"""The smallest margin of error, in points, that is shown; a smaller one would be rounded to 0.0."""


def explain_cost(decision: Decision, values: ChoiceValues) -> Reason:
    """Return the message that explains why a decision was a mistake.

    `values` are the values of its choices. If only one deal is possible, the message says that all cards were known.
    Otherwise it says one of three things: that the choice is never better than another and sometimes worse, that the
    better choice wins more of the possible deals, or that it scores more points.
    """
    plan, best = decision.plan, values.best
    own_points, best_points = values.of[plan], values.of[best]
    world_count = min(len(own_points), len(best_points))
    own_wins, best_wins = (
        sum(points > 0 for points in points_by_world[:world_count]) for points_by_world in (own_points, best_points)
    )
    numbers: dict[str, MessageArgument] = {
        "best": best,
        "points": _points_with_margin(values.loss(plan), SURE * values.error(plan)),
    }
    if values.every and world_count == 1:
        return reason("review-certain", **numbers)
    worse = sum(best_value < own_value for own_value, best_value in zip(own_points, best_points, strict=False))
    better = sum(best_value > own_value for own_value, best_value in zip(own_points, best_points, strict=False))
    if best in values.dominators(plan):
        return reason("review-dominated", **numbers, deals=world_count, better=better)
    if best_wins - own_wins > AHEAD * world_count:
        return reason("review-wins", **numbers, deals=world_count, times=own_wins, instead=best_wins)
    return reason("review-more", **numbers, deals=world_count, better=better, worse=worse)


def _points_with_margin(points: float, margin: float) -> str:
    """Return points with one decimal and the half-width of their confidence interval as text, such as `5.0 ± 1.2`."""
    return f"{points:.1f} ± {margin:.1f}" if margin >= MIN_SHOWN_MARGIN else f"{points:.1f}"
