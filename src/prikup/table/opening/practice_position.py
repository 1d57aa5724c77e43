"""Tables at which a user practises from a position that was entered as text."""

from typing import Any

from prikup.positions.analysis import PastedText, select_deal
from prikup.positions.table_setup import log_to
from prikup.rules.errors import PrikupError, Reason, reason
from prikup.table.fixed_deal import GivenDeal, Origin
from prikup.table.table_settings import TableSettings

__all__ = ["BOTS_BITS", "LEVEL", "PlayedFrom", "table_from_position"]

BOTS_BITS = 128
"""The number of random bits in the seed of the computer players at a table that starts in the middle of a deal."""
LEVEL = "pimc"
"""The level (strength) of the computer players at a practice table: strong, and fast enough on any device."""


class PlayedFrom(PastedText, frozen=True):
    """A request to practise from a position, which is entered as text.

    If `open_hands` is true, the user sees all hands.
    """

    open_hands: bool = False


def table_from_position(text: str, deal: int, user: str, bots: int, open_hands: bool = False) -> TableSettings | Reason:
    """Return the settings of a table at which a user plays on from a position, in the seat that has to act.

    - `text`: one or more deals in a form that `prikup.positions.analysis.analyse` can parse.
    - `deal`: the number of the deal to use, from 1; 0 means the last one.
    - `user`: the id of the user.
    - `bots`: the seed of the computer players.
    - `open_hands`: true if the user sees all hands.

    Return a reason instead if the text cannot be parsed, if no seat has to act, or if the position cannot be set up at
    a table.
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
