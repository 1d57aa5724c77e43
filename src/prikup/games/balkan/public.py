"""The public part of a Balkan Preferans deal: the fields that all players can see."""

from typing import Literal

from prikup.games.balkan.scoring import Carry
from prikup.rules.auction import Auction
from prikup.rules.cards import Action, Seat, is_card, mask
from prikup.rules.exchange import Exchange
from prikup.rules.state import PublicState

__all__ = ["Public"]


class Public(PublicState[Carry], frozen=True, gc=False):
    """The part of a Balkan Preferans deal that all players can see.

    - `phase` is the current phase of the deal; the docstring of `rules.py` describes the course of a deal.
    - `auction` is the state of the auction.
    - `declarer` is the seat that declared the game, and `contract` the call that names the game.
    - `exchange` has the cards that declarer still has to discard. If it is None although a game is declared, the game
      is an igra (played without the talon, the two cards left over after the deal).
    - `comers` are the seats of the followers (opponents of declarer) who play.
    - `writer` is the seat of the follower who scores for both: the one who invited the other, or who called kontra
      (doubled the stake).
    - `level` is the number of times that the stake was doubled.
    - `said`, the announcements so far, includes the cards of the talon once they are shown.
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
        """The two cards left over after the deal, as a bit mask. It is 0 until they are shown."""
        return mask(announcement.action for announcement in self.said if is_card(announcement.action))
