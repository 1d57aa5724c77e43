"""The review of a deal in steps, each a function of bytes and numbers that can run in another process.

A host with little time runs one step after the other; together they give what `review` yields, byte for byte.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from prikup.bots.payoff import SidePoints
from prikup.history.log import Event
from prikup.review.decisions import Decision, FinishedDeal, decisions, finished_deals
from prikup.review.judgement import Judgement, judge
from prikup.review.result_breakdown import self_played
from prikup.review.review import DealReview, build_review, judging_order
from prikup.review.single_dummy import JudgingParameters

__all__ = ["judge_decision", "order", "self_played_game", "whole"]

CACHED_DEALS = 4
"""The number of deals whose decisions a process caches for the next steps."""


@lru_cache(maxsize=CACHED_DEALS)
def _deal(events: bytes) -> tuple[FinishedDeal, tuple[Decision, ...]]:
    """Return the last finished deal of a log's events, given as JSON, and its decisions."""
    *_, deal = finished_deals(msgspec.json.decode(events, type=list[Event]))
    return deal, tuple(decisions(deal))


def order(events: bytes) -> tuple[int, ...]:
    """Return the indices of the decisions of a deal in judging order, from 0."""
    return judging_order(*_deal(events))


def judge_decision(events: bytes, place: int, seed: int) -> Judgement:
    """Return the judgement of one decision."""
    deal, deal_decisions = _deal(events)
    return judge(deal_decisions[place], JudgingParameters.of(deal, seed))


def self_played_game(events: bytes, number: int, seed: int) -> SidePoints:
    """Return the points by side of the deal with the strongest player in all seats, in game `number`."""
    deal, _ = _deal(events)
    return self_played(deal.start, number, JudgingParameters.of(deal, seed))


def whole(events: bytes, judgements: Sequence[Judgement], games: Sequence[SidePoints], seed: int) -> DealReview:
    """Return the review made of the judgements of all decisions, in order, and of the self-played games."""
    return build_review(_deal(events)[0], judgements, games, seed)
