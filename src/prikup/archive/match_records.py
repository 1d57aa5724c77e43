"""Responses about finished matches, the same from every host: lists, matches, reviews, and compared deals.

A compared deal is one that several tables have played with the same cards, to compare the results.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, cast

from msgspec import Meta, Struct

from prikup.archive.finished_match import DealSummary, FinishedMatch, MatchSeat, Result
from prikup.review.judgement import Judgement
from prikup.review.review import DealReview
from prikup.review.review_json import DecisionRecord, MistakeRecord, PartName, ReviewRecord, decision, record
from prikup.table.protocol.server_messages import SheetMessage, WelcomeMessage

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
"""The seed of the random samples in all stored reviews, so that computing a review again gives the same result."""


class MatchSummary(Struct, frozen=True):
    """A finished match in the list of a user who played it.

    - `id`: the id of the match.
    - `game`, `options`: the name of the game, and the house rules as text.
    - `ended`: the time at which the match ended (wall clock, ms).
    - `deals`: the number of finished deals.
    - `seats`: the players by seat.
    - `you`: the user's seat.
    - `sides`: the groups of seats that score together.
    - `settlement`: by side, the points won or lost in all, as exact text.
    - `course`: the points that the user's side had won or lost after each deal.
    - `result`: the result of the user's side.
    - `private`: true if only the players and the owner of the match may see it.
    - `reviewed`: the number of deals that have been reviewed.
    - `mistakes`: the number of the user's mistakes in these deals.
    - `unverified`: true if the match was played on a user's own device and uploaded.
    - `imported`: true if the match was imported from a file.
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

    `next` is the `cursor` with which the next page is requested, "" if this is the last page. `total` is the number of
    all matches that pass the filter.
    """

    matches: tuple[MatchSummary, ...]
    next: str
    total: int


class MatchFilter(Struct, frozen=True):
    """A filter for a list of matches. An empty field accepts all matches.

    - `game`, `preset` and `result`: the game, the preset of house rules and the result that a match must have.
    - `player`: a part of the name of another player.
    - `company`: `people` for matches in which other people played, `computers` for matches with computer players only.
    """

    game: str = ""
    preset: str = ""
    player: str = ""
    company: Literal["", "people", "computers"] = ""
    result: Literal["", "won", "lost", "even"] = ""


class VisibleMatch(NamedTuple):
    """A finished match as a user may see it.

    - `match`: the match.
    - `you`: the user's seat, None if the user did not play.
    - `host`: true if the user owns the match and may make it private.
    - `private`: true if only the players and the owner of the match may see it.
    - `is_void`: true if it was rated, but the server's operator has declared it void.
    """

    match: FinishedMatch
    you: int | None
    host: bool
    private: bool
    is_void: bool = False


class ReviewSummary(Struct, frozen=True):
    """The summary of a deal's review (which finds the costs of decisions), as lists show it.

    All fields but `parts` have one entry per seat.

    - `decisions`: the number of evaluated decisions.
    - `unsure`: the number of decisions that may or may not be mistakes.
    - `mistakes`: the number of mistakes.
    - `lost`: the points that the mistakes cost.
    - `worst`: the costliest decision, as it is in the review, null for a seat without mistakes.
    - `parts`: by side, the breakdown of the side's result into parts that add up.
    """

    decisions: tuple[int, ...]
    unsure: tuple[int, ...]
    mistakes: tuple[int, ...]
    lost: tuple[float, ...]
    worst: tuple[MistakeRecord | None, ...]
    parts: tuple[dict[PartName, str], ...]


class ReviewProgress(Struct, frozen=True, omit_defaults=True):
    """The progress of the review of a deal, which finds the costs of decisions.

    - `state`: `none` if no review was requested, `waits` while other deals come first, `under-way` while the review is
      being computed, `done` when it is complete, and `failed` if the deal cannot be reviewed.
    - `decisions`: the decisions evaluated so far, the worst first. It is empty unless the review is under way.
    - `of`: the number of all decisions of the deal while the review is under way, otherwise 0.
    - `review`: the complete review when it is done, null before.
    """

    state: Literal["none", "waits", "under-way", "done", "failed"]
    decisions: tuple[DecisionRecord, ...] = ()
    of: int = 0
    review: ReviewRecord | None = None


class ReviewedDeal(Struct, frozen=True):
    """A deal of a match with the summary of its review, which finds the costs of decisions.

    `review` is null if the deal has not been reviewed.
    """

    summary: DealSummary
    review: ReviewSummary | None


class MatchRecord(Struct, frozen=True):
    """A finished match as its page shows it.

    - `id`: the id of the match.
    - `table`: the message from which a client draws the match's table.
    - `seats`: the players by seat.
    - `ended`: the time at which the match ended (wall clock, ms).
    - `you`: the user's seat, null if the user did not play.
    - `host`: true if the user owns the match and may make it private.
    - `private`: true if only the players and the owner of the match may see it.
    - `sheet`: the message with the score sheet.
    - `course`: by side, the points that the side had won or lost after each deal.
    - `deals`: the deals with their reviews.
    - `unverified`: true if the match was played on a user's own device and uploaded.
    - `imported`: true if the match was imported from a file.
    - `void`: true if the match was rated, but the server's operator has declared it void.
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
    void: bool = False


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """The request to continue a finished deal from one of its steps, at a table with computer players.

    A step is a log entry of the deal, such as a card. `step` is its index, from 0. `acts` are actions to take at this
    step and after it, before the user continues. If `open_hands` is true, the user sees all hands.
    """

    step: Annotated[int, Meta(ge=0, le=10_000)]
    acts: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=20)] = ()
    open_hands: bool = False


class PlayedDeal(Struct, frozen=True):
    """A deal as it was played at one table, for a comparison with other tables that played the same cards.

    - `table`: the id of the table.
    - `seats`: the players by seat.
    - `you`: the user's seat, null if the user did not play.
    - `ended`: the time at which the match ended (wall clock, ms).
    - `summary`: the deal with its result.
    """

    table: str
    seats: tuple[MatchSeat, ...]
    you: int | None
    ended: int
    summary: DealSummary


class SameDeal(Struct, frozen=True):
    """A deal of a match, with its results in that match and at the tables that have replayed it.

    - `match`: the id of the original match, "" if the user may not see that match.
    - `deal`: the number of the deal in the match, from 1.
    - `table`: the message from which a client draws one of these tables.
    - `played`: the results. The original match comes first, unless the user may not see it. The others follow, the
      latest first.
    """

    match: str
    deal: int
    table: WelcomeMessage
    played: tuple[PlayedDeal, ...]


def build_match_record(
    name: str, visible_match: VisibleMatch, review_by_deal: Mapping[int, ReviewSummary]
) -> MatchRecord:
    """Return the record of a match for its page.

    `name` is the id of the match, and `review_by_deal` contains the review summaries by deal number.
    """
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
        visible_match.is_void,
    )


def build_comparison(match: str, deal: int, tables: Mapping[str, VisibleMatch]) -> SameDeal:
    """Return a deal of a match with its results at several tables.

    `match` is the id of the original match, "" if it is hidden from the user. `deal` is the number of the deal from 1.
    `tables` maps the ids of the tables to the matches that were played there, in the order in which they are shown.
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
    """Return the summary of a deal's review (which finds the costs of decisions), as lists show it."""
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
