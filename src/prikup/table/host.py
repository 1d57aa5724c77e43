"""The host of a table, as the table sees it."""

from msgspec import Struct

from prikup.table.storage import EventStore
from prikup.table.timekeeper import Timekeeper
from prikup.table.workers import Workers

__all__ = ["Host"]


class Host(Struct, frozen=True):
    """The store of a table's commits, the workers that think long for it, and its time."""

    store: EventStore
    workers: Workers
    time: Timekeeper
