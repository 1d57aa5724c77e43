"""A fair queue of jobs: users take turns, however many jobs each of them has waiting."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from prikup.table.host.time_source import LOOP_TIME, Timekeeper, pause

__all__ = ["Turns"]

LOOK_EVERY = 0.05
"""Seconds between two checks whether another job may start, as long as jobs wait."""
MAX_REST_S = 0.3
"""The longest time for which a person rests between two turns, in seconds."""


class Turns:
    """A fair queue of jobs. A person who has had a turn goes to the end of the queue.

    A turn is the permission to run one job, and a person is any string, such as a user id or a network address. `room`
    is called with the number of turns in progress and returns whether another turn may start. `keeper` is the source of
    time. `max_per_person` is the maximum number of turns that one person has at the same time; None means that only
    `room` limits it. A person who has more jobs waiting at the end of a turn rests before the next turn: `rest_factor`
    times as long as the last turn took, but at most `MAX_REST_S` seconds.
    """

    def __init__(
        self,
        room: Callable[[int], bool],
        keeper: Timekeeper = LOOP_TIME,
        *,
        max_per_person: int | None = None,
        rest_factor: float = 0.0,
    ) -> None:
        self._room, self._keeper, self._each, self._rest_factor = room, keeper, max_per_person, rest_factor
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._turns: Counter[str] = Counter()
        self._resting: set[str] = set()
        self._looking: asyncio.Task[None] | None = None

    @property
    def under_way(self) -> int:
        """The number of turns in progress."""
        return self._turns.total()

    @property
    def total_waiting(self) -> int:
        """The number of jobs of all persons that wait for a turn."""
        return sum(map(self.waiting, self._waiting))

    def waiting(self, person: str) -> int:
        """Return the number of a person's jobs that wait for a turn."""
        return sum(not turn_start.cancelled() for turn_start in self._waiting.get(person, ()))

    def is_contested(self, person: str) -> bool:
        """Return whether another job waits that could start if the person's turn in progress ended.

        If so, the person's job should be short.
        """
        return person in self._waiting or any(self._may_begin(waiting_person) for waiting_person in self._waiting)

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait until the person gets a turn, the permission to run one job.

        The turn lasts until the `async with` block ends.
        """
        turn_start: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn_start)
        self._begin_turns()
        if self._waiting and self._looking is None:
            self._looking = asyncio.create_task(self._look())
        try:
            await turn_start
        except asyncio.CancelledError:
            if turn_start.done() and not turn_start.cancelled():
                self._end_turn(person, 0.0)
            raise
        start_s = self._keeper.now()
        try:
            yield
        finally:
            self._end_turn(person, self._keeper.now() - start_s)

    def _may_begin(self, person: str) -> bool:
        return person not in self._resting and (self._each is None or self._turns[person] < self._each)

    def _begin_turns(self) -> None:
        """Start waiting jobs in the order of the queue, as long as `room` permits another turn."""
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
        """Remove a person's first job from the queue, and return the future for which this job waits.

        The person's other jobs then wait behind those of all other persons.
        """
        jobs = self._waiting.pop(person)
        first = jobs.popleft()
        if jobs:
            self._waiting[person] = jobs
        return first

    def _end_turn(self, person: str, seconds: float) -> None:
        """End a turn that has taken `seconds`, and start waiting jobs."""
        self._turns[person] -= 1
        if not self._turns[person]:
            del self._turns[person]
        if person in self._waiting:
            self._waiting.move_to_end(person)
            if rest_s := min(self._rest_factor * seconds, MAX_REST_S):
                self._resting.add(person)
                self._keeper.call_at(self._keeper.now() + rest_s, partial(self._end_rest, person))
        self._begin_turns()

    def _end_rest(self, person: str) -> None:
        self._resting.discard(person)
        self._begin_turns()

    async def _look(self) -> None:
        """Check at regular intervals whether waiting jobs may start, and start them, until no job waits.

        The end of a turn starts waiting jobs too. But capacity can also become free without one, for example when a
        computer player no longer needs a worker process.
        """
        while self._waiting:
            await pause(self._keeper, LOOK_EVERY)
            self._begin_turns()
        self._looking = None
