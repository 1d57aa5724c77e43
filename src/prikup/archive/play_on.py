"""A deal of a finished match, whose cards are known, that is played on.

Somebody plays on from a step, at a table of their own with computer players; or friends play it from its beginning, and
their result is compared with those of others.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from prikup.archive.finished import FinishedMatch
from prikup.errors import BadText, reason
from prikup.history.log import Dealt, Event, Log
from prikup.review.finished import FinishedDeal
from prikup.state import Action, State
from prikup.table.given import GivenDeal, Origin
from prikup.table.played_on import LEVEL
from prikup.table.table_settings import TableSettings

__all__ = ["table_for_friends", "table_from"]


def table_from(match: FinishedMatch, origin: Origin, acts: Sequence[Action], user: str, bots: int) -> TableSettings:
    """Return the settings of a table at which a user plays on from a moment, in the place of the player who is asked.

    `acts` are done there before, the first of them by that player; `bots` is the seed of the computer players, who are
    of the strong level. Raise PrikupError where nobody is asked then, or the rules forbid it.
    """
    deal = _deal(match, origin.deal)
    if origin.step >= len(deal.steps):
        raise BadText(reason("no-such-step", step=origin.step, steps=len(deal.steps)))
    begun = _before(match, origin.deal)
    asked = deal.steps[origin.step].before.public.actor
    state = _so_far(begun, deal, origin.step, acts)
    if asked is None or state.public.actor is None:
        raise BadText(reason("no-such-step", step=origin.step, steps=len(deal.steps)))
    reserved = tuple(user if seat == asked else "" for seat in range(deal.game.seats))
    settings = _table(match, begun, origin, user, bots)
    return replace(settings, spectators=False, bots=True, reserved=reserved)


def table_for_friends(match: FinishedMatch, origin: Origin, host: str, bots: int) -> TableSettings:
    """Return the settings of a table at which whoever sits down plays the deal of an origin from its beginning.

    Its `host` may know the cards; `bots` is the seed of the computer players on seats that are empty then.
    """
    return _table(match, _before(match, origin.deal), origin, host, bots)


def _table(match: FinishedMatch, begun: Log, origin: Origin, host: str, bots: int) -> TableSettings:
    """Return the settings of a table whose match goes on from a log and ends with its deal."""
    events: Any = tuple(begun.events[1:])
    given = GivenDeal(begun.begin.dealer, bots, events, origin)
    deals = begun.match.deals + 1
    return TableSettings(begun.begin.game, match.options, LEVEL, deals=deals, host=host, given=given)


def _deal(match: FinishedMatch, number: int) -> FinishedDeal:
    deal = match.finished_deal(number)
    assert deal is not None
    return deal


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
