"""The timed changes at a table and their times, as functions of the table's state and the current time.

A timed change happens without a command, for example when a clock runs out or a step of the shuffle times out.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from prikup.table.commands import (
    actions,
    between_deals,
    clock,
    forfeits,
    listing,
    playing_time,
    proposals,
    seats,
    shuffling,
    turn_times,
)
from prikup.table.host.time_source import Timekeeper, Timer
from prikup.table.state.events import TableEvent
from prikup.table.state.live_state import LiveState

__all__ = ["Alarm", "due_events", "next_due_time"]


class TimedChange(NamedTuple):
    """A change that happens without a command, for example when a clock runs out.

    - `events`: returns the events of the change if it is due now, () if it affects only the in-memory state, and None
      if it is not due. It is None for the number of spectators, which the table updates after every item of its inbox.
    - `due`: returns the time at which the change can become due, in seconds on the host's clock, or None if there is no
      such time. It is None for a change that becomes due with an item of the inbox, and not at a certain time.
    """

    events: Callable[[LiveState], tuple[TableEvent, ...] | None] | None
    due_time: Callable[[LiveState], float | None] | None


def due_events(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events of the first timed change that is due now.

    A timed change happens without a command, for example when a clock runs out. Return () if the change affects only
    the in-memory state, and None if no timed change is due.
    """
    for change in _timed_changes(live):
        events = None if change.events is None else change.events(live)
        if events is not None:
            return events
    return None


def next_due_time(live: LiveState) -> float | None:
    """Return the next time at which a timed change can become due; None if there is no such time.

    The time is in seconds on the host's clock. A timed change happens without a command, for example when a clock runs
    out.
    """
    times = (change.due_time(live) for change in _timed_changes(live) if change.due_time is not None)
    return min((time for time in times if time is not None and time > live.now), default=None)


def _timed_changes(live: LiveState) -> Iterator[TimedChange]:
    """Yield the timed changes (changes without a command) that are possible at the current stage of the match.

    All others are left out to save time, because their functions are called after every card.
    """
    table = live.table
    stage = table.stage
    yield TimedChange(None, LiveState.count_due)
    if stage == "open":
        yield TimedChange(seats.expired_reservations, seats.reservations_due)
        yield TimedChange(listing.bots_for_empty_seats, listing.bots_due)
        yield TimedChange(seats.automatic_start, listing.start_of_full_table_due)
        yield TimedChange(seats.annulment, seats.annulment_due)
        yield TimedChange(listing.ended_listing, listing.listing_due)
    elif stage == "deal":
        yield TimedChange(actions.missing_events, None)
    if table.proposal is not None:
        yield TimedChange(proposals.proposal_result, None)
    if stage not in ("open", "over") and table.tracks_time:
        yield TimedChange(playing_time.regular_record, playing_time.due)
        if live.times.away_seats:
            yield TimedChange(forfeits.away_forfeits, None)
    if stage not in ("open", "over") and live.absent_seats:
        yield TimedChange(seats.replacement_events, seats.next_absence_time)
    if stage == "deal" and table.settings.turns is not None:
        yield TimedChange(turn_times.expiry_events, turn_times.due)
        yield TimedChange(turn_times.forced_events, None)
    if live.running_seats:
        yield TimedChange(clock.expiry_events, clock.due)
    if stage == "shuffle":
        yield TimedChange(shuffling.advance, shuffling.due)
    elif stage == "rest":
        if table.settings.minutes:
            yield TimedChange(playing_time.time_stop, None)
        yield TimedChange(between_deals.start_next_shuffle, between_deals.due)


class Alarm:
    """A timer that calls `ring` once, at the time that was set last, and can then be set again.

    `keeper` is the clock that schedules the call.
    """

    def __init__(self, keeper: Timekeeper, ring: Callable[[], None]) -> None:
        self._keeper, self._call = keeper, ring
        self._time: float | None = None
        self._timer: Timer | None = None

    def set(self, time: float | None) -> None:
        """Set the time at which to call `ring`, in seconds on the clock `keeper`, replacing the previous time.

        None cancels the call.
        """
        if time == self._time:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._time = time
        self._timer = None if time is None else self._keeper.call_at(time, self._call_ring)

    def _call_ring(self) -> None:
        self._time = self._timer = None
        self._call()
