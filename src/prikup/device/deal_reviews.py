"""Reviews of finished deals on a device: compute them on request, one after the other, and store them.

A review evaluates every decision of a deal. Each decision is a separate piece of work, and before each piece the tables
of the device can process their messages.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from prikup.archive.finished_match import FinishedMatch
from prikup.archive.match_records import SEED, ReviewProgress, ReviewSummary, summarise_review
from prikup.device.table_store import RowStore
from prikup.review import incremental
from prikup.review.judgement import Judgement
from prikup.review.result_breakdown import SELF_PLAYED
from prikup.review.review import VERSION, DealReview
from prikup.review.review_json import ReviewRecord, decision, record
from prikup.rules.state import Seat
from prikup.statistics.tally import COUNTING, Tally, decode_tally, encode_tally, tallies_of_review
from prikup.table.host.background_workers import Workers
from prikup.table.host.storage import NotRead

__all__ = ["DeviceReviews", "decode_tallies", "encode_tallies"]

MARK = f"1.{COUNTING}.{VERSION}"
"""The mark that this version of the program writes into the rows of its reviews; rows with another mark are ignored."""
logger = logging.getLogger("prikup.device")

T = TypeVar("T")
TalliesByLevel = dict[str, str]
"""Tallies (sums for the statistics) in encoded form, by the level of computer players.

The key "" has the tally of the device's owner.
"""


class _Row(Struct, frozen=True):
    """The stored row of a complete review.

    `mark` identifies the version of the program that wrote the row.
    """

    mark: str
    review: ReviewRecord


class _Sum(Struct, frozen=True):
    """The stored row of a review's summary, which is loaded for lists and statistics instead of the whole review.

    - `mark`: identifies the version of the program that wrote the row.
    - `table`, `deal`: the id of the match's table, and the number of the deal from 1.
    - `worst`: the summary, which contains the costliest decision of each seat.
    - `tallies`: what the deal adds to the statistics, empty if the deal does not count there.
    """

    mark: str
    table: str
    deal: int
    worst: ReviewSummary
    tallies: TalliesByLevel


class _Job(Struct):
    """A requested review that is not stored yet, because it waits, is in progress, or has failed.

    - `table`, `deal`: the id of the match's table, and the number of the deal from 1.
    - `match`: the finished match.
    - `players`: the seats of the computer players, by level; the seat of the device's owner is under the key "".
    - `judgements`: the judgements of decisions so far, by the index of the decision.
    - `decision_count`: the number of decisions to judge, 0 until the review starts.
    - `has_failed`: true if the review has failed.
    """

    table: str
    deal: int
    match: FinishedMatch
    players: Mapping[str, tuple[Seat, ...]]
    judgements: dict[int, Judgement] = field(default_factory=dict)
    decision_count: int = 0
    has_failed: bool = False


class DeviceReviews:
    """The reviews of all deals on a device. A review evaluates every decision of a deal.

    `shelf` is the row store with the reviews, and `workers` compute them. Methods that load rows raise NotRead if the
    row store fails.
    """

    def __init__(self, shelf: RowStore, workers: Workers) -> None:
        self._shelf, self._workers = shelf, workers
        self._jobs: dict[str, _Job] = {}
        self._waiting: deque[_Job] = deque()
        self._working: asyncio.Task[None] | None = None

    async def progress(self, table: str, deal: int) -> ReviewProgress:
        """Return how far the review of a deal is, and the review itself once it is complete.

        `table` is the id of the match's table, and `deal` the number of the deal from 1.
        """
        job = self._jobs.get(_key(table, deal))
        if job is None or job.has_failed:
            row = _read(await self._row(table, deal), _Row)
            return ReviewProgress("done", review=row.review) if row else ReviewProgress("failed" if job else "none")
        judgements = tuple(decision(judgement) for judgement in job.judgements.values())
        return ReviewProgress("under-way" if job.decision_count else "waits", judgements, job.decision_count)

    async def request_review(
        self, table: str, deal: int, match: FinishedMatch, players: Mapping[str, tuple[Seat, ...]]
    ) -> ReviewProgress:
        """Queue a deal of a match for review after all earlier requests, and return the progress of its review.

        `table` is the id of the match's table, and `deal` the number of the deal from 1. `players` maps the level of
        computer players to their seats, and "" to the seat of the device's owner. A deal that is queued or reviewed
        already is not queued again.
        """
        progress = await self.progress(table, deal)
        if progress.state != "none":
            return progress
        key = _key(table, deal)
        if key not in self._jobs:  # another page may have requested the same review meanwhile
            self._jobs[key] = _Job(table, deal, match, players)
            self._waiting.append(self._jobs[key])
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return await self.progress(table, deal)

    async def sums(self, table: str = "") -> dict[str, dict[int, ReviewSummary]]:
        """Return the summaries of stored reviews, by match id and then by deal number.

        `table` is the id of the only match whose summaries are returned, "" for all matches.
        """
        worst_by_match: dict[str, dict[int, ReviewSummary]] = {}
        for summary in await self._sums(table):
            worst_by_match.setdefault(summary.table, {})[summary.deal] = summary.worst
        return worst_by_match

    async def tallies(self) -> list[tuple[str, dict[str, Tally]]]:
        """Return, for each stored review, the id of its match and what the review adds to the statistics.

        This is a tally (sums for the statistics) for each level of computer players; the tally of the device's owner is
        under the key "".
        """
        return [(summary.table, decode_tallies(summary.tallies)) for summary in await self._sums("")]

    async def close(self) -> None:
        """Cancel the review in progress, and wait until it has stopped."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.wait([self._working])

    async def _row(self, table: str, deal: int) -> str | None:
        try:
            return await self._shelf.row("reviews", _key(table, deal))
        except Exception as error:
            raise NotRead("reviews") from error

    async def _sums(self, table: str) -> Iterable[_Sum]:
        try:
            rows = await self._shelf.rows("sums", f"{table} " if table else "")
        except Exception as error:
            raise NotRead("sums") from error
        return [summary for summary in (_read(row, _Sum) for row in rows) if summary]

    async def _work(self) -> None:
        """Review the queued deals one after the other, until the queue is empty."""
        while self._waiting:
            job = self._waiting.popleft()
            try:
                await self._store_review(job, await self._review(job))
                del self._jobs[_key(job.table, job.deal)]
            except Exception as error:  # any error: only this deal's review fails; the next deal is tried
                job.has_failed = True
                logger.error("not-reviewed", extra={"told": {"table": job.table, "deal": job.deal}}, exc_info=error)
        self._working = None

    async def _review(self, job: _Job) -> DealReview:
        events = job.match.inputs(job.deal)
        order = await self._piece(incremental.order, events)
        job.decision_count = len(order)
        for place in order:
            job.judgements[place] = await self._piece(incremental.judge_decision, events, place, SEED)
        games = [await self._piece(incremental.self_played_game, events, number, SEED) for number in range(SELF_PLAYED)]
        judgements = [job.judgements[place] for place in range(len(order))]
        return await self._piece(incremental.whole, events, judgements, games, SEED)

    async def _piece(self, function: Callable[..., T], *arguments: Any) -> T:
        await asyncio.sleep(0)
        return await self._workers.call(function, *arguments)

    async def _store_review(self, job: _Job, review: DealReview) -> None:
        review_record, key = record(review), _key(job.table, job.deal)
        tallies = tallies_of_review(review_record, tuple(job.players.values())) if job.match.counts(job.deal) else ()
        by_player = encode_tallies(dict(zip(job.players, tallies, strict=False)))
        rows = (
            ("reviews", key, _text(_Row(MARK, review_record))),
            ("sums", key, _text(_Sum(MARK, job.table, job.deal, summarise_review(review), by_player))),
        )
        await self._shelf.put(_text(rows))


def encode_tallies(tallies: Mapping[str, Tally]) -> TalliesByLevel:
    """Encode tallies (sums for the statistics) as they are stored in a row.

    The keys are the levels of computer players, and "" for the device's owner.
    """
    return {level: encode_tally(tally).decode() for level, tally in tallies.items()}


def decode_tallies(tallies: TalliesByLevel) -> dict[str, Tally]:
    """Decode tallies (sums for the statistics) that are stored in a row.

    The keys are the levels of computer players, and "" for the device's owner.
    """
    return {level: decode_tally(tally.encode()) for level, tally in tallies.items()}


Kept = TypeVar("Kept", _Row, _Sum)


def _read(row: str | None, kind: type[Kept]) -> Kept | None:
    """Return the content of a row, which has the type `kind`.

    Return None if there is no row, or if another version of the program wrote it.
    """
    try:
        content = msgspec.json.decode(row or "", type=kind)
    except msgspec.DecodeError:
        return None
    return content if content.mark == MARK else None


def _key(table: str, deal: int) -> str:
    return f"{table} {deal:04}"


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
