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
"""The number of decimal places of points in the JSON form of a review."""
PlanFormat = Callable[[Sequence[Action]], Any]
"""The type of a function that converts the actions of a choice to text or numbers, for the JSON form of a review."""


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
"""The name of a part of a side's result, or of the standard error of a part.

`settlement` is the result itself. `dealt` is the mean result if the strongest computer player has all seats.
"""


class ChoiceRecord(TypedDict):
    """A choice of a decision, with its values in points for the seat's side.

    - `does`: the actions of the choice.
    - `points`: the expected value by what the seat could know.
    - `behind`: the loss compared with the best choice.
    - `error`: the standard error of that loss.
    - `all_seen`: the value with all cards visible, if it is known.
    """

    does: list[int]
    points: float
    behind: float
    error: float
    all_seen: NotRequired[float]


class EffectRecord(TypedDict):
    """The effect of a mistake on one side, compared with the better choice.

    `points` is the mean in points, and `error` its standard error.
    """

    points: float
    error: float


class DecisionRecord(TypedDict):
    """The judgement of a decision in JSON form.

    A decision without alternatives has only the fields up to `verdict`.

    - `at`: the index of the decision's first log entry in the deal, from 0.
    - `seat`, `phase`: the seat, and the phase of the deal.
    - `trick`: the number of the trick, from 1; 0 before the tricks.
    - `did`: the chosen actions.
    - `verdict`: the verdict on the decision.
    - `lost`: the cost of a mistake in points; 0 for any other decision.
    - `lost_all_seen`: the cost with all cards visible; 0 if it is unknown.
    - `worlds`: the number of possible deals in which the choices were evaluated.
    - `every`: true if these are all deals that agree with what the seat could see.
    - `possible_loss`: for a decision that is not judged a mistake, the largest loss that the evaluated deals do not
      rule out.
    - `choices`: the choices that were evaluated, the best first.
    - `effect`: what a mistake changed for each side.
    - `why`: for a mistake, a message about the better choice.
    - `fault`: for a mistake, a message about what was wrong, if one of the known types fits.
    - `outlook`: for a mistake in a call, messages that tell how often the contracts of the chosen and of the better
      call are made.
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
    """A mistake in the summary of a review. Its fields have the same meaning as those of `DecisionRecord`."""

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
    """The review of a seat in JSON form.

    - `lost`: the total cost of its mistakes in points.
    - `worst`: the indices of the log entries with the costliest mistakes.
    - `decisions`: the number of its decisions that are counted.
    - `counts`: the number of its decisions by verdict.
    - `doubtful`: the index of the log entry with the decision that may have cost most without being judged a mistake,
      null if there is no such decision.
    - `possible_loss`: what that decision may have cost in points, otherwise 0.
    """

    seat: int
    lost: float
    worst: list[int]
    decisions: int
    counts: dict[CountedVerdict, int]
    doubtful: int | None
    possible_loss: float


class ValueRecord(TypedDict):
    """The value of a deal with all cards visible, before one of its log entries.

    `at` is the index of the entry, from 0. `points` is the value in points by side.
    """

    at: int
    points: list[float]


class ReviewRecord(TypedDict):
    """The review of a deal in JSON form.

    - `deal`: the number of the deal in the match, from 1.
    - `version`: the version of the review program.
    - `strongest`: the name of the strongest computer player.
    - `seed`: the seed of the random samples of possible deals.
    - `decisions`: the judgements of all decisions, in the order of the deal.
    - `seats`: a summary for each seat.
    - `games`: the number of games in which the strongest computer player played the deal in all seats.
    - `parts`: the breakdown of the result, for each side.
    - `course`: the value of the deal with all cards visible, before each card and at the end.
    """

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
    """Convert the review of a deal to JSON data.

    `format_plan` converts the actions of each choice to text or numbers.
    """
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
    """Convert the judgement of a decision to JSON data.

    `format_plan` converts the actions of each choice to text or numbers.
    """
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
    """Return the parts of one side's result by name, each with its standard error, as decimal text.

    The name of a standard error ends in `_error`, such as `deal_error`.
    """
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
