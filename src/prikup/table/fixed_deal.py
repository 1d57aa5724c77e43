"""A fixed deal of a table, not shuffled: a coach's, a deal of a finished match, or a position to practise.

The cards of such a deal may be known to its players, so it does not count.
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
    """The position from which a fixed deal starts: the match, its deal (from 1) and the step in it (from 0).

    `compared`: the result is compared with those of all tables that play the same deal. Players there get the `match`
    only when theirs is over (until then ""), because its link shows all cards. A position entered by hand belongs to no
    match (""). `open_hands`: the only person at the table sees all hands, as they did when choosing the position; never
    where the deal is compared, because others sit there.
    """

    match: str
    deal: int
    step: int
    compared: bool = False
    open_hands: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for a compared deal with open hands."""
        if self.compared and self.open_hands:
            raise ValueError("hands never lie open where a deal is compared")


class GivenDeal(Struct, frozen=True):
    """The start of a match whose first deal is fixed.

    `dealer` is that of its first deal; `events` are those of its log after Begin: earlier deals, the deck, and the
    actions already done. `bots` is the seed of the computer players.
    """

    dealer: Seat
    bots: int
    events: tuple[
        DealEvent | ActionEvent | AgreementEvent | ConcessionEvent | UndoEvent | RowEvent | AdjustEvent | StopEvent, ...
    ]
    origin: Origin | None = None
