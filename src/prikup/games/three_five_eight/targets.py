"""The targets of 3-5-8 (the tricks that each player should take), and the playing order, announcer and exchanges.

Seats are numbered clockwise, so the player on the dealer's left always has the next number, regardless of the direction
of play. In this module, the "next" player is always the next one in the direction of play.
"""

from msgspec import Struct

from prikup.games.three_five_eight.options import Options
from prikup.rules.cards import Seat
from prikup.rules.exchange import Debt
from prikup.rules.tricks import Follow, ring

__all__ = ["announcer_of", "debts", "follow", "following", "playing_order", "targets_of", "trick_limits"]


class TargetLayout(Struct, frozen=True):
    """The targets (tricks to take) of the dealer and of the players on the dealer's left and right.

    The house rule `target_layout` chooses one of several such layouts. `seats` are the seats in playing order.
    """

    dealer: int
    left: int
    right: int
    seats: tuple[Seat, ...]


LAYOUTS = {
    "d8_l5_r3": TargetLayout(8, 5, 3, (0, 1, 2)),
    "d3_l5_r8": TargetLayout(3, 5, 8, (0, 2, 1)),
    "d9_l5_r2": TargetLayout(9, 5, 2, (0, 1, 2)),
    "d3_l8_r5": TargetLayout(3, 8, 5, (0, 1, 2)),
}


def _layout(options: Options) -> TargetLayout:
    return LAYOUTS[options.target_layout]


def playing_order(options: Options) -> tuple[Seat, ...]:
    """Return the seats in the direction in which cards are dealt and played."""
    return _layout(options).seats


def following(options: Options, seat: Seat) -> Seat:
    """Return the seat that follows `seat` in the direction of play."""
    seats = playing_order(options)
    return seats[(seats.index(seat) + 1) % 3]


def targets_of(options: Options, dealer: Seat) -> tuple[int, ...]:
    """Return the number of tricks that each seat should take when `dealer` deals, by seat."""
    layout = _layout(options)
    return tuple((layout.dealer, layout.left, layout.right)[(seat - dealer) % 3] for seat in range(3))


def trick_limits(targets: tuple[int, ...]) -> tuple[int, ...]:
    """Return, by seat, how many tricks a player may take in the contract "fewest tricks" without losing points.

    `targets` are the numbers of tricks to take in the other contracts, by seat. The limits are the same numbers in
    reverse order: the seat with the highest target has the lowest limit, and the seat with the lowest target the
    highest limit.
    """
    low, middle, high = sorted(targets)
    return tuple({low: high, middle: middle, high: low}[target] for target in targets)


def announcer_of(options: Options, dealer: Seat) -> Seat:
    """Return the seat that names the contract and takes the kitty (four cards left over) when `dealer` deals."""
    match options.announcer:
        case "target8":
            by_seat = targets_of(options, dealer)
            return by_seat.index(max(by_seat))
        case "right_of_dealer":
            return (dealer + 2) % 3
        case "left_of_dealer":
            return (dealer + 1) % 3
        case "dealer":
            return dealer


def debts(points: tuple[int, ...], targets: tuple[int, ...], order: tuple[Seat, ...]) -> tuple[Debt, ...]:
    """Return the exchanges that are due before a deal, in order: each with giver, receiver and number of cards.

    `points` are the points of the last deal by seat, `targets` the targets (tricks to take) that decide the order, and
    `order` the seats in playing order. A player who took more tricks than their target gives one card for each point to
    the players who took fewer, starting with the next one in `order`. The giver with the highest target comes first.
    """
    remaining_points = list(points)
    owed = []
    for giver in sorted((seat for seat in order if points[seat] > 0), key=lambda seat: -targets[seat]):
        for receiver in ring(order, giver, None)[1:]:
            count = min(remaining_points[giver], -remaining_points[receiver])
            if count > 0:
                owed.append(Debt(giver, receiver, count))
                remaining_points[giver] -= count
                remaining_points[receiver] += count
    return tuple(owed)


def follow(options: Options) -> Follow:
    """Return what a player who cannot follow suit has to do: play a trump (`must_trump`) or any card (`free`)."""
    return "must_trump" if options.must_trump else "free"
