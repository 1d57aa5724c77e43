"""The payments after a match: the settlement in units of a currency, and the fewest payments that settle it.

The amount of a player is the settlement times the price of a point, rounded down to a unit; the missing units go to the
largest remainders, and among equal ones to the lower seat. So the amounts add up to zero.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.score_sheet import rounded

__all__ = ["Payment", "at_leaving", "fewest", "money", "pairwise", "sided"]


class Payment(Struct, frozen=True):
    """A payment by one player to another, in units of the currency."""

    payer: Seat
    payee: Seat
    units: int


def money(shares: Sequence[Fraction], price: Fraction, decimals: int) -> tuple[int, ...]:
    """Return the amount that each side wins or loses, in units of 10^-decimals of the currency.

    >>> money((Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3)), Fraction(1, 4), 2)
    (-166, 83, 83)
    """
    return rounded([share * price * 10**decimals for share in shares])


def fewest(units: Sequence[int]) -> tuple[Payment, ...]:
    """Return the smallest number of payments that settles these amounts, which are by seat and sum to zero.

    The players are split into as many groups with the sum 0 as possible; in each group the largest debtor repeatedly
    pays the largest creditor the smaller of their two amounts. Among equal splits, and among equal amounts, the lower
    seats come first.
    """
    seats = tuple(seat for seat, amount in enumerate(units) if amount)
    splits = [split for split in _splits(seats) if all(sum(units[seat] for seat in group) == 0 for group in split)]
    best = min(splits, key=lambda split: (-len(split), split), default=())
    return tuple(payment for group in best for payment in _within(group, list(units)))


def _splits(seats: tuple[Seat, ...]) -> Iterator[tuple[tuple[Seat, ...], ...]]:
    """Yield every partition of some seats into groups; groups and seats are in ascending order."""
    if not seats:
        yield ()
        return
    first, rest = seats[0], seats[1:]
    for chosen in range(1 << len(rest)):
        group = (first, *(seat for n, seat in enumerate(rest) if chosen >> n & 1))
        for others in _splits(tuple(seat for seat in rest if seat not in group)):
            yield (group, *others)


def _within(group: tuple[Seat, ...], owed: list[int]) -> Iterator[Payment]:
    """Yield the payments among the players of one group."""
    while any(owed[seat] for seat in group):
        payer = min(group, key=lambda seat: owed[seat])
        payee = max(group, key=lambda seat: owed[seat])
        units = min(-owed[payer], owed[payee])
        owed[payer] += units
        owed[payee] -= units
        yield Payment(payer, payee, units)


def at_leaving(seat: Seat, whole: Sequence[int], rest: Sequence[int]) -> tuple[Payment, ...]:
    """Return the payments between a player who leaves and each of the others, in the order of the seats.

    `whole` are the amounts before, by seat, and `rest` those of the others at the table that stays. Each of them pays
    or is paid the difference, so the payments now and those at the end add up to the whole.
    """
    others = [other for other in range(len(whole)) if other != seat]
    owed = [(other, whole[other] - after) for other, after in zip(others, rest, strict=True)]
    return tuple(
        Payment(seat, other, units) if units > 0 else Payment(other, seat, -units) for other, units in owed if units
    )


def sided(sides: Sequence[tuple[Seat, ...]], units: Sequence[int]) -> tuple[Payment, ...]:
    """Return the payments between sides of several players: each loser pays the next winner on the left."""
    seats = sum(map(len, sides))
    side_of = {seat: side for side, members in enumerate(sides) for seat in members}
    paid = []
    for payer in range(seats):
        owed = units[side_of[payer]]
        around = ((payer + step) % seats for step in range(1, seats))
        payee = next((seat for seat in around if units[side_of[seat]] > 0), None)
        if owed < 0 and payee is not None:
            paid.append(Payment(payer, payee, -owed))
    return tuple(paid)


def pairwise(shares: Sequence[Fraction], price: Fraction, decimals: int) -> tuple[Payment, ...]:
    """Return the payments between every two players: their difference divided by the number of players.

    This is the custom of some tables. Each payment is rounded to the nearest unit.
    """
    paid = []
    for one, first in enumerate(shares):
        for other in range(one + 1, len(shares)):
            exact = (first - shares[other]) / len(shares) * price * 10**decimals
            units = int(abs(exact) + Fraction(1, 2))
            if units:
                paid.append(Payment(other, one, units) if exact > 0 else Payment(one, other, units))
    return tuple(paid)
