"""The clock of a server: each part that waits, or counts seconds, is given one, and tests give another."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from prikup.table.timekeeper import Timekeeper, Timer, sleep_until

__all__ = ["SERVER_TIME", "ServerTime", "pause", "wait_until"]


class ServerTime:
    """The time of this machine. Unlike that of an event loop it is there before the loop runs."""

    now = staticmethod(time.monotonic)
    wall = staticmethod(time.time)

    def call_at(self, time: float, callback: Callable[[], object]) -> Timer:
        """Call a function in the running loop once `now()` has come to this time."""
        return asyncio.get_running_loop().call_later(max(0.0, time - self.now()), callback)


SERVER_TIME: Timekeeper = ServerTime()


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
