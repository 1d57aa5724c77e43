"""The class `Position`, the input of the solver: a point in the trick play at which all cards are known."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from prikup.rules.cards import ALL, CARD_COUNT, Card, Seat, highest, mask
from prikup.rules.errors import PrikupError, Reason, reason
from prikup.rules.tricks import Follow, Goal, Order, Tricks

__all__ = ["BadPosition", "Position"]

MAX_CARDS = 16
"""The maximum number of cards in a hand of a position that the solver accepts."""


class BadPosition(PrikupError):
    """The error for a position with duplicate cards, hands of unequal size, or an illegal card on the table."""


class Position(Struct, frozen=True, kw_only=True):
    """A point in the trick play at which all cards are known.

    `hands` are bit masks of cards, by seat. `seats` are the seats in play, in playing order; only they hold cards. The
    seats of `side` pursue the `goal` together, and their tricks count together; all other seats cooperate against them.

    `order` is the order of strength of the cards, and `follow` the duty of a player who cannot follow suit. `leader`
    leads or led the unfinished trick; `table` has the cards played to it, in order. `last` is a seat that always plays
    last, regardless of the leader. The cards of `talon` (undealt cards) lead the unfinished trick and the following
    ones without coming from a hand, and `leader` plays first to each of these tricks. If a talon card wins, the trick
    goes to the seat `dealer`; if `dealer` is None, a talon card only sets the suit to follow and cannot win. With
    `leader_again`, the seat `leader` also leads the first trick after the talon, whoever took the trick before.
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
        """Build the position of an unfinished deal from its `tricks` and `hands` (bit masks of cards, by seat).

        The seats of `side` pursue `goal` together. If a talon card (an undealt card) leads the unfinished trick, the
        cards of `stock` lead the next tricks. With `leader_again`, the seat that plays first to these tricks also leads
        the trick after them.
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
        """The unfinished trick with the cards on the table. Raise BadPosition if the position is impossible."""
        if (wrong := _field_error(self)) is not None:
            raise BadPosition(wrong)
        tricks = self._replay_table()
        if (wrong := _hand_length_error(self, tricks)) is not None:
            raise BadPosition(wrong)
        return tricks

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is to play, if the position is possible: unlike `tricks`, this does not check it."""
        return self._replay_table().turn

    def _replay_table(self) -> Tricks:
        """Return the unfinished trick; raise BadPosition if a card on the table could not be played."""
        tricks = Tricks.begin(self.order, self.follow, self.seats, self.leader, len(self.hands), self.last)
        if self.talon:
            tricks = tricks.lead_stock_card(self.talon[0], self.leader, self.dealer)
        for card in self.table:
            seat = tricks.turn
            hand = self.hands[seat] | mask((card,))
            if not tricks.legal(hand) & mask((card,)):
                raise BadPosition(reason("position-not-legal", place=seat, card=card))
            tricks = tricks.play(card)
            if not tricks.table:
                raise BadPosition(reason("position-trick-full"))
        return tricks

    @property
    def remaining_tricks(self) -> int:
        """The number of remaining tricks, the unfinished one included."""
        return max(hand.bit_count() for hand in self.hands)

    @property
    def takers(self) -> tuple[Seat, ...]:
        """The seats that can take tricks: the seats in play, and the talon's dealer if there is one.

        The talon's dealer is the seat that wins the tricks in which a card of the talon (an undealt card) is best.
        """
        return self.seats if self.dealer is None else (*self.seats, self.dealer)

    def wants_many(self, seat: Seat) -> bool:
        """Return whether a seat wants the position's side to take many tricks.

        A member of the side does with the goal `most`, an opponent with the goal `fewest`.
        """
        return (seat in self.side) == (self.goal == "most")

    def after(self, card: Card) -> tuple[int, "Position"]:
        """Play `card`, and return the tricks (0 or 1) that the position's side takes with it, and the new position.

        The position must be possible; this is not checked.
        """
        tricks = self._replay_table()
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


def _field_error(position: Position) -> Reason | None:
    """Return the error in the fields of a position; None if there is none.

    The fields are checked before the cards on the table are replayed.
    """
    hands, seats = position.hands, position.seats
    every = range(len(hands))
    if not 2 <= len(seats) <= 4 or len(set(seats)) < len(seats) or not set(seats) <= set(every):
        return reason("position-seats")
    for seat in every:
        if hands[seat] & ~ALL or (hands[seat] and seat not in seats):
            return reason("position-hand", place=seat)
        if hands[seat].bit_count() > MAX_CARDS:
            return reason("position-long", place=seat, most=MAX_CARDS)
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
    if any(card not in range(CARD_COUNT) for card in lying):
        return reason("position-card")
    seen_cards = 0
    for hand in (*hands, *(mask((card,)) for card in lying)):
        if twice := seen_cards & hand:
            return reason("position-twice", card=highest(twice))
        seen_cards |= hand
    return None


def _hand_length_error(position: Position, tricks: Tricks) -> Reason | None:
    """Return the error if a hand or the talon of `position` has a wrong number of cards for the trick in `tricks`.

    Return None if there is no error.
    """
    remaining_tricks = position.remaining_tricks
    waiting = tricks.line[len(tricks.table) :]
    for seat in position.seats:
        card_count, expected_count = position.hands[seat].bit_count(), remaining_tricks - (seat not in waiting)
        if card_count != expected_count:
            return reason("position-uneven", place=seat, held=card_count, needed=expected_count)
    return None if len(position.talon) <= remaining_tricks else reason("position-talon")
