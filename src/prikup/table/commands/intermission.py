"""The rest between two deals: the sheet is read."""

from prikup.errors import reason
from prikup.state import Seat
from prikup.table.commands.shuffling import committed
from prikup.table.events import Event
from prikup.table.live import Live, Refusal

__all__ = ["due", "read", "rested", "waits"]


def read(live: Live, seat: Seat) -> None:
    """Somebody has read the sheet; it does not matter if he says so too late."""
    if live.course.stage in ("open", "over"):
        raise Refusal(reason("nothing-to-read"))
    if live.course.stage == "rest":
        live.readers.add(seat)


def waits(live: Live) -> tuple[Seat, ...]:
    """Those who still read."""
    if live.course.stage != "rest":
        return ()
    return tuple(seat for seat in live.persons if seat not in live.readers and not live.absent(seat))


def rested(live: Live) -> tuple[Event, ...] | None:
    """The next shuffle begins once all have read the sheet, or after a while; nothing begins at an empty table."""
    if live.course.stage != "rest":
        live.resting = None
        return None
    if live.resting is None:
        live.resting, live.readers = live.now, set()
        return ()
    end = due(live)
    over = end is not None and live.now >= end
    if not live.ears or not (over or (live.persons and live.awake and not waits(live))):
        return None
    log = live.course.log
    assert log is not None
    return (committed(log.match.deals + 1, log.attempts + 1),)


def due(live: Live) -> float | None:
    """When nobody is waited for any more. A person alone with computer players has all the time he likes."""
    return None if live.resting is None or len(live.persons) == 1 else live.resting + live.config.rest_s
