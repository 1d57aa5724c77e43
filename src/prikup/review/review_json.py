"""The review of a deal as JSON (docs/review.md): points with six decimals, parts as decimal text."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from prikup.review.judgement import JudgedChoice, Judgement
from prikup.review.result_breakdown import PARTS, Parts
from prikup.review.review import DealReview, SeatReview
from prikup.rules.state import Action

__all__ = ["DIGITS", "decision", "record"]

DIGITS = 6
"""The decimal places of points."""
PlanFormat = Callable[[Sequence[Action]], Any]
"""The format of the actions of a plan: text, or numbers."""


def record(review: DealReview, format_plan: PlanFormat = list) -> dict[str, Any]:
    """Return a review as JSON data."""
    return {
        "deal": review.deal,
        "version": review.version,
        "strongest": review.strongest,
        "seed": review.seed,
        "decisions": [decision(judgement, format_plan) for judgement in review.judgements],
        "seats": [_seat(each) for each in review.seats],
        "games": review.games,
        "parts": [_parts(side) for side in review.parts],
        "course": [
            {"at": each.entry_index, "points": [_decimals(float(side)) for side in each.points]}
            for each in review.course
        ],
    }


def decision(judgement: Judgement, format_plan: PlanFormat = list) -> dict[str, Any]:
    """Return the judgement of a decision as JSON data."""
    fields: dict[str, Any] = {
        "at": judgement.entry_index,
        "seat": judgement.seat,
        "phase": judgement.phase,
        "trick": judgement.trick,
        "did": format_plan(judgement.plan),
        "verdict": judgement.verdict,
    }
    if judgement.verdict == "only":
        return fields
    fields |= {
        "lost": _decimals(judgement.cost),
        "lost_all_seen": _decimals(judgement.double_dummy_cost),
        "worlds": judgement.worlds,
        "every": judgement.every,
        "possible_loss": _decimals(judgement.possible_loss),
        "choices": [_choice(choice, format_plan) for choice in judgement.choices],
    }
    if judgement.effect:
        fields["effect"] = [{"points": _decimals(mean), "error": _decimals(error)} for mean, error in judgement.effect]
    explanations = {"why": judgement.why, "fault": judgement.fault, "outlook": judgement.outlook}
    return fields | {
        name: msgspec.to_builtins(explanation) for name, explanation in explanations.items() if explanation
    }


def _choice(choice: JudgedChoice, format_plan: PlanFormat) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "does": format_plan(choice.plan),
        "points": _decimals(choice.points),
        "behind": _decimals(choice.loss),
        "error": _decimals(choice.error),
    }
    return (
        fields if choice.double_dummy_points is None else fields | {"all_seen": _decimals(choice.double_dummy_points)}
    )


def _seat(seat: SeatReview) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "lost": _decimals(seat.points_lost),
        "worst": list(seat.worst),
        "decisions": sum(seat.counts.values()),
        "counts": dict(seat.counts),
        "doubtful": seat.doubtful,
        "possible_loss": _decimals(seat.possible_loss),
    }


def _parts(side: Parts) -> dict[str, str]:
    """Return the parts of one side, each with its standard error (`deal_error`)."""
    points = {name: f"{Decimal(units).scaleb(-DIGITS):f}" for name, units in side.rounded_units(DIGITS).items()}
    errors = {f"{name}_error": f"{error:.{DIGITS}f}" for name, error in zip(PARTS, side.errors, strict=True)}
    return {
        **points,
        **errors,
        "dealt": f"{side.self_play_mean:.{DIGITS}f}",
        "dealt_error": f"{side.self_play_error:.{DIGITS}f}",
    }


def _decimals(points: float) -> float:
    return round(points, DIGITS) + 0.0  # no -0.0
