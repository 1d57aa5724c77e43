"""The timed changes at a table and their times, as functions of the table's state and the current time.

A timed change happens without a command, for example when a clock runs out or a step of the shuffle times out.
"""

from collections.abc import Callable, Iterator

from prikup.table.commands import actions, between_deals, clock, proposals, seats, shuffling
from prikup.table.host.time_source import Timekeeper, Timer
from prikup.table.state.events import TableEvent
from prikup.table.state.live_state import LiveState

__all__ = ["Alarm", "due", "due_events"]

Cause = Callable[[LiveState], tuple[TableEvent, ...] | None]
DueTime = Callable[[LiveState], float | None]


def due_events(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events of the first timed change that is due now.

    A timed change happens without a command, for example when a clock runs out. Return () if the change affects only
    the in-memory state, and None if no timed change is due.
    """
    for cause in _causes(live):
        events = cause(live)
        if events is not None:
            return events
    return None


def due(live: LiveState) -> float | None:
    """Return the next time at which a timed change can become due; None if there is no such time.

    A timed change happens without a command, for example when a clock runs out.
    """
    times = (due_time(live) for due_time in _due_times(live))
    return min((time for time in times if time is not None and time > live.now), default=None)


def _causes(live: LiveState) -> Iterator[Cause]:
    """Yield the functions of the timed changes that are possible at the current stage of the match.

    A timed change happens without a command, for example when a clock runs out. All others are left out to save time,
    because the functions are called after every card.
    """
    table = live.table
    stage = table.stage
    if stage == "open":
        yield seats.automatic_start
        yield seats.expired_reservations
        return
    if stage == "deal":
        yield actions.missing_events
    if table.proposal is not None:
        yield proposals.proposal_result
    if live.absent_seats and stage != "over":
        yield seats.replacement_events
    if live.running_seats:
        yield clock.expiry_events
    if stage == "shuffle":
        yield shuffling.advance
    elif stage == "rest":
        yield between_deals.start_next_shuffle


def _due_times(live: LiveState) -> Iterator[DueTime]:
    yield LiveState.count_due
    if live.absent_seats:
        yield seats.next_absence_time
    if live.running_seats:
        yield clock.due
    if live.table.stage == "open":
        yield seats.reservations_due
    elif live.table.stage == "shuffle":
        yield shuffling.due
    elif live.table.stage == "rest":
        yield between_deals.due


class Alarm:
    """A timer that calls `ring` once, at the time that was set last, and can then be set again.

    `keeper` is the clock that schedules the call.
    """

    def __init__(self, keeper: Timekeeper, ring: Callable[[], None]) -> None:
        self._keeper, self._call = keeper, ring
        self._time: float | None = None
        self._timer: Timer | None = None

    def set(self, time: float | None) -> None:
        """Set the time at which to call `ring`, replacing the previous time; None cancels the call."""
        if time == self._time:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._time = time
        self._timer = None if time is None else self._keeper.call_at(time, self._ring)

    def _ring(self) -> None:
        self._time = self._timer = None
        self._call()
