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
Shown = Callable[[Sequence[Action]], Any]
"""The format of the actions of a plan: text, or numbers."""


def record(review: DealReview, shown: Shown = list) -> dict[str, Any]:
    """Return a review as JSON data."""
    return {
        "deal": review.deal,
        "version": review.version,
        "strongest": review.strongest,
        "seed": review.seed,
        "decisions": [decision(judged, shown) for judged in review.judgements],
        "seats": [_seat(each) for each in review.seats],
        "games": review.games,
        "parts": [_parts(side) for side in review.parts],
        "course": [
            {"at": each.at, "points": [_decimals(float(side)) for side in each.points]} for each in review.course
        ],
    }


def decision(judged: Judgement, shown: Shown = list) -> dict[str, Any]:
    """Return the judgement of a decision as JSON data."""
    found: dict[str, Any] = {
        "at": judged.at,
        "seat": judged.seat,
        "phase": judged.phase,
        "trick": judged.trick,
        "did": shown(judged.plan),
        "verdict": judged.verdict,
    }
    if judged.verdict == "only":
        return found
    found |= {
        "lost": _decimals(judged.lost),
        "lost_all_seen": _decimals(judged.lost_all_seen),
        "worlds": judged.worlds,
        "every": judged.every,
        "possible_loss": _decimals(judged.possible_loss),
        "choices": [_choice(choice, shown) for choice in judged.choices],
    }
    if judged.effect:
        found["effect"] = [{"points": _decimals(mean), "error": _decimals(error)} for mean, error in judged.effect]
    told = {"why": judged.why, "fault": judged.fault, "outlook": judged.outlook}
    return found | {name: msgspec.to_builtins(each) for name, each in told.items() if each}


def _choice(choice: JudgedChoice, shown: Shown) -> dict[str, Any]:
    found: dict[str, Any] = {
        "does": shown(choice.plan),
        "points": _decimals(choice.points),
        "behind": _decimals(choice.behind),
        "error": _decimals(choice.error),
    }
    return found if choice.all_seen is None else found | {"all_seen": _decimals(choice.all_seen)}


def _seat(seat: SeatReview) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "lost": _decimals(seat.lost),
        "worst": list(seat.worst),
        "decisions": sum(seat.counts.values()),
        "counts": dict(seat.counts),
        "doubtful": seat.doubtful,
        "possible_loss": _decimals(seat.possible_loss),
    }


def _parts(side: Parts) -> dict[str, str]:
    """Return the parts of one side, each with its standard error (`deal_error`)."""
    points = {name: f"{Decimal(units).scaleb(-DIGITS):f}" for name, units in side.rounded(DIGITS).items()}
    errors = {f"{name}_error": f"{error:.{DIGITS}f}" for name, error in zip(PARTS, side.errors, strict=True)}
    return {**points, **errors, "dealt": f"{side.dealt:.{DIGITS}f}", "dealt_error": f"{side.dealt_error:.{DIGITS}f}"}


def _decimals(points: float) -> float:
    return round(points, DIGITS) + 0.0  # no -0.0
