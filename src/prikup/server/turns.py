"""A fair queue: users take turns, however many jobs each has waiting."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from prikup.table.time_source import LOOP_TIME, Timekeeper, pause

__all__ = ["Turns"]

LOOK_EVERY = 0.05
"""Seconds between two checks for free room while a job waits."""


class Turns:
    """Gives waiting persons turns; a person who has had a turn goes to the end of the queue.

    `room` returns whether another turn may begin, given the number of turns in progress. A person has at most
    `max_per_person` turns at a time (None: as many as there is room for).
    """

    def __init__(
        self, room: Callable[[int], bool], keeper: Timekeeper = LOOP_TIME, *, max_per_person: int | None = None
    ) -> None:
        self._room, self._keeper, self._each = room, keeper, max_per_person
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._turns: Counter[str] = Counter()
        self._looking: asyncio.Task[None] | None = None

    @property
    def under_way(self) -> int:
        """The number of turns in progress."""
        return self._turns.total()

    @property
    def total_waiting(self) -> int:
        """The number of waiting turns of all persons."""
        return sum(map(self.waiting, self._waiting))

    def waiting(self, person: str) -> int:
        """Return the number of waiting turns of a person."""
        return sum(not turn_start.cancelled() for turn_start in self._waiting.get(person, ()))

    def is_contested(self, person: str) -> bool:
        """Return whether another turn is waiting that could begin once this person's turn ends."""
        return person in self._waiting or any(self._may_begin(waiting_person) for waiting_person in self._waiting)

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait for a turn of a person, and hold it until the block is left."""
        turn_start: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn_start)
        self._begin_turns()
        if self._waiting and self._looking is None:
            self._looking = asyncio.create_task(self._look())
        try:
            await turn_start
        except asyncio.CancelledError:
            if turn_start.done() and not turn_start.cancelled():
                self._end_turn(person)
            raise
        try:
            yield
        finally:
            self._end_turn(person)

    def _may_begin(self, person: str) -> bool:
        return self._each is None or self._turns[person] < self._each

    def _begin_turns(self) -> None:
        """Begin as many turns as there is room for."""
        while (person := next(filter(self._may_begin, self._waiting), None)) is not None:
            jobs = self._waiting[person]
            if jobs[0].cancelled():
                self._leave(person)
                continue
            if not self._room(self.under_way):
                return
            self._turns[person] += 1
            self._leave(person).set_result(None)

    def _leave(self, person: str) -> asyncio.Future[None]:
        """Remove the first job of a person from the queue, and move their other jobs to its end; return the first."""
        jobs = self._waiting.pop(person)
        first = jobs.popleft()
        if jobs:
            self._waiting[person] = jobs
        return first

    def _end_turn(self, person: str) -> None:
        self._turns[person] -= 1
        if not self._turns[person]:
            del self._turns[person]
        if person in self._waiting:
            self._waiting.move_to_end(person)
        self._begin_turns()

    async def _look(self) -> None:
        """Check for room periodically: it may appear without the end of a turn."""
        while self._waiting:
            await pause(self._keeper, LOOK_EVERY)
            self._begin_turns()
        self._looking = None
