"""The state of a match before a deal."""

from typing import Generic, TypeVar

from msgspec import Struct

from prikup.rules.cards import Seat
from prikup.rules.score_sheet import Totals

__all__ = ["MatchStanding"]

C = TypeVar("C")


class MatchStanding(Struct, Generic[C], frozen=True):
    """The state of a match before a deal.

    - `deal` is the number of the deal, from 1.
    - `dealer` is the seat that deals it.
    - `totals` are the totals of the score sheet, by column, then by side.
    - `carry` is the state that the game carries over from deal to deal, such as the rights that each player has used
      up. Each game defines the type of this state; games that carry nothing over have None.
    """

    deal: int
    dealer: Seat
    totals: Totals
    carry: C
