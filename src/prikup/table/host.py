"""The host of a table, as the table sees it."""

from typing import Protocol

from msgspec import Struct, field

from prikup.table.storage import EventStore
from prikup.table.thinking_times import ThinkingTimes
from prikup.table.timekeeper import Timekeeper
from prikup.table.workers import Workers

__all__ = ["ALONE", "NOBODY_BLOCKS", "Blocks", "Claims", "Elsewhere", "Host"]


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


class Elsewhere(Exception):
    """Another host has a table: `address` says where, "" where nobody has it for the moment."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Claims(Protocol):
    """A host's agreement with others that share its store about who has which table.

    Nothing is written at a table by an older claim than its last: whatever was on its way when somebody claimed it, be
    it this host again, is kept by then or never will be. So what is read after a claim is all that there is.
    """

    async def claim(self, table: str) -> None:
        """Return when a table is this host's. Raise NotRead if nobody can say.

        Raise Elsewhere if another has it, or if something may still be written there by an older claim.
        """

    async def release(self, table: str) -> None:
        """Let others have a table that is in memory no more."""


class _Alone(Claims):
    async def claim(self, table: str) -> None:
        return

    async def release(self, table: str) -> None:
        return


ALONE: Claims = _Alone()
"""Of a host that shares its store with nobody."""


class Host(Struct, frozen=True):
    """The store of a table's commits, the workers that think long for it and how long that takes, and its time.

    `blocks` says who has blocked whom; where a host knows no users, nobody has. By `claims` a table is this host's.
    """

    store: EventStore
    workers: Workers
    time: Timekeeper
    thinking: ThinkingTimes = field(default_factory=ThinkingTimes)
    blocks: Blocks = NOBODY_BLOCKS
    claims: Claims = ALONE
