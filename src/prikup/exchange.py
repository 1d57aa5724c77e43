"""Cards that change hands one at a time: gifts, returns and discards that are still owed."""

from msgspec import Struct

from prikup.cards import Seat

__all__ = ["DISCARD", "Debt", "Exchange"]

DISCARD = None
"""The receiver of a card that is discarded, face down."""


class Debt(Struct, frozen=True, gc=False):
    """A debt of `count` cards that `giver` owes to `receiver`."""

    giver: Seat
    receiver: Seat | None
    count: int


class Exchange(Struct, frozen=True, gc=False):
    """The debts that are still open, the first of them being paid now."""

    queue: tuple[Debt, ...]

    @property
    def now(self) -> Debt:
        """The debt being paid."""
        return self.queue[0]

    @property
    def over(self) -> bool:
        """Whether nothing is owed any more."""
        return not self.queue

    @property
    def owed(self) -> int:
        """The number of cards that are still to change hands."""
        return sum(debt.count for debt in self.queue)

    def give(self) -> "Exchange":
        """Return the exchange after one card of the first debt was paid."""
        first, *rest = self.queue
        if first.count == 1:
            return Exchange(tuple(rest))
        return Exchange((Debt(first.giver, first.receiver, first.count - 1), *rest))

    def skip(self) -> "Exchange":
        """Return the exchange after the rest of the first debt was waived."""
        return Exchange(self.queue[1:])
