"""The review of a finished deal, judgement by judgement: what probably cost most is judged first.

    log ──▶ finished_deals ──▶ decisions ──▶ judge ──▶ parts ──▶ DealReview

It follows from the log, the seed and the version alone, byte for byte.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from prikup.bots.payoff import Points
from prikup.review.all_seen import AllSeen
from prikup.review.could_know import LEAST, Terms
from prikup.review.finished import Decision, FinishedDeal, decisions
from prikup.review.judgement import FAULTS, Judgement, Verdict, judge
from prikup.review.parts import SELF_PLAYED, STRONGEST, Parts, Value, course, parts, self_played
from prikup.state import Seat

__all__ = ["VERSION", "WORST", "DealReview", "SeatReview", "judging_order", "review", "reviewed", "summed_up"]

VERSION = 10
"""The version of the judging: raised when the review of the same log would be another one."""
COUNTED: tuple[Verdict, ...] = ("right", *FAULTS, "unsure")
"""The verdicts by which the decisions of a seat are counted."""
WORST = 3
"""The number of the worst mistakes of a seat that are named."""


class SeatReview(Struct, frozen=True):
    """The review of one seat: the points that its mistakes gave away, and the entries of the worst of them.

    `counts` are its decisions between choices of different value by verdict, the unlucky ones among the right ones.
    `doubtful` is the entry of the decision that is no mistake as far as the worlds tell, but may have cost most, and
    `possible_loss` what it may have cost; None where there is none.
    """

    seat: Seat
    lost: float
    worst: tuple[int, ...]
    counts: dict[Verdict, int]
    doubtful: int | None
    possible_loss: float


class DealReview(Struct, frozen=True):
    """The review of a deal: every decision in the order of the deal, a summary by seat, and the parts by side.

    `games` is how often the strongest player played the deal in all seats. `course` is the value of the deal with all
    cards seen, before each card and at the end, as far as it is exact.
    """

    deal: int
    version: int
    strongest: str
    seed: int
    judgements: tuple[Judgement, ...]
    seats: tuple[SeatReview, ...]
    parts: tuple[Parts, ...]
    games: int
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
    games = [self_played(deal.start, number, terms) for number in range(SELF_PLAYED)]
    yield summed_up(deal, [judged[at] for at in range(len(asked))], games, seed)


def judging_order(deal: FinishedDeal, asked: Sequence[Decision]) -> tuple[int, ...]:
    """Return the places of the decisions of a deal in the order in which they are judged, from 0."""
    terms = Terms.of(deal)
    given = {at: _given(asked[at], terms) for at in reversed(range(len(asked)))}
    return tuple(sorted(range(len(asked)), key=lambda at: -given[at]))


def summed_up(deal: FinishedDeal, judged: Sequence[Judgement], games: Sequence[Points], seed: int = 0) -> DealReview:
    """Return the review of a deal from its judgements in order, and from what the self-played games brought."""
    terms = Terms.of(deal, seed)
    return DealReview(
        deal.number,
        VERSION,
        STRONGEST,
        seed,
        tuple(judged),
        tuple(_seat(seat, judged) for seat in range(deal.game.seats)),
        parts(deal, judged, games, terms),
        len(games),
        tuple(each for each in course(deal, terms) if each.exact),
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


def _seat(seat: Seat, judged: Sequence[Judgement]) -> SeatReview:
    own = [each for each in judged if each.seat == seat and each.counts]
    faults = sorted((each for each in own if each.mistaken), key=lambda each: -each.lost)
    verdicts: list[Verdict] = ["right" if each.verdict == "unlucky" else each.verdict for each in own]
    counts = {verdict: verdicts.count(verdict) for verdict in COUNTED}
    doubtful = max((each for each in own if each.possible_loss > 0), key=lambda each: each.possible_loss, default=None)
    return SeatReview(
        seat,
        sum(each.lost for each in faults),
        tuple(each.at for each in faults[:WORST]),
        counts,
        doubtful.at if doubtful else None,
        doubtful.possible_loss if doubtful else 0.0,
    )
