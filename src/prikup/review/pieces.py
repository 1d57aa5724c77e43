"""The review of a deal in pieces, each a function of bytes and numbers that another process can be sent.

A host that has little time takes one after the other; together they are what `review` yields, byte for byte.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from prikup.history.log import Event
from prikup.review.could_know import Terms
from prikup.review.finished import Decision, FinishedDeal, decisions, finished_deals
from prikup.review.judgement import Judgement, judge
from prikup.review.parts import dealt_worth
from prikup.review.review import DealReview, judging_order, summed_up

__all__ = ["cards_worth", "judged", "order", "whole"]

REMEMBERED = 4
"""The deals whose decisions a process remembers, for their next piece."""


@lru_cache(maxsize=REMEMBERED)
def _deal(events: bytes) -> tuple[FinishedDeal, tuple[Decision, ...]]:
    """Return the last finished deal of the JSON of a log's events, and its decisions."""
    *_, deal = finished_deals(msgspec.json.decode(events, type=list[Event]))
    return deal, tuple(decisions(deal))


def order(events: bytes) -> tuple[int, ...]:
    """Return the places of the decisions of a deal in the order in which they are to be judged, from 0."""
    return judging_order(*_deal(events))


def judged(events: bytes, place: int, seed: int) -> Judgement:
    """Return the judgement of one decision."""
    deal, asked = _deal(events)
    return judge(asked[place], Terms.of(deal, seed))


def cards_worth(events: bytes, seed: int) -> tuple[Fraction, ...]:
    """Return what the cards were worth to each side."""
    deal, _ = _deal(events)
    return dealt_worth(deal.start, Terms.of(deal, seed))


def whole(events: bytes, judgements: Sequence[Judgement], worth: Sequence[Fraction], seed: int) -> DealReview:
    """Return the review that is made of the judgements of all decisions, in order, and of what the cards were worth."""
    return summed_up(_deal(events)[0], judgements, worth, seed)
