"""Finished deals of any game, and reviews of short ones, for the tests of reviews."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest
from support.circles import depth
from support.example_games import example
from support.matches import begin, finish

from prikup.bots import player
from prikup.games import GAMES, game
from prikup.history.events import ActionEvent
from prikup.history.log import Log
from prikup.narration import NarratedStep
from prikup.review import single_dummy
from prikup.review.decisions import FinishedDeal, finished_deals
from prikup.review.judgement import Judgement
from prikup.review.result_breakdown import SELF_PLAYED
from prikup.review.review import DealReview, review
from prikup.review.single_dummy import BATCHES, SAMPLES
from prikup.rules.match import Match
from prikup.rules.state import view

__all__ = [
    "SHORT",
    "each_reviewed",
    "logged_match",
    "played_deal",
    "review_items",
    "reviewed_deal",
    "sample_sizes",
    "small_samples",
]

SHORT = example(seats=4)
"""A game whose random deals end after few tricks: a review of one takes two seconds instead of five."""
each_reviewed = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == SHORT else pytest.mark.thorough) for name in GAMES]
)


@cache
def played_deal(name: str, seed: int, level: str = "rule") -> FinishedDeal:
    """Return a deal played by computer players."""
    rules = game(name)
    state = start = Match.begin(rules).deal_random(random.Random(seed))
    plays, steps = player(level, rules, seed), []
    while (seat := state.public.actor) is not None:
        action = plays(view(state, seat))
        new_state = rules.apply(state, action)
        steps.append(NarratedStep(state, ActionEvent(seat, action), new_state))
        state = new_state
    return FinishedDeal(rules, 1, start, tuple(steps))


@cache
def logged_match(name: str = SHORT) -> tuple[Log, FinishedDeal]:
    """Return a match of one deal played at random, and this deal."""
    log = finish(Log(begin(name, GAMES[name], deals=1)), 3)
    (deal,) = finished_deals(log.events)
    return log, deal


def sample_sizes() -> tuple[int, ...]:
    """Return the sizes of the samples that `small_samples` sets, which the Markov chains of a sample divide evenly."""
    return tuple(BATCHES * depth(size // BATCHES) for size in SAMPLES)


@contextmanager
def small_samples() -> Iterator[None]:
    """Let reviews try as many possible deals, and play as many games, as the current circle has random cases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(single_dummy, "SAMPLES", sample_sizes())
        patch.setattr("prikup.review.review.SELF_PLAYED", depth(SELF_PLAYED))
        yield


@cache
def review_items(name: str) -> tuple[Judgement | DealReview, ...]:
    """Return the items of the logged deal's review, with samples of the sizes of `small_samples`."""
    with small_samples():
        return tuple(review(logged_match(name)[1]))


def reviewed_deal(name: str = SHORT) -> tuple[FinishedDeal, DealReview]:
    """Return the logged deal and its whole review."""
    deal_review = review_items(name)[-1]
    assert isinstance(deal_review, DealReview)
    return logged_match(name)[1], deal_review
