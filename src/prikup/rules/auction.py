"""The state of an auction: the players still in it and the highest bid.

The calls made so far are in `PublicState.said`. Seat 1 makes the bid with the action number 54, and two players pass:

    >>> auction = Auction(turn=1, live=(1, 2, 0)).call(54, passing=False)
    >>> auction = auction.call(52, passing=True).call(52, passing=True)
    >>> auction.over, auction.holder, auction.high
    (True, 1, 54)
"""

from msgspec import Struct

from prikup.rules.cards import Action, Seat

__all__ = ["Auction"]


class Auction(Struct, frozen=True, gc=False):
    """The state of an auction; `turn` is the seat whose turn it is to call.

    A player who passes is out of the auction; `live` are the seats still in it, in calling order. `high` is the highest
    bid so far (None before the first) and `holder` the seat that made it.
    """

    turn: Seat
    live: tuple[Seat, ...]
    high: Action | None = None
    holder: Seat | None = None

    def call(self, action: Action, *, passing: bool) -> "Auction":
        """Return the auction after the seat `turn` passes (if `passing` is True) or else makes the bid `action`."""
        index = self.live.index(self.turn)
        following = self.live[(index + 1) % len(self.live)]
        if passing:
            return Auction(following, self.live[:index] + self.live[index + 1 :], self.high, self.holder)
        return Auction(following, self.live, action, self.turn)

    @property
    def over(self) -> bool:
        """Whether all players have passed, or all but the highest bidder."""
        return not self.live or (len(self.live) == 1 and self.live[0] == self.holder)
