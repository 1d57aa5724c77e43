"""The end of the sheet: what pool, dump and whists come to, exactly (seed 004, "score sheets and payments")."""

from fractions import Fraction

from prikup.cards import Seat
from prikup.games.preferans.options import Options
from prikup.sheet import Totals

__all__ = ["POOL_POINT", "WHISTS", "final", "whists_on"]

POOL_POINT = 10
"""The whists that a point of pool or dump is worth."""
WHISTS: dict[int, tuple[str, ...]] = {3: ("left", "right"), 4: ("left", "across", "right")}
"""The boxes of whists on the others at a table of that many, from the left neighbour round."""


def whists_on(seat: Seat, other: Seat, seats: int) -> str:
    """Return the name of the sheet's column in which `seat` keeps their whists on `other`, who is another player.

    `seats` is the number of players.
    """
    return WHISTS[seats][(other - seat) % seats - 1]


def final(options: Options, totals: Totals) -> tuple[Fraction, ...]:
    """Return what each player has won or lost in whists; it sums to zero.

    In Leningrad a point of the pool counts double.
    """
    pool, dump, *whists = totals
    seats = len(pool)
    worth = POOL_POINT * (2 if options.system == "leningrad" else 1)
    mean_pool, mean_dump = Fraction(sum(pool), seats), Fraction(sum(dump), seats)
    return tuple(
        worth * (pool[seat] - mean_pool)
        + POOL_POINT * (mean_dump - dump[seat])
        + sum(box[seat] for box in whists)
        - sum(box[(seat - 1 - n) % seats] for n, box in enumerate(whists))
        for seat in range(seats)
    )
