"""The host of a table, as the table sees it."""

from typing import Protocol

from msgspec import Struct, field

from prikup.table.storage import EventStore
from prikup.table.thinking_times import ThinkingTimes
from prikup.table.timekeeper import Timekeeper
from prikup.table.workers import Workers

__all__ = ["NOBODY_BLOCKS", "Blocks", "Host"]


class Blocks(Protocol):
    """A host's knowledge of who has blocked whom."""

    async def blocked(self, user: str, by: tuple[str, ...]) -> bool:
        """Return whether any of some users has blocked a user."""
        ...


class _NobodyBlocks(Blocks):
    async def blocked(self, user: str, by: tuple[str, ...]) -> bool:
        return False


NOBODY_BLOCKS: Blocks = _NobodyBlocks()
"""Of a host that knows no users beside those at a table."""


class Host(Struct, frozen=True):
    """The store of a table's commits, the workers that think long for it and how long that takes, and its time.

    `blocks` says who has blocked whom; where a host knows no users, nobody has.
    """

    store: EventStore
    workers: Workers
    time: Timekeeper
    thinking: ThinkingTimes = field(default_factory=ThinkingTimes)
    blocks: Blocks = NOBODY_BLOCKS
