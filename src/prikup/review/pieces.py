"""The review of a deal in pieces, each a function of bytes and numbers that another process can be sent.

A host that has little time takes one after the other; together they are what `review` yields, byte for byte.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from prikup.bots.payoff import Points
from prikup.history.log import Event
from prikup.review.could_know import Terms
from prikup.review.finished import Decision, FinishedDeal, decisions, finished_deals
from prikup.review.judgement import Judgement, judge
from prikup.review.parts import self_played
from prikup.review.review import DealReview, judging_order, summed_up

__all__ = ["judged", "order", "self_played_game", "whole"]

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


def self_played_game(events: bytes, number: int, seed: int) -> Points:
    """Return what the deal brings each side where the strongest player has all seats, in the game of a number."""
    deal, _ = _deal(events)
    return self_played(deal.start, number, Terms.of(deal, seed))


def whole(events: bytes, judgements: Sequence[Judgement], games: Sequence[Points], seed: int) -> DealReview:
    """Return the review made of the judgements of all decisions, in order, and of the self-played games."""
    return summed_up(_deal(events)[0], judgements, games, seed)
