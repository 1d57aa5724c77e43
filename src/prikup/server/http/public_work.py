"""A fair queue, by network address, for costly requests that need no sign-in, and the processes that compute them.

Each network address has a limit on the seconds of computing.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import ParamSpec, TypeVar

from prikup.rules.errors import reason
from prikup.server.http.errors import HttpError
from prikup.server.http.rate_limits import RateLimits
from prikup.server.turns import Turns
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.host.time_source import LOOP_TIME, Timekeeper

__all__ = ["MAX_WAITING", "PublicWork", "WorkQueue"]

P = ParamSpec("P")
T = TypeVar("T")
PUBLIC_NICE = 15
"""The niceness (Unix priority) of the worker processes for costly requests that need no sign-in.

These requests are less urgent than tables and computer players.
"""
ANALYSES, BRIEF_JOBS, READINGS = 2, 2, 2
"""The maximum numbers of analyses, brief jobs and readings that run at a time.

An analysis computes the best play in a position, a brief job scores a match or checks an upload, and a reading parses a
finished match. One network address runs at most one of each kind at a time. As two of each kind may run, another
address need not wait for it.
"""
BRIEF_JOB_REST = 4.0
"""The rest of a network address after a brief job, if more of its jobs wait, as a multiple of the job's duration.

A rest is needed because each job also takes some milliseconds of the server's own process, which serves the tables.
"""
PUBLIC_PROCESSES = 4
"""The number of worker processes for analyses of positions, brief jobs, and readings of finished matches.

While two analyses run, one process is left for brief jobs and one for readings.
"""
MAX_WAITING = 30
"""Maximum number of waiting requests from one network address.

It is enough for a class behind one router. It is not higher because each waiting request may take half a MiB.
"""
RETRY_S = 5
"""Seconds after which a client may retry if too many requests from its address are waiting."""


class WorkQueue:
    """A fair queue of costly requests by network address, which a pool of worker processes carries out.

    `processes` is that pool. At most `slots` requests run at a time, and only one of each address, so an address never
    delays another one while a slot is free. An address that has more requests waiting rests after each one,
    `rest_factor` times as long as the request ran (`Turns`). The seconds for which a request runs are charged to its
    address under the rate limit "work" of `limits`. `keeper` is the source of time.
    """

    def __init__(
        self,
        processes: WorkerProcesses,
        slots: int,
        limits: RateLimits,
        keeper: Timekeeper = LOOP_TIME,
        *,
        rest_factor: float = 0.0,
    ) -> None:
        self.processes = processes
        self._limits, self._keeper = limits, keeper
        self._turns = Turns(lambda under_way: under_way < slots, keeper, max_per_person=1, rest_factor=rest_factor)

    @property
    def waiting(self) -> int:
        """The number of requests waiting for their turn to run."""
        return self._turns.total_waiting

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until a request from `address` may run. Its turn lasts until the `async with` block ends.

        The seconds of the block are charged to the address. Raise HttpError 429 if the address has used up its seconds
        of computing, or if too many of its requests are waiting already.
        """
        self._limits.check("work", address)
        if self._turns.waiting(address) >= MAX_WAITING:
            raise HttpError(HTTPStatus.TOO_MANY_REQUESTS, reason("too-many", seconds=RETRY_S), RETRY_S)
        async with self._turns.turn(address):
            self._limits.check("work", address)  # earlier requests may have used up the seconds meanwhile
            start_s = self._keeper.now()
            try:
                yield
            finally:
                self._limits.charge("work", address, amount=self._keeper.now() - start_s)

    async def run(self, address: str, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Run a function in a worker process when it is the turn of `address` in the queue, and return its result.

        Raise HttpError 429 if the address has used up its seconds of computing or has too many waiting requests, or
        WorkerFailed if the function fails.
        """
        async with self.turn(address):
            return await self.processes.call(function, *arguments, **keywords)

    async def run_patiently(self, address: str, function: Callable[[bool], T]) -> T:
        """Run a function when it is the turn of `address` in the queue, as `run` does, and return its result.

        The function has one argument, which is True if other requests wait until it ends; it should then take less
        time.
        """
        async with self.turn(address):
            return await self.processes.call(function, self._turns.is_contested(address))


class PublicWork:
    """The costly requests that need no sign-in: a queue for each of the three kinds, and the worker processes of all.

    The kinds are analyses of positions, brief jobs, and readings of finished matches. `limits` are the rate limits, and
    `keeper` is the source of time.
    """

    def __init__(self, limits: RateLimits, keeper: Timekeeper = LOOP_TIME) -> None:
        self.processes = WorkerProcesses(PUBLIC_PROCESSES, PUBLIC_NICE)
        self.analyses = WorkQueue(self.processes, ANALYSES, limits, keeper)
        self.brief_jobs = WorkQueue(self.processes, BRIEF_JOBS, limits, keeper, rest_factor=BRIEF_JOB_REST)
        self.readings = WorkQueue(self.processes, READINGS, limits, keeper)
