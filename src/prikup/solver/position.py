"""The question to the solver: a moment of trick play in which all cards are known."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from prikup.cards import ALL, Card, Seat, highest, mask
from prikup.errors import PrikupError, Reason, reason
from prikup.tricks import Follow, Goal, Order, Tricks

__all__ = ["BadPosition", "Position"]

MOST_CARDS = 16
"""The most cards that a hand of a position may hold."""


class BadPosition(PrikupError):
    """A position that cannot be: cards twice, hands that do not fit, a card that may not lie there."""


class Position(Struct, frozen=True, kw_only=True):
    """A moment of trick play.

    `hands` are masks by seat. `seats` are those who play, in playing order; nobody else holds a card. The seats of
    `side` want the `goal` together, a trick for any of them alike; all others want the opposite, together too.

    `leader` leads or led the unfinished trick, `table` is what lies in it, in the order of play; `last` is a seat that
    always plays last, whoever leads. The cards of `talon` lead the unfinished trick and those after it out of no hand,
    and `leader` plays first to each of them: the card takes the trick for the seat `dealer` if it wins; where there is
    none it only says which suit is led, and takes no part. `leader_again`: after the talon that seat leads once more,
    whoever took the last trick.
    """

    hands: tuple[int, ...]
    seats: tuple[Seat, ...]
    leader: Seat
    side: frozenset[Seat] = frozenset()
    goal: Goal = "most"
    order: Order = Order()
    follow: Follow = "free"
    table: tuple[Card, ...] = ()
    last: Seat | None = None
    talon: tuple[Card, ...] = ()
    dealer: Seat | None = None
    leader_again: bool = False

    @classmethod
    def of(
        cls,
        tricks: Tricks,
        hands: tuple[int, ...],
        side: Iterable[Seat],
        goal: Goal,
        stock: tuple[Card, ...] = (),
        *,
        leader_again: bool = False,
    ) -> "Position":
        """Return the position of a moment of `tricks`, if `hands` (masks by seat) are those of the seats that play.

        If a card of the talon leads this trick, those of `stock` lead the next ones.
        """
        dealer = None if tricks.leader in tricks.seats else tricks.leader
        leading = tricks.table[:1] if dealer is not None else () if tricks.lead is None else (tricks.lead,)
        return cls(
            hands=tuple(hand if seat in tricks.seats else 0 for seat, hand in enumerate(hands)),
            seats=tricks.seats,
            leader=next(seat for seat in tricks.line if seat in tricks.seats),
            side=frozenset(side),
            goal=goal,
            order=tricks.order,
            follow=tricks.follow,
            table=tricks.table if dealer is None else tricks.table[1:],
            last=tricks.last,
            talon=(*leading, *stock) if leading else (),
            dealer=dealer,
            leader_again=leader_again,
        )

    @property
    def tricks(self) -> Tricks:
        """The unfinished trick, with what lies in it. Raise BadPosition where the position cannot be."""
        if (wrong := _wrong(self)) is not None:
            raise BadPosition(wrong)
        tricks = Tricks.begin(self.order, self.follow, self.seats, self.leader, len(self.hands), self.last)
        if self.talon:
            tricks = tricks.led(self.talon[0], self.leader, self.dealer)
        for card in self.table:
            seat = tricks.turn
            hand = self.hands[seat] | mask((card,))
            if not tricks.legal(hand) & mask((card,)):
                raise BadPosition(reason("position-not-legal", place=seat, card=card))
            tricks = tricks.play(card)
            if not tricks.table:
                raise BadPosition(reason("position-trick-full"))
        if (wrong := _uneven(self, tricks)) is not None:
            raise BadPosition(wrong)
        return tricks

    @property
    def left(self) -> int:
        """The number of tricks that are still to be taken, the unfinished one too."""
        return max(hand.bit_count() for hand in self.hands)

    @property
    def takers(self) -> tuple[Seat, ...]:
        """The seats that may take tricks: those who play, and the talon's dealer."""
        return self.seats if self.dealer is None else (*self.seats, self.dealer)

    def wants_many(self, seat: Seat) -> bool:
        """Return whether a seat wants the tricks of the side to be many."""
        return (seat in self.side) == (self.goal == "most")

    def after(self, card: Card) -> tuple[int, "Position"]:
        """Return how many tricks the side takes with the next card (0 or 1), and the position after it."""
        tricks = self.tricks
        seat = tricks.turn
        hands = (*self.hands[:seat], self.hands[seat] & ~mask((card,)), *self.hands[seat + 1 :])
        tricks = tricks.play(card)
        if len(self.table) + 1 < len(self.seats):
            return 0, replace(self, hands=hands, table=(*self.table, card))
        winner = tricks.past[-1].winner
        talon = self.talon[1:]
        stays = talon or (self.talon and self.leader_again)
        leader = self.leader if stays else tricks.leader if tricks.leader in self.seats else self.seats[0]
        dealer = self.dealer if talon else None
        side = self.side if talon else self.side & {*self.seats}
        after = replace(self, hands=hands, table=(), talon=talon, leader=leader, dealer=dealer, side=side)
        return int(winner in self.side), after


def _wrong(position: Position) -> Reason | None:
    """Return what is wrong with a position, before its tricks are looked at; None if nothing is."""
    hands, seats = position.hands, position.seats
    every = range(len(hands))
    if not 2 <= len(seats) <= 4 or len(set(seats)) < len(seats) or not set(seats) <= set(every):
        return reason("position-seats")
    for seat in every:
        if hands[seat] & ~ALL or (hands[seat] and seat not in seats):
            return reason("position-hand", place=seat)
        if hands[seat].bit_count() > MOST_CARDS:
            return reason("position-long", place=seat, most=MOST_CARDS)
    if position.leader not in seats:
        return reason("position-leader", place=position.leader)
    if position.last not in (None, *seats):
        return reason("position-last")
    dealer = position.dealer
    if dealer is not None and (dealer in seats or dealer not in every or not position.talon):
        return reason("position-dealer", place=dealer)
    for seat in sorted(position.side):
        if seat not in (*seats, dealer):
            return reason("position-side", place=seat)
    lying = (*position.table, *position.talon)
    if any(card not in range(52) for card in lying):
        return reason("position-card")
    seen = 0
    for held in (*hands, *(mask((card,)) for card in lying)):
        if twice := seen & held:
            return reason("position-twice", card=highest(twice))
        seen |= held
    return None


def _uneven(position: Position, tricks: Tricks) -> Reason | None:
    """Return what is wrong with the numbers of cards, None if nothing is."""
    left = position.left
    waiting = tricks.line[len(tricks.table) :]
    for seat in position.seats:
        held, needed = position.hands[seat].bit_count(), left - (seat not in waiting)
        if held != needed:
            return reason("position-uneven", place=seat, held=held, needed=needed)
    return None if len(position.talon) <= left else reason("position-talon")
