"""The review of a finished deal. It judges every decision, those with the highest cost with all cards visible first.

    log ──▶ finished_deals ──▶ decisions ──▶ judge ──▶ parts ──▶ DealReview

The result depends only on the log, the seed and the version of the review. For the same input it is the same byte for
byte.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import get_args

from msgspec import Struct

from prikup.bots.payoff import SidePoints
from prikup.review.decisions import Decision, FinishedDeal, decisions
from prikup.review.double_dummy import AllSeen
from prikup.review.judgement import CountedVerdict, Judgement, Verdict, judge
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

VERSION = 13
"""The version of the review program. It is raised when a change of the code changes the review of the same log."""
COUNTED_VERDICTS: tuple[CountedVerdict, ...] = get_args(CountedVerdict)
"""The verdicts on decisions that `SeatReview.counts` contains numbers for."""
WORST = 3
"""The maximum number of mistakes in `SeatReview.worst`."""


class SeatReview(Struct, frozen=True):
    """The review of one seat: what its mistakes cost, and which were the worst.

    - `points_lost`: the total cost of its mistakes in points.
    - `worst`: the indices of the log entries with the costliest mistakes, the costliest first.
    - `counts`: the number of its decisions by verdict. Decisions between choices of equal value are not counted, and
      unlucky decisions count as right.
    - `doubtful`: the index of the log entry with the decision that may have cost most without being a proven mistake,
      None if there is no such decision.
    - `possible_loss`: what that decision may have cost in points, otherwise 0.
    """

    seat: Seat
    points_lost: float
    worst: tuple[int, ...]
    counts: dict[CountedVerdict, int]
    doubtful: int | None
    possible_loss: float


class DealReview(Struct, frozen=True):
    """The review of a deal.

    - `deal`: the number of the deal in the match, from 1.
    - `version`: the version of the review program.
    - `strongest`: the name of the strongest computer player.
    - `seed`: the seed of the random samples of possible deals.
    - `judgements`: the judgements of all decisions, in the order of the deal.
    - `seats`: a summary for each seat.
    - `parts`: the breakdown of the result, for each side.
    - `games`: the number of games in which the strongest computer player played the deal in all seats.
    - `course`: the double-dummy value (with all cards visible) of the deal before each card and at the end. Values that
      are not exact are left out.
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
    """Yield the judgement of each decision, those with the highest double-dummy cost first, and finally the DealReview.

    The double-dummy cost is the cost with all cards visible. Each item is computed only when the caller requests it, so
    a caller may stop early. `seed` is the seed of the random samples of possible deals, and `least` the minimum cost of
    a mistake in points. `pause` is called many times a second during the computation; an exception that it raises ends
    the review.
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
    """Return the indices of a deal's decisions (from 0), in the order in which they are to be judged.

    Those with the highest cost with all cards visible come first.
    """
    terms = JudgingParameters.of(deal)
    costs = {index: _double_dummy_cost(deal_decisions[index], terms) for index in reversed(range(len(deal_decisions)))}
    return tuple(sorted(range(len(deal_decisions)), key=lambda index: -costs[index]))


def build_review(
    deal: FinishedDeal, judgements: Sequence[Judgement], games: Sequence[SidePoints], seed: int = 0
) -> DealReview:
    """Return the review of a deal, built from the judgements of all its decisions and from the self-played games.

    `judgements` are in the order of the deal. `games` are the results of `self_played`, in which the strongest computer
    player has all seats. `seed` is the seed of the random samples of possible deals.
    """
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
    """Return the complete review of a deal.

    `seed` is the seed of the random samples of possible deals, and `least` the minimum cost of a mistake in points.
    """
    *_, whole = review(deal, seed, least)
    assert isinstance(whole, DealReview)
    return whole


def _double_dummy_cost(decision: Decision, terms: JudgingParameters) -> float:
    """Return the cost of a card in points with all cards visible.

    If the solver cannot compute the cost, a heuristic estimates it. Return 0 for a call or a discard, and -1 if there
    was no choice.
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
