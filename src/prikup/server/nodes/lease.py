"""The lease of a node: a time-limited permission to act for the tables it owns.

A node is one of the servers that share a database.
"""

from collections.abc import Callable

from prikup.table.host.time_source import LOOP_TIME

__all__ = ["HELD_S", "LASTS_S", "RENEW_EVERY", "Lease"]

LASTS_S = 6.0
"""Seconds for which a lease lasts by the database's clock.

A lease is the permission of a node (server) to act for its tables. When it has ended without a renewal, other nodes may
take over the tables of the node.
"""
HELD_S = 4.0
"""Seconds for which a node (server) uses its lease (its permission to act for its tables) by its own clock.

The node then stops its tables, some time before other nodes may take them over.
"""
RENEW_EVERY = 2.0
"""Seconds between two renewals of a lease, which is the permission of a node (server) to act for its tables."""


class Lease:
    """A node's lease as the node itself sees it: the time until which it may act for its tables.

    A node is one of the servers that share a database. `clock` returns monotonic seconds. The lease starts at the time
    when the node requests a renewal, which is before the database grants it. So a delay in between shortens the time in
    which the node may act, but other nodes never take over its tables too early.
    """

    def __init__(self, clock: Callable[[], float] = LOOP_TIME.now) -> None:
        self.clock = clock
        self._until = float("-inf")

    @property
    def remaining_s(self) -> float:
        """The seconds for which the node (server) may still act for its tables, 0 if the lease has lapsed."""
        return max(0.0, self._until - self.clock())

    @property
    def is_held(self) -> bool:
        """Whether the lease has not lapsed, so that the node (server) may act for its tables."""
        return self.remaining_s > 0

    def renew(self, request_time: float) -> None:
        """Record that the database has granted a renewal of the lease.

        The node (server) requested it at the time `request_time` of `clock`.
        """
        self._until = max(self._until, request_time + HELD_S)
