"""The responses about finished matches that every host returns: lists, matches, compared deals, review summaries."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, cast

from msgspec import Meta, Struct

from prikup.archive.finished_match import DealSummary, FinishedMatch, MatchSeat, Result
from prikup.review.judgement import Judgement
from prikup.review.review import DealReview
from prikup.review.review_json import DecisionRecord, MistakeRecord, PartName, ReviewRecord, decision, record
from prikup.table.protocol import SheetMessage, WelcomeMessage

__all__ = [
    "SEED",
    "MatchFilter",
    "MatchPage",
    "MatchRecord",
    "MatchSummary",
    "PlayOn",
    "PlayedDeal",
    "ReviewProgress",
    "ReviewSummary",
    "ReviewedDeal",
    "SameDeal",
    "VisibleMatch",
    "build_comparison",
    "build_match_record",
    "summarise_review",
]

SEED = 0
"""The seed of all stored reviews, so that computing a review again gives the same result."""


class MatchSummary(Struct, frozen=True):
    """A finished match in the list of a user who played it.

    `ended` is the wall clock in milliseconds. `seats` has one entry per seat, and `you` is the user's seat. `sides` are
    the groups of seats that score together. `settlement` is the final settlement by side, and `course` the settlement
    of the user's side after each deal. `reviewed` is the number of reviewed deals, and `mistakes` the number of the
    user's mistakes in them. `unverified` is true if the match was played on a user's own device and uploaded, and
    `imported` if it was imported from a file.
    """

    id: str
    game: str
    options: str
    ended: int
    deals: int
    seats: tuple[MatchSeat, ...]
    you: int
    sides: tuple[tuple[int, ...], ...]
    settlement: tuple[str, ...]
    course: tuple[float, ...]
    result: Result
    private: bool
    reviewed: int = 0
    mistakes: int = 0
    unverified: bool = False
    imported: bool = False


class MatchPage(Struct, frozen=True):
    """A page of a list of matches, the latest match first.

    `next` is the cursor of the next page, or "" if this is the last page. `total` is the number of all matches that fit
    the filter.
    """

    matches: tuple[MatchSummary, ...]
    next: str
    total: int


class MatchFilter(Struct, frozen=True):
    """A filter for a list of matches; an empty field matches all.

    `game`, `preset` and `result` must be equal to those of the match. `player` must be part of the name of another
    player. `company` selects matches in which other people played, or matches with computer players only.
    """

    game: str = ""
    preset: str = ""
    player: str = ""
    company: Literal["", "people", "computers"] = ""
    result: Literal["", "won", "lost", "even"] = ""


class VisibleMatch(NamedTuple):
    """A match as a user may see it.

    `you` is the user's seat, or None if the user did not play. `host` tells whether the user owns the match.
    """

    match: FinishedMatch
    you: int | None
    host: bool
    private: bool


class ReviewSummary(Struct, frozen=True):
    """The summary of a deal's review, as lists show it.

    All fields but `parts` have one entry per seat. `decisions` is the number of evaluated decisions, and `unsure` the
    number of decisions that remain uncertain. `mistakes` is the number of mistakes, and `lost` the points that they
    cost. `worst` is the costliest decision in the form of the review, or null for a seat without mistakes. `parts` has
    the breakdown of each side's result.
    """

    decisions: tuple[int, ...]
    unsure: tuple[int, ...]
    mistakes: tuple[int, ...]
    lost: tuple[float, ...]
    worst: tuple[MistakeRecord | None, ...]
    parts: tuple[dict[PartName, str], ...]


class ReviewProgress(Struct, frozen=True, omit_defaults=True):
    """The progress of the review of a deal.

    The state is `none` if no review was requested, `waits` while other deals come first, and `failed` if the deal
    cannot be reviewed. While it is `under-way`, `decisions` are the decisions evaluated so far, the worst first, and
    `of` is their final number. When it is `done`, `review` is the complete review.
    """

    state: Literal["none", "waits", "under-way", "done", "failed"]
    decisions: tuple[DecisionRecord, ...] = ()
    of: int = 0
    review: ReviewRecord | None = None


class ReviewedDeal(Struct, frozen=True):
    """A deal of a match with the summary of its review, or null if the deal has no review."""

    summary: DealSummary
    review: ReviewSummary | None


class MatchRecord(Struct, frozen=True):
    """A finished match as its page shows it.

    `table` and `sheet` are the messages that the match's table sent. `ended` is the wall clock in milliseconds. `you`
    is the user's seat, and `host` tells whether the user may make the match private. `course` has the settlement of
    each side after each deal. `unverified` is true if the match was played on a user's own device and uploaded, and
    `imported` if it was imported from a file.
    """

    id: str
    table: WelcomeMessage
    seats: tuple[MatchSeat, ...]
    ended: int
    you: int | None
    host: bool
    private: bool
    sheet: SheetMessage
    course: tuple[tuple[float, ...], ...]
    deals: tuple[ReviewedDeal, ...]
    unverified: bool = False
    imported: bool = False


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """The request to continue a finished deal from one of its steps, counted from 0.

    `acts` are actions to enter first; without them, the user acts first. `open_hands` makes all hands visible to the
    user.
    """

    step: Annotated[int, Meta(ge=0, le=10_000)]
    acts: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=20)] = ()
    open_hands: bool = False


class PlayedDeal(Struct, frozen=True):
    """A deal as it was played at one table: the players, the result, and when the match ended (wall clock, ms).

    `table` is the id of the table, and `you` the user's seat, or null if the user did not play.
    """

    table: str
    seats: tuple[MatchSeat, ...]
    you: int | None
    ended: int
    summary: DealSummary


class SameDeal(Struct, frozen=True):
    """A deal of a match, with its results in that match and at the tables that have replayed it.

    `played` begins with the original match, followed by the others, the latest first. If the user may not see the
    original match, `match` is "" and `played` leaves the match out. `table` is the welcome message of one of these
    tables.
    """

    match: str
    deal: int
    table: WelcomeMessage
    played: tuple[PlayedDeal, ...]


def build_match_record(
    name: str, visible_match: VisibleMatch, review_by_deal: Mapping[int, ReviewSummary]
) -> MatchRecord:
    """Return the record of a match; `name` is its id, and `review_by_deal` has the review summaries by deal number."""
    match = visible_match.match
    deals = tuple(ReviewedDeal(deal, review_by_deal.get(deal.deal)) for deal in match.deals())
    return MatchRecord(
        name,
        match.table(name),
        match.seats,
        match.end_ms,
        visible_match.you,
        visible_match.host,
        visible_match.private,
        match.sheet(),
        match.settlement_history,
        deals,
        match.unverified,
        match.imported,
    )


def build_comparison(match: str, deal: int, tables: Mapping[str, VisibleMatch]) -> SameDeal:
    """Return a deal of a match as it was played at several tables; `tables` maps their ids to the matches there.

    `match` is the id of the original match, or "" if it is hidden from the user.
    """
    name, first_match = next(iter(tables.items()))
    played_deals = tuple(
        PlayedDeal(
            table,
            visible_match.match.seats,
            visible_match.you,
            visible_match.match.end_ms,
            visible_match.match.deals()[deal - 1],
        )
        for table, visible_match in tables.items()
    )
    return SameDeal(match, deal, first_match.match.table(name), played_deals)


def summarise_review(review: DealReview) -> ReviewSummary:
    """Return the summary of a deal's review, as lists show it."""
    review_json, judgements = record(review), {entry.entry_index: entry for entry in review.judgements}
    mistaken_seats = [entry.seat for entry in review.judgements if entry.mistaken]
    mistakes = tuple(mistaken_seats.count(entry.seat) for entry in review.seats)
    lost_points = tuple(seat["lost"] for seat in review_json["seats"])
    costliest_decisions = tuple(
        _without_choices(judgements[seat.worst[0]]) if seat.worst else None for seat in review.seats
    )
    decisions = tuple(seat["decisions"] for seat in review_json["seats"])
    unsure = tuple(seat["counts"].get("unsure", 0) for seat in review_json["seats"])
    return ReviewSummary(decisions, unsure, mistakes, lost_points, costliest_decisions, tuple(review_json["parts"]))


def _without_choices(judgement: Judgement) -> MistakeRecord:
    fields = decision(judgement)
    fields.pop("choices", None)
    fields.pop("effect", None)
    fields.pop("outlook", None)
    return cast("MistakeRecord", fields)
