"""A period of time; statistics can be limited to the matches that ended in it."""

from datetime import date, datetime, time, timedelta

from msgspec import Struct

__all__ = ["ALWAYS", "Period"]


class Period(Struct, frozen=True):
    """A period from the time `since` up to, but not including, the time `until`.

    Both are in milliseconds since 1970, as logs and databases store times; None means that the period has no such
    limit.
    """

    since: int | None = None
    until: int | None = None

    @classmethod
    def from_days(cls, first: date | None, last: date | None) -> "Period":
        """Return the period from the first day to the last, both included, in the time zone of this machine.

        If `first` or `last` is None, the period is unlimited on that side.
        """
        return cls(
            None if first is None else _midnight(first),
            None if last is None else _midnight(min(last, LATEST) + timedelta(days=1)),
        )

    def holds(self, time_ms: int) -> bool:
        """Return whether a time, in milliseconds since 1970, is in the period."""
        return (self.since is None or time_ms >= self.since) and (self.until is None or time_ms < self.until)


ALWAYS = Period()
"""The period without limits, which contains every time."""


EARLIEST, LATEST = date(1970, 1, 2), date(9998, 12, 31)
"""The earliest and the latest day used as a limit of a period; a day outside this range is replaced by the nearer one.

Every match ended between the two days, and some systems cannot convert days outside this range to a time.
"""


def _midnight(day: date) -> int:
    """Return the time at which a day begins, in milliseconds since 1970."""
    return round(datetime.combine(min(max(day, EARLIEST), LATEST), time()).astimezone().timestamp() * 1000)
