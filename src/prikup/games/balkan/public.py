"""All that everybody at a Balkan table sees."""

from typing import Literal

from msgspec import Struct

from prikup.auction import Auction
from prikup.cards import Action, Mask, Seat, mask
from prikup.exchange import Exchange
from prikup.game import Standing
from prikup.games.balkan.scoring import Carry
from prikup.state import Said
from prikup.tricks import Tricks

__all__ = ["Public"]


class Public(Struct, frozen=True, gc=False):
    """All that everybody at a Balkan table sees.

    The cards among `said` are the talon, once it was turned up; a game that was declared with no `exchange` is an igra.
    `comers` play against declarer; `writer` of them invited the other or said kontra; `level` counts how often the game
    was doubled.
    """

    phase: Literal["auction", "name_game", "discard", "declare", "follow", "speak", "invited", "kontra", "play", "over"]
    turn: Seat | None
    actor: Seat | None
    dealer: Seat
    shown: tuple[Mask, ...]
    match: Standing[Carry]
    said: tuple[Said, ...]
    tricks: Tricks | None
    auction: Auction
    declarer: Seat | None = None
    exchange: Exchange | None = None
    contract: Action | None = None
    comers: tuple[Seat, ...] = ()
    writer: Seat | None = None
    level: int = 0

    @property
    def talon(self) -> int:
        """The talon, once everybody has seen it, as a mask."""
        return mask(said.action for said in self.said if said.action < 52)
