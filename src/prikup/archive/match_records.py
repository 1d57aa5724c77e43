"""Finished matches as every host returns them: lists, matches, compared deals, review summaries."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from prikup.archive.finished_match import DealSummary, FinishedMatch, MatchSeat, Result
from prikup.review.judgement import Judgement
from prikup.review.review import DealReview
from prikup.review.review_json import DecisionRecord, PartName, ReviewRecord, decision, record
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
"""The seed of all stored reviews: computing one with it again gives the same result."""


class MatchSummary(Struct, frozen=True):
    """A finished match in the list of a user who played it.

    `ended` is the wall clock in milliseconds; `seats` is by seat, `you` is the user's seat; `sides` are the seats that
    score together. `settlement` is by side, `course` is that of the user's side after each deal. `reviewed` is the
    number of reviewed deals, `mistakes` that of the user's mistakes in them. `unverified`: it was played on a user's
    own device and uploaded; `imported`: it was imported from a file.
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
    """A page of a list of matches, the latest first: `next` is the cursor of the following page, "" for none.

    `total` is the number of all matches that fit the filter.
    """

    matches: tuple[MatchSummary, ...]
    next: str
    total: int


class MatchFilter(Struct, frozen=True):
    """A filter of a list of matches by game, preset and result; "" matches all.

    `player` is part of another player's name; `company` is whether other people played, or computer players only.
    """

    game: str = ""
    preset: str = ""
    player: str = ""
    company: Literal["", "people", "computers"] = ""
    result: Literal["", "won", "lost", "even"] = ""


class VisibleMatch(NamedTuple):
    """A match as a user may see it: the match, the user's seat (None: none), and whether they own it."""

    match: FinishedMatch
    you: int | None
    host: bool
    private: bool


class ReviewSummary(Struct, frozen=True):
    """The summary of a review, as lists show it.

    `decisions` is the number of evaluated decisions of each seat, `unsure` that of the ones still uncertain; `mistakes`
    and `lost` are the number of each seat's mistakes and the points they cost; `worst` is each seat's
    costliest decision in the form of the review, null for a seat without mistakes.
    """

    decisions: tuple[int, ...]
    unsure: tuple[int, ...]
    mistakes: tuple[int, ...]
    lost: tuple[float, ...]
    worst: tuple[DecisionRecord | None, ...]
    parts: tuple[dict[PartName, str], ...]


class ReviewProgress(Struct, frozen=True, omit_defaults=True):
    """The progress of the review of a deal.

    `none`: it was not requested. `waits`: other deals come first. `under-way`: `decisions` are those evaluated so far,
    the worst first, `of` is their final number. `done`: `review` is the complete review. `failed`: it cannot be
    reviewed.
    """

    state: Literal["none", "waits", "under-way", "done", "failed"]
    decisions: tuple[DecisionRecord, ...] = ()
    of: int = 0
    review: ReviewRecord | None = None


class ReviewedDeal(Struct, frozen=True):
    """A deal of a match with the summary of its review, null if it has none."""

    summary: DealSummary
    review: ReviewSummary | None


class MatchRecord(Struct, frozen=True):
    """A finished match.

    `table` and `sheet` are as at its table; `ended` is the wall clock in milliseconds; `you` is the user's seat, and
    `host` whether they may make it private. `course` is the settlement after each deal, by side. `unverified`: it was
    played on a user's own device and uploaded; `imported`: it was imported from a file.
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
    """The step of a deal, from 0, from which a user continues it.

    `acts` are entered first (none: the user acts). `open_hands`: the user sees all hands.
    """

    step: Annotated[int, Meta(ge=0, le=10_000)]
    acts: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=20)] = ()
    open_hands: bool = False


class PlayedDeal(Struct, frozen=True):
    """A deal as played at a table: its players, its result, and when that match ended (wall clock, ms).

    `you` is the user's seat.
    """

    table: str
    seats: tuple[MatchSeat, ...]
    you: int | None
    ended: int
    summary: DealSummary


class SameDeal(Struct, frozen=True):
    """A deal of a match, with its results there and at the tables that have replayed it.

    `played` begins with that match, then the latest first; if the user may not see the match, `match` is "" and it is
    not included. `table` is as at any of these tables.
    """

    match: str
    deal: int
    table: WelcomeMessage
    played: tuple[PlayedDeal, ...]


def build_match_record(
    name: str, visible_match: VisibleMatch, review_by_deal: Mapping[int, ReviewSummary]
) -> MatchRecord:
    """Return the record of a match with this id; `review_by_deal` are the summaries of its reviews by deal number."""
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
    """Return a deal of a match ("": hidden from the user) as played at some tables, by their ids."""
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
    """Return the summary of a review."""
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


def _without_choices(judgement: Judgement) -> DecisionRecord:
    fields = decision(judgement)
    fields.pop("choices", None)
    fields.pop("effect", None)
    fields.pop("outlook", None)
    return fields
