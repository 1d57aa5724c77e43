"""The way the table goes. Seats are numbered clockwise whatever the direction; "next" is next in playing order."""

from functools import cache

from prikup.cards import Seat
from prikup.games.balkan.options import Options

__all__ = ["COLUMNS", "following", "opponents", "round_from", "speakers", "supe_on"]

COLUMNS: dict[int, tuple[str, ...]] = {3: ("left", "right"), 4: ("left", "across", "right")}
"""The boxes of supe on the others, at a table of that many: from the left neighbour round.

The next higher seat is the left one, whichever way the game goes.
"""


def round_from(options: Options, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats of the table in playing order, this one first."""
    return _round(seat, options.players, 1 if options.direction == "clockwise" else -1)


@cache  # by few numbers, not by options: to hash these takes longer
def _round(seat: Seat, players: int, step: int) -> tuple[Seat, ...]:
    return tuple((seat + step * at) % players for at in range(players))


def following(options: Options, seat: Seat) -> Seat:
    """Return the next seat in playing order."""
    return round_from(options, seat)[1]


def speakers(options: Options, dealer: Seat) -> tuple[Seat, ...]:
    """Return the three who play, in speaking order; with four at the table the dealer sits out."""
    order = round_from(options, dealer)
    return (*order[1:], dealer)[:3]


def opponents(options: Options, dealer: Seat, declarer: Seat) -> tuple[Seat, Seat]:
    """Return the two who may come against declarer, who is one of the three: next after declarer, then the other."""
    three = speakers(options, dealer)
    at = three.index(declarer)
    return three[at - 2], three[at - 1]


def supe_on(seat: Seat, other: Seat, seats: int) -> str:
    """Return the column in which a seat writes supe on another one, at a table of that many seats."""
    return COLUMNS[seats][(other - seat) % seats - 1]
