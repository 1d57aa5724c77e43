"""The public part of a deal of Balkan Preferans."""

from typing import Literal

from prikup.games.balkan.scoring import Carry
from prikup.rules.auction import Auction
from prikup.rules.cards import Action, Seat, is_card, mask
from prikup.rules.exchange import Exchange
from prikup.rules.state import PublicState

__all__ = ["Public"]


class Public(PublicState[Carry], frozen=True, gc=False):
    """The public part of a deal of Balkan Preferans.

    `said` includes the cards of the talon once it is shown; a declared game without an `exchange` is an igra. `comers`
    are the followers who play; `writer` is the one who invited the other or called kontra; `level` is the number of
    times the game was doubled.
    """

    phase: Literal["auction", "name_game", "discard", "declare", "follow", "speak", "invited", "kontra", "play", "over"]
    auction: Auction
    declarer: Seat | None = None
    exchange: Exchange | None = None
    contract: Action | None = None
    comers: tuple[Seat, ...] = ()
    writer: Seat | None = None
    level: int = 0

    @property
    def talon(self) -> int:
        """The talon once it has been shown, as a mask."""
        return mask(announcement.action for announcement in self.said if is_card(announcement.action))
