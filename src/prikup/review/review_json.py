"""The review of a deal as JSON (docs/review.md): points have six decimals, and parts of a result are decimal text."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Literal, NotRequired, TypedDict, cast

import msgspec

from prikup.review.judgement import CountedVerdict, JudgedChoice, Judgement, Verdict
from prikup.review.result_breakdown import PARTS, ResultBreakdown
from prikup.review.review import DealReview, SeatReview
from prikup.rules.errors import Reason
from prikup.rules.state import Action

__all__ = ["DIGITS", "DecisionRecord", "MistakeRecord", "PartName", "ReviewRecord", "decision", "record"]

DIGITS = 6
"""The number of decimal places of points."""
PlanFormat = Callable[[Sequence[Action]], Any]
"""A function that converts the actions of a plan to text or numbers."""


PartName = Literal[
    "settlement",
    "deal",
    "calls",
    "cards",
    "others",
    "deal_error",
    "calls_error",
    "cards_error",
    "others_error",
    "dealt",
    "dealt_error",
]
"""The name of a part of a side's result, or of its standard error.

`dealt` is the mean result of the strongest player in all seats.
"""


class ChoiceRecord(TypedDict):
    """A choice of a decision, with its values in points for the seat's side.

    `does` has the actions, `points` the expected value, `behind` the loss compared with the best choice and `error` the
    standard error of that loss. `all_seen` is the double-dummy value, if it is known.
    """

    does: list[int]
    points: float
    behind: float
    error: float
    all_seen: NotRequired[float]


class EffectRecord(TypedDict):
    """The effect of a decision on one side: the mean in points, and its standard error."""

    points: float
    error: float


class DecisionRecord(TypedDict):
    """The judgement of a decision; a decision without alternatives has only the fields that are not marked NotRequired.

    `at` is the index of its entry and `did` has the chosen actions. `lost` is the cost of a mistake in points, and
    `lost_all_seen` the double-dummy cost. `possible_loss` is the largest loss that the evaluated deals do not rule out,
    for a decision that is not judged a mistake. `outlook` tells how often the chosen call and the better call are made.
    """

    at: int
    seat: int
    phase: str
    trick: int
    did: list[int]
    verdict: Verdict
    lost: NotRequired[float]
    lost_all_seen: NotRequired[float]
    worlds: NotRequired[int]
    every: NotRequired[bool]
    possible_loss: NotRequired[float]
    choices: NotRequired[list[ChoiceRecord]]
    effect: NotRequired[list[EffectRecord]]
    why: NotRequired[Reason]
    fault: NotRequired[Reason]
    outlook: NotRequired[list[Reason]]


class MistakeRecord(TypedDict):
    """A mistake in the summary of a review: a decision without its choices, which always has a loss."""

    at: int
    seat: int
    phase: str
    trick: int
    did: list[int]
    verdict: Verdict
    lost: float
    lost_all_seen: NotRequired[float]
    worlds: NotRequired[int]
    every: NotRequired[bool]
    possible_loss: NotRequired[float]
    why: NotRequired[Reason]
    fault: NotRequired[Reason]


class SeatRecord(TypedDict):
    """The review of a seat.

    `lost` is the total cost of its mistakes in points, and `worst` has the entries of the costliest. `counts` is the
    number of its decisions by verdict. `doubtful` is the entry of the decision that may have cost most without being
    judged a mistake, and `possible_loss` what it may have cost.
    """

    seat: int
    lost: float
    worst: list[int]
    decisions: int
    counts: dict[CountedVerdict, int]
    doubtful: int | None
    possible_loss: float


class ValueRecord(TypedDict):
    """The double-dummy value of a deal before the entry `at`, in points by side."""

    at: int
    points: list[float]


class ReviewRecord(TypedDict):
    """The review of a deal; `games` is how often the strongest player played the deal in all seats."""

    deal: int
    version: int
    strongest: str
    seed: int
    decisions: list[DecisionRecord]
    seats: list[SeatRecord]
    games: int
    parts: list[dict[PartName, str]]
    course: list[ValueRecord]


def record(review: DealReview, format_plan: PlanFormat = list) -> ReviewRecord:
    """Convert the review of a deal to JSON data; `format_plan` converts the actions of each plan."""
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


def decision(judgement: Judgement, format_plan: PlanFormat = list) -> DecisionRecord:
    """Convert the judgement of a decision to JSON data; `format_plan` converts the actions of each plan."""
    fields: DecisionRecord = {
        "at": judgement.entry_index,
        "seat": judgement.seat,
        "phase": judgement.phase,
        "trick": judgement.trick,
        "did": format_plan(judgement.plan),
        "verdict": judgement.verdict,
    }
    if judgement.verdict == "only":
        return fields
    fields["lost"] = _decimals(judgement.cost)
    fields["lost_all_seen"] = _decimals(judgement.double_dummy_cost)
    fields["worlds"] = judgement.worlds
    fields["every"] = judgement.every
    fields["possible_loss"] = _decimals(judgement.possible_loss)
    fields["choices"] = [_choice(choice, format_plan) for choice in judgement.choices]
    if judgement.effect:
        fields["effect"] = [{"points": _decimals(mean), "error": _decimals(error)} for mean, error in judgement.effect]
    if judgement.why:
        fields["why"] = msgspec.to_builtins(judgement.why)
    if judgement.fault:
        fields["fault"] = msgspec.to_builtins(judgement.fault)
    if judgement.outlook:
        fields["outlook"] = msgspec.to_builtins(judgement.outlook)
    return fields


def _choice(choice: JudgedChoice, format_plan: PlanFormat) -> ChoiceRecord:
    fields: ChoiceRecord = {
        "does": format_plan(choice.plan),
        "points": _decimals(choice.points),
        "behind": _decimals(choice.loss),
        "error": _decimals(choice.error),
    }
    if choice.double_dummy_points is not None:
        fields["all_seen"] = _decimals(choice.double_dummy_points)
    return fields


def _seat(seat: SeatReview) -> SeatRecord:
    return {
        "seat": seat.seat,
        "lost": _decimals(seat.points_lost),
        "worst": list(seat.worst),
        "decisions": sum(seat.counts.values()),
        "counts": dict(seat.counts),
        "doubtful": seat.doubtful,
        "possible_loss": _decimals(seat.possible_loss),
    }


def _parts(side: ResultBreakdown) -> dict[PartName, str]:
    """Return the parts of one side's result, each with its standard error (such as `deal_error`), as decimal text."""
    points = {name: f"{Decimal(units).scaleb(-DIGITS):f}" for name, units in side.rounded_units(DIGITS).items()}
    errors = {f"{name}_error": f"{error:.{DIGITS}f}" for name, error in zip(PARTS, side.errors, strict=True)}
    record = {
        **points,
        **errors,
        "dealt": f"{side.self_play_mean:.{DIGITS}f}",
        "dealt_error": f"{side.self_play_error:.{DIGITS}f}",
    }
    return cast("dict[PartName, str]", record)


def _decimals(points: float) -> float:
    return round(points, DIGITS) + 0.0  # adding 0.0 turns -0.0 into 0.0
