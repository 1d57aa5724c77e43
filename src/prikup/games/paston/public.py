"""The public part of a deal of Paston."""

from typing import Literal

from msgspec import Struct

from prikup.rules.auction import Auction
from prikup.rules.cards import Action, Mask, Seat
from prikup.rules.exchange import Exchange
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import Announcement
from prikup.rules.tricks import Tricks

__all__ = ["Public"]


class Public(Struct, frozen=True, gc=False):
    """The public part of a deal of Paston."""

    phase: Literal["auction", "discard", "declare", "whist", "invite", "play", "over"]
    turn: Seat | None
    actor: Seat | None
    dealer: Seat
    shown: tuple[Mask, ...]
    match: MatchStanding[None]
    said: tuple[Announcement, ...]
    tricks: Tricks | None
    auction: Auction
    declarer: Seat | None = None
    exchange: Exchange | None = None
    contract: Action | None = None
    whisters: tuple[Seat, ...] = ()
