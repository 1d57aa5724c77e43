"""The pause between two deals, in which players read the score sheet."""

from prikup.rules.errors import reason
from prikup.rules.state import Seat
from prikup.table.commands.shuffling import commit_seed
from prikup.table.state.events import TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed

__all__ = ["due", "mark_read", "reading_seats", "start_next_shuffle"]


def mark_read(live: LiveState, seat: Seat) -> None:
    """Record that a player has finished reading the score sheet; do nothing during a deal or a shuffle.

    Raise NotAllowed before the match has started and after its end.
    """
    if live.table.stage in ("open", "over"):
        raise NotAllowed(reason("nothing-to-read"))
    if live.table.stage == "rest":
        live.readers.add(seat)


def reading_seats(live: LiveState) -> tuple[Seat, ...]:
    """Return the seats whose players are still reading the score sheet between two deals."""
    return tuple(seat for seat in live.person_seats if seat not in live.readers and not live.is_absent(seat))


def start_next_shuffle(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the event that starts the next shuffle, once all players have read the score sheet or the pause is over.

    The pause is the time for reading between two deals. Its end is a timed change (a change without a command). Return
    () when the pause begins, and None while it lasts. No shuffle starts while no client is connected.
    """
    if live.rest_start is None:
        live.rest_start = live.now
        return ()
    end = due(live)
    over = end is not None and live.now >= end
    if not live.presence.clients or not (
        over or (live.person_seats and live.has_connected_person and not reading_seats(live))
    ):
        return None
    table = live.table
    assert table.log is not None
    return (commit_seed(table, table.log.match.deals + 1, table.log.attempts + 1),)


def due(live: LiveState) -> float | None:
    """Return the time at which the pause between two deals ends even if players are still reading the score sheet.

    The time is in seconds on the host's clock. Return None if the pause has not begun, or if a single person plays
    against computer players, who may read as long as they like.
    """
    return None if live.rest_start is None or len(live.person_seats) == 1 else live.rest_start + live.timing.rest_s
