"""The lease of a node (one of several servers): a time-limited permission to act for the tables it owns."""

from collections.abc import Callable

from prikup.table.time_source import LOOP_TIME

__all__ = ["HELD_S", "LASTS_S", "RENEW_EVERY", "Lease"]

LASTS_S = 6.0
"""Seconds for which a lease lasts by the database's clock.

After that, other nodes may take over the tables of a node that has not renewed its lease.
"""
HELD_S = 4.0
"""Seconds for which a node uses its lease by its own clock.

It then stops its tables, before other nodes may take them over.
"""
RENEW_EVERY = 2.0
"""Seconds between two renewals of a lease."""


class Lease:
    """The time until which a node may act, by the monotonic `clock` in seconds.

    The lease starts when the node requests its renewal, which is before the database grants it. So a delay in between
    shortens the time in which the node may act, but never the time that other nodes wait.
    """

    def __init__(self, clock: Callable[[], float] = LOOP_TIME.now) -> None:
        self.clock = clock
        self._until = float("-inf")

    @property
    def remaining_s(self) -> float:
        """The seconds for which the node may still act, 0 if the lease has lapsed."""
        return max(0.0, self._until - self.clock())

    @property
    def is_held(self) -> bool:
        """Whether the lease has not lapsed, so that the node may act."""
        return self.remaining_s > 0

    def renew(self, request_time: float) -> None:
        """Record that the database has granted a renewal. `request_time` is when it was requested, by `clock`."""
        self._until = max(self._until, request_time + HELD_S)
