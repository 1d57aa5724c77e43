"""A fixed first deal at a table, instead of a shuffled one.

A fixed deal is the deal of a coach (who teaches the game), a deal of a finished match, or a position to practise from.
Its players may know its cards already, so it does not count in statistics.
"""

from msgspec import Struct

from prikup.history.events import (
    ActionEvent,
    AdjustEvent,
    AgreementEvent,
    ConcessionEvent,
    DealEvent,
    RowEvent,
    StopEvent,
    UndoEvent,
)
from prikup.rules.state import Seat

__all__ = ["GivenDeal", "Origin"]


class Origin(Struct, frozen=True):
    """The position from which a fixed (not shuffled) deal starts.

    - `match`: the id of the finished match that contains the position, "" for a position that was entered by hand.
    - `deal`: the number of the deal in that match, from 1.
    - `step`: the number of the deal's step before which play continues, from 0.
    - `compared`: true if the result is compared with the results of all tables that play the same deal.
    - `open_hands`: true if the only person at the table sees all hands, as they did when they chose the position.

    Players at a table with a compared deal are sent "" as `match` until their own match is over, because the link to
    the finished match shows all cards. Such a table cannot have open hands, because other people may sit at it.
    """

    match: str
    deal: int
    step: int
    compared: bool = False
    open_hands: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for a deal with open hands whose result is to be compared with other tables."""
        if self.compared and self.open_hands:
            raise ValueError("a deal with open hands cannot be compared with other tables")


class GivenDeal(Struct, frozen=True):
    """The start of a match whose first deal at the table is fixed instead of shuffled.

    - `dealer`: the dealer of the match's first deal.
    - `bots`: the seed of the computer players.
    - `events`: the events with which the match log continues after its `BeginEvent`. They are the events of earlier
      deals, the deck of the fixed deal, and the actions already done in it.
    - `origin`: the position from which the deal starts, None for the deal of a coach (who teaches the game).
    """

    dealer: Seat
    bots: int
    events: tuple[
        DealEvent | ActionEvent | AgreementEvent | ConcessionEvent | UndoEvent | RowEvent | AdjustEvent | StopEvent, ...
    ]
    origin: Origin | None = None
