"""The messages from which a client who joins late learns the current state of a table."""

from collections.abc import Iterator

from msgspec.structs import replace

from prikup.narration import recap
from prikup.rules.errors import Reason
from prikup.table.commands.chat import PRESETS
from prikup.table.commands.pointing import current_pointings
from prikup.table.commands.shuffling import current_shuffle_message, current_shuffling
from prikup.table.commands.shuffling_ahead import next_shuffle_message
from prikup.table.fixed_deal import Origin
from prikup.table.messages.broadcast import client_seats, common_update, receiver_update, seats, sees_nothing
from prikup.table.messages.views import deck, drop_steps, sheet, welcome
from prikup.table.protocol.server_messages import (
    DecksMessage,
    PointingsMessage,
    ServerMessage,
)
from prikup.table.state.disclosure import disclosed_decks
from prikup.table.state.live_state import LiveState
from prikup.table.state.presence import Client
from prikup.table.state.table_state import CommitEffect, TableState

__all__ = ["current_messages", "match_messages", "snapshot"]


def snapshot(live: LiveState, client: Client) -> Iterator[ServerMessage]:
    """Yield the messages from which a newly joined client learns the current state of the table."""
    table = live.table
    settings, seat = table.settings, table.seat_of(client.user)
    presets = PRESETS if settings.chat else None
    yield welcome(
        live.name,
        table.game,
        absent=settings.absent,
        clock=settings.clock,
        presets=presets,
        delayed=settings.delayed,
        coach=settings.coach,
        origin=_origin(table),
        minutes=settings.minutes,
        after=settings.after,
        turns=settings.turns,
    )
    yield from match_messages(live, client)
    if not sees_nothing(live, seat) and (cards := current_pointings(live)):
        yield PointingsMessage(cards)
    yield from live.chat_lines
    yield from (line for line in live.held_chat_lines if (line.seat is None) == (seat is None))


def current_messages(
    live: LiveState, client: Client, recap_reasons: tuple[Reason, ...] = ()
) -> Iterator[ServerMessage]:
    """Yield the current `SeatsMessage` for a client, and the current `UpdateMessage` if there is a deal to show.

    The first has the state of the table apart from the cards, the second the deal as the client may see it.
    `recap_reasons` are sentences about the deal so far, which only a client that has just joined is sent; () for any
    other client.
    """
    table = live.table
    yield client_seats(live, seats(live), client)
    seat = table.seat_of(client.user)
    if table.last is not None and table.stage != "shuffle" and not sees_nothing(live, seat):
        update_message = receiver_update(live, drop_steps(common_update(live, CommitEffect(()))), seat)
        yield replace(update_message, recap=recap_reasons) if recap_reasons else update_message


def match_messages(live: LiveState, client: Client) -> Iterator[ServerMessage]:
    """Yield the messages from which a newly joined client learns the state of the match.

    A player is also sent sentences about what has happened in the deal since their last action.
    """
    table, log = live.table, live.table.log
    seat = table.seat_of(client.user)
    recap_reasons = recap(log, seat) if log and table.stage == "deal" and seat is not None else ()
    yield from current_messages(live, client, recap_reasons)
    if current_shuffling(live) is not None:
        yield current_shuffle_message(live)
    if (ahead := next_shuffle_message(live)) is not None:
        yield ahead
    if log is not None:
        yield sheet(log)
        yield DecksMessage(tuple(map(deck, disclosed_decks(table.log))))


def _origin(table: TableState) -> Origin | None:
    """Return the origin of the table's fixed (not shuffled) deal, as clients may see it; None if there is none.

    The origin is the position from which the deal starts. If the result is compared with the results of other tables,
    the id of the original match is hidden until this match is over.
    """
    fixed_deal = table.settings.given
    if fixed_deal is None or fixed_deal.origin is None:
        return None
    return (
        replace(fixed_deal.origin, match="")
        if table.settings.is_compared and table.stage != "over"
        else fixed_deal.origin
    )
