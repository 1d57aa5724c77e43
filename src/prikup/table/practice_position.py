"""Tables for practising from a position that was entered by hand."""

from typing import Any

from prikup.positions.analysis import PastedText, select_deal
from prikup.positions.table_setup import log_to
from prikup.rules.errors import PrikupError, Reason, reason
from prikup.table.fixed_deal import GivenDeal, Origin
from prikup.table.table_settings import TableSettings

__all__ = ["BOTS_BITS", "LEVEL", "PlayedFrom", "table_from_position"]

BOTS_BITS = 128
"""The length in bits of the computer players' seed at a table that starts in the middle of a deal."""
LEVEL = "pimc"
"""The level of the computer players at a practice table: strong, and fast enough."""


class PlayedFrom(PastedText, frozen=True):
    """A position to practise; `open_hands`: all hands are visible to the player."""

    open_hands: bool = False


def table_from_position(text: str, deal: int, user: str, bots: int, open_hands: bool = False) -> TableSettings | Reason:
    """Return the settings of a table at which a user takes the seat to act in a position.

    `text` and `deal`, the number of the deal in it, are those of `prikup.positions.analysis.analyse`. Return a reason
    if the text cannot be read, if no seat has to act, or if the position cannot be set up at a table. With `open_hands`
    the user sees all hands.
    """
    try:
        position = select_deal(text, deal)
        log = log_to(position)
    except PrikupError as error:
        return error.reason
    assert log.state is not None
    actor = log.state.public.actor
    if actor is None:
        return reason("open-nothing-left")
    events: Any = tuple(log.events[1:])
    return TableSettings(
        position.game,
        position.options,
        LEVEL,
        spectators=False,
        deals=1,
        bots=True,
        host=user,
        reserved=tuple(user if seat == actor else "" for seat in range(log.game.seats)),
        given=GivenDeal(log.begin.dealer, bots, events, Origin("", 1, 0, open_hands=open_hands)),
    )
