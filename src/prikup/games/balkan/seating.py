"""The way the table goes. Seats are numbered clockwise whatever the direction; "next" is next in playing order."""

from prikup.cards import Seat
from prikup.games.balkan.options import Options

__all__ = ["following", "round_from"]

PLAYING_ORDER: dict[str, tuple[Seat, ...]] = {"clockwise": (0, 1, 2), "counter_clockwise": (0, 2, 1)}


def round_from(options: Options, seat: Seat) -> tuple[Seat, ...]:
    """Return the three seats in playing order, this one first."""
    seats = PLAYING_ORDER[options.direction]
    at = seats.index(seat)
    return seats[at:] + seats[:at]


def following(options: Options, seat: Seat) -> tuple[Seat, Seat]:
    """Return the next seat in playing order, and the one after it."""
    _, one, other = round_from(options, seat)
    return one, other
