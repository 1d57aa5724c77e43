"""The public part of a Tuppi deal: the fields that all players can see, and the neighbours of a seat."""

from typing import Literal

from prikup.games.tuppi.scoring import Carry, Contract
from prikup.rules.cards import Seat
from prikup.rules.exchange import Exchange
from prikup.rules.state import PublicState

__all__ = ["Public", "left_of", "partner_of", "right_of"]


class Public(PublicState[Carry], frozen=True, gc=False):
    """The part of a Tuppi deal that all players can see.

    - `phase` is the current phase of the deal; the docstring of `rules.py` describes the course of a deal.
    - `contract` is rami (each side wants tricks), nolo (each side avoids them) or sooli; None until it is decided.
    - `declarer` is the seat that bid rami (its side wants tricks). It stays set if an opponent then plays a sooli.
    - `soloist` is the seat that plays a sooli, alone against both opponents.
    - `exchange` has the cards still to be given before a sooli.
    - `conceded` is True if the side with points gave the deal up.
    - `said`, the announcements so far, includes the bids that were turned up. The cards among them have returned to the
      hands.
    """

    phase: Literal["bid", "sooli", "discard", "give", "play", "over"]
    contract: Contract | None = None
    declarer: Seat | None = None
    soloist: Seat | None = None
    exchange: Exchange | None = None
    conceded: bool = False


def left_of(seat: Seat) -> Seat:
    """Return the seat on the left of a seat, which is the next one in clockwise order."""
    return (seat + 1) % 4


def right_of(seat: Seat) -> Seat:
    """Return the seat on the right of a seat, which is the one before it in clockwise order."""
    return (seat + 3) % 4


def partner_of(seat: Seat) -> Seat:
    """Return the seat opposite a seat, which is that of the partner."""
    return (seat + 2) % 4
