"""The final settlement: the exact total of pool, dump and whists (seed 004, "score sheets and payments")."""

from fractions import Fraction

from prikup.games.preferans.options import Options
from prikup.rules.cards import Seat
from prikup.rules.score_sheet import Totals

__all__ = ["POOL_POINT", "WHISTS", "final", "whists_on"]

POOL_POINT = 10
"""The value of a point of pool or dump, in whists."""
WHISTS: dict[int, tuple[str, ...]] = {3: ("left", "right"), 4: ("left", "across", "right")}
"""The columns of whists on the others, by the number of players, from the left neighbour round."""


def whists_on(seat: Seat, opponent: Seat, seats: int) -> str:
    """Return the name of the column in which `seat` writes whists on `opponent`, a different player.

    `seats` is the number of players.
    """
    return WHISTS[seats][(opponent - seat) % seats - 1]


def final(options: Options, totals: Totals) -> tuple[Fraction, ...]:
    """Return the amount that each player has won or lost, in whists; the sum is zero.

    In Leningrad a point of the pool counts double.
    """
    pool, dump, *whists = totals
    seats = len(pool)
    worth = POOL_POINT * (2 if options.system == "leningrad" else 1)
    all_pool, all_dump = sum(pool), sum(dump)
    amounts = []
    for seat in range(seats):  # compute `seats` times the amount, which is a whole number
        times = worth * (seats * pool[seat] - all_pool) + POOL_POINT * (all_dump - seats * dump[seat])
        for n, box in enumerate(whists):
            times += seats * (box[seat] - box[(seat - 1 - n) % seats])
        amounts.append(Fraction(times, seats))
    return tuple(amounts)
