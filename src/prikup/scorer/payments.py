"""The payments after a match: the settlement in money, and the fewest payments that settle it.

A player's amount is the settlement in points times the price of a point, rounded down to a whole unit of the currency.
Units lost by rounding go to the players with the largest remainders, and among equal remainders to the lower seat. So
the amounts add up to zero.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.score_sheet import round_shares

__all__ = ["Payment", "fewest_payments", "money", "pairwise_payments", "payments_on_leaving", "side_payments"]


class Payment(Struct, frozen=True):
    """A payment by the player at the seat `payer` to the player at the seat `payee`.

    The amount is `units` units of 10^-decimals of the currency, for example cents if the currency has two decimals.
    """

    payer: Seat
    payee: Seat
    units: int


def money(shares: Sequence[Fraction], price: Fraction, decimals: int) -> tuple[int, ...]:
    """Return the amount that each side wins or loses, in units of 10^-`decimals` of the currency.

    `shares` is the settlement in points by side, and `price` is the price of a point. Amounts are rounded so that they
    add up to zero.

    >>> money((Fraction(-20, 3), Fraction(10, 3), Fraction(10, 3)), Fraction(1, 4), 2)
    (-166, 83, 83)
    """
    return round_shares([share * price * 10**decimals for share in shares])


def fewest_payments(units: Sequence[int]) -> tuple[Payment, ...]:
    """Return the smallest number of payments that settles a match.

    `units` are the amounts that the players win (positive) or lose (negative), by seat; their sum is zero. The players
    are split into as many groups as possible, so that the amounts in each group sum to zero. In each group, again and
    again, the player who owes most pays the player who is owed most, namely the smaller of their two amounts. Ties
    between splits and between amounts are resolved in favour of the lower seats.
    """
    seats = tuple(seat for seat, amount in enumerate(units) if amount)
    splits = [split for split in _splits(seats) if all(sum(units[seat] for seat in group) == 0 for group in split)]
    best = min(splits, key=lambda split: (-len(split), split), default=())
    return tuple(payment for group in best for payment in _group_payments(group, list(units)))


def _splits(seats: tuple[Seat, ...]) -> Iterator[tuple[tuple[Seat, ...], ...]]:
    """Yield every partition of `seats` into groups; the groups, and the seats in each group, are in ascending order."""
    if not seats:
        yield ()
        return
    first, rest = seats[0], seats[1:]
    for subset_bits in range(1 << len(rest)):
        group = (first, *(seat for n, seat in enumerate(rest) if subset_bits >> n & 1))
        for other_groups in _splits(tuple(seat for seat in rest if seat not in group)):
            yield (group, *other_groups)


def _group_payments(group: tuple[Seat, ...], balances: list[int]) -> Iterator[Payment]:
    """Yield the payments among the players of one group, which settle with each other only, and update `balances`.

    `group` are the seats. `balances` are the amounts still to be won or lost, by seat; within the group they sum to
    zero.
    """
    while any(balances[seat] for seat in group):
        payer = min(group, key=lambda seat: balances[seat])
        payee = max(group, key=lambda seat: balances[seat])
        units = min(-balances[payer], balances[payee])
        balances[payer] += units
        balances[payee] -= units
        yield Payment(payer, payee, units)


def payments_on_leaving(seat: Seat, whole: Sequence[int], rest: Sequence[int]) -> tuple[Payment, ...]:
    """Return the payments between the player who leaves `seat` and each of the other players, in seat order.

    `whole` are the amounts that all players win or lose, by seat, if the match is settled before the player leaves.
    `rest` are the amounts of the remaining players, by seat, if it is settled at the smaller table. Each remaining
    player pays or receives the difference between the two. So these payments and those at the end of the match add up
    to the amounts in `whole`.
    """
    remaining_seats = [remaining_seat for remaining_seat in range(len(whole)) if remaining_seat != seat]
    differences = [
        (remaining_seat, whole[remaining_seat] - new_amount)
        for remaining_seat, new_amount in zip(remaining_seats, rest, strict=True)
    ]
    return tuple(
        Payment(seat, remaining_seat, units) if units > 0 else Payment(remaining_seat, seat, -units)
        for remaining_seat, units in differences
        if units
    )


def side_payments(sides: Sequence[tuple[Seat, ...]], units: Sequence[int]) -> tuple[Payment, ...]:
    """Return the payments between sides that consist of several players.

    `sides` are the seats of each side, and `units` are the amounts that each player of a side wins or loses, by side.
    Each player of the losing side pays the next player of the winning side on the left (clockwise).
    """
    seats = sum(map(len, sides))
    side_of = {seat: side for side, members in enumerate(sides) for seat in members}
    payments = []
    for payer in range(seats):
        balance = units[side_of[payer]]
        seats_to_left = ((payer + step) % seats for step in range(1, seats))
        payee = next((seat for seat in seats_to_left if units[side_of[seat]] > 0), None)
        if balance < 0 and payee is not None:
            payments.append(Payment(payer, payee, -balance))
    return tuple(payments)


def pairwise_payments(shares: Sequence[Fraction], price: Fraction, decimals: int) -> tuple[Payment, ...]:
    """Return the payments if every two players settle with each other, as some tables do.

    Of two players, the one with the lower result pays the other the difference of their results, divided by the number
    of players at the table. `shares` is the settlement in points by side, and `price` is the price of a point. Each
    payment is rounded to the nearest unit of 10^-`decimals` of the currency, and left out if it is zero.
    """
    payments = []
    for first_seat, first_share in enumerate(shares):
        for second_seat in range(first_seat + 1, len(shares)):
            exact = (first_share - shares[second_seat]) / len(shares) * price * 10**decimals
            units = int(abs(exact) + Fraction(1, 2))
            if units:
                payments.append(
                    Payment(second_seat, first_seat, units) if exact > 0 else Payment(first_seat, second_seat, units)
                )
    return tuple(payments)
