"""The time at a table."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

__all__ = ["LoopTime", "Timekeeper", "Timer", "sleep_until"]


class Timer(Protocol):
    """A call that is due."""

    def cancel(self) -> None:
        """Let it not happen."""


class Timekeeper(Protocol):
    """A host's clock, as a table sees it."""

    def now(self) -> float:
        """Return the time in seconds, since some moment; it never goes back."""
        ...

    def wall(self) -> float:
        """Return the wall clock in seconds since 1970."""
        ...

    def call_at(self, time: float, callback: Callable[[], object]) -> Timer:
        """Call a function once `now()` has come to this time."""
        ...


class LoopTime:
    """The time of the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.now = self._loop.time
        self.wall = time.time

    def call_at(self, time: float, callback: Callable[[], object]) -> Timer:
        """Call a function once the loop's time has come to this one."""
        # Not by the loop's own `call_at`: a tab's refuses a time that is over by when it looks at the clock.
        return self._loop.call_later(max(0.0, time - self.now()), callback)


async def sleep_until(keeper: Timekeeper, time: float) -> None:
    """Wait until a time has come; return at once if it has."""
    if time <= keeper.now():
        return
    woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    timer = keeper.call_at(time, lambda: _wake(woken))
    try:
        await woken
    finally:
        timer.cancel()


def _wake(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
