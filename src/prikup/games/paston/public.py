"""The public part of a deal of Paston."""

from typing import Literal

from prikup.rules.auction import Auction
from prikup.rules.cards import Action, Seat
from prikup.rules.exchange import Exchange
from prikup.rules.state import PublicState

__all__ = ["Public"]


class Public(PublicState[None], frozen=True, gc=False):
    """The public part of a deal of Paston."""

    phase: Literal["auction", "discard", "declare", "whist", "invite", "play", "over"]
    auction: Auction
    declarer: Seat | None = None
    exchange: Exchange | None = None
    contract: Action | None = None
    whisters: tuple[Seat, ...] = ()
