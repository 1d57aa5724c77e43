"""Exact sums of numbers, from which a mean and its confidence interval follow.

Sums can be added and subtracted without rounding errors. So the order and grouping in which numbers are added does not
matter: a sum updated step by step equals a sum computed from scratch, byte for byte.
"""

from fractions import Fraction
from math import sqrt

from msgspec import Struct

from prikup.statistics.confidence_intervals import student

__all__ = ["EMPTY_SUM", "LEAST", "Average", "Sum"]

LEAST = 50
"""The minimum number of deals for which users see a mean result; a mean over fewer deals says nothing about skill."""
DIGITS = 6
"""The number of decimal places of an average."""


class Average(Struct, frozen=True):
    """The average of a number, such as the points won, over a player's deals, if there are enough deals to show it.

    An average over too few deals says nothing about skill. `deals` is the number of deals so far, and `missing` the
    number of deals still needed before the average is shown. Until then `mean` and `margin` are None. `margin` is the
    half-width of the 95 % confidence interval of `mean`.
    """

    deals: int
    missing: int
    mean: float | None = None
    margin: float | None = None


class Sum(Struct, frozen=True):
    """The exact sum of some numbers: their `count`, their `total`, and the total of their `squares`."""

    count: int = 0
    total: Fraction = Fraction()
    squares: Fraction = Fraction()

    @classmethod
    def of(cls, number: Fraction) -> "Sum":
        """Return the Sum that contains only `number`."""
        return cls(1, number, number * number)

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(self.count + other.count, self.total + other.total, self.squares + other.squares)

    def __neg__(self) -> "Sum":
        return Sum(-self.count, -self.total, -self.squares)

    @property
    def average(self) -> Average:
        """The average of the numbers, with Student's confidence interval, if there are at least `LEAST` numbers."""
        if self.count < LEAST:
            return Average(self.count, LEAST - self.count)
        variance = (self.squares - self.total * self.total / self.count) / (self.count - 1)
        margin = student(self.count - 1) * sqrt(variance / self.count)
        return Average(self.count, 0, _round_points(self.total / self.count), _round_points(margin))


EMPTY_SUM = Sum()
"""The sum that contains no numbers."""


def _round_points(points: Fraction | float) -> float:
    """Return points rounded to `DIGITS` decimal places."""
    return round(float(points), DIGITS) + 0.0  # no -0.0
