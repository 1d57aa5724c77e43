"""The public part of a hand of Tuppi."""

from typing import Literal

from prikup.games.tuppi.scoring import Carry, Contract
from prikup.rules.cards import Seat
from prikup.rules.exchange import Exchange
from prikup.rules.state import PublicState

__all__ = ["Public"]


class Public(PublicState[Carry], frozen=True, gc=False):
    """The public part of a hand of Tuppi.

    `declarer` called the rami, also before a sooli; `conceded`: the rising side gave the hand up. `said` includes the
    bids that were turned up; the cards among them are back in the hands.
    """

    phase: Literal["bid", "sooli", "discard", "give", "play", "over"]
    contract: Contract | None = None
    declarer: Seat | None = None
    soloist: Seat | None = None
    exchange: Exchange | None = None
    conceded: bool = False
