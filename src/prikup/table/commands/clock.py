"""The clocks of the seats: a bank and an increment. A clock runs while a player is asked and anybody is at the table.

What was left is written with every commit of a deal; a restart goes on from there. Once a clock has fallen a computer
player plays on for the seat until the deal is over (`Chair.fallen`, `table.commands.bots`).
"""

from prikup.history.log import Act, Begin, Closed, Dealt, Undo
from prikup.table.events import Event, Fallen, Laid, Timed
from prikup.table.live import Live
from prikup.table.protocol import Clock
from prikup.table.state import TableState

__all__ = ["clock", "due", "falls", "tick", "timed", "written"]

LEAST = 10
"""A clock shows at least this number of increments when a deal begins."""


def tick(live: Live) -> None:
    """Charge the clocks that have run since, and let those run that run now."""
    table = live.table
    for seat in live.runs:
        live.clocks[seat] -= (live.now - live.ticked) * 1000
    live.ticked = live.now
    running = table.stage == "deal" and live.awake
    live.runs = tuple(seat for seat in table.asked if table.chairs[seat].played) if running else ()


def written(live: Live) -> None:
    """Go on from what is written; no clock is charged for the time that the writing took."""
    tick(live)
    live.clocks = list(map(float, live.table.left))


def timed(live: Live, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return what is left on the clocks once these events are written; nothing where it does not matter."""
    table = live.table
    assert table.settings.clock is not None
    if not (table.stage == "deal" or any(isinstance(event, Begin | Dealt) for event in events)):
        return ()
    left = list(live.clocks)
    increment = table.settings.clock[1]
    for event in events:
        if isinstance(event, Act | Laid) and event.seat in live.runs:
            left[event.seat] += increment
        elif isinstance(event, Closed):
            left = [max(each, LEAST * increment) for each in left]
        elif isinstance(event, Undo):
            left = _before_the_last_action(table)
    return (Timed(tuple(max(0, round(each)) for each in left)),)


def _before_the_last_action(table: TableState) -> list[float]:
    """Return what the clocks showed as the action that is taken back was done, without the increment it earned.

    So others have the time again that they have thought about it, and nobody gains time by acting and taking it back.
    """
    assert table.log is not None and table.settings.clock is not None
    left = list(map(float, table.left_then))
    undone = table.log.entries[-1]
    if isinstance(undone, Act):
        left[undone.seat] -= table.settings.clock[1]
    return left


def falls(live: Live) -> tuple[Event, ...] | None:
    """Return which clocks have fallen."""
    return tuple(Fallen(seat) for seat in live.runs if live.clocks[seat] < 0.5) or None


def due(live: Live) -> float | None:
    """Return when the next clock falls."""
    return min((live.now + live.clocks[seat] / 1000 for seat in live.runs), default=None)


def clock(live: Live) -> Clock:
    """Return what players see of the clocks."""
    return Clock(tuple(max(0, round(left)) for left in live.clocks), live.runs)
