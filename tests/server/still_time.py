"""A server clock that only moves when a test advances it."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["StillTime"]


class _Call(NamedTuple):
    """A call scheduled for a time, in the event loop that scheduled it."""

    due: float
    callback: Callable[[], object]
    loop: asyncio.AbstractEventLoop
    calls: "list[_Call]"

    def cancel(self) -> None:
        if self in self.calls:
            self.calls.remove(self)


class StillTime:
    """A `Timekeeper`; calling it also returns the time. `waiting` lists the calls scheduled for later."""

    def __init__(self) -> None:
        self._now = 1000.0
        self.waiting: list[_Call] = []

    def now(self) -> float:
        return self._now

    wall = __call__ = now

    def call_at(self, time: float, callback: Callable[[], object]) -> _Call:
        self.waiting.append(call := _Call(time, callback, asyncio.get_running_loop(), self.waiting))
        if time <= self._now:
            self.advance(0.0)
        return call

    def advance(self, seconds: float) -> None:
        """Advance the clock and run the calls now due, each in its own loop; may be called from any thread."""
        self._now += seconds
        for call in sorted(
            (scheduled_call for scheduled_call in list(self.waiting) if scheduled_call.due <= self._now),
            key=lambda scheduled_call: scheduled_call.due,
        ):
            call.cancel()
            call.loop.call_soon_threadsafe(call.callback)
