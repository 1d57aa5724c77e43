"""Exact sums of numbers, from which a mean and its interval follow.

They can be added and taken apart again without any loss, so that it does not matter in which order, or in which parts,
numbers came: what was added up piece by piece is what is computed anew, byte for byte.
"""

from fractions import Fraction
from math import sqrt

from msgspec import Struct

from prikup.statistics.confidence_intervals import student

__all__ = ["EMPTY_SUM", "LEAST", "Average", "Sum"]

LEAST = 50
"""The numbers that a mean is made of at least: over fewer it says nothing of skill."""
DIGITS = 6
"""The decimal places of an average."""


class Average(Struct, frozen=True):
    """The average of numbers by deal, as far as it may be told.

    `mean` is theirs, and `margin` what it may be off (95 %); both are None while deals are `missing`.
    """

    deals: int
    missing: int
    mean: float | None = None
    margin: float | None = None


class Sum(Struct, frozen=True):
    """The sum of some numbers: how many there are, their total, and the total of their squares."""

    count: int = 0
    total: Fraction = Fraction()
    squares: Fraction = Fraction()

    @classmethod
    def of(cls, number: Fraction) -> "Sum":
        """Return the sum of one number."""
        return cls(1, number, number * number)

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(self.count + other.count, self.total + other.total, self.squares + other.squares)

    def __neg__(self) -> "Sum":
        return Sum(-self.count, -self.total, -self.squares)

    @property
    def average(self) -> Average:
        """The average of the numbers, with Student's interval, where there are enough of them."""
        if self.count < LEAST:
            return Average(self.count, LEAST - self.count)
        variance = (self.squares - self.total * self.total / self.count) / (self.count - 1)
        margin = student(self.count - 1) * sqrt(variance / self.count)
        return Average(self.count, 0, _round_points(self.total / self.count), _round_points(margin))


EMPTY_SUM = Sum()
"""The sum of no numbers."""


def _round_points(points: Fraction | float) -> float:
    """Return points with the decimal places that are told."""
    return round(float(points), DIGITS) + 0.0  # no -0.0
