"""The clocks of the seats: each starts with an initial time (the bank) and gets an increment for every action.

A clock runs while its player has to act and at least one player is connected. Every commit (stored group of events)
during a deal contains the times left on all clocks, and after a restart the clocks continue from there. Once a clock
has run out, a computer player plays for the seat until the end of the deal (`Chair.clock_expired`,
`table.commands.bots`). In a rated match the computer player makes only one decision, and the seat gets the increment
for its next decision (`table.commands.forfeits`).
"""

from prikup.history.events import ActionEvent, BeginEvent, DealEvent, RowEvent, UndoEvent
from prikup.table.commands import forfeits
from prikup.table.protocol.message_parts import Clock
from prikup.table.state.events import ClockExpired, ClocksRecorded, SealedActionTaken, TableEvent
from prikup.table.state.live_state import LiveState
from prikup.table.state.table_state import TableState

__all__ = ["clock_events", "clock_message", "due", "expiry_events", "reset_clocks", "tick"]

MIN_INCREMENTS = 10
"""The minimum time on each clock after the end of a deal, as a multiple of the increment per action."""


def tick(live: LiveState) -> None:
    """Deduct the time since the last call from the clocks that were running, and update which clocks run now."""
    table = live.table
    for seat in live.running_seats:
        live.clocks[seat] -= (live.now - live.last_tick_time) * 1000
    live.last_tick_time = live.now
    running = table.stage == "deal" and live.has_connected_person
    live.running_seats = (
        tuple(seat for seat in table.seats_to_act if table.chairs[seat].is_played_by_person) if running else ()
    )


def reset_clocks(live: LiveState) -> None:
    """Set the clocks to the times in the last commit (stored group of events).

    So no player loses the time that storing the commit took.
    """
    tick(live)
    live.clocks = list(map(float, live.table.clocks_ms))


def clock_events(live: LiveState, events: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
    """Return the event that records the times on the clocks; () if no deal is in progress.

    It is stored in the same commit (group of events) as `events`, and contains the times after these events.
    """
    table = live.table
    assert table.settings.clock is not None
    if not (table.stage == "deal" or any(isinstance(event, BeginEvent | DealEvent) for event in events)):
        return ()
    clocks_ms = list(live.clocks)
    increment = table.settings.clock[1]
    for event in events:
        if isinstance(event, ActionEvent | SealedActionTaken):
            is_expired = table.is_rated and table.chairs[event.seat].clock_expired
            if is_expired or event.seat in live.running_seats:
                clocks_ms[event.seat] += increment
        elif isinstance(event, RowEvent):
            clocks_ms = [max(clock_ms, MIN_INCREMENTS * increment) for clock_ms in clocks_ms]
        elif isinstance(event, UndoEvent):
            clocks_ms = _clocks_before_last_action(table)
    return (ClocksRecorded(tuple(max(0, round(clock_ms)) for clock_ms in clocks_ms)),)


def _clocks_before_last_action(table: TableState) -> list[float]:
    """Return the times to which an undo sets the clocks, in milliseconds by seat.

    These are the times on the clocks when the action that is taken back was done, without the increment for it. So all
    players get back the time that has passed since then, and nobody can gain time by acting and taking the action back.
    """
    assert table.log is not None and table.settings.clock is not None
    clocks_ms = list(map(float, table.clocks_ms_at_last_step))
    undone_entry = table.log.entries[-1]
    if isinstance(undone_entry, ActionEvent):
        clocks_ms[undone_entry.seat] -= table.settings.clock[1]
    return clocks_ms


def expiry_events(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events of the running clocks that have run out of time; None if there is no such clock.

    A computer player then plays for the seat until the end of the deal; in a rated match it makes only one decision.
    """
    seats = tuple(seat for seat in live.running_seats if live.clocks[seat] < 0.5)
    if live.table.is_rated and seats:
        return forfeits.expiry_events(live.table, seats)
    return tuple(map(ClockExpired, seats)) or None


def due(live: LiveState) -> float | None:
    """Return the time at which the first of the running clocks runs out; None if no clock is running.

    The time is in seconds on the host's clock.
    """
    return min((live.now + live.clocks[seat] / 1000 for seat in live.running_seats), default=None)


def clock_message(live: LiveState) -> Clock:
    """Return the times on the clocks, as the `Clock` of an `UpdateMessage`."""
    return Clock(tuple(max(0, round(clock_ms)) for clock_ms in live.clocks), live.running_seats)
