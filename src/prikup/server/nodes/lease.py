"""The lease of a node: for how long it may act for the tables that it has."""

from collections.abc import Callable

from prikup.table.timekeeper import LOOP_TIME

__all__ = ["HELD_S", "LASTS_S", "RENEW_EVERY", "Lease"]

LASTS_S = 6.0
"""Seconds after which others may take the tables of a node that has not renewed its lease, by the database's clock."""
HELD_S = 4.0
"""Seconds after which such a node stops them itself, by a clock of its own: it is the first to know."""
RENEW_EVERY = 2.0
"""Seconds between two renewals."""


class Lease:
    """The time until which a node may act, by `clock`, in seconds, which nobody sets.

    It counts from when a renewal was asked for, which was before the database granted it: so whatever takes long on the
    way takes its time from the holder, and never from those who wait.
    """

    def __init__(self, clock: Callable[[], float] = LOOP_TIME.now) -> None:
        self.clock = clock
        self._until = float("-inf")

    @property
    def left(self) -> float:
        """The seconds that are left, 0 where it has lapsed."""
        return max(0.0, self._until - self.clock())

    @property
    def held(self) -> bool:
        """Whether the node may act."""
        return self.left > 0

    def renew(self, asked: float) -> None:
        """Note that the database has granted a renewal that was asked for at this time of the clock."""
        self._until = max(self._until, asked + HELD_S)
