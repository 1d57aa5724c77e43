"""Reading finished matches: a small one in a thread, any other in a worker process, away from the event loop.

The functions that a worker process is asked for take a match as the database keeps it and return what is sent of it.
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
"""The events of a match that is read in some ten milliseconds, so that no process need start for it."""
CACHED_MATCHES = 8
"""The matches that a process remembers as it has read them, for the next request."""


class StoredMatch(Struct, frozen=True):
    """A finished match as the database keeps it: its settings, and the events of each commit with their wall clock."""

    settings: bytes
    commits: tuple[tuple[bytes, int], ...]

    @property
    def size(self) -> int:
        """The bytes of its events."""
        return sum(len(events) for events, _ in self.commits)


class SeenMatch(Struct, frozen=True):
    """A finished match as a user may see it, not read yet.

    `seats` have the names that may be shown to the user, `you` is the user's seat; `imported`: it was brought here in a
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
    """Return what a function returns that reads matches of this size in bytes. Raise WorkerFailed."""
    if size < SMALL_BYTES:
        return await asyncio.to_thread(function, *arguments, **keywords)
    return await processes.call(function, *arguments, **keywords)


# What is called in a thread or a worker process


@lru_cache(CACHED_MATCHES)
def read_match(stored_match: StoredMatch) -> FinishedMatch | None:
    """Return a match from what is kept of it, None while it goes on."""
    commits = [
        Commit("", number, events, at=time_ms) for number, (events, time_ms) in enumerate(stored_match.commits, 1)
    ]
    return finished_match(stored_match.settings, commits)


def _match(visible_match: SeenMatch) -> FinishedMatch:
    match = read_match(visible_match.stored_match)
    assert match is not None, "the archive lists finished matches alone"
    return match


def _load_visible_match(visible_match: SeenMatch) -> VisibleMatch:
    return VisibleMatch(
        _match(visible_match).with_seats(visible_match.seats),
        visible_match.you,
        visible_match.host,
        visible_match.private,
    )


def match_record(visible_match: SeenMatch, review_by_deal: Mapping[int, ReviewSummary]) -> bytes:
    """Return the record of a match as JSON."""
    return msgspec.json.encode(
        build_match_record(visible_match.table, _load_visible_match(visible_match), review_by_deal)
    )


def log_file(visible_match: SeenMatch) -> bytes:
    """Return the lines of the log of a match."""
    return _load_visible_match(visible_match).match.file()


def deal_record(visible_match: SeenMatch, deal: int) -> bytes | None:
    """Return the record of a deal as JSON, None where there is none of this number."""
    return _to_json(_load_visible_match(visible_match).match.deal(visible_match.table, deal))


def deal_question(visible_match: SeenMatch, deal: int, step: int) -> bytes | None:
    """Return what the player who was asked before a step saw, as JSON, None where there is no such question."""
    return _to_json(_load_visible_match(visible_match).match.question(visible_match.table, deal, step))


def review_of(visible_match: SeenMatch, deal: int) -> DealToReview | None:
    """Return a deal as its review is made of it, None where there is none of this number."""
    return deal_to_review(visible_match.table, _match(visible_match), deal)


def same_deal(match: str, deal: int, tables: Mapping[str, SeenMatch]) -> bytes | None:
    """Return what a deal has brought at some tables as JSON, None where the first of them has no such deal."""
    match_by_table = {table: _load_visible_match(visible_match) for table, visible_match in tables.items()}
    first_match = next(iter(match_by_table.values()))
    return _to_json(build_comparison(match, deal, match_by_table)) if 1 <= deal <= _deals(first_match.match) else None


def play_on_table(
    visible_match: SeenMatch, origin: Origin, acts: Sequence[Action], user: str, bots: int
) -> TableSettings | Reason | None:
    """Return the settings of a table at which a user plays on from a step, or why not; None for a deal unknown."""
    if not 1 <= origin.deal <= _deals(_match(visible_match)):
        return None
    try:
        return table_from(_match(visible_match), origin, acts, user, bots)
    except PrikupError as error:
        return error.reason


def friends_table(visible_match: SeenMatch, origin: Origin, host: str, bots: int) -> TableSettings | Reason | None:
    """Return the settings of a table at which friends play a deal, or why not; None for a deal unknown."""
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
