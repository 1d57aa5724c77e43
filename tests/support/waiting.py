"""Wait for what is meant, never for a time. The two sleeps here are the only ones that tests need for that.

The deadline is no part of what is tested: it only ends a test that would hang, on however busy a machine.
"""

import asyncio
import time
from collections.abc import Callable

__all__ = ["DEADLINE_S", "eventually", "until"]

DEADLINE_S = 120.0
POLL_S = 0.01


def until(condition: Callable[[], object], what: str = "the condition") -> None:
    """Wait until a condition holds that another thread or process brings about; AssertionError at the deadline."""
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, f"{what} did not come to hold"
        time.sleep(POLL_S)  # real time: another thread or process has no event to wait for


async def eventually(condition: Callable[[], object], what: str = "the condition") -> None:
    """Wait until a condition holds that other tasks bring about; AssertionError at the deadline."""
    end = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < end, f"{what} did not come to hold"
        await asyncio.sleep(POLL_S)  # real time: what is waited for may come from another thread or process
