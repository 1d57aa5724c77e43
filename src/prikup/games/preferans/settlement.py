"""The settlement of Preferans: how much each player has won or lost, from pool, dump and whists.

The pool has points for contracts made, the dump has penalty points, and whists are points against another player. The
source is text 004, "score sheets and payments" (see docs/sources.md).
"""

from fractions import Fraction

from prikup.games.preferans.options import Options
from prikup.rules.cards import Seat
from prikup.rules.score_sheet import Totals

__all__ = ["POOL_POINT", "WHISTS", "final", "whists_on"]

POOL_POINT = 10
"""The number of whists (points) that a point of the pool (contracts made) or of the dump (penalty points) is worth."""
WHISTS: dict[int, tuple[str, ...]] = {3: ("left", "right"), 4: ("left", "across", "right")}
"""The columns of the score sheet for whists (points) on each other player, by the number of players at the table.

They are named clockwise from the left neighbour.
"""


def whists_on(seat: Seat, opponent: Seat, seats: int) -> str:
    """Return the name of the column in which `seat` enters its whists (points) on another player, `opponent`.

    `seats` is the number of players at the table.
    """
    return WHISTS[seats][(opponent - seat) % seats - 1]


def final(options: Options, totals: Totals) -> tuple[Fraction, ...]:
    """Return the number of whists (points) that each player has won or lost, given the totals of the sheet.

    The numbers sum to zero. In the Leningrad system a point of the pool (contracts made) counts double.
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
