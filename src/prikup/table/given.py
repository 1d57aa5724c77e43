"""A deal that a table is given instead of shuffling one: a coach's, or one of a finished match that is played again.

Whoever knows such a deal knows all its cards, so it counts nowhere.
"""

from msgspec import Struct

from prikup.history.log import Act, Adjust, Agreed, Closed, Conceded, Dealt, Stop, Undo
from prikup.state import Seat

__all__ = ["GivenDeal", "Origin"]


class Origin(Struct, frozen=True):
    """The moment of a finished match that a given deal begins at: its deal, from 1, and the step there, from 0.

    `compared`: the result is set beside those of all tables that play the same deal. Nobody there is told which `match`
    it was ("") until theirs is over: its link shows all cards. A position that was set up, and is played on, is of no
    match (""). `open_hands`: whoever plays on there alone sees all hands, as they lay before them already; never where
    the deal is compared, because others sit there.
    """

    match: str
    deal: int
    step: int
    compared: bool = False
    open_hands: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for a table of several people with open hands."""
        if self.compared and self.open_hands:
            raise ValueError("hands never lie open where a deal is compared")


class GivenDeal(Struct, frozen=True):
    """The beginning of a match whose first cards are given.

    `dealer` is that of its first deal, `events` are what its log has behind the beginning: earlier deals, the deck, and
    what has been done with it. `bots` is the seed of the computer players.
    """

    dealer: Seat
    bots: int
    events: tuple[Dealt | Act | Agreed | Conceded | Undo | Closed | Adjust | Stop, ...]
    origin: Origin | None = None
