"""A fixed first deal at a table, instead of a shuffled one.

It is the deal of a coach, a deal of a finished match, or a position to practise from. Its players may know its cards
already, so it does not count in statistics.
"""

from msgspec import Struct

from prikup.history.log import (
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
    """The position from which a fixed deal starts: a step (from 0) of a deal (from 1) of a match.

    `match` is "" for a position that was entered by hand, which belongs to no match. If `compared` is true, the result
    is compared with the results of all tables that play the same deal. Players at such a table are sent "" as `match`
    until their own match is over, because the link to the first match shows all cards. If `open_hands` is true, the
    only person at the table sees all hands, as they did when they chose the position; this is impossible at a table
    with a compared deal, where other people may sit.
    """

    match: str
    deal: int
    step: int
    compared: bool = False
    open_hands: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for a compared deal with open hands."""
        if self.compared and self.open_hands:
            raise ValueError("a deal with open hands cannot be compared with other tables")


class GivenDeal(Struct, frozen=True):
    """The start of a match whose first deal at the table is fixed.

    `dealer` is the dealer of the match's first deal, and `bots` the seed of the computer players. `events` are the
    events with which the match log continues after its `BeginEvent`: the events of earlier deals, the deck of the fixed
    deal, and the actions already done in it. `origin` is None for the deal of a coach.
    """

    dealer: Seat
    bots: int
    events: tuple[
        DealEvent | ActionEvent | AgreementEvent | ConcessionEvent | UndoEvent | RowEvent | AdjustEvent | StopEvent, ...
    ]
    origin: Origin | None = None
