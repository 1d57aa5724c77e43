"""The host of a table, as the table sees it."""

from msgspec import Struct, field

from prikup.table.storage import EventStore
from prikup.table.thinking_times import ThinkingTimes
from prikup.table.timekeeper import Timekeeper
from prikup.table.workers import Workers

__all__ = ["Host"]


class Host(Struct, frozen=True):
    """The store of a table's commits, the workers that think long for it and how long that takes, and its time."""

    store: EventStore
    workers: Workers
    time: Timekeeper
    thinking: ThinkingTimes = field(default_factory=ThinkingTimes)
