"""The clock of a host: each part that waits, or counts seconds, is given one, and tests give another."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol

__all__ = ["LOOP_TIME", "LoopTime", "Timekeeper", "Timer", "pause", "sleep_until", "wait_until"]


class Timer(Protocol):
    """A call that is due."""

    def cancel(self) -> None:
        """Let it not happen."""


class Timekeeper(Protocol):
    """A clock that can be told to call a function later."""

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
    """The time of the event loop that runs: only code within one can read it."""

    wall = staticmethod(time.time)

    def now(self) -> float:
        """Return the loop's time in seconds."""
        return asyncio.get_running_loop().time()

    def call_at(self, time: float, callback: Callable[[], object]) -> Timer:
        """Call a function once the loop's time has come to this one."""
        # Not by the loop's own `call_at`: a tab's refuses a time that is over by when it looks at the clock.
        return asyncio.get_running_loop().call_later(max(0.0, time - self.now()), callback)


LOOP_TIME: Timekeeper = LoopTime()


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


async def pause(keeper: Timekeeper, seconds: float) -> None:
    """Wait for some seconds; others have their turn even if there are none."""
    if seconds <= 0:
        await asyncio.sleep(0)
    await sleep_until(keeper, keeper.now() + seconds)


async def wait_until(keeper: Timekeeper, time: float, task: asyncio.Task[Any]) -> None:
    """Wait until a task is done, at most until a time has come."""
    sleeping = asyncio.create_task(sleep_until(keeper, time))
    try:
        await asyncio.wait({sleeping, task}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        sleeping.cancel()
