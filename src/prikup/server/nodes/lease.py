"""The lease of a node: how long it may act for the tables it owns."""

from collections.abc import Callable

from prikup.table.time_source import LOOP_TIME

__all__ = ["HELD_S", "LASTS_S", "RENEW_EVERY", "Lease"]

LASTS_S = 6.0
"""Seconds, by the database's clock, after which other nodes may take the tables of a node that has not renewed."""
HELD_S = 4.0
"""Seconds, by the node's own clock, after which such a node stops its tables: earlier than others may take them."""
RENEW_EVERY = 2.0
"""Seconds between two renewals."""


class Lease:
    """The time until which a node may act, by the monotonic `clock`, in seconds.

    It counts from when the renewal was requested, which was before the database granted it: so a delay in between
    shortens the lease of its holder, and never the waiting time of the others.
    """

    def __init__(self, clock: Callable[[], float] = LOOP_TIME.now) -> None:
        self.clock = clock
        self._until = float("-inf")

    @property
    def remaining_s(self) -> float:
        """The seconds remaining, 0 if the lease has lapsed."""
        return max(0.0, self._until - self.clock())

    @property
    def is_held(self) -> bool:
        """Whether the node may act."""
        return self.remaining_s > 0

    def renew(self, request_time: float) -> None:
        """Record that the database has granted a renewal requested at this time of the clock."""
        self._until = max(self._until, request_time + HELD_S)
