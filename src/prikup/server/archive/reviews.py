"""Reviews of finished deals, which are computed on request or when the server is idle, and then stored.

A review evaluates every decision in a deal. Worker processes compute it in pieces: most pieces evaluate one decision,
and some let the strongest computer player play the whole deal. A piece starts only when no computer player waits for a
process, so a table waits at most until one piece ends. The deals that one user has requested are reviewed one after the
other, and users take turns piece by piece. The deals of matches that have just ended are reviewed without a request
while the server is idle; if a user requests one of them, the decisions evaluated so far are reused.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field
from sqlalchemy import delete, exists, insert, select

from prikup.archive.finished_match import FinishedMatch
from prikup.archive.match_records import SEED, ReviewProgress, ReviewSummary, summarise_review
from prikup.bots.payoff import SidePoints
from prikup.history.events import RowEvent
from prikup.review import incremental
from prikup.review.judgement import Judgement
from prikup.review.result_breakdown import SELF_PLAYED
from prikup.review.review import VERSION, DealReview
from prikup.review.review_json import decision, record
from prikup.rules.errors import reason
from prikup.server.archive.errors import ArchiveError
from prikup.server.archive.review_rows import compress_review, decompress_review
from prikup.server.archive.tallies import add_review
from prikup.server.logging import logger
from prikup.server.storage.database import Database, wall_clock
from prikup.server.storage.sql_tables import reviews
from prikup.server.turns import Turns
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.host.time_source import LOOP_TIME, Timekeeper

__all__ = ["MAX_IDLE", "MAX_WAITING", "DealToReview", "ServerReviews", "deal_to_review"]

MAX_WAITING = 50
"""Maximum number of requested reviews for which one user waits."""
MAX_IDLE = 200
"""Maximum number of deals that no user has asked to review, and that wait until the server is idle.

If there are more, the oldest are reviewed only on request.
"""
NO_PERSON = ""
"""The user id in a job (the review of one deal) that no user has requested."""

T = TypeVar("T")


class DealToReview(Struct, frozen=True):
    """A finished deal that is ready to be reviewed. A review evaluates every decision in a deal.

    - `table`: the id of the match.
    - `deal`: the number of the deal in the match, from 1.
    - `digest`: the digest of the log up to the end of the deal; the review is stored under it.
    - `inputs`: the log up to the end of the deal, as JSON.
    - `counts`: True if the deal counts in statistics.
    """

    table: str
    deal: int
    digest: str
    inputs: bytes
    counts: bool


class _Job(Struct):
    """The review of a deal that waits or is in progress.

    - `deal`: the deal to review.
    - `person`: the id of the user who requested the review, `NO_PERSON` if no user did.
    - `judgements`: the decisions evaluated so far, by their index in the deal.
    - `games`: the results of the finished games in which the strongest computer player plays the deal in all seats, by
      the number of the game.
    - `of`: the number of decisions in the deal, 0 until it is known.
    - `failed`: True if the review has failed.
    - `replaced`: True if no user had requested this review at first, but one has now; another job continues it.
    """

    deal: DealToReview
    person: str
    judgements: dict[int, Judgement] = field(default_factory=dict)
    games: dict[int, SidePoints] = field(default_factory=dict)
    of: int = 0
    failed: bool = False
    replaced: bool = False


class _JobReplaced(Exception):
    pass


class ServerReviews:
    """Computes and stores the reviews of deals on a server; a review evaluates every decision in a deal.

    `workers` are the worker processes that computer players use too. `keeper` is the source of time for waiting, and
    `wall_clock_ms` returns the wall-clock time in milliseconds. `idle` returns whether the rest of the server is idle.
    Methods raise NotRead if the database cannot be read.
    """

    def __init__(
        self,
        database: Database,
        workers: WorkerProcesses,
        keeper: Timekeeper = LOOP_TIME,
        wall_clock_ms: Callable[[], int] = wall_clock,
        idle: Callable[[], bool] = lambda: True,
    ) -> None:
        self._database, self._workers, self._now, self._idle = database, workers, wall_clock_ms, idle
        self._turns = Turns(self._has_room, keeper)
        self._idle_turns = Turns(self._has_idle_room, keeper)
        self._jobs: dict[str, _Job] = {}
        self._queues: dict[str, deque[_Job]] = {}
        self._idle_deals: deque[tuple[str, FinishedMatch, int]] = deque(maxlen=MAX_IDLE)  # logs are long
        self._idle_job: _Job | None = None
        self._works_idle = self._is_stopped = False
        self._running: set[asyncio.Task[None]] = set()

    def _has_room(self, under_way: int) -> bool:
        """Return whether another piece of a requested review may start.

        A piece is the part of a review that one call of a worker process computes. `under_way` is the number of pieces
        of requested reviews that are being computed now. A worker process must be free. If there are several worker
        processes, one more must stay free for computer players.
        """
        return self._workers.calls < max(1, self._workers.size - 1) and under_way < self._workers.size

    def _has_idle_room(self, under_way: int) -> bool:
        """Return whether another piece of a review that no user has requested may start.

        A piece is the part of a review that one call of a worker process computes. `under_way` is the number of such
        pieces that are being computed now. A piece may start only if no other computation is in progress or waiting.
        """
        return not under_way and not self._queues and not self._workers.calls and self._idle()

    # Queries

    async def progress(self, deal: DealToReview) -> ReviewProgress:
        """Return the progress of the review of a deal, with the review itself if it is finished."""
        job = self._jobs.get(deal.digest)
        if job is None or job.failed:
            stored_progress = await self._stored_progress(deal)
            return stored_progress or ReviewProgress("failed" if job else "none")
        decisions = tuple(decision(judgement) for judgement in list(job.judgements.values()))
        return ReviewProgress("under-way" if job.of else "waits", decisions, job.of)

    async def _stored_progress(self, deal: DealToReview) -> ReviewProgress | None:
        r = reviews.c
        query = select(r.review).where(r.digest == deal.digest, r.seed == SEED, r.version == VERSION)
        async with self._database.reading() as connection:
            review_bytes: bytes | None = (await connection.execute(query)).scalar()
        return ReviewProgress("done", review=decompress_review(review_bytes)) if review_bytes else None

    async def load_summaries(self, tables: Sequence[str]) -> dict[str, dict[int, ReviewSummary]]:
        """Return the summaries of stored reviews, which lists of matches show: by match id, then by deal number.

        `tables` are the ids of the matches.
        """
        r, summaries = reviews.c, dict[str, dict[int, ReviewSummary]]()
        query = select(r.table_id, r.deal, r.worst).where(r.table_id.in_(tables), r.seed == SEED, r.version == VERSION)
        async with self._database.reading() as connection:
            for row in await connection.execute(query):
                summaries.setdefault(row.table_id, {})[row.deal] = msgspec.json.decode(row.worst, type=ReviewSummary)
        return summaries

    # Computation

    async def request_review(self, person: str, deal: DealToReview) -> ReviewProgress:
        """Queue a deal to be reviewed for the user `person`, after the user's earlier requests; return its progress.

        If the deal is already queued or reviewed, only return the progress. Raise ArchiveError if the user already
        waits for `MAX_WAITING` reviews.
        """
        progress = await self.progress(deal)
        if progress.state != "none":
            return progress
        if deal.digest in self._jobs:  # another request has queued it meanwhile
            return await self.progress(deal)
        queue = self._queues.setdefault(person, deque())
        if len(queue) >= MAX_WAITING:
            raise ArchiveError(reason("review-enough", most=MAX_WAITING))
        job = self._jobs[deal.digest] = _Job(deal, person)
        if self._idle_job is not None and self._idle_job.deal.digest == deal.digest:
            self._idle_job.replaced = True
            job.judgements, job.games = self._idle_job.judgements, self._idle_job.games
        queue.append(job)
        if len(queue) == 1:
            self._start(self._work(person, queue))
        return ReviewProgress("waits")

    def review_when_idle(self, table: str, match: FinishedMatch) -> None:
        """Queue all deals of a finished match to be reviewed while the server is idle.

        `table` is the id of the match. Do nothing if `stop` was called before.
        """
        if self._is_stopped:
            return
        deals = sum(isinstance(event, RowEvent) for event in match.log.events)
        self._idle_deals.extend((table, match, deal) for deal in range(1, deals + 1))
        if not self._works_idle:
            self._works_idle = True
            self._start(self._work_idle())

    def stop(self) -> None:
        """Cancel all reviews in progress, and start no review of a match that ends later."""
        self._is_stopped = True
        for task in self._running:
            task.cancel()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _work(self, person: str, queue: deque[_Job]) -> None:
        """Review the deals in the queue of the user `person`, one after the other, until the queue is empty."""
        while queue:
            job = queue[0]
            try:
                await self._review(job)
                del self._jobs[job.deal.digest]
            except Exception as error:  # any error: the next deal may still be reviewed
                job.failed = True
                logger.error("not-reviewed", table=job.deal.table, deal=job.deal.deal, error=error)
            queue.popleft()
        del self._queues[person]

    async def _work_idle(self) -> None:
        """Review the deals that no user has requested, one after the other, until none is left."""
        while self._idle_deals:
            deal = await asyncio.to_thread(deal_to_review, *self._idle_deals.popleft())
            assert deal is not None, "only existing deals are queued"
            job = self._idle_job = _Job(deal, NO_PERSON)
            try:
                if (await self.progress(job.deal)).state == "none":
                    await self._review(job)
            except Exception as error:  # a user may still request the review
                if not job.replaced:
                    logger.error("not-reviewed", table=job.deal.table, deal=job.deal.deal, error=error)
        self._idle_job, self._works_idle = None, False

    async def _review(self, job: _Job) -> None:
        order = await self._piece(job, incremental.order)
        job.of = len(order)
        async with asyncio.TaskGroup() as group:
            for number in range(SELF_PLAYED):
                group.create_task(self._play(job, number))
            for place in order:
                group.create_task(self._judge(job, place))
        judgements = [job.judgements[place] for place in range(len(order))]
        games = [job.games[number] for number in range(SELF_PLAYED)]
        await self._store(job.deal, await self._piece(job, incremental.whole, judgements, games, SEED))

    async def _play(self, job: _Job, number: int) -> None:
        if number not in job.games:
            job.games[number] = await self._piece(job, incremental.self_played_game, number, SEED)

    async def _judge(self, job: _Job, place: int) -> None:
        if place not in job.judgements:
            job.judgements[place] = await self._piece(job, incremental.judge_decision, place, SEED)

    async def _piece(self, job: _Job, function: Callable[..., T], *arguments: Any) -> T:
        turns = self._idle_turns if job.person == NO_PERSON else self._turns
        async with turns.turn(job.person):
            if job.replaced:
                raise _JobReplaced
            return await self._workers.call(function, job.deal.inputs, *arguments)

    async def _store(self, deal: DealToReview, review: DealReview) -> None:
        r, review_json = reviews.c, record(review)
        values = {
            "digest": deal.digest,
            "seed": SEED,
            "version": VERSION,
            "at": self._now(),
            "table_id": deal.table,
            "deal": deal.deal,
            "review": compress_review(review_json),
            "worst": msgspec.json.encode(summarise_review(review)),
        }
        is_stored = exists().where(
            r.digest == deal.digest, r.seed == SEED, r.version == VERSION, r.table_id == deal.table
        )
        async with self._database.writing(exclusive=True) as connection:
            if await connection.scalar(select(is_stored)):
                return  # another server has reviewed the deal meanwhile, and statistics must not count it twice
            await connection.execute(delete(reviews).where(r.digest == deal.digest, r.seed == SEED))  # older versions
            await connection.execute(insert(reviews), values)
            if deal.counts:
                await add_review(connection, deal.table, review_json)


def deal_to_review(table: str, match: FinishedMatch, deal: int) -> DealToReview | None:
    """Return the deal with this number in a match, ready to be reviewed; None if there is no such deal.

    A review evaluates every decision in a deal. `table` is the id of the match.
    """
    if not 1 <= deal <= len(match.digests):
        return None
    return DealToReview(table, deal, match.digests[deal - 1], match.inputs(deal), match.counts(deal))
