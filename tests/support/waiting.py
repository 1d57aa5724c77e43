"""Wait for what is meant, never for a time. The sleeps here are the only ones that tests need for that.

The deadline is no part of what is tested: it only ends a test that would hang, on however busy a machine.
"""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

__all__ = ["DEADLINE_S", "eventually", "retried", "until"]

DEADLINE_S = 180.0
POLL_S = 0.01
T = TypeVar("T")


def until(condition: Callable[[], T | None], what: str = "the condition") -> T:
    """Wait until a condition holds that another thread or process brings about, and return what it comes to. Raise
    AssertionError at the deadline."""
    end = time.monotonic() + DEADLINE_S
    while not (result := condition()):
        assert time.monotonic() < end, f"{what} did not come to hold"  # real time: the deadline
        time.sleep(POLL_S)  # real time: another thread or process has no event to wait for
    return result


async def eventually(condition: Callable[[], object], what: str = "the condition") -> None:
    """Wait until a condition holds that other tasks bring about; AssertionError at the deadline."""
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, f"{what} did not come to hold"  # real time: the deadline
        await asyncio.sleep(POLL_S)  # real time: what is waited for may come from another thread or process


def retried(attempt: Callable[[], T], *errors: type[Exception], go_on: Callable[[], bool] = lambda: True) -> T:
    """Return what an attempt comes to once it raises none of these errors. Raise the last one at the deadline, or when
    there is no reason to go on."""
    end = time.monotonic() + DEADLINE_S
    while True:
        try:
            return attempt()
        except errors:
            if time.monotonic() > end or not go_on():
                raise
            time.sleep(POLL_S)  # real time: another process has no event to wait for
