"""A table at which somebody plays on from a position that was set up by hand."""

from typing import Any

from prikup.errors import PrikupError, Reason, reason
from prikup.positions.analysis import Pasted, chosen_deal
from prikup.positions.at_table import log_to
from prikup.table.given import GivenDeal, Origin
from prikup.table.table_settings import TableSettings

__all__ = ["BOTS_BITS", "LEVEL", "PlayedFrom", "table_from_position"]

BOTS_BITS = 128
"""The length of the seed that computer players draw from, at a table that begins amid a deal."""
LEVEL = "pimc"
"""The computer players where known cards are played on: strong, and quick enough."""


class PlayedFrom(Pasted, frozen=True):
    """A position that somebody plays on from; `open_hands`: all hands lie open before them."""

    open_hands: bool = False


def table_from_position(text: str, deal: int, user: str, bots: int, open_hands: bool = False) -> TableSettings | Reason:
    """Return the settings of a table at which a user plays on from a position, in the place of the player who is asked.

    The text, and the number of the deal in it, are those of `prikup.positions.analysis.analyse`. Return the reason
    where it does not read, where nobody is asked, and where no table comes there. With `open_hands` the user sees all.
    """
    try:
        found = chosen_deal(text, deal)
        log = log_to(found)
    except PrikupError as error:
        return error.reason
    assert log.state is not None
    asked = log.state.public.actor
    if asked is None:
        return reason("open-nothing-left")
    events: Any = tuple(log.events[1:])
    return TableSettings(
        found.game,
        found.options,
        LEVEL,
        spectators=False,
        deals=1,
        bots=True,
        host=user,
        reserved=tuple(user if seat == asked else "" for seat in range(log.game.seats)),
        given=GivenDeal(log.begin.dealer, bots, events, Origin("", 1, 0, open_hands=open_hands)),
    )
