"""The review of a finished deal, judgement by judgement: what probably cost most is judged first.

    log ──▶ finished_deals ──▶ decisions ──▶ judge ──▶ parts ──▶ DealReview

It follows from the log, the seed and the version alone, byte for byte.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from prikup.review.all_seen import AllSeen
from prikup.review.could_know import LEAST, Terms
from prikup.review.finished import Decision, FinishedDeal, decisions
from prikup.review.judgement import Judgement, judge
from prikup.review.parts import STRONGEST, Parts, Value, course, dealt_worth, parts
from prikup.state import Seat

__all__ = ["VERSION", "WORST", "DealReview", "SeatReview", "judging_order", "review", "reviewed", "summed_up"]

VERSION = 9
"""The version of the judging: raised when the review of the same log would be another one."""
WORST = 3
"""The number of the worst mistakes of a seat that are named."""


class SeatReview(Struct, frozen=True):
    """The review of one seat: the points that its mistakes gave away, and the entries of the worst of them."""

    seat: Seat
    lost: float
    worst: tuple[int, ...]


class DealReview(Struct, frozen=True):
    """The review of a deal: every decision in the order of the deal, a summary by seat, and the parts by side.

    `course` is the value of the deal with all cards seen, before each card and at the end, as far as it is exact.
    """

    deal: int
    version: int
    strongest: str
    seed: int
    judgements: tuple[Judgement, ...]
    seats: tuple[SeatReview, ...]
    parts: tuple[Parts, ...]
    course: tuple[Value, ...]


def review(
    deal: FinishedDeal, seed: int = 0, least: float = LEAST, pause: Callable[[], None] | None = None
) -> Iterator[Judgement | DealReview]:
    """Yield the judgement of each decision, those first that gave most away with all cards seen, then the whole.

    Nothing is worked out before it is asked for, so whoever has seen enough goes no further. `pause` is called between
    worlds, many times a second; what it raises ends the review.
    """
    terms = Terms.of(deal, seed, least)
    terms = terms._replace(pause=pause) if pause else terms
    asked = tuple(decisions(deal))
    judged: dict[int, Judgement] = {}
    for at in judging_order(deal, asked):
        judged[at] = judge(asked[at], terms)
        yield judged[at]
    yield summed_up(deal, [judged[at] for at in range(len(asked))], dealt_worth(deal.start, terms), seed)


def judging_order(deal: FinishedDeal, asked: Sequence[Decision]) -> tuple[int, ...]:
    """Return the places of the decisions of a deal in the order in which they are judged, from 0."""
    terms = Terms.of(deal)
    given = {at: _given(asked[at], terms) for at in reversed(range(len(asked)))}
    return tuple(sorted(range(len(asked)), key=lambda at: -given[at]))


def summed_up(deal: FinishedDeal, judged: Sequence[Judgement], worth: Sequence[Fraction], seed: int = 0) -> DealReview:
    """Return the review of a deal from its judgements in order, and from what the cards were worth (`dealt_worth`)."""
    terms = Terms.of(deal, seed)
    values = course(deal, terms)
    return DealReview(
        deal.number,
        VERSION,
        STRONGEST,
        seed,
        tuple(judged),
        tuple(_seat(seat, tuple(judged)) for seat in range(deal.game.seats)),
        parts(deal, judged, worth, values, terms),
        tuple(each for each in values if each.exact),
    )


def reviewed(deal: FinishedDeal, seed: int = 0, least: float = LEAST) -> DealReview:
    """Return the whole review of a deal."""
    *_, whole = review(deal, seed, least)
    assert isinstance(whole, DealReview)
    return whole


def _given(decision: Decision, terms: Terms) -> float:
    """Return the points that a card gave away with all cards seen, where a rule of thumb plays on if it must.

    0 of a call or a discard, and less than that where there was no choice.
    """
    if len(decision.plans) == 1:
        return -1.0
    if decision.phase != "play":
        return 0.0
    side = terms.payoff.side(decision.seat)
    values = AllSeen(terms.game, terms.payoff, terms.search).cards(decision.before)
    return max(points[side] for points in values.values()) - values[decision.plan[0]][side]


def _seat(seat: Seat, judged: tuple[Judgement, ...]) -> SeatReview:
    own = sorted((each for each in judged if each.seat == seat and each.verdict == "mistake"), key=lambda e: -e.lost)
    return SeatReview(seat, sum(each.lost for each in own), tuple(each.at for each in own[:WORST]))
