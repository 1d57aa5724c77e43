"""The host of a table, as the table sees it."""

from typing import Protocol

from msgspec import Struct, field

from prikup.table.background_workers import Workers
from prikup.table.storage import EventStore
from prikup.table.thinking_times import ThinkingTimes
from prikup.table.time_source import Timekeeper

__all__ = ["NO_BLOCKS", "SINGLE_HOST_CLAIMS", "BlockLookup", "Host", "OwnedElsewhere", "TableOwnership"]


class BlockLookup(Protocol):
    """A host's lookup of which users have blocked which."""

    async def is_blocked_by(self, user: str, by: tuple[str, ...]) -> bool:
        """Return whether any of the users `by` has blocked a user."""
        ...


class _NobodyBlocks(BlockLookup):
    async def is_blocked_by(self, user: str, by: tuple[str, ...]) -> bool:
        return False


NO_BLOCKS: BlockLookup = _NobodyBlocks()
"""For a host without user accounts: no one is blocked."""


class OwnedElsewhere(Exception):
    """Another host owns a table: `address` is that host's, "" if no host owns it at the moment."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class TableOwnership(Protocol):
    """The ownership of tables among hosts that share a store.

    A host that has claimed a table can rely on its commits: every write under an older claim, its own included, is
    either stored by then or will never be. So the commits read after a claim are complete.
    """

    async def claim(self, table: str) -> None:
        """Make a table this host's. Raise NotRead if the owner cannot be determined.

        Raise Elsewhere if another host owns it, or if a write under an older claim may still be in progress.
        """

    async def release(self, table: str) -> None:
        """Allow other hosts to claim a table that is no longer in memory here."""


class _Alone(TableOwnership):
    async def claim(self, table: str) -> None:
        return

    async def release(self, table: str) -> None:
        return


SINGLE_HOST_CLAIMS: TableOwnership = _Alone()
"""For a host that is the only one to use its store."""


class Host(Struct, frozen=True):
    """The services of a host for its tables: store, workers, clock, thinking times, block lookup and claims."""

    store: EventStore
    workers: Workers
    time: Timekeeper
    thinking: ThinkingTimes = field(default_factory=ThinkingTimes)
    blocks: BlockLookup = NO_BLOCKS
    claims: TableOwnership = SINGLE_HOST_CLAIMS
