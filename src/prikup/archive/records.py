"""Finished matches as any host tells of them: lists, a match, a deal at several tables, and what reviews say."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from prikup.archive.finished import DealSummary, FinishedMatch, MatchSeat, Result
from prikup.review.judgement import Judgement
from prikup.review.records import decision, record
from prikup.review.review import DealReview
from prikup.table.protocol import Sheet, Welcome

__all__ = [
    "SEED",
    "Found",
    "MatchPage",
    "MatchRecord",
    "MatchSummary",
    "PlayOn",
    "PlayedDeal",
    "Progress",
    "ReviewedDeal",
    "SameDeal",
    "Wanted",
    "Worst",
    "compared",
    "recorded",
    "worst",
]

SEED = 0
"""The seed of all reviews that are kept: whoever computes one with it again gets the same."""


class MatchSummary(Struct, frozen=True):
    """A finished match in the list of somebody who played it.

    `ended` is the wall clock in milliseconds; `seats` go by seat, and `you` is the reader's; `sides` are the seats that
    score together. `settlement` goes by side, and `course` is what the reader's side had of it after each deal.
    `reviewed` are the deals that were reviewed, and `mistakes` the reader's in them. `unverified`: it was played on an
    own device and uploaded; `imported`: it was brought here in a file.
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
    """A page of a list of matches, the last first: `next` is the cursor of the page behind it, "" for none.

    `total` is the number of all that were asked for.
    """

    matches: tuple[MatchSummary, ...]
    next: str
    total: int


class Wanted(Struct, frozen=True):
    """The matches that are asked for: those of a game, a preset or a result, all where a field is "".

    `player` is a part of the name of somebody else who played, `company` whether people or computer players alone did.
    """

    game: str = ""
    preset: str = ""
    player: str = ""
    company: Literal["", "people", "computers"] = ""
    result: Literal["", "won", "lost", "even"] = ""


class Found(NamedTuple):
    """A match of the archive as somebody may see it: the match, the seat that was theirs, whether they are its host."""

    match: FinishedMatch
    you: int | None
    host: bool
    private: bool


class Worst(Struct, frozen=True):
    """The sum of a review, as lists tell it.

    `decisions` are the numbers of those judged of each seat, `unsure` of those that stayed so; `mistakes` and `lost`
    are those of each seat and the points that they gave away; `worst` is each seat's dearest decision as in the review,
    null where a seat made no mistake.
    """

    decisions: tuple[int, ...]
    unsure: tuple[int, ...]
    mistakes: tuple[int, ...]
    lost: tuple[float, ...]
    worst: tuple[dict[str, Any] | None, ...]
    parts: tuple[dict[str, str], ...]


class Progress(Struct, frozen=True, omit_defaults=True):
    """The progress of the review of a deal.

    `none`: nobody has asked for it. `waits`: other deals come first. `under-way`: `decisions` are those that are judged
    already, the worst first, `of` is their number in the end. `done`: `review` is all of it. `failed`: it cannot be
    reviewed.
    """

    state: Literal["none", "waits", "under-way", "done", "failed"]
    decisions: tuple[dict[str, Any], ...] = ()
    of: int = 0
    review: dict[str, Any] | None = None


class ReviewedDeal(Struct, frozen=True):
    """A deal of a match, and what its review says in short, null where there is none."""

    summary: DealSummary
    review: Worst | None


class MatchRecord(Struct, frozen=True):
    """A finished match.

    `table` and `sheet` are as at its table; `ended` is the wall clock in milliseconds; `you` is the reader's seat, and
    `host` whether they may keep it private. `course` is the settlement after each deal, by side. `unverified`: it was
    played on an own device and uploaded; `imported`: it was brought here in a file.
    """

    id: str
    table: Welcome
    seats: tuple[MatchSeat, ...]
    ended: int
    you: int | None
    host: bool
    private: bool
    sheet: Sheet
    course: tuple[tuple[float, ...], ...]
    deals: tuple[ReviewedDeal, ...]
    unverified: bool = False
    imported: bool = False


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """The step of a deal from which somebody plays on, from 0, and what is done there first (none: they are asked).

    `open_hands`: all hands lie open before them.
    """

    step: Annotated[int, Meta(ge=0, le=10_000)]
    acts: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=20)] = ()
    open_hands: bool = False


class PlayedDeal(Struct, frozen=True):
    """A deal as it was played at a table: who sat there, what it wrote, when that match ended (wall clock, ms).

    `you` is the reader's seat.
    """

    table: str
    seats: tuple[MatchSeat, ...]
    you: int | None
    ended: int
    summary: DealSummary


class SameDeal(Struct, frozen=True):
    """A deal of a match, and how it was played there and at other tables since.

    `played` begins with that match, then the last first; `match` is "" and not among them where the reader may not see
    it. `table` is as at any of these tables.
    """

    match: str
    deal: int
    table: Welcome
    played: tuple[PlayedDeal, ...]


def recorded(name: str, found: Found, reviewed: Mapping[int, Worst]) -> MatchRecord:
    """Return a match of this id; `reviewed` are the deals of which there is a review."""
    match = found.match
    deals = tuple(ReviewedDeal(deal, reviewed.get(deal.deal)) for deal in match.deals())
    return MatchRecord(
        name,
        match.table(name),
        match.seats,
        match.ended,
        found.you,
        found.host,
        found.private,
        match.sheet(),
        match.course,
        deals,
        match.unverified,
        match.imported,
    )


def compared(match: str, deal: int, tables: Mapping[str, Found]) -> SameDeal:
    """Return a deal of a match ("": one that may not be seen) as some tables have played it, by their ids."""
    name, first = next(iter(tables.items()))
    played = tuple(
        PlayedDeal(table, found.match.seats, found.you, found.match.ended, found.match.deals()[deal - 1])
        for table, found in tables.items()
    )
    return SameDeal(match, deal, first.match.table(name), played)


def worst(review: DealReview) -> Worst:
    """Return what lists say of a review."""
    told, judged = record(review), {each.at: each for each in review.judgements}
    of = [each.seat for each in review.judgements if each.mistaken]
    mistakes = tuple(of.count(each.seat) for each in review.seats)
    lost = tuple(seat["lost"] for seat in told["seats"])
    dearest = tuple(_without_choices(judged[seat.worst[0]]) if seat.worst else None for seat in review.seats)
    decisions = tuple(seat["decisions"] for seat in told["seats"])
    unsure = tuple(seat["counts"].get("unsure", 0) for seat in told["seats"])
    return Worst(decisions, unsure, mistakes, lost, dearest, tuple(told["parts"]))


def _without_choices(judged: Judgement) -> dict[str, Any]:
    found = decision(judged)
    return {name: value for name, value in found.items() if name not in ("choices", "effect", "outlook")}
