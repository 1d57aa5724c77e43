"""An auction: who is still in it and the standing bid. What was said is public and lies in `Public.said`."""

from msgspec import Struct

from prikup.cards import Action, Seat

__all__ = ["Auction"]


class Auction(Struct, frozen=True, gc=False):
    """The state of an auction, with `turn` to speak.

    A player who passes is out of it; `live` are the others, in speaking order. `high` is the standing bid, None before
    the first, and `holder` the seat that made it.
    """

    turn: Seat
    live: tuple[Seat, ...]
    high: Action | None = None
    holder: Seat | None = None

    def call(self, action: Action, *, passing: bool) -> "Auction":
        """Return the auction after the player to speak passed, or bid `action`."""
        at = self.live.index(self.turn)
        following = self.live[(at + 1) % len(self.live)]
        if passing:
            return Auction(following, self.live[:at] + self.live[at + 1 :], self.high, self.holder)
        return Auction(following, self.live, action, self.turn)

    @property
    def over(self) -> bool:
        """Whether nobody is left, or nobody but the holder of the standing bid."""
        return not self.live or (len(self.live) == 1 and self.live[0] == self.holder)
