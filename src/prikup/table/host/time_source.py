"""The clock of a host, which is passed to all code that waits or measures time, so that tests can replace it."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol

__all__ = ["LOOP_TIME", "LoopTime", "Timekeeper", "Timer", "pause", "sleep_until", "wait_until"]


class Timer(Protocol):
    """A scheduled call, as returned by `Timekeeper.call_at`."""

    def cancel(self) -> None:
        """Cancel the scheduled call."""


class Timekeeper(Protocol):
    """A clock that can schedule calls."""

    def now(self) -> float:
        """Return the monotonic time in seconds since an arbitrary origin."""
        ...

    def wall(self) -> float:
        """Return the wall-clock time in seconds since 1970."""
        ...

    def call_at(self, time: float, callback: Callable[[], object]) -> Timer:
        """Schedule a call of `callback` for when `now()` has reached `time`, and return the scheduled call."""
        ...


class LoopTime:
    """A `Timekeeper` that uses the running asyncio event loop, so only code that runs in such a loop can use it."""

    wall = staticmethod(time.time)

    def now(self) -> float:
        """Return the loop's time in seconds."""
        return asyncio.get_running_loop().time()

    def call_at(self, time: float, callback: Callable[[], object]) -> Timer:
        """Schedule a call of `callback` for when the loop's time has reached `time`, and return the scheduled call."""
        # The loop's own `call_at` is not used, because the event loop in a browser rejects a time in the past.
        return asyncio.get_running_loop().call_later(max(0.0, time - self.now()), callback)


LOOP_TIME: Timekeeper = LoopTime()


async def sleep_until(keeper: Timekeeper, time: float) -> None:
    """Wait until the clock `keeper` shows the time `time` (in seconds); return at once if that time is past."""
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


async def pause(keeper: Timekeeper, seconds: float) -> None:
    """Wait for `seconds` seconds by the clock `keeper`; let other tasks run even if that is 0."""
    if seconds <= 0:
        await asyncio.sleep(0)
    await sleep_until(keeper, keeper.now() + seconds)


async def wait_until(keeper: Timekeeper, time: float, task: asyncio.Task[Any]) -> None:
    """Wait until `task` is done or the clock `keeper` shows the time `time` (in seconds), whichever comes first.

    The task is not cancelled.
    """
    sleeping = asyncio.create_task(sleep_until(keeper, time))
    try:
        await asyncio.wait({sleeping, task}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        sleeping.cancel()
