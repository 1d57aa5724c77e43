"""The public part of a Paston deal: the fields that all players can see."""

from typing import Literal

from prikup.rules.auction import Auction
from prikup.rules.cards import Action, Seat
from prikup.rules.exchange import Exchange
from prikup.rules.state import PublicState

__all__ = ["Public"]


class Public(PublicState[None], frozen=True, gc=False):
    """The part of a Paston deal that all players can see.

    `contract` is the call that names the trump (or the surrender) of the `declarer`, and `exchange` has the cards that
    declarer still has to discard. `whisters` are the defenders who whist, that is, promise tricks. A field is None or
    () until the players have decided it.
    """

    phase: Literal["auction", "discard", "declare", "whist", "invite", "play", "over"]
    auction: Auction
    declarer: Seat | None = None
    exchange: Exchange | None = None
    contract: Action | None = None
    whisters: tuple[Seat, ...] = ()
