"""Turns at what there is little of, one person after the other, however much each asks for."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from prikup.table.timekeeper import LOOP_TIME, Timekeeper, pause

__all__ = ["Turns"]

LOOK_EVERY = 0.05
"""Seconds between two looks at whether there is room, while somebody waits."""


class Turns:
    """Gives turns to people who wait for them, each person one at a time in the order in which they came.

    Whoever had a turn goes behind all others. `room` says whether another turn may begin, beside those `under_way`.
    """

    def __init__(self, room: Callable[[int], bool], keeper: Timekeeper = LOOP_TIME) -> None:
        self._room, self._keeper = room, keeper
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._giving: asyncio.Task[None] | None = None
        self.under_way = 0

    @asynccontextmanager
    async def turn(self, person: str) -> AsyncIterator[None]:
        """Wait for a turn of a person, and have it until the block is left."""
        given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(given)
        if self._giving is None:
            self._giving = asyncio.create_task(self._give())
        try:
            await given
        except asyncio.CancelledError:
            if given.done() and not given.cancelled():
                self.under_way -= 1
            raise
        try:
            yield
        finally:
            self.under_way -= 1

    async def _give(self) -> None:
        while self._waiting:
            if self._room(self.under_way):
                self._next()
            else:
                await pause(self._keeper, LOOK_EVERY)
        self._giving = None

    def _next(self) -> None:
        person, waiting = self._waiting.popitem(last=False)
        given = waiting.popleft()
        if waiting:
            self._waiting[person] = waiting
        if not given.cancelled():
            self.under_way += 1
            given.set_result(None)
