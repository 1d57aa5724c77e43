"""Ratings as users see them: a number with a margin, whether it is provisional, and places among the leaders."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from prikup.ratings.model import GROWTH_PER_DAY, NEW, Rating

__all__ = [
    "ACTIVE_MS",
    "DAY_MS",
    "FEWEST_MATCHES",
    "MAX_LEADER_SIGMA",
    "Standing",
    "is_provisional",
    "possible_places",
    "shown_margin",
    "shown_number",
    "shown_spread",
]

POINTS_PER_MU, NEW_NUMBER = 24, 1500
"""The number that users see: `NEW_NUMBER` for a new player, and `POINTS_PER_MU` more or less for each unit of μ."""
INTERVAL_SIGMAS = 1.96
"""Half the width of a 95 % interval, in standard deviations."""
FEWEST_MATCHES, WIDEST_MARGIN = 20, 200
"""A rating with fewer rated matches, or with a wider margin in the points that users see, is provisional."""
DAY_MS = 86_400_000
ACTIVE_MS = 90 * DAY_MS
"""The time, in milliseconds, within which a person must have played a rated match to be among the leaders of a game."""
MAX_LEADER_SIGMA = (WIDEST_MARGIN + 0.5) / (INTERVAL_SIGMAS * POINTS_PER_MU)
"""The largest standard deviation σ of a rating whose margin, rounded to a whole number, is at most `WIDEST_MARGIN`."""


class Standing(Struct, frozen=True):
    """A person's rating in a game, with the number of rated matches and the end of the last one.

    `ended_ms` is in milliseconds since 1970; it is None if the person has no rated match.
    """

    rating: Rating = NEW
    matches: int = 0
    ended_ms: int | None = None

    def days_until(self, time_ms: int) -> int:
        """Return the number of whole days from the last rated match to `time_ms`; 0 if there was no earlier match."""
        return 0 if self.ended_ms is None else max(0, time_ms - self.ended_ms) // DAY_MS

    def at(self, time_ms: int) -> "Standing":
        """Return the standing as users see it at `time_ms`; each day without a match makes the rating less certain."""
        sigma = sqrt(self.rating.sigma**2 + GROWTH_PER_DAY * self.days_until(time_ms))
        return Standing(Rating(self.rating.mu, min(NEW.sigma, sigma)), self.matches, self.ended_ms)

    def after(self, rating: Rating, ended_ms: int) -> "Standing":
        """Return the standing after one more match, which ended at `ended_ms` and led to the new rating `rating`."""
        return Standing(rating, self.matches + 1, max(ended_ms, self.ended_ms or 0))


def shown_number(rating: Rating) -> int:
    """Return the number that users see for a rating, such as 1500 for a new player."""
    return round(NEW_NUMBER + POINTS_PER_MU * (rating.mu - NEW.mu))


def shown_margin(rating: Rating) -> int:
    """Return the margin that users see next to a rating's number: half the width of its 95 % interval."""
    return round(INTERVAL_SIGMAS * POINTS_PER_MU * rating.sigma)


def is_provisional(standing: Standing) -> bool:
    """Return whether a person has too few rated matches, or too wide a margin, for a comparison with other people."""
    return standing.matches < FEWEST_MATCHES or shown_margin(standing.rating) > WIDEST_MARGIN


def shown_spread(mu_spread: float) -> int:
    """Convert a difference between two means μ of ratings to a difference between the numbers that users see."""
    return round(POINTS_PER_MU * mu_spread)


def possible_places(ratings: Sequence[Rating]) -> list[tuple[int, int]]:
    """Return the best and the worst place that each of `ratings` may have among them; place 1 is the first.

    A rating is certainly better than another only if the 95 % intervals that users see do not overlap.
    """
    low_ends = sorted(shown_number(rating) - shown_margin(rating) for rating in ratings)
    high_ends = sorted(shown_number(rating) + shown_margin(rating) for rating in ratings)
    count = len(ratings)

    def places(rating: Rating) -> tuple[int, int]:
        number, margin = shown_number(rating), shown_margin(rating)
        certainly_better = count - bisect_right(low_ends, number + margin)
        certainly_worse = bisect_left(high_ends, number - margin)
        return certainly_better + 1, count - certainly_worse

    return [places(rating) for rating in ratings]
