"""A period of days: only the matches that ended in it count."""

from datetime import date, datetime, time, timedelta

from msgspec import Struct

__all__ = ["ALWAYS", "Period"]


class Period(Struct, frozen=True):
    """The time from a moment on and before another, in milliseconds of the wall clock; None: without such an end."""

    since: int | None = None
    until: int | None = None

    @classmethod
    def from_days(cls, first: date | None, last: date | None) -> "Period":
        """Return the days from the first to the last, both of them too, as the clock of this machine counts them."""
        return cls(
            None if first is None else _midnight(first),
            None if last is None else _midnight(min(last, LATEST) + timedelta(days=1)),
        )

    def holds(self, time_ms: int) -> bool:
        """Return whether a moment is in it."""
        return (self.since is None or time_ms >= self.since) and (self.until is None or time_ms < self.until)


ALWAYS = Period()
"""All time."""


EARLIEST, LATEST = date(1970, 1, 2), date(9998, 12, 31)
"""The days between which every match ended; not every clock counts days before and behind them."""


def _midnight(day: date) -> int:
    return round(datetime.combine(min(max(day, EARLIEST), LATEST), time()).astimezone().timestamp() * 1000)
