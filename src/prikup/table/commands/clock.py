"""The clocks of the seats: a bank and an increment. A clock runs while a person is asked and somebody is at the table.

What was left is written with every row of a deal; a restart goes on from there.
"""

from prikup.history.log import Act, Begin, Closed, Dealt
from prikup.table.events import Event, Fallen, Laid, Timed
from prikup.table.live import Live
from prikup.table.protocol import Clock

__all__ = ["clock", "due", "falls", "tick", "timed", "written"]

LEAST = 10
"""A deal begins with at least so many increments on the clock."""


def tick(live: Live) -> None:
    """Charge the clocks that have run since, and let those run that run now."""
    course = live.course
    if course.settings.clock is None:
        return
    for seat in live.runs:
        live.clocks[seat] -= (live.now - live.ticked) * 1000
    live.ticked = live.now
    running = course.stage == "deal" and live.awake
    live.runs = tuple(seat for seat in course.asked if course.chairs[seat].played) if running else ()


def written(live: Live) -> None:
    """Go on from what is written; the time that the writing took is nobody's."""
    tick(live)
    live.clocks = list(map(float, live.course.left))


def timed(live: Live, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What is left on the clocks once these events are written; nothing where they do not matter."""
    course = live.course
    if course.settings.clock is None or not (
        course.stage == "deal" or any(isinstance(event, Begin | Dealt) for event in events)
    ):
        return ()
    left = list(live.clocks)
    increment = course.settings.clock[1]
    for event in events:
        if isinstance(event, Act | Laid) and event.seat in live.runs:
            left[event.seat] += increment
        elif isinstance(event, Closed):
            left = [max(each, LEAST * increment) for each in left]
    return (Timed(tuple(max(0, round(each)) for each in left)),)


def falls(live: Live) -> tuple[Event, ...] | None:
    """The clocks that have fallen."""
    return tuple(Fallen(seat) for seat in live.runs if live.clocks[seat] < 0.5) or None


def due(live: Live) -> float | None:
    """When the next clock falls."""
    return min((live.now + live.clocks[seat] / 1000 for seat in live.runs), default=None)


def clock(live: Live) -> Clock | None:
    """What a player sees of the clocks."""
    if live.course.settings.clock is None:
        return None
    return Clock(tuple(max(0, round(left)) for left in live.clocks), live.runs)
