"""The interface between a table and its host, which is the program that runs tables.

The host is a server, a terminal or a browser; a table uses only the services defined here.
"""

from collections.abc import Collection, Mapping
from typing import Protocol

from msgspec import Struct, field

from prikup.table.host.background_workers import Workers
from prikup.table.host.storage import EventStore
from prikup.table.host.thinking_times import ThinkingTimes
from prikup.table.host.time_source import Timekeeper
from prikup.table.turn_calendar import Pause

__all__ = [
    "MAX_TABLES_BY_TURNS",
    "NO_BLOCKS",
    "NO_CALENDAR",
    "NO_DEPARTURES",
    "NO_RATED_PLAYERS",
    "SINGLE_HOST_CLAIMS",
    "BlockLookup",
    "DepartureLookup",
    "Host",
    "OwnedElsewhere",
    "RatedPlayerLookup",
    "TableOwnership",
    "TurnCalendar",
    "TurnPlayer",
]


class BlockLookup(Protocol):
    """The host's service that knows which users have blocked which other users.

    A table asks it before a user takes or reserves a seat.
    """

    async def is_blocked_by(self, user: str, by: tuple[str, ...]) -> bool:
        """Return whether any of the users with the ids in `by` has blocked the user with the id `user`."""
        ...


class _NobodyBlocks(BlockLookup):
    async def is_blocked_by(self, user: str, by: tuple[str, ...]) -> bool:
        return False


NO_BLOCKS: BlockLookup = _NobodyBlocks()
"""The block lookup of a host without user accounts, at which no user can block another."""


class DepartureLookup(Protocol):
    """The host's service that knows which users have left too many open tables lately.

    An open table, at which anyone may sit down, asks it before a user takes or reserves a seat.
    """

    async def seconds_to_wait(self, user: str) -> int:
        """Return the seconds until the user with this id may sit down at an open table, 0 if they may do so now."""
        ...


class _NobodyWaits(DepartureLookup):
    async def seconds_to_wait(self, user: str) -> int:
        return 0


NO_DEPARTURES: DepartureLookup = _NobodyWaits()
"""The departure lookup of a host whose open tables anybody may leave and enter as often as they like."""


class RatedPlayerLookup(Protocol):
    """The host's service that knows which users are playing rated matches (matches that count for ratings).

    A table asks it when a match starts, because a user may play only one rated match at a time.
    """

    async def are_playing_elsewhere(self, users: tuple[str, ...], table: str) -> bool:
        """Return whether any of the users with these ids is playing a rated match at a table other than `table`."""
        ...


class _NobodyIsRated(RatedPlayerLookup):
    async def are_playing_elsewhere(self, users: tuple[str, ...], table: str) -> bool:
        return False


NO_RATED_PLAYERS: RatedPlayerLookup = _NobodyIsRated()
"""The lookup of a host at which no user plays a rated match at another table."""

MAX_TABLES_BY_TURNS = 20
"""The maximum number of unfinished turn-based tables of a user."""


class TurnPlayer(Struct, frozen=True):
    """The facts about a player that a turn-based table (players answer within hours or days) needs.

    - `pauses`: the times in which the player's clock pauses.
    - `plays_forced_cards`: true if the table plays a card for the player at once if it is the only legal one.
    - `is_often_absent`: true if computer players had to decide for the player too often in the last turn-based matches.
    """

    pauses: tuple[Pause, ...] = ()
    plays_forced_cards: bool = True
    is_often_absent: bool = False


class TurnCalendar(Protocol):
    """The host's service that knows when the clocks of players pause at turn-based tables.

    At a turn-based table players answer within hours or days.
    """

    async def players(self, users: Collection[str]) -> Mapping[str, TurnPlayer]:
        """Return the facts about the users with these ids that a turn-based table needs, as a mapping from user ids.

        Raise NotRead if the store fails.
        """
        ...

    async def count_tables(self, user: str) -> int:
        """Return how many unfinished turn-based tables a user has. Raise NotRead if the store fails."""
        ...


class _NoPauses(TurnCalendar):
    async def players(self, users: Collection[str]) -> Mapping[str, TurnPlayer]:
        return dict.fromkeys(users, TurnPlayer())

    async def count_tables(self, user: str) -> int:
        return 0


NO_CALENDAR: TurnCalendar = _NoPauses()
"""The calendar of a host at which the clocks of players never pause."""


class OwnedElsewhere(Exception):
    """An error: this host cannot use a table, because another host owns the table, or no host does at the moment.

    `address` is the address of the host that owns the table, "" if there is none or it is unknown.
    """

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class TableOwnership(Protocol):
    """The service that decides which of several hosts with a common store owns a table, and may write its commits.

    To claim a table is to become its owner. Claiming also makes sure that the table's stored commits (groups of events)
    are complete: each write that started under an earlier claim, by this or another host, has either been stored or can
    no longer succeed.
    """

    async def claim(self, table: str) -> None:
        """Make this host the owner of a table, so that it may write the commits, or confirm that it is the owner.

        Raise OwnedElsewhere if another host owns the table, or if a write under an earlier claim may still be in
        progress. Raise NotRead if the owner cannot be determined.
        """

    async def release(self, table: str) -> None:
        """Give up the ownership of a table that is no longer in memory, so that other hosts may claim it."""

    async def release_others(self, tables: Collection[str]) -> None:
        """Give up the ownership of all tables that this host owns, except those with the ids `tables`."""


class _Alone(TableOwnership):
    async def claim(self, table: str) -> None:
        return

    async def release(self, table: str) -> None:
        return

    async def release_others(self, tables: Collection[str]) -> None:
        return


SINGLE_HOST_CLAIMS: TableOwnership = _Alone()
"""The ownership service of a host that is the only one to use its store, so that it owns all tables there."""


class Host(Struct, frozen=True):
    """The services that a host (a program that runs tables) provides to its tables.

    - `store`: stores the commits of the tables (groups of events).
    - `workers`: run long computations.
    - `time`: the clock.
    - `thinking`: the recent response times of computer players.
    - `blocks`: knows which users have blocked which other users.
    - `claims`: decides which of several hosts owns a table.
    - `departures`: knows which users have left too many open tables lately.
    - `rated_players`: knows which users are playing rated matches.
    - `calendar`: knows when the clocks of players pause at turn-based tables (players answer within hours or days).
    """

    store: EventStore
    workers: Workers
    time: Timekeeper
    thinking: ThinkingTimes = field(default_factory=ThinkingTimes)
    blocks: BlockLookup = NO_BLOCKS
    claims: TableOwnership = SINGLE_HOST_CLAIMS
    departures: DepartureLookup = NO_DEPARTURES
    rated_players: RatedPlayerLookup = NO_RATED_PLAYERS
    calendar: TurnCalendar = NO_CALENDAR
