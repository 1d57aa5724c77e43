"""The shown form of a rating: a number with its margin, and whether it is provisional; the places of leaders."""

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
"""The shown number is `NEW_NUMBER` for a new player, and changes by `POINTS_PER_MU` for each unit of μ."""
INTERVAL_SIGMAS = 1.96
"""Half the width of a 95 % interval, in standard deviations."""
FEWEST_MATCHES, WIDEST_MARGIN = 20, 200
"""A rating is provisional with fewer rated matches, or with a wider margin."""
DAY_MS = 86_400_000
ACTIVE_MS = 90 * DAY_MS
"""The leaders of a game have played a rated match within this time."""
MAX_LEADER_SIGMA = (WIDEST_MARGIN + 0.5) / (INTERVAL_SIGMAS * POINTS_PER_MU)
"""The largest σ whose shown margin, a whole number, is not wider than `WIDEST_MARGIN`."""


class Standing(Struct, frozen=True):
    """A person's rating in a game, with the number of rated `matches` and the end of the last one (wall clock, ms)."""

    rating: Rating = NEW
    matches: int = 0
    ended_ms: int | None = None

    def days_until(self, time_ms: int) -> int:
        """Return the number of whole days from the last rated match to `time_ms`; 0 if there was none before it."""
        return 0 if self.ended_ms is None else max(0, time_ms - self.ended_ms) // DAY_MS

    def at(self, time_ms: int) -> "Standing":
        """Return the standing as it is shown at `time_ms`: without matches a rating becomes less certain every day."""
        sigma = sqrt(self.rating.sigma**2 + GROWTH_PER_DAY * self.days_until(time_ms))
        return Standing(Rating(self.rating.mu, min(NEW.sigma, sigma)), self.matches, self.ended_ms)

    def after(self, rating: Rating, ended_ms: int) -> "Standing":
        """Return the standing after a match that ended at `ended_ms` and led to this rating."""
        return Standing(rating, self.matches + 1, max(ended_ms, self.ended_ms or 0))


def shown_number(rating: Rating) -> int:
    """Return the number that is shown for a rating; 1500 for a new player."""
    return round(NEW_NUMBER + POINTS_PER_MU * (rating.mu - NEW.mu))


def shown_margin(rating: Rating) -> int:
    """Return half the width of the 95 % interval of the shown number."""
    return round(INTERVAL_SIGMAS * POINTS_PER_MU * rating.sigma)


def is_provisional(standing: Standing) -> bool:
    """Return whether too little is known to compare a person's rating with others."""
    return standing.matches < FEWEST_MATCHES or shown_margin(standing.rating) > WIDEST_MARGIN


def shown_spread(mu_spread: float) -> int:
    """Convert a difference of μ to a difference of the shown number."""
    return round(POINTS_PER_MU * mu_spread)


def possible_places(ratings: Sequence[Rating]) -> list[tuple[int, int]]:
    """Return for each of these ratings the first and the last place that it may have among them.

    A rating is certainly better than another one only if their shown 95 % intervals do not overlap.
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
