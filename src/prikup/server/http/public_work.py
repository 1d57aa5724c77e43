"""Costly requests that need no sign-in: a fair queue by address, with a budget of seconds for each."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import ParamSpec, TypeVar

from prikup.rules.errors import reason
from prikup.server.http.errors import HttpError
from prikup.server.http.rate_limits import RateLimits
from prikup.server.turns import Turns
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.time_source import LOOP_TIME, Timekeeper

__all__ = ["MAX_WAITING", "PUBLIC_NICE", "PublicWork"]

P = ParamSpec("P")
T = TypeVar("T")
PUBLIC_NICE = 19
"""The niceness of the worker processes for these requests: less urgent than tables and computer players."""
MAX_WAITING = 30
"""Maximum waiting requests of one address: those of a class behind one router, of half a MiB each."""
RETRY_S = 5
"""Seconds after which an address with too many waiting requests is asked to retry."""


class PublicWork:
    """A fair queue by address before some worker processes, which carries out `slots` requests at a time.

    An address has one turn at a time, so it never delays another address while a slot is free. The seconds of its turns
    are charged to the rate limit `work`.
    """

    def __init__(
        self, processes: WorkerProcesses, slots: int, limits: RateLimits, keeper: Timekeeper = LOOP_TIME
    ) -> None:
        self.processes = processes
        self._limits, self._keeper = limits, keeper
        self._turns = Turns(lambda under_way: under_way < slots, keeper, max_per_person=1)

    @property
    def waiting(self) -> int:
        """The number of requests waiting for their turn."""
        return self._turns.total_waiting

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn of an address, hold it until the block is left, and charge the seconds it took.

        Raise HttpError 429 if the address has used up its seconds, or has too many requests waiting already.
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
        """Return the result of a function that runs in a worker process, in a turn of the address.

        Raise HttpError 429 as `turn` does, or WorkerFailed.
        """
        async with self.turn(address):
            return await self.processes.call(function, *arguments, **keywords)

    async def run_patiently(self, address: str, function: Callable[[bool], T]) -> T:
        """Run a function as `run` does; its argument is whether other requests wait for this turn to end."""
        async with self.turn(address):
            return await self.processes.call(function, self._turns.is_contested(address))
