"""A deal opened from a link that contains all its cards and actions, so that no stored match is needed.

The link is read as `prikup.history.deal_link` defines it. Such a link has no names, and opens only a deal that has
ended.
"""

from typing import Annotated

from msgspec import Meta, Struct

from prikup.archive.finished_match import DealRecord, MatchSeat, deal_record, deal_summary
from prikup.history.deal_link import MAX_LENGTH, link_of, parse_link, replay_link
from prikup.history.events import DealEvent
from prikup.narration import steps
from prikup.positions.from_log import deal_of
from prikup.review.decisions import FinishedDeal
from prikup.rules.errors import PrikupError, Reason
from prikup.table.messages.views import sheet, welcome
from prikup.table.protocol.server_messages import SheetMessage

__all__ = ["DealLink", "SharedDeal", "open_link"]


class DealLink(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to open a deal from a link; `text` is the link, or only its fragment.

    The text may be longer than `MAX_LENGTH`, because percent-encoding turns one character into three, and because an
    address comes before the fragment.
    """

    text: Annotated[str, Meta(max_length=4 * MAX_LENGTH)]


class SharedDeal(Struct, frozen=True):
    """A deal opened from a link.

    - `record`: the deal with all its cards, step by step. It has no names, and belongs to no match.
    - `sheet`: the score sheet after the deal, with no line of an earlier deal.
    - `position`: the deal before the first lead as a line of text for the analysis, "" if no cards were played.
    - `differs`: a message if today's rules score the deal differently than those under which it was played.
    """

    record: DealRecord
    sheet: SheetMessage
    position: str
    differs: Reason | None = None


def open_link(text: str) -> SharedDeal | Reason:
    """Return the deal of a link, or the reason why the link cannot be opened."""
    try:
        linked_deal = parse_link(text)
        replayed_deal = replay_link(linked_deal)
    except PrikupError as error:
        return error.reason
    log = replayed_deal.log
    game, start, state = log.game, log.start, log.state
    assert start is not None and state is not None
    number = linked_deal.standing.deal
    deal = FinishedDeal(game, number, start, tuple(steps(log)))
    position = "" if state.public.tricks is None else deal_of(game, state).text
    line = log.close()
    settlements = (game.scoring.settlement(totals) for totals in (linked_deal.standing.totals, log.match.sheet.totals))
    record = deal_record(
        welcome("", game, absent="bot", clock=None, presets=None),
        (MatchSeat(""),) * game.seats,
        deal_summary(deal, number, line, *settlements, taken_back=False),
        DealEvent(number, 1, linked_deal.deck),
        deal,
        link_of(linked_deal),
    )
    return SharedDeal(record, sheet(log), position, replayed_deal.differs)
