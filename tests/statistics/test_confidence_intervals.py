"""Confidence intervals cover the true value as often as stated, also for small samples."""

from math import comb, inf, sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prikup.statistics.confidence_intervals import mean_interval, share_interval, student

STUDENT = {
    (1, 0.95): 12.7062,
    (2, 0.95): 4.30265,
    (3, 0.95): 3.18245,
    (10, 0.95): 2.22814,
    (30, 0.95): 2.04227,
    (48, 0.95): 2.01063,
    (49, 0.95): 2.00958,
    (120, 0.95): 1.97993,
    (1, 0.99): 63.6567,
    (4, 0.99): 4.60409,
    (60, 0.99): 2.66028,
}
"""Percentage points of Student's distribution, from its published tables."""


def test_student_distribution_matches_published_tables() -> None:
    assert {arguments: student(*arguments) for arguments in STUDENT} == pytest.approx(STUDENT, abs=2e-4)


def test_mean_interval_uses_student_distribution() -> None:
    values = [1.0, 2.0, 6.0]
    interval = mean_interval(values)
    assert interval.mean == fmean(values)
    assert interval.high - interval.mean == pytest.approx(4.30265 * stdev(values) / sqrt(3), rel=1e-5)
    assert interval.excludes(-4)
    assert not interval.excludes(0)


def test_mean_interval_of_one_number_is_infinite() -> None:
    interval = mean_interval([7.0])
    assert (interval.mean, interval.low, interval.high) == (7, -inf, inf)


def test_interval_of_empty_sequence_is_rejected() -> None:
    for interval in (mean_interval, share_interval):
        with pytest.raises(ValueError, match="empty sequence"):
            interval([])


def test_share_interval_covers_true_share_as_often_as_stated() -> None:
    """The coverage is an average over all true shares; it is computed, not simulated."""
    for count in (4, 10, 40):
        intervals = [share_interval([1.0] * win_count + [0.0] * (count - win_count)) for win_count in range(count + 1)]
        coverages = []
        for true in (step / 200 for step in range(1, 200)):
            chances = (
                comb(count, win_count) * true**win_count * (1 - true) ** (count - win_count)
                for win_count in range(count + 1)
            )
            coverages.append(
                sum(chance for chance, interval in zip(chances, intervals, strict=True) if not interval.excludes(true))
            )
        assert 0.94 <= fmean(coverages) <= 0.97, count


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_share_interval_contains_mean_and_stays_between_0_and_1(values: list[float]) -> None:
    interval = share_interval(values)
    assert -1e-12 <= interval.low <= interval.mean <= interval.high <= 1 + 1e-12
    assert interval.high > interval.low
