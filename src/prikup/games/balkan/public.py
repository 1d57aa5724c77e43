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

    `contract` is the call that names the game of `declarer`. `exchange` has the cards that declarer still has to
    discard; if it is None although a game is declared, the game is an igra (played without the talon). `said` includes
    the cards of the talon once they are shown.

    The opponents of declarer are called followers. `comers` are the followers who play. `writer` is the follower who
    invited the other one or called kontra (doubled the stake), and who therefore scores for both. `level` is the number
    of times that the stake was doubled.
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
        """The two cards left over after the deal, as a mask; 0 until they are shown."""
        return mask(announcement.action for announcement in self.said if is_card(announcement.action))
