"""Functions that load finished matches: a small match is parsed in a thread, any other in a worker process.

This keeps the work away from the event loop. The functions that run in a worker process take a match in the form stored
in the database, and return the bytes of the response to the client.
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
from prikup.table.host.storage import Commit
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
"""Size of a match's events in bytes below which the match is parsed in a thread instead of a worker process.

Parsing a match of this size takes some ten milliseconds, so it is not worth starting a worker process.
"""
CACHED_MATCHES = 8
"""The number of parsed matches that each process caches for later requests."""


class StoredMatch(Struct, frozen=True):
    """A finished match in the form stored in the database, not parsed.

    `settings` are the settings of its table as JSON. `commits` are pairs, one for each stored change of the table: the
    events as JSON, and their time (wall clock, ms).
    """

    settings: bytes
    commits: tuple[tuple[bytes, int], ...]

    @property
    def size(self) -> int:
        """The total size of the events of the match, in bytes."""
        return sum(len(events) for events, _ in self.commits)


class SeenMatch(Struct, frozen=True):
    """A finished match as a particular user may see it, not parsed yet.

    - `table`: the id of the match.
    - `stored_match`: the match itself.
    - `seats`: the players by seat, with only the names that may be shown to the user.
    - `you`: the user's seat, None if the user did not play.
    - `host`: True if the user owns the match, because they opened its table.
    - `private`: True if only its owner and its players may see the match.
    - `imported`: True if the match was imported from a file.
    - `is_void`: True if it was rated, but the server's operator has declared it void. Only `Archive.find` sets it.
    """

    table: str
    stored_match: StoredMatch
    seats: tuple[MatchSeat, ...]
    you: int | None
    host: bool
    private: bool
    imported: bool
    is_void: bool = False


async def call_by_size(
    processes: WorkerProcesses, size: int, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs
) -> T:
    """Call a function that parses one or several matches, and return its result.

    `size` is the size of their events in bytes. With less than `SMALL_BYTES` the function runs in a thread; otherwise
    it runs in one of `processes`, and WorkerFailed is raised if it fails there.
    """
    if size < SMALL_BYTES:
        return await asyncio.to_thread(function, *arguments, **keywords)
    return await processes.call(function, *arguments, **keywords)


# Functions that run in a thread or a worker process


@lru_cache(CACHED_MATCHES)
def read_match(stored_match: StoredMatch) -> FinishedMatch | None:
    """Parse a stored match and return it. Return None if the match is not over."""
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
        visible_match.is_void,
    )


def match_record(visible_match: SeenMatch, review_by_deal: Mapping[int, ReviewSummary]) -> bytes:
    """Return a match with its score sheet and its deals as JSON, for the page of the match.

    `review_by_deal` are the summaries of its reviews (evaluations of all decisions in a deal) by deal number.
    """
    return msgspec.json.encode(
        build_match_record(visible_match.table, _load_visible_match(visible_match), review_by_deal)
    )


def log_file(visible_match: SeenMatch) -> bytes:
    """Return the log of a match up to its last finished deal, as the bytes of a file with one JSON object per line."""
    return _load_visible_match(visible_match).match.file()


def deal_record(visible_match: SeenMatch, deal: int) -> bytes | None:
    """Return a deal with all its cards and log entries as JSON; None if the match has no deal with this number."""
    return _to_json(_load_visible_match(visible_match).match.deal(visible_match.table, deal))


def deal_question(visible_match: SeenMatch, deal: int, step: int) -> bytes | None:
    """Return what the player to act could see just before a log entry of a deal, as JSON.

    With it a page can ask a user to make this player's decision again. `deal` is the number of the deal from 1, and
    `step` the index of the log entry in the deal from 0. Return None if no player had to act at this point.
    """
    return _to_json(_load_visible_match(visible_match).match.question(visible_match.table, deal, step))


def review_of(visible_match: SeenMatch, deal: int) -> DealToReview | None:
    """Return a deal of a match, ready to be reviewed; None if the match has no deal with this number.

    A review evaluates every decision in a deal.
    """
    return deal_to_review(visible_match.table, _match(visible_match), deal)


def same_deal(match: str, deal: int, tables: Mapping[str, SeenMatch]) -> bytes | None:
    """Return the results of one deal at several tables as JSON; None if the first table has no deal of this number.

    `match` is the id of the match in which the deal was dealt first, "" if the user may not see it. `deal` is the
    number of the deal. `tables` maps table ids to the matches whose results are compared.
    """
    match_by_table = {table: _load_visible_match(visible_match) for table, visible_match in tables.items()}
    first_match = next(iter(match_by_table.values()))
    return _to_json(build_comparison(match, deal, match_by_table)) if 1 <= deal <= _deals(first_match.match) else None


def play_on_table(
    visible_match: SeenMatch, origin: Origin, acts: Sequence[Action], user: str, bots: int
) -> TableSettings | Reason | None:
    """Return the settings of a new table at which a user continues a deal that was played before.

    - `origin` names the deal, and the log entry from which it continues.
    - `acts` are the actions to be done after this log entry, in place of those that were played.
    - `user` is the id of the user, who owns the new table.
    - `bots` is the seed of its computer players.

    Return the reason if this is not possible, or None if the match has no deal with this number.
    """
    if not 1 <= origin.deal <= _deals(_match(visible_match)):
        return None
    try:
        return table_from(_match(visible_match), origin, acts, user, bots)
    except PrikupError as error:
        return error.reason


def friends_table(visible_match: SeenMatch, origin: Origin, host: str, bots: int) -> TableSettings | Reason | None:
    """Return the settings of a new table at which friends replay a deal of this match, to compare the results.

    `origin` names the deal. The user `host` owns the new table, and `bots` is the seed of its computer players. Return
    the reason if this is not possible, or None if the match has no deal with this number.
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
