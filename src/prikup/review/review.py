"""The review of a finished deal, judgement by judgement, the most costly decisions first.

    log ──▶ finished_deals ──▶ decisions ──▶ judge ──▶ parts ──▶ DealReview

It is a function of the log, the seed and the version only, byte for byte.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from prikup.bots.payoff import SidePoints
from prikup.review.decisions import Decision, FinishedDeal, decisions
from prikup.review.double_dummy import AllSeen
from prikup.review.judgement import FAULTS, Judgement, Verdict, judge
from prikup.review.result_breakdown import (
    SELF_PLAYED,
    STRONGEST,
    ResultBreakdown,
    Value,
    parts,
    self_played,
    value_history,
)
from prikup.review.single_dummy import MIN_COST, JudgingParameters
from prikup.rules.state import Seat

__all__ = ["VERSION", "WORST", "DealReview", "SeatReview", "build_review", "judging_order", "review", "review_deal"]

VERSION = 11
"""The version of the review: raised when a change gives another review of the same log."""
COUNTED_VERDICTS: tuple[Verdict, ...] = ("right", *FAULTS, "unsure")
"""The verdicts in `SeatReview.counts`."""
WORST = 3
"""The maximum number of the worst mistakes listed for a seat."""


class SeatReview(Struct, frozen=True):
    """The review of one seat: the points that its mistakes cost, and the entries of the worst of them.

    `counts` are its decisions between choices of different value, by verdict, with unlucky ones among the right ones.
    `doubtful` is the entry of the decision that may have cost most without being a proven mistake, and `possible_loss`
    what it may have cost; None and 0 if there is none.
    """

    seat: Seat
    points_lost: float
    worst: tuple[int, ...]
    counts: dict[Verdict, int]
    doubtful: int | None
    possible_loss: float


class DealReview(Struct, frozen=True):
    """The review of a deal: every decision in the order of the deal, a summary by seat, and the parts by side.

    `games` is how often the strongest player played the deal in all seats. `course` is the double-dummy value of the
    deal before each card and at the end, where it is exact.
    """

    deal: int
    version: int
    strongest: str
    seed: int
    judgements: tuple[Judgement, ...]
    seats: tuple[SeatReview, ...]
    parts: tuple[ResultBreakdown, ...]
    games: int
    course: tuple[Value, ...]


def review(
    deal: FinishedDeal, seed: int = 0, least: float = MIN_COST, pause: Callable[[], None] | None = None
) -> Iterator[Judgement | DealReview]:
    """Yield the judgement of each decision, those with the largest double-dummy cost first, then the DealReview.

    Each item is computed only when requested, so a caller may stop early. `pause` is called between worlds, many times
    a second; an exception from it ends the review.
    """
    terms = JudgingParameters.of(deal, seed, least)
    terms = terms._replace(pause=pause) if pause else terms
    deal_decisions = tuple(decisions(deal))
    judgements_by_index: dict[int, Judgement] = {}
    for index in judging_order(deal, deal_decisions):
        judgements_by_index[index] = judge(deal_decisions[index], terms)
        yield judgements_by_index[index]
    games = [self_played(deal.start, number, terms) for number in range(SELF_PLAYED)]
    yield build_review(deal, [judgements_by_index[index] for index in range(len(deal_decisions))], games, seed)


def judging_order(deal: FinishedDeal, deal_decisions: Sequence[Decision]) -> tuple[int, ...]:
    """Return the indices of the decisions of a deal in judging order, from 0."""
    terms = JudgingParameters.of(deal)
    costs = {index: _double_dummy_cost(deal_decisions[index], terms) for index in reversed(range(len(deal_decisions)))}
    return tuple(sorted(range(len(deal_decisions)), key=lambda index: -costs[index]))


def build_review(
    deal: FinishedDeal, judgements: Sequence[Judgement], games: Sequence[SidePoints], seed: int = 0
) -> DealReview:
    """Return the review of a deal from its judgements, in order, and the results of the self-played games."""
    terms = JudgingParameters.of(deal, seed)
    return DealReview(
        deal.number,
        VERSION,
        STRONGEST,
        seed,
        tuple(judgements),
        tuple(_seat(seat, judgements) for seat in range(deal.game.seats)),
        parts(deal, judgements, games, terms),
        len(games),
        tuple(value for value in value_history(deal, terms) if value.exact),
    )


def review_deal(deal: FinishedDeal, seed: int = 0, least: float = MIN_COST) -> DealReview:
    """Return the complete review of a deal."""
    *_, whole = review(deal, seed, least)
    assert isinstance(whole, DealReview)
    return whole


def _double_dummy_cost(decision: Decision, terms: JudgingParameters) -> float:
    """Return the double-dummy cost of a card in points, estimated by a heuristic if necessary.

    It is 0 for a call or a discard, and -1 if there was no choice.
    """
    if len(decision.plans) == 1:
        return -1.0
    if decision.phase != "play":
        return 0.0
    side = terms.payoff.side(decision.seat)
    values = AllSeen(terms.game, terms.payoff, terms.search).cards(decision.state_before)
    return max(points[side] for points in values.values()) - values[decision.plan[0]][side]


def _seat(seat: Seat, judgements: Sequence[Judgement]) -> SeatReview:
    own_judgements = [judgement for judgement in judgements if judgement.seat == seat and judgement.counts]
    faults = sorted(
        (judgement for judgement in own_judgements if judgement.mistaken), key=lambda judgement: -judgement.cost
    )
    verdicts: list[Verdict] = [
        "right" if judgement.verdict == "unlucky" else judgement.verdict for judgement in own_judgements
    ]
    counts = {verdict: verdicts.count(verdict) for verdict in COUNTED_VERDICTS}
    doubtful = max(
        (judgement for judgement in own_judgements if judgement.possible_loss > 0),
        key=lambda judgement: judgement.possible_loss,
        default=None,
    )
    return SeatReview(
        seat,
        sum(judgement.cost for judgement in faults),
        tuple(judgement.entry_index for judgement in faults[:WORST]),
        counts,
        doubtful.entry_index if doubtful else None,
        doubtful.possible_loss if doubtful else 0.0,
    )
