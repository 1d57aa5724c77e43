"""Tables at which a deal of a finished match is played again, with the same cards.

Either a user continues the deal from one of its steps (log entries, such as a card), at a table of their own with
computer players. Or friends play the deal from its start, and their result is compared with the results of other
tables.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from prikup.archive.finished_match import FinishedMatch
from prikup.history.events import DealEvent, Event
from prikup.history.log import Log
from prikup.review.decisions import FinishedDeal
from prikup.rules.errors import BadText, reason
from prikup.rules.state import Action, State
from prikup.table.fixed_deal import GivenDeal, Origin
from prikup.table.opening.practice_position import LEVEL
from prikup.table.table_settings import TableSettings

__all__ = ["table_for_friends", "table_from"]


def table_from(match: FinishedMatch, origin: Origin, acts: Sequence[Action], user: str, bots: int) -> TableSettings:
    """Return the settings of a table at which a user continues a deal, in the seat of the player to act.

    - `origin`: the deal of `match`, and the step (log entry, such as a card) from which the user continues.
    - `acts`: actions to do first, starting with one of the player to act.
    - `user`: the id of the user.
    - `bots`: the seed of the computer players, which have the level `LEVEL`.

    Raise PrikupError if no player is to act after `acts`, or if the rules forbid one of them.
    """
    deal = _deal(match, origin.deal)
    if origin.step >= len(deal.steps):
        raise BadText(reason("no-such-step", step=origin.step, steps=len(deal.steps)))
    log = _log_before_deal(match, origin.deal)
    actor = deal.steps[origin.step].before.public.actor
    state = _replay_steps(log, deal, origin.step, acts)
    if actor is None or state.public.actor is None:
        raise BadText(reason("no-such-step", step=origin.step, steps=len(deal.steps)))
    reservations = tuple(user if seat == actor else "" for seat in range(deal.game.seats))
    settings = _table(match, log, origin, user, bots)
    return replace(settings, spectators=False, bots=True, reserved=reservations)


def table_for_friends(match: FinishedMatch, origin: Origin, host: str, bots: int) -> TableSettings:
    """Return the settings of a table at which any users play the deal of `origin` from its start.

    `host` is the id of the user who opens the table and may know the cards already. Computer players take the seats
    that are still empty when the match starts, and `bots` is their seed.
    """
    return _table(match, _log_before_deal(match, origin.deal), origin, host, bots)


def _table(match: FinishedMatch, log: Log, origin: Origin, host: str, bots: int) -> TableSettings:
    """Return the settings of a table whose match continues `log` and ends with the current deal of `log`.

    `host` is the id of the user who opens the table, and `bots` the seed of the computer players.
    """
    events: Any = tuple(log.events[1:])
    fixed_deal = GivenDeal(log.begin.dealer, bots, events, origin)
    deals = log.match.deals + 1
    return TableSettings(log.begin.game, match.options, LEVEL, deals=deals, host=host, given=fixed_deal)


def _deal(match: FinishedMatch, number: int) -> FinishedDeal:
    deal = match.finished_deal(number)
    assert deal is not None
    return deal


def _log_before_deal(match: FinishedMatch, deal_number: int) -> Log:
    """Return the log of a match up to the start of a deal, for a table at which the deal is played again.

    The deck of the deal is entered as a fixed one, without its shuffle.
    """
    events: list[Event] = match.log.events
    deck_indices = [index for index, event in enumerate(events) if isinstance(event, DealEvent) and not event.refused]
    log = Log.replay(events[: deck_indices[deal_number - 1]], checked=False)
    deck = events[deck_indices[deal_number - 1]]
    assert isinstance(deck, DealEvent)
    log.deal(deck.deck)
    return log


def _replay_steps(log: Log, deal: FinishedDeal, step: int, acts: Sequence[Action]) -> State[Any]:
    """Enter the steps (log entries) of a deal before the index `step`, and then the actions `acts`, into a log.

    Return the state of the deal after them. Raise IllegalAction if the rules forbid one of `acts`.
    """
    for deal_step in deal.steps[:step]:
        log.enter(deal_step.entry, checked=False)
    for act in acts:
        log.add(act)
    assert log.state is not None
    return log.state
