"""A deal of a finished match that somebody plays on from a step, at a table of their own with computer players."""

from collections.abc import Sequence
from typing import Any

from prikup.errors import BadText, reason
from prikup.history.log import Dealt, Event, Log
from prikup.review.finished import FinishedDeal
from prikup.server.archive.finished import FinishedMatch
from prikup.state import Action, State
from prikup.table.given import GivenDeal, Origin
from prikup.table.table_settings import TableSettings

__all__ = ["table_from"]

LEVEL = "pimc"
"""The computer players at such a table: strong, and quick enough."""


def table_from(match: FinishedMatch, origin: Origin, acts: Sequence[Action], user: str, bots: int) -> TableSettings:
    """Return the settings of a table at which a user plays on from a moment, in the place of the player who is asked.

    `acts` are done there before, the first of them by that player; `bots` is the seed of the computer players, who are
    of the strong level. Raise PrikupError where nobody is asked then, or the rules forbid it.
    """
    deal = match.finished_deal(origin.deal)
    assert deal is not None
    if origin.step >= len(deal.steps):
        raise BadText(reason("no-such-step", step=origin.step, steps=len(deal.steps)))
    begun = _before(match, origin.deal)
    asked = deal.steps[origin.step].before.public.actor
    state = _so_far(begun, deal, origin.step, acts)
    if asked is None or state.public.actor is None:
        raise BadText(reason("no-such-step", step=origin.step, steps=len(deal.steps)))
    events: Any = tuple(begun.events[1:])
    reserved = tuple(user if seat == asked else "" for seat in range(deal.game.seats))
    return TableSettings(
        begun.begin.game,
        match.options,
        LEVEL,
        spectators=False,
        deals=begun.match.deals + 1,
        bots=True,
        host=user,
        reserved=reserved,
        given=GivenDeal(begun.begin.dealer, bots, events, origin),
    )


def _before(match: FinishedMatch, at: int) -> Log:
    """Return the log of a match up to the deck of a deal, which is given there and no more shuffled."""
    events: list[Event] = match.log.events
    dealt = [place for place, event in enumerate(events) if isinstance(event, Dealt) and not event.refused]
    log = Log.replay(events[: dealt[at - 1]], checked=False)
    deck = events[dealt[at - 1]]
    assert isinstance(deck, Dealt)
    log.deal(deck.deck)
    return log


def _so_far(log: Log, deal: FinishedDeal, step: int, acts: Sequence[Action]) -> State[Any]:
    """Do in a log what was done in a deal up to a step, then some more. Raise IllegalAction where that is forbidden."""
    for each in deal.steps[:step]:
        log.enter(each.entry, checked=False)
    for act in acts:
        log.add(act)
    assert log.state is not None
    return log.state
