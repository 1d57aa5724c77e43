"""Costly requests of people who need not be signed in: they take turns by address, each with a budget of seconds."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import ParamSpec, TypeVar

from prikup.errors import reason
from prikup.server.http.errors import HttpError
from prikup.server.http.rate_limits import RateLimits
from prikup.server.turns import Turns
from prikup.server.worker_processes import WorkerProcesses
from prikup.table.timekeeper import LOOP_TIME, Timekeeper

__all__ = ["MAX_WAITING", "PUBLIC_NICE", "AddressTurns", "PublicWork"]

P = ParamSpec("P")
T = TypeVar("T")
PUBLIC_NICE = 19
"""The niceness of the processes that do such work: behind the tables, and behind computer players too."""
MAX_WAITING = 30
"""Requests of one address that may wait for their turn: those of a class behind one router, and half a MiB each."""
RETRY_S = 5
"""Seconds after which an address with too many waiting requests is told to try again."""


class AddressTurns:
    """A queue of such requests, of which `slots` are carried out at a time.

    An address has one turn at a time, so that it never holds up the requests of another one while a slot is free. The
    seconds that it had are charged to the rate limit `work`.
    """

    def __init__(self, slots: int, limits: RateLimits, keeper: Timekeeper = LOOP_TIME) -> None:
        self._limits, self._keeper = limits, keeper
        self._turns = Turns(lambda under_way: under_way < slots, keeper, each=1)

    @property
    def waiting(self) -> int:
        """The number of requests that wait for their turn."""
        return self._turns.total_waiting

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn of an address, and charge the seconds that it takes.

        Raise HttpError 429 if the address has used up its seconds, or has too many requests waiting already.
        """
        self._limits.check("work", address)
        if self._turns.waiting(address) >= MAX_WAITING:
            raise HttpError(HTTPStatus.TOO_MANY_REQUESTS, reason("too-many", seconds=RETRY_S), RETRY_S)
        async with self._turns.turn(address):
            self._limits.check("work", address)  # those before it may have used up the seconds
            begun = self._keeper.now()
            try:
                yield
            finally:
                self._limits.charge("work", address, amount=self._keeper.now() - begun)


class PublicWork(AddressTurns):
    """Such a queue before some worker processes, of which it takes `slots` at most."""

    def __init__(
        self, processes: WorkerProcesses, slots: int, limits: RateLimits, keeper: Timekeeper = LOOP_TIME
    ) -> None:
        super().__init__(slots, limits, keeper)
        self._processes = processes

    async def run(self, address: str, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Return what a function returns in a worker process, in a turn of an address.

        Raise HttpError 429 as `turn` does, and WorkerFailed.
        """
        async with self.turn(address):
            return await self._processes.call(function, *arguments, **named)

    async def run_patiently(self, address: str, function: Callable[[bool], T]) -> T:
        """Return the same of a function that is told whether others wait for the turn to end."""
        async with self.turn(address):
            return await self._processes.call(function, self._turns.contested(address))
