"""Forfeits of matches that count for ratings: a user resigns, lets the clock run out too often, or is away too long.

A computer player of the table's level takes the seat for the rest of the match, and the user cannot take it back. If no
person is left in the match, the match ends.
"""

from typing import Literal

from prikup.history.events import StopEvent
from prikup.rules.errors import reason
from prikup.rules.state import Seat
from prikup.table.state.events import BotAssigned, ClockExpired, SeatForfeited, TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.table_state import TableState

__all__ = ["MAX_EXPIRED_DECISIONS", "away_forfeits", "expiry_events", "resign"]

MAX_EXPIRED_DECISIONS = 5
"""The number of times that a user's clock may run out; the last time forfeits the match."""
ForfeitReason = Literal["resigned", "clock", "away"]


def _forfeit_events(table: TableState, seats: tuple[Seat, ...], why: ForfeitReason) -> tuple[TableEvent, ...]:
    assert table.log is not None
    deals, level = table.log.match.deals, table.settings.level
    events = [event for seat in seats for event in (SeatForfeited(seat, why, deals), BotAssigned(seat, level))]
    people_left = [
        seat for seat, chair in enumerate(table.chairs) if chair.user and seat not in (*table.forfeits, *seats)
    ]
    return (*events, *(() if people_left else (StopEvent("forfeit"),)))


def resign(table: TableState, seat: Seat) -> tuple[TableEvent, ...]:
    """Return the events by which the user of a seat resigns (gives up) a rated match.

    Raise NotAllowed if the match is not rated.
    """
    if not table.is_rated:
        raise NotAllowed(reason("resign-unrated"))
    return _forfeit_events(table, (seat,), "resigned")


def away_forfeits(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events with which users forfeit a rated match because they were away for too long.

    A user is away while not connected or after leaving the seat. Return None if nobody forfeits. This is a timed change
    (a change without a command).
    """
    times = live.times
    seats = tuple(seat for seat in times.away_seats if times.left_until_forfeit_ms(seat) < 0.5)
    return _forfeit_events(live.table, seats, "away") if seats else None


def expiry_events(table: TableState, seats: tuple[Seat, ...]) -> tuple[TableEvent, ...]:
    """Return the events of the seats `seats`, whose clocks have run out of time in a rated match.

    A computer player makes the current decision for each of these seats. A user whose clock runs out for the fifth time
    forfeits the match instead.
    """
    forfeiting_seats = tuple(seat for seat in seats if table.expired_decisions[seat] + 1 >= MAX_EXPIRED_DECISIONS)
    expired = tuple(ClockExpired(seat) for seat in seats if seat not in forfeiting_seats)
    return (*expired, *(_forfeit_events(table, forfeiting_seats, "clock") if forfeiting_seats else ()))
