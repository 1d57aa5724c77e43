"""The solver as plainly as it can be said: every line of play, and the best of them. The oracle of the tests.

It plays by the very `Tricks` of the tables and remembers only positions that are the same in every card.
"""

from msgspec.structs import replace

from prikup.cards import Card, Seat, cards, mask
from prikup.solver.position import Position
from prikup.tricks import Tricks

__all__ = ["max_n", "max_n_cards", "solve", "solve_cards"]

Hands = tuple[int, ...]


def solve(position: Position) -> int:
    """Return the tricks that the side takes from now on, the unfinished one too, when everybody plays best."""
    return _Search(position).value(position.hands, position.tricks)


def solve_cards(position: Position) -> dict[Card, int]:
    """Return the tricks of the side, as `solve` does, after each card that may be played now."""
    search, tricks = _Search(position), position.tricks
    legal = tricks.legal(position.hands[tricks.turn])
    return {card: search.after(position.hands, tricks, card) for card in cards(legal)}


def max_n(position: Position) -> dict[Seat, int]:
    """Return the tricks of each seat when every seat plays for itself alone; the talon's dealer is there too."""
    search = _MaxN(position)
    return search.named(search.value(position.hands, position.tricks))


def max_n_cards(position: Position) -> dict[Card, dict[Seat, int]]:
    """Return the tricks of each seat, as `max_n` does, after each card that may be played now."""
    search, tricks = _MaxN(position), position.tricks
    legal = tricks.legal(position.hands[tricks.turn])
    return {card: search.named(search.after(position.hands, tricks, card)) for card in cards(legal)}


class _Search:
    def __init__(self, position: Position) -> None:
        self.position, self.left = position, position.left
        self.known: dict[tuple[Hands, tuple[Seat, ...], tuple[Card, ...]], int] = {}

    def value(self, hands: Hands, tricks: Tricks) -> int:
        """Return the tricks that the side still takes."""
        if not hands[tricks.turn]:
            return 0
        key = (hands, tricks.line, tricks.table)
        if key not in self.known:
            best = max if self.position.wants_many(tricks.turn) else min
            legal = tricks.legal(hands[tricks.turn])
            self.known[key] = best(self.after(hands, tricks, card) for card in cards(legal))
        return self.known[key]

    def after(self, hands: Hands, tricks: Tricks, card: Card) -> int:
        """Return the tricks that the side still takes once the seat whose turn it is plays this card."""
        hands, tricks = _without(hands, tricks.turn, card), tricks.play(card)
        if tricks.table:
            return self.value(hands, tricks)
        took = tricks.past[-1].winner in self.position.side
        return took + self.value(hands, _next(self.position, self.left, hands, tricks))


class _MaxN:
    def __init__(self, position: Position) -> None:
        self.position, self.left = position, position.left
        self.known: dict[tuple[Hands, tuple[Seat, ...], tuple[Card, ...]], tuple[int, ...]] = {}

    def value(self, hands: Hands, tricks: Tricks) -> tuple[int, ...]:
        """Return the tricks that each seat of the table still takes."""
        seat = tricks.turn
        if not hands[seat]:
            return (0,) * len(hands)
        key = (hands, tricks.line, tricks.table)
        if key not in self.known:
            legal = cards(tricks.legal(hands[seat]))
            self.known[key] = max(
                (self.after(hands, tricks, card) for card in legal), key=lambda t: self.liking(seat, t)
            )
        return self.known[key]

    def liking(self, seat: Seat, taken: tuple[int, ...]) -> tuple[int, ...]:
        """Return how much a seat likes what is taken, the greater the better.

        Its own good comes first, then the harm of the next seat, and so on.
        """
        seats, sign = self.position.seats, 1 if self.position.goal == "most" else -1
        at = seats.index(seat)
        others = seats[at + 1 :] + seats[:at]
        return (sign * taken[seat], *(-sign * taken[other] for other in others))

    def after(self, hands: Hands, tricks: Tricks, card: Card) -> tuple[int, ...]:
        """Return the tricks that each seat still takes once the seat whose turn it is plays this card."""
        hands, tricks = _without(hands, tricks.turn, card), tricks.play(card)
        if tricks.table:
            return self.value(hands, tricks)
        taken = list(self.value(hands, _next(self.position, self.left, hands, tricks)))
        taken[tricks.past[-1].winner] += 1
        return tuple(taken)

    def named(self, taken: tuple[int, ...]) -> dict[Seat, int]:
        """Return the tricks of those who may take any, by seat."""
        return {seat: taken[seat] for seat in self.position.takers}


def _without(hands: Hands, seat: Seat, card: Card) -> Hands:
    return (*hands[:seat], hands[seat] & ~mask((card,)), *hands[seat + 1 :])


def _next(position: Position, left: int, hands: Hands, tricks: Tricks) -> Tricks:
    """Return the next trick, where the talon has something to do with it; `left` tricks were left of the position."""
    tricks = replace(tricks, past=())
    done = left - max(hand.bit_count() for hand in hands)
    if done < len(position.talon):
        return tricks.led(position.talon[done], position.leader, position.dealer)
    if done == len(position.talon) and position.leader_again:
        return tricks.next_led(position.leader)
    return tricks
