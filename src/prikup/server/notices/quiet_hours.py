"""The hours of the night in which no notice is sent."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from prikup.server.notices.kinds import Wishes

__all__ = ["QUIET_FROM", "QUIET_UNTIL", "end_of_quiet"]

QUIET_FROM, QUIET_UNTIL = 22, 8
"""The hours of the day, in the user's time zone, at which the time without notices begins and ends."""


def end_of_quiet(wishes: Wishes, now_ms: int) -> int:
    """Return the earliest time from `now_ms` on at which a user may be sent a notice, in view of their quiet hours.

    `wishes` are the user's settings for notices. `now_ms` and the result are times of the wall clock in ms.
    """
    if not wishes.quiet:
        return now_ms
    local = datetime.fromtimestamp(now_ms / 1000, ZoneInfo(wishes.zone))
    if QUIET_UNTIL <= local.hour < QUIET_FROM:
        return now_ms
    day = local.date() + timedelta(days=local.hour >= QUIET_FROM)
    morning = datetime(day.year, day.month, day.day, QUIET_UNTIL, tzinfo=local.tzinfo)
    return round(morning.timestamp() * 1000)
