"""Loading of finished matches: a small one is parsed in a thread, any other in a worker process.

This keeps the work away from the event loop. The functions for worker processes take a match in the form stored in the
database, and return what is sent to the client.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from prikup.archive.finished_match import FinishedMatch, MatchSeat, finished_match
from prikup.archive.match_records import ReviewSummary, VisibleMatch, build_comparison, build_match_record
from prikup.archive.practice_tables import table_for_friends, table_from
from prikup.rules.errors import PrikupError, Reason, reason
from prikup.rules.state import Action
from prikup.server.archive.reviews import DealToReview, deal_to_review
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.fixed_deal import Origin
from prikup.table.storage import Commit
from prikup.table.table_settings import TableSettings

__all__ = [
    "SeenMatch",
    "StoredMatch",
    "call_by_size",
    "deal_question",
    "deal_record",
    "friends_table",
    "log_file",
    "match_record",
    "play_on_table",
    "read_match",
    "review_of",
    "same_deal",
]

P = ParamSpec("P")
T = TypeVar("T")
SMALL_BYTES = 16 << 10
"""Number of bytes of events below which a match is parsed in a thread.

This takes some ten milliseconds, so it is not worth starting a worker process.
"""
CACHED_MATCHES = 8
"""The number of parsed matches that a process caches for later requests."""


class StoredMatch(Struct, frozen=True):
    """A finished match in the form stored in the database.

    `settings` are JSON. `commits` are the events of each commit as JSON, with the time of the commit (wall clock, ms).
    """

    settings: bytes
    commits: tuple[tuple[bytes, int], ...]

    @property
    def size(self) -> int:
        """The size of the match's events in bytes."""
        return sum(len(events) for events, _ in self.commits)


class SeenMatch(Struct, frozen=True):
    """A finished match as a user may see it, not parsed yet.

    `table` is its id, and `seats` have the names that may be shown to the user. `you` is the user's seat, None if the
    user did not play. `host` is True if the user owns the table. `imported` is True if the match was imported from a
    file.
    """

    table: str
    stored_match: StoredMatch
    seats: tuple[MatchSeat, ...]
    you: int | None
    host: bool
    private: bool
    imported: bool


async def call_by_size(
    processes: WorkerProcesses, size: int, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs
) -> T:
    """Call a function that parses matches with `size` bytes of events, and return its result.

    It runs in a thread if the matches are small, otherwise in a worker process; there it may raise WorkerFailed.
    """
    if size < SMALL_BYTES:
        return await asyncio.to_thread(function, *arguments, **keywords)
    return await processes.call(function, *arguments, **keywords)


# Functions that run in a thread or a worker process


@lru_cache(CACHED_MATCHES)
def read_match(stored_match: StoredMatch) -> FinishedMatch | None:
    """Parse a stored match; return None if it is not over."""
    commits = [
        Commit("", number, events, at=time_ms) for number, (events, time_ms) in enumerate(stored_match.commits, 1)
    ]
    return finished_match(stored_match.settings, commits)


def _match(visible_match: SeenMatch) -> FinishedMatch:
    match = read_match(visible_match.stored_match)
    assert match is not None, "the archive contains only finished matches"
    return match


def _load_visible_match(visible_match: SeenMatch) -> VisibleMatch:
    return VisibleMatch(
        _match(visible_match).with_seats(visible_match.seats),
        visible_match.you,
        visible_match.host,
        visible_match.private,
    )


def match_record(visible_match: SeenMatch, review_by_deal: Mapping[int, ReviewSummary]) -> bytes:
    """Return the record of a match as JSON. `review_by_deal` are the summaries of its reviews by deal number."""
    return msgspec.json.encode(
        build_match_record(visible_match.table, _load_visible_match(visible_match), review_by_deal)
    )


def log_file(visible_match: SeenMatch) -> bytes:
    """Return the lines of the log of a match as bytes."""
    return _load_visible_match(visible_match).match.file()


def deal_record(visible_match: SeenMatch, deal: int) -> bytes | None:
    """Return a deal with all its cards and steps as JSON; None if the match has no deal with this number."""
    return _to_json(_load_visible_match(visible_match).match.deal(visible_match.table, deal))


def deal_question(visible_match: SeenMatch, deal: int, step: int) -> bytes | None:
    """Return what the player to act saw before a step of a deal, as JSON; None if no player had to act there."""
    return _to_json(_load_visible_match(visible_match).match.question(visible_match.table, deal, step))


def review_of(visible_match: SeenMatch, deal: int) -> DealToReview | None:
    """Return a deal ready to be reviewed; None if the match has no deal with this number."""
    return deal_to_review(visible_match.table, _match(visible_match), deal)


def same_deal(match: str, deal: int, tables: Mapping[str, SeenMatch]) -> bytes | None:
    """Return the results of a deal at several tables as JSON; None if the first table has no deal with this number.

    `match` is the id of the match in which the deal was dealt first, "" if it is hidden from the user.
    """
    match_by_table = {table: _load_visible_match(visible_match) for table, visible_match in tables.items()}
    first_match = next(iter(match_by_table.values()))
    return _to_json(build_comparison(match, deal, match_by_table)) if 1 <= deal <= _deals(first_match.match) else None


def play_on_table(
    visible_match: SeenMatch, origin: Origin, acts: Sequence[Action], user: str, bots: int
) -> TableSettings | Reason | None:
    """Return the settings of a table at which a user continues a deal from the step in `origin`, after `acts`.

    `bots` is the seed of the computer players. Return the reason if this is not possible, or None if the deal does not
    exist.
    """
    if not 1 <= origin.deal <= _deals(_match(visible_match)):
        return None
    try:
        return table_from(_match(visible_match), origin, acts, user, bots)
    except PrikupError as error:
        return error.reason


def friends_table(visible_match: SeenMatch, origin: Origin, host: str, bots: int) -> TableSettings | Reason | None:
    """Return the settings of a table at which friends play a deal, so that results can be compared.

    `host` will own the table, and `bots` is the seed of its computer players. Return the reason if this is not
    possible, or None if the deal does not exist.
    """
    match = _match(visible_match)
    if not 1 <= origin.deal <= _deals(match):
        return None
    if visible_match.private:
        return reason("match-private")
    return reason("unverified-compared") if match.unverified else table_for_friends(match, origin, host, bots)


def _deals(match: FinishedMatch) -> int:
    return len(match.log.match.sheet.lines)


def _to_json(record: Any) -> bytes | None:
    return None if record is None else msgspec.json.encode(record)
