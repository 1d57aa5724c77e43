"""The exchange of cards before the tricks: the gifts, returns and discards that are still due, card by card.

Seat 0 gives seat 2 two cards, and then seat 2 discards one:

    >>> exchange = Exchange((Debt(giver=0, receiver=2, count=2), Debt(giver=2, receiver=DISCARD, count=1)))
    >>> exchange.give().give().current_debt
    Debt(giver=2, receiver=None, count=1)
"""

from msgspec import Struct

from prikup.rules.cards import Seat

__all__ = ["DISCARD", "Debt", "Exchange"]

DISCARD = None
"""The value of `Debt.receiver` for cards that are discarded face down."""


class Debt(Struct, frozen=True, gc=False):
    """A gift or discard that is still due: `giver` has to give `count` cards to `receiver`.

    If `receiver` is `DISCARD` (None), the cards are discarded.
    """

    giver: Seat
    receiver: Seat | None
    count: int


class Exchange(Struct, frozen=True, gc=False):
    """The gifts and discards that are still due, in order (`queue`); the first one is being made now."""

    queue: tuple[Debt, ...]

    @property
    def current_debt(self) -> Debt:
        """The gift or discard being made."""
        return self.queue[0]

    @property
    def over(self) -> bool:
        """Whether all gifts and discards have been made."""
        return not self.queue

    @property
    def owed(self) -> int:
        """The total number of cards that players still have to give or discard."""
        return sum(debt.count for debt in self.queue)

    def give(self) -> "Exchange":
        """Return the exchange after one card of the first gift or discard is given."""
        first, *rest = self.queue
        if first.count == 1:
            return Exchange(tuple(rest))
        return Exchange((Debt(first.giver, first.receiver, first.count - 1), *rest))

    def skip(self) -> "Exchange":
        """Return the exchange without its first gift or discard. The cards of it that were still due are not given."""
        return Exchange(self.queue[1:])
