"""The seats in playing order. Seats are numbered clockwise; "next" means next in the direction of play."""

from functools import cache

from prikup.games.balkan.options import Options
from prikup.rules.cards import Seat

__all__ = ["COLUMNS", "following", "opponents", "round_from", "speakers", "supe_on"]

COLUMNS: dict[int, tuple[str, ...]] = {3: ("left", "right"), 4: ("left", "across", "right")}
"""The columns of supe on the others, by the number of players, from the left neighbour round.

The next higher seat is the left one, regardless of the direction of play.
"""


def round_from(options: Options, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats of the table in playing order, starting with this one."""
    return _round(seat, options.players, 1 if options.direction == "clockwise" else -1)


@cache  # keyed by numbers, because hashing options takes longer
def _round(seat: Seat, players: int, step: int) -> tuple[Seat, ...]:
    return tuple((seat + step * offset) % players for offset in range(players))


def following(options: Options, seat: Seat) -> Seat:
    """Return the next seat in playing order."""
    return round_from(options, seat)[1]


def speakers(options: Options, dealer: Seat) -> tuple[Seat, ...]:
    """Return the three active seats, in calling order; with four at the table the dealer sits out."""
    order = round_from(options, dealer)
    return (*order[1:], dealer)[:3]


def opponents(options: Options, dealer: Seat, declarer: Seat) -> tuple[Seat, Seat]:
    """Return the two followers of declarer (one of the three active seats): next after declarer, then the other."""
    three = speakers(options, dealer)
    index = three.index(declarer)
    return three[index - 2], three[index - 1]


def supe_on(seat: Seat, opponent: Seat, seats: int) -> str:
    """Return the column in which a seat writes supe on another one; `seats` is the number of players."""
    return COLUMNS[seats][(opponent - seat) % seats - 1]
