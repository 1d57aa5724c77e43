"""What a table is given by whoever hosts it."""

from msgspec import Struct

from prikup.table.storage import EventStore
from prikup.table.timekeeper import Timekeeper
from prikup.table.workers import Workers

__all__ = ["Host"]


class Host(Struct, frozen=True):
    """Where a table's commits are kept, who thinks long for it, and what time it is there."""

    store: EventStore
    workers: Workers
    time: Timekeeper
