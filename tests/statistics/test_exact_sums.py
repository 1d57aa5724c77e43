"""Sums and averages: exact, in any order, and silent over few deals."""

from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prikup.statistics.exact_sums import EMPTY_SUM, LEAST, Sum

numbers = st.lists(st.fractions(-1000, 1000, max_denominator=12), max_size=80)


def sum_of(points: list[Fraction]) -> Sum:
    return sum(map(Sum.of, points), EMPTY_SUM)


@given(numbers, numbers)
def test_exact_sum_ignores_order_and_allows_subtraction(
    first_points: list[Fraction], second_points: list[Fraction]
) -> None:
    assert sum_of(first_points) + sum_of(second_points) == sum_of(second_points + first_points)
    assert sum_of(first_points + second_points) + -sum_of(second_points) == sum_of(first_points)


STUDENT = {50: 2.009575, 100: 1.984217, 1000: 1.962341}
"""The 97.5 % points of Student's distribution by the number of deals, from its tables."""


def test_average_has_student_margin() -> None:
    for deals, factor in STUDENT.items():
        points = [Fraction((index * 7919) % 101 - 50, 3) for index in range(deals)]
        average = sum_of(points).average
        assert (average.deals, average.missing) == (deals, 0)
        assert average.mean == pytest.approx(fmean(points), abs=1e-6)
        assert average.margin == pytest.approx(factor * stdev(map(float, points)) / sqrt(deals), rel=2e-5)


def test_average_is_hidden_for_few_deals() -> None:
    average = sum_of([Fraction(1)] * (LEAST - 1)).average
    assert (average.deals, average.missing, average.mean, average.margin) == (LEAST - 1, 1, None, None)
    assert sum_of([Fraction(1)] * LEAST).average.mean == 1
    assert EMPTY_SUM.average.missing == LEAST
