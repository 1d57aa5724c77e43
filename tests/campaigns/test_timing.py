"""The comparison of times by `bot_timing_leak.py` and `friend_answer_times.py`, and a sample of the second."""

import random

from campaigns.bot_timing_leak import MIN_P, Times, chance
from campaigns.friend_answer_times import NAMES, measure


def test_times_of_one_distribution_are_not_told_apart_and_slower_ones_are() -> None:
    rng = random.Random(1)
    free, forced = ([rng.gauss(1.0, 0.1) for _ in range(40)] for _ in range(2))
    assert chance([Times(free, forced)], rng)[1] > MIN_P
    late = [took + 0.1 for took in forced]
    assert chance([Times(free, late)], rng)[1] <= MIN_P


def test_friend_requests_of_every_outcome_are_measured() -> None:
    seconds = measure(2, random.Random(1))
    assert {name: len(took) for name, took in seconds.items()} == dict.fromkeys(NAMES, 2)
