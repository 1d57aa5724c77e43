"""The shown form of a rating: a number with its margin, whether it is provisional, and the leaders of a game."""

from collections.abc import Mapping

from msgspec import Struct

from prikup.ratings.model import NEW, Rating

__all__ = ["DAY_MS", "Standing", "is_provisional", "leaders", "shown_margin", "shown_number"]

POINTS_PER_MU, NEW_NUMBER = 24, 1500
"""The shown number is `NEW_NUMBER` for a new player, and changes by `POINTS_PER_MU` for each unit of μ."""
INTERVAL_SIGMAS = 1.96
"""Half the width of a 95 % interval, in standard deviations."""
FEWEST_MATCHES, WIDEST_MARGIN = 20, 200
"""A rating is provisional with fewer rated matches, or with a wider margin."""
DAY_MS = 86_400_000
ACTIVE_MS = 90 * DAY_MS
"""The leaders of a game have played a rated match within this time."""
MOST_LEADERS = 100


class Standing(Struct, frozen=True):
    """A person's rating in a game, with the number of rated `matches` and the end of the last one (wall clock, ms)."""

    rating: Rating = NEW
    matches: int = 0
    ended_ms: int | None = None

    def days_until(self, time_ms: int) -> int:
        """Return the number of whole days from the last rated match to `time_ms`; 0 if there was none before it."""
        return 0 if self.ended_ms is None else max(0, time_ms - self.ended_ms) // DAY_MS

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


def leaders(standings: Mapping[str, Standing], now_ms: int) -> list[tuple[str, Standing]]:
    """Return the leaders of a game, the best first: by μ, then by the smaller σ, then by name.

    `standings` has the standing of each person by name. People with a provisional rating, and those who have not played
    a rated match for 90 days, are left out.
    """

    def order(entry: tuple[str, Standing]) -> tuple[float, float, str]:
        name, standing = entry
        return -standing.rating.mu, standing.rating.sigma, name

    active = [
        entry
        for entry in standings.items()
        if not is_provisional(entry[1]) and entry[1].ended_ms is not None and now_ms - entry[1].ended_ms <= ACTIVE_MS
    ]
    return sorted(active, key=order)[:MOST_LEADERS]
