"""The public part of a Paston deal: the fields that all players can see."""

from typing import Literal

from prikup.rules.auction import Auction
from prikup.rules.cards import Action, Seat
from prikup.rules.exchange import Exchange
from prikup.rules.state import PublicState

__all__ = ["Public"]


class Public(PublicState[None], frozen=True, gc=False):
    """The part of a Paston deal that all players can see. A field is None or () until the players have decided it.

    - `phase` is the current phase of the deal; the docstring of `rules.py` describes the course of a deal.
    - `auction` is the state of the auction.
    - `declarer` is the seat that won the auction, or that must declare because all passed.
    - `exchange` has the cards that declarer still has to discard.
    - `contract` is the call with which declarer names the trump, or surrenders (gives the deal up).
    - `whisters` are the defenders who whist, that is, promise tricks.
    """

    phase: Literal["auction", "discard", "declare", "whist", "invite", "play", "over"]
    auction: Auction
    declarer: Seat | None = None
    exchange: Exchange | None = None
    contract: Action | None = None
    whisters: tuple[Seat, ...] = ()
