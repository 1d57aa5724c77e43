"""Wait for conditions, never for a fixed time. Tests need no sleeps other than those in this module.

The deadline is long enough for a very busy machine. It is not part of what a test checks; it only ends a test that
would otherwise hang.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

__all__ = ["DEADLINE_S", "eventually", "retry", "until"]

DEADLINE_S = 180.0
POLL_S = 0.01
T = TypeVar("T")


def until(condition: Callable[[], T | None], description: str = "the condition") -> T:
    """Wait until `condition` returns a truthy value, and return this value.

    Use this if another thread or process fulfils the condition. Raise AssertionError with the `description` of the
    condition at the deadline.
    """
    end = time.monotonic() + DEADLINE_S
    while not (result := condition()):
        assert time.monotonic() < end, f"{description} did not come to hold"  # real time: the deadline
        time.sleep(POLL_S)  # real time: no event exists across threads or processes
    return result


async def eventually(condition: Callable[[], object], description: str = "the condition") -> None:
    """Wait until `condition` returns a truthy value, without blocking other tasks of the event loop.

    Raise AssertionError with the `description` of the condition at the deadline.
    """
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, f"{description} did not come to hold"  # real time: the deadline
        await asyncio.sleep(POLL_S)  # real time: the cause may be in another thread or process


def retry(attempt: Callable[[], T], *errors: type[Exception], go_on: Callable[[], bool] = lambda: True) -> T:
    """Call `attempt` repeatedly until it raises none of `errors`, and return its result.

    Raise the last error at the deadline, or as soon as `go_on` returns False.
    """
    end = time.monotonic() + DEADLINE_S
    while True:
        try:
            return attempt()
        except errors:
            if time.monotonic() > end or not go_on():
                raise
            time.sleep(POLL_S)  # real time: no event exists across processes
