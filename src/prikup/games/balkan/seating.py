"""The order of the seats in Balkan Preferans.

Seats are numbered clockwise. In this module, the "next" seat is always the next one in the direction of play, which a
house rule decides.
"""

from functools import cache

from prikup.games.balkan.options import Options
from prikup.rules.cards import Seat

__all__ = ["COLUMNS", "following", "opponents", "round_from", "speakers", "supe_on"]

COLUMNS: dict[int, tuple[str, ...]] = {3: ("left", "right"), 4: ("left", "across", "right")}
"""The columns in which a player enters supe (points against a declarer), for each number of players.

There is a column for each other player, clockwise from the left neighbour. The left neighbour is always the next higher
seat, regardless of the direction of play.
"""


def round_from(options: Options, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats of the table in playing order, starting with `seat`."""
    return _round(seat, options.players, 1 if options.direction == "clockwise" else -1)


@cache  # keyed by numbers, because hashing options takes longer
def _round(seat: Seat, players: int, step: int) -> tuple[Seat, ...]:
    return tuple((seat + step * offset) % players for offset in range(players))


def following(options: Options, seat: Seat) -> Seat:
    """Return the seat that follows `seat` in playing order."""
    return round_from(options, seat)[1]


def speakers(options: Options, dealer: Seat) -> tuple[Seat, ...]:
    """Return the three seats that take part in a deal, in calling order; of four players the dealer sits out."""
    order = round_from(options, dealer)
    return (*order[1:], dealer)[:3]


def opponents(options: Options, dealer: Seat, declarer: Seat) -> tuple[Seat, Seat]:
    """Return the seats of declarer's two opponents (the followers), in playing order after declarer.

    `dealer` dealt the cards, and `declarer` must be one of the three seats that take part in the deal.
    """
    three = speakers(options, dealer)
    index = three.index(declarer)
    return three[index - 2], three[index - 1]


def supe_on(seat: Seat, opponent: Seat, seats: int) -> str:
    """Return the column of the score sheet for the supe (points) that `seat` scores against the declarer `opponent`.

    `seats` is the number of players at the table.
    """
    return COLUMNS[seats][(opponent - seat) % seats - 1]
