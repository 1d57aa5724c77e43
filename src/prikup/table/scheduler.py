"""All that happens at a table by itself, and its time: a function of what is so and of the time."""

from collections.abc import Callable, Iterator

from prikup.table.commands import actions, clock, intermission, proposals, seats, shuffling
from prikup.table.events import Event
from prikup.table.live import Live
from prikup.table.timekeeper import Timekeeper, Timer

__all__ = ["Alarm", "due", "follows"]

Cause = Callable[[Live], tuple[Event, ...] | None]
Due = Callable[[Live], float | None]


def follows(live: Live) -> tuple[Event, ...] | None:
    """Return the events that come next by themselves; None: nothing for now; (): no event says what has changed."""
    for cause in _causes(live):
        events = cause(live)
        if events is not None:
            return events
    return None


def due(live: Live) -> float | None:
    """Return when something may happen that does not happen now."""
    times = (of(live) for of in _dues(live))
    return min((time for time in times if time is not None and time > live.now), default=None)


def _causes(live: Live) -> Iterator[Cause]:
    """Give what may happen at this stage; a card passes here, so nothing is asked that cannot be."""
    table = live.table
    stage = table.stage
    if stage == "open":
        yield seats.beginning
        yield seats.expired_reservations
        return
    if stage == "deal":
        yield actions.overdue
    if table.proposal is not None:
        yield proposals.agreed
    if live.away and stage != "over":
        yield seats.absences
    if live.runs:
        yield clock.falls
    if stage == "shuffle":
        yield shuffling.goes_on
    elif stage == "rest":
        yield intermission.rested


def _dues(live: Live) -> Iterator[Due]:
    yield Live.count_due
    if live.away:
        yield seats.due
    if live.runs:
        yield clock.due
    if live.table.stage == "open":
        yield seats.reservations_due
    elif live.table.stage == "shuffle":
        yield shuffling.due
    elif live.table.stage == "rest":
        yield intermission.due


class Alarm:
    """Rings once, at the time it was last set to."""

    def __init__(self, keeper: Timekeeper, ring: Callable[[], None]) -> None:
        self._keeper, self._call = keeper, ring
        self._time: float | None = None
        self._timer: Timer | None = None

    def set(self, time: float | None) -> None:
        """Ring at this time; None: not at all."""
        if time == self._time:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._time = time
        self._timer = None if time is None else self._keeper.call_at(time, self._ring)

    def _ring(self) -> None:
        self._time = self._timer = None
        self._call()
