"""A simple reference solver in Python that tries every line of play. The tests compare the fast solver with it.

The class `Tricks`, which the games use too, applies the rules of tricks. The solver's cache recognises only positions
that are equal in every card.
"""

from msgspec.structs import replace

from prikup.rules.cards import Card, Seat, cards, mask
from prikup.rules.tricks import Tricks
from prikup.solver.position import Position

__all__ = ["max_n", "max_n_cards", "solve", "solve_cards"]

Hands = tuple[int, ...]


def solve(position: Position) -> int:
    """Return how many tricks `position.side` takes from the unfinished trick on, with best play by all seats."""
    return _Search(position).value(position.hands, position.tricks)


def solve_cards(position: Position) -> dict[Card, int]:
    """Return how many tricks `position.side` takes after each legal card, with best play by all seats.

    Tricks count from the unfinished trick on.
    """
    search, tricks = _Search(position), position.tricks
    legal = tricks.legal(position.hands[tricks.turn])
    return {card: search.after(position.hands, tricks, card) for card in cards(legal)}


def max_n(position: Position) -> dict[Seat, int]:
    """Return each seat's tricks from `position` on if every seat plays for itself.

    If cards of the talon (undealt cards) are led to some tricks and can win them, the result includes a further seat,
    the talon's dealer, which gets the tricks that these cards win.
    """
    search = _MaxN(position)
    return search.tricks_by_taker(search.value(position.hands, position.tricks))


def max_n_cards(position: Position) -> dict[Card, dict[Seat, int]]:
    """Return each seat's tricks after each legal card of `position` if every seat plays for itself.

    Tricks count from the unfinished trick on. The seats are the same as in the result of `max_n`.
    """
    search, tricks = _MaxN(position), position.tricks
    legal = tricks.legal(position.hands[tricks.turn])
    return {card: search.tricks_by_taker(search.after(position.hands, tricks, card)) for card in cards(legal)}


class _Search:
    """A search for the tricks of one side against all other seats, with a cache of the values found."""

    def __init__(self, position: Position) -> None:
        self.position, self.initial_tricks = position, position.remaining_tricks
        self.cached_values: dict[tuple[Hands, tuple[Seat, ...], tuple[Card, ...]], int] = {}

    def value(self, hands: Hands, tricks: Tricks) -> int:
        """Return how many of the remaining tricks the position's side takes with best play by all.

        `hands` are bit masks of cards, by seat, and `tricks` has the unfinished trick.
        """
        if not hands[tricks.turn]:
            return 0
        key = (hands, tricks.line, tricks.table)
        if key not in self.cached_values:
            best = max if self.position.wants_many(tricks.turn) else min
            legal = tricks.legal(hands[tricks.turn])
            self.cached_values[key] = best(self.after(hands, tricks, card) for card in cards(legal))
        return self.cached_values[key]

    def after(self, hands: Hands, tricks: Tricks, card: Card) -> int:
        """Return how many of the remaining tricks the position's side takes if the seat to act plays `card`.

        `hands` are bit masks of cards, by seat, and `tricks` has the unfinished trick.
        """
        hands, tricks = _without_card(hands, tricks.turn, card), tricks.play(card)
        if tricks.table:
            return self.value(hands, tricks)
        took = tricks.past[-1].winner in self.position.side
        return took + self.value(hands, _next(self.position, self.initial_tricks, hands, tricks))


class _MaxN:
    """A search for the tricks of each seat if every seat plays for itself, with a cache of the values found."""

    def __init__(self, position: Position) -> None:
        self.position, self.initial_tricks = position, position.remaining_tricks
        self.cached_values: dict[tuple[Hands, tuple[Seat, ...], tuple[Card, ...]], tuple[int, ...]] = {}

    def value(self, hands: Hands, tricks: Tricks) -> tuple[int, ...]:
        """Return how many of the remaining tricks each seat takes if every seat plays for itself.

        `hands` are bit masks of cards, by seat, and `tricks` has the unfinished trick.
        """
        seat = tricks.turn
        if not hands[seat]:
            return (0,) * len(hands)
        key = (hands, tricks.line, tricks.table)
        if key not in self.cached_values:
            legal = cards(tricks.legal(hands[seat]))
            self.cached_values[key] = max(
                (self.after(hands, tricks, card) for card in legal), key=lambda t: self.preference(seat, t)
            )
        return self.cached_values[key]

    def preference(self, seat: Seat, tricks_by_seat: tuple[int, ...]) -> tuple[int, ...]:
        """Return a key by which a seat compares results: it prefers the `tricks_by_seat` with the greatest key.

        Its own tricks come first in the key, then the harm to the next seat in playing order, and so on.
        """
        seats, sign = self.position.seats, 1 if self.position.goal == "most" else -1
        index = seats.index(seat)
        other_seats = seats[index + 1 :] + seats[:index]
        return (sign * tricks_by_seat[seat], *(-sign * tricks_by_seat[other_seat] for other_seat in other_seats))

    def after(self, hands: Hands, tricks: Tricks, card: Card) -> tuple[int, ...]:
        """Return how many of the remaining tricks each seat takes if the seat to act plays `card`.

        `hands` are bit masks of cards, by seat, and `tricks` has the unfinished trick.
        """
        hands, tricks = _without_card(hands, tricks.turn, card), tricks.play(card)
        if tricks.table:
            return self.value(hands, tricks)
        tricks_by_seat = list(self.value(hands, _next(self.position, self.initial_tricks, hands, tricks)))
        tricks_by_seat[tricks.past[-1].winner] += 1
        return tuple(tricks_by_seat)

    def tricks_by_taker(self, tricks_by_seat: tuple[int, ...]) -> dict[Seat, int]:
        """Return the tricks of each taker, by seat: the seats in play and the talon's dealer.

        The talon's dealer is the seat that wins tricks with cards of the talon (undealt cards). `tricks_by_seat` has
        the number of tricks of every seat.
        """
        return {seat: tricks_by_seat[seat] for seat in self.position.takers}


def _without_card(hands: Hands, seat: Seat, card: Card) -> Hands:
    return (*hands[:seat], hands[seat] & ~mask((card,)), *hands[seat + 1 :])


def _next(position: Position, initial_tricks: int, hands: Hands, tricks: Tricks) -> Tricks:
    """Return `tricks` with the lead of the next trick set: a talon (undealt) card or a fixed leader where required.

    `hands` are the hands now, and `initial_tricks` is the number of tricks remaining in the initial position.
    """
    tricks = replace(tricks, past=())
    played_tricks = initial_tricks - max(hand.bit_count() for hand in hands)
    if played_tricks < len(position.talon):
        return tricks.lead_stock_card(position.talon[played_tricks], position.leader, position.dealer)
    if played_tricks == len(position.talon) and position.leader_again:
        return tricks.set_leader(position.leader)
    return tricks
