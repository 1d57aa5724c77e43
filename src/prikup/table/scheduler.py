"""What happens at a table by itself, and when: a function of what is so and of the time."""

import asyncio
from collections.abc import Callable

from prikup.table.commands import actions, clock, intermission, proposals, seats, shuffling
from prikup.table.events import Event
from prikup.table.live import Live

__all__ = ["Alarm", "due", "follows"]

CAUSES = (
    seats.beginning,
    actions.overdue,
    proposals.agreed,
    seats.absences,
    clock.falls,
    shuffling.goes_on,
    intermission.rested,
)
DUES = (seats.due, clock.due, shuffling.due, intermission.due)


def follows(live: Live) -> tuple[Event, ...] | None:
    """What happens next: the events of a row, or none for something that no row says; None: nothing for now."""
    for cause in CAUSES:
        events = cause(live)
        if events is not None:
            return events
    return None


def due(live: Live) -> float | None:
    """When something may happen that does not happen now."""
    times = (cause(live) for cause in DUES)
    return min((time for time in times if time is not None and time > live.now), default=None)


class Alarm:
    """Rings once, at the time it was last set to."""

    def __init__(self, loop: asyncio.AbstractEventLoop, ring: Callable[[], None]) -> None:
        self._loop, self._call = loop, ring
        self._time: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def set(self, time: float | None) -> None:
        """Ring then; None: not at all."""
        if time == self._time:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._time = time
        self._timer = None if time is None else self._loop.call_at(time, self._ring)

    def _ring(self) -> None:
        self._time = self._timer = None
        self._call()
