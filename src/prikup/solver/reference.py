"""The solver as plainly as it can be said: every line of play, and the best of them. The oracle of the tests.

It plays by the very `Tricks` of the tables and remembers only positions that are the same in every card.
"""

from msgspec.structs import replace

from prikup.cards import Card, cards, mask
from prikup.solver.position import Position
from prikup.state import Seat
from prikup.tricks import Tricks

__all__ = ["solve", "solve_cards"]

Hands = tuple[int, ...]


def solve(position: Position) -> int:
    """The tricks that the side takes from now on, the unfinished one too, when everybody plays best."""
    return _Search(position).value(position.hands, position.tricks)


def solve_cards(position: Position) -> dict[Card, int]:
    """The same for every card that may be played now."""
    search, tricks = _Search(position), position.tricks
    legal = tricks.legal(position.hands[tricks.turn])
    return {card: search.after(position.hands, tricks, card) for card in cards(legal)}


class _Search:
    def __init__(self, position: Position) -> None:
        self.position, self.left = position, position.left
        self.known: dict[tuple[Hands, tuple[Seat, ...], tuple[Card, ...]], int] = {}

    def value(self, hands: Hands, tricks: Tricks) -> int:
        """What the side still takes."""
        if not hands[tricks.turn]:
            return 0
        key = (hands, tricks.line, tricks.table)
        if key not in self.known:
            best = max if self.position.wants_many(tricks.turn) else min
            legal = tricks.legal(hands[tricks.turn])
            self.known[key] = best(self.after(hands, tricks, card) for card in cards(legal))
        return self.known[key]

    def after(self, hands: Hands, tricks: Tricks, card: Card) -> int:
        """What the side still takes once the seat whose turn it is plays this card."""
        seat = tricks.turn
        hands = (*hands[:seat], hands[seat] & ~mask((card,)), *hands[seat + 1 :])
        tricks = tricks.play(card)
        if tricks.table:
            return self.value(hands, tricks)
        took = tricks.past[-1].winner in self.position.side
        return took + self.value(hands, self._next(hands, replace(tricks, past=())))

    def _next(self, hands: Hands, tricks: Tricks) -> Tricks:
        """The next trick, where the talon has something to do with it."""
        position = self.position
        done = self.left - max(hand.bit_count() for hand in hands)
        if done < len(position.talon):
            return tricks.led(position.talon[done], position.leader, position.dealer)
        if done == len(position.talon) and position.leader_again:
            return tricks.next_led(position.leader)
        return tricks
