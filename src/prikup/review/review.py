"""The review of a finished deal, judgement by judgement: what probably cost most is judged first.

    log ──▶ finished_deals ──▶ decisions ──▶ judge ──▶ parts ──▶ DealReview

It follows from the log, the seed and the version alone, byte for byte.
"""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from prikup.bots.payoff import Payoff
from prikup.bots.thread_search import search
from prikup.review.all_seen import AllSeen
from prikup.review.finished import Decision, FinishedDeal, decisions
from prikup.review.judgement import LEAST, Judgement, judge
from prikup.review.parts import STRONGEST, Parts, dealt_worth, parts
from prikup.state import Seat

__all__ = ["VERSION", "WORST", "DealReview", "SeatReview", "review", "reviewed"]

VERSION = 1
"""The version of the judging: raised when the review of the same log would be another one."""
WORST = 3
"""The number of the worst mistakes of a seat that are named."""


class SeatReview(Struct, frozen=True):
    """The review of one seat: the points that its mistakes gave away, and the entries of the worst of them."""

    seat: Seat
    lost: float
    worst: tuple[int, ...]


class DealReview(Struct, frozen=True):
    """The review of a deal: every decision in the order of the deal, a summary by seat, and the parts by side."""

    deal: int
    version: int
    strongest: str
    seed: int
    judgements: tuple[Judgement, ...]
    seats: tuple[SeatReview, ...]
    parts: tuple[Parts, ...]


def review(deal: FinishedDeal, seed: int = 0, least: float = LEAST) -> Iterator[Judgement | DealReview]:
    """Yield the judgement of each decision, those first that gave most away with all cards seen, then the whole.

    Who has seen enough goes no further: nothing is worked out before it is asked for.
    """
    game, found = deal.game, search()
    payoff = Payoff(game, deal.start.public)
    asked = list(decisions(deal))
    given = {decision.at: _given(AllSeen(game, payoff, found), payoff, decision) for decision in reversed(asked)}
    judged: dict[int, Judgement] = {}
    for decision in sorted(asked, key=lambda each: -given[each.at]):
        judged[decision.at] = judge(game, decision, found, payoff, seed, least)
        yield judged[decision.at]
    ordered = tuple(judged[decision.at] for decision in asked)
    worth: tuple[Fraction, ...] = dealt_worth(game, deal.start, payoff, seed)
    yield DealReview(
        deal.number,
        VERSION,
        STRONGEST,
        seed,
        ordered,
        tuple(_seat(seat, ordered) for seat in range(game.seats)),
        parts(deal, ordered, worth, found, payoff),
    )


def reviewed(deal: FinishedDeal, seed: int = 0, least: float = LEAST) -> DealReview:
    """Return the whole review of a deal."""
    *_, whole = review(deal, seed, least)
    assert isinstance(whole, DealReview)
    return whole


def _given(values: AllSeen, payoff: Payoff, decision: Decision) -> float:
    """Return the points that a decision gave away with all cards seen."""
    if len(decision.plans) == 1:
        return -1.0
    if decision.phase != "play" or not values.exact(decision.before):
        return 0.0
    side = payoff.side(decision.seat)
    found = {card: points[side] for card, points in values.cards(decision.before).items()}
    return max(found.values()) - found[decision.plan[0]]


def _seat(seat: Seat, judged: tuple[Judgement, ...]) -> SeatReview:
    own = sorted((each for each in judged if each.seat == seat and each.verdict == "mistake"), key=lambda e: -e.lost)
    return SeatReview(seat, sum(each.lost for each in own), tuple(each.at for each in own[:WORST]))
