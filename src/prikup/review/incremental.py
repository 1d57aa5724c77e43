"""The review of a deal in steps; each step is a function of bytes and numbers, so it can run in another process.

A host with little time runs one step after the other. Together they give the same review as the function `review`, byte
for byte. In all functions `events` are the log's events up to the end of the deal, as JSON, and `seed` is the seed of
the random samples of possible deals.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from prikup.bots.payoff import SidePoints
from prikup.history.events import Event
from prikup.review.decisions import Decision, FinishedDeal, decisions, finished_deals
from prikup.review.judgement import Judgement, judge
from prikup.review.result_breakdown import self_played
from prikup.review.review import DealReview, build_review, judging_order
from prikup.review.single_dummy import JudgingParameters

__all__ = ["judge_decision", "order", "self_played_game", "whole"]

CACHED_DEALS = 4
"""The number of deals whose decisions a process caches for later steps of their reviews."""


@lru_cache(maxsize=CACHED_DEALS)
def _deal(events: bytes) -> tuple[FinishedDeal, tuple[Decision, ...]]:
    """Return the last finished deal of a log, and the decisions in the deal.

    `events` are the log's events as JSON.
    """
    *_, deal = finished_deals(msgspec.json.decode(events, type=list[Event]))
    return deal, tuple(decisions(deal))


def order(events: bytes) -> tuple[int, ...]:
    """Return the indices of a deal's decisions (from 0), in the order in which they are to be judged.

    `events` are the log's events up to the end of the deal, as JSON.
    """
    return judging_order(*_deal(events))


def judge_decision(events: bytes, place: int, seed: int) -> Judgement:
    """Return the judgement of one decision of a deal.

    `events` are the log's events up to the end of the deal, as JSON. `place` is the index of the decision, from 0, and
    `seed` the seed of the samples of possible deals.
    """
    deal, deal_decisions = _deal(events)
    return judge(deal_decisions[place], JudgingParameters.of(deal, seed))


def self_played_game(events: bytes, number: int, seed: int) -> SidePoints:
    """Return the points by side if the strongest computer player plays a deal in all seats.

    `events` are the log's events up to the end of the deal, as JSON. `number` is the number of the game, from 0;
    different numbers give different games. `seed` is the seed of the player's random choices.
    """
    deal, _ = _deal(events)
    return self_played(deal.start, number, JudgingParameters.of(deal, seed))


def whole(events: bytes, judgements: Sequence[Judgement], games: Sequence[SidePoints], seed: int) -> DealReview:
    """Return the complete review of a deal, built from the results of all other steps.

    - `events`: the log's events up to the end of the deal, as JSON.
    - `judgements`: the judgements of all decisions, in the order of the deal.
    - `games`: the results of `self_played_game`.
    - `seed`: the seed that was used in all steps.
    """
    return build_review(_deal(events)[0], judgements, games, seed)
