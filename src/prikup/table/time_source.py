"""A host's clock, passed to every part that waits or measures time; tests pass their own."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol

__all__ = ["LOOP_TIME", "LoopTime", "Timekeeper", "Timer", "pause", "sleep_until", "wait_until"]


class Timer(Protocol):
    """A scheduled call."""

    def cancel(self) -> None:
        """Cancel the call."""


class Timekeeper(Protocol):
    """A clock that can schedule calls."""

    def now(self) -> float:
        """Return monotonic time in seconds, from an arbitrary origin."""
        ...

    def wall(self) -> float:
        """Return the wall clock in seconds since 1970."""
        ...

    def call_at(self, time: float, callback: Callable[[], object]) -> Timer:
        """Call a function once `now()` has reached this time."""
        ...


class LoopTime:
    """The time of the running event loop; it can be read only by code in a loop."""

    wall = staticmethod(time.time)

    def now(self) -> float:
        """Return the loop's time in seconds."""
        return asyncio.get_running_loop().time()

    def call_at(self, time: float, callback: Callable[[], object]) -> Timer:
        """Call a function once the loop's time has reached this one."""
        # Not the loop's own `call_at`: a browser's loop rejects a time that has passed by the time it is called.
        return asyncio.get_running_loop().call_later(max(0.0, time - self.now()), callback)


LOOP_TIME: Timekeeper = LoopTime()


async def sleep_until(keeper: Timekeeper, time: float) -> None:
    """Wait until a time; return at once if it has passed."""
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
    """Wait for some seconds; give other tasks a turn even for 0 seconds."""
    if seconds <= 0:
        await asyncio.sleep(0)
    await sleep_until(keeper, keeper.now() + seconds)


async def wait_until(keeper: Timekeeper, time: float, task: asyncio.Task[Any]) -> None:
    """Wait until a task is done, or until a time if that comes first."""
    sleeping = asyncio.create_task(sleep_until(keeper, time))
    try:
        await asyncio.wait({sleeping, task}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        sleeping.cancel()
