"""Time at a table, in a loop whose clock advances at every reading."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from prikup.table.host.time_source import LOOP_TIME, sleep_until

STEP = 0.01
"""Seconds between two readings of the clock. A sleep of the loop really takes that long for each step."""


class Busy(asyncio.SelectorEventLoop):
    """A loop that schedules nothing in the past, like Pyodide's."""

    looks = 0

    def time(self) -> float:
        self.looks += 1
        return self.looks * STEP

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., Any], *args: Any, **keywords: Any
    ) -> Any:
        if delay < 0:
            raise ValueError("Can't schedule in the past")
        return super().call_at(self.time() + delay, callback, *args, **keywords)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, **keywords: Any
    ) -> Any:
        return self.call_later(when - self.time(), callback, *args, **keywords)


@pytest.mark.parametrize("ahead", [-1.0, 0.0, STEP / 2, STEP, 1.5 * STEP, 3 * STEP, 9 * STEP])
def test_sleep_until_wakes_on_time_even_if_deadline_passes_meanwhile(ahead: float) -> None:
    async def wait() -> float:
        keeper = LOOP_TIME
        time = keeper.now() + ahead
        await sleep_until(keeper, time)
        return keeper.now() - time

    with asyncio.Runner(loop_factory=Busy) as runner:
        assert runner.run(wait()) >= 0
