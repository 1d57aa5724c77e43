"""Confidence intervals for means and proportions, valid for small samples too."""

from collections.abc import Sequence
from functools import cache
from math import atan, cos, inf, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev

from msgspec import Struct

__all__ = ["CONFIDENCE", "Interval", "mean_interval", "share_interval", "student"]

CONFIDENCE = 0.95
"""The default confidence level: the probability that an interval contains the true value."""
_EXACT = 49
"""The minimum number of degrees of freedom for which a series expansion computes Student's distribution.

The expansion is then accurate to four decimal places.
"""


class Interval(Struct, frozen=True):
    """The mean of a sample and its confidence interval, which goes from `low` to `high`."""

    mean: float
    low: float
    high: float

    def excludes(self, value: float) -> bool:
        """Return whether `value` is outside the interval."""
        return not self.low <= value <= self.high


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Return the mean of a sample with Student's confidence interval, which is infinite for a sample of one number.

    The interval contains the true mean with the probability `confidence`. Raise ValueError for an empty sample.
    """
    if not values:
        raise ValueError("cannot average an empty sequence")
    mean, count = fmean(values), len(values)
    margin = student(count - 1, confidence) * stdev(values) / sqrt(count) if count > 1 else inf
    return Interval(mean, mean - margin, mean + margin)


def share_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Return the mean of numbers from 0 to 1 with Wilson's interval. Raise ValueError for an empty sample.

    The interval contains the true mean with the probability `confidence`. If the numbers are not all 0 or 1, their
    variance is smaller than Wilson's method assumes, so the interval is wider than necessary. In the example all four
    attempts succeed, so the share is 1, but the true share may be as low as 0.51:

    >>> share_interval([1, 1, 1, 1]).low.__round__(2)
    0.51
    """
    if not values:
        raise ValueError("cannot average an empty sequence")
    share, count, z = fmean(values), len(values), _normal(confidence)
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    margin = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return Interval(share, min(share, middle - margin), max(share, middle + margin))


@cache
def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return the half-width of Student's confidence interval for a mean, in standard errors of the mean.

    `freedom` is the number of degrees of freedom (the sample size minus one), and `confidence` the probability that the
    interval contains the true mean.
    """
    if freedom < _EXACT:
        return _bisect_half_width(freedom, confidence)
    # The Cornish-Fisher expansion about the normal distribution.
    z = _normal(confidence)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2


def _normal(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _bisect_half_width(freedom: int, confidence: float) -> float:
    """Return the half-width of Student's interval in standard errors, found by bisection.

    `freedom` and `confidence` are those of `student`.
    """
    low, high = 0.0, 1.0
    while _central_probability(high, freedom) < confidence:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if _central_probability(middle, freedom) < confidence else (low, middle)
    return high


def _central_probability(errors: float, freedom: int) -> float:
    """Return the probability that a value of Student's distribution is at most `errors` standard errors from zero.

    `freedom` is the number of degrees of freedom (the sample size minus one). Source: Abramowitz and Stegun, 26.7.3 and
    26.7.4.
    """
    angle = atan(errors / sqrt(freedom))
    odd = freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for n in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * n / (n + 1)
    return (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total
