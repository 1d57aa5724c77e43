"""Send messages to a table's clients, and decide which client gets which message, and in which order."""

from msgspec.structs import replace

from prikup.history.events import (
    ActionEvent,
    AgreementEvent,
    BeginEvent,
    ConcessionEvent,
    DealEvent,
    RowEvent,
    StopEvent,
    UndoEvent,
)
from prikup.rules.state import Seat
from prikup.rules.tricks import Trick
from prikup.table.commands.pointing import current_pointings
from prikup.table.commands.shuffling import current_sealed_message, current_shuffling, last_sealed_message
from prikup.table.messages.snapshot import match_messages
from prikup.table.messages.table_messages import client_seats, common_update, receiver_update, seats, sees_nothing
from prikup.table.messages.views import UpdateContext, deck, sheet
from prikup.table.protocol.server_messages import (
    ChatMessage,
    DecksMessage,
    PointingsMessage,
    ServerMessage,
    UpdateMessage,
)
from prikup.table.state.events import BotAssigned, ClockExpired, SealedActionTaken, UserRemoved
from prikup.table.state.live_state import LiveState
from prikup.table.state.table_state import CommitEffect

__all__ = [
    "send_chat",
    "send_effect",
    "send_held_chat",
    "send_pointed",
    "send_seats",
    "send_shuffling",
    "send_to_all",
]

DEAL_EVENTS = (ActionEvent, SealedActionTaken, UndoEvent, AgreementEvent, ConcessionEvent, StopEvent)
SEAT_EVENTS = (BotAssigned, ClockExpired, UserRemoved)


# Messages after a commit


def send_effect(live: LiveState, effect: CommitEffect, line: tuple[Trick, ...] = ()) -> None:
    """Send all clients the messages about the effect of a commit.

    `line` contains the remaining tricks of a deal that a claim has ended, with a play that leads to the claimed result;
    () if there is no such play. A `SeatsMessage` is sent first, unless the commit contains a step of the deal. In that
    case `send_seats` sends it later, after the timed changes. If the commit starts a match in the middle of a fixed
    deal, each client is sent the whole state of the match, as after joining.
    """
    if effect.steps and any(isinstance(event, BeginEvent) for event in effect.events):
        for client in live.presence.clients:
            for message in match_messages(live, client):
                client.send(message)
        return
    if not any(isinstance(event, DEAL_EVENTS) for event in effect.events):
        send_seats(live)
    _send_deal(live, effect, line)
    _send_sheet(live, effect)


def _send_deal(live: LiveState, effect: CommitEffect, line: tuple[Trick, ...]) -> None:
    table = live.table
    decks = [event for event in effect.events if isinstance(event, DealEvent)]
    for event in decks:
        if (ending := last_sealed_message(live, event)) is not None:
            for client in live.presence.clients:
                blind = sees_nothing(live, table.seat_of(client.user))
                client.send(replace(ending, did=()) if blind else ending)
    deal_moved = any(isinstance(event, DEAL_EVENTS) for event in effect.events) or any(
        not event.refused for event in decks
    )
    seats_changed = table.stage == "deal" and any(isinstance(event, SEAT_EVENTS) for event in effect.events)
    if (deal_moved or seats_changed) and table.last is not None:
        _send_updates(live, common_update(live, effect, line))


def _send_sheet(live: LiveState, effect: CommitEffect) -> None:
    table = live.table
    deal_closed = any(isinstance(event, RowEvent) for event in effect.events)
    if table.log is not None and (deal_closed or any(isinstance(event, BeginEvent) for event in effect.events)):
        send_to_all(live, sheet(table.log))
    opened_decks = [event for event in effect.events if isinstance(event, DealEvent) and event.refused]
    if deal_closed and table.deck is not None:
        opened_decks.append(table.deck)
    if opened_decks:
        send_to_all(live, DecksMessage(tuple(map(deck, opened_decks))))


def send_to_all(live: LiveState, message: ServerMessage) -> None:
    """Send the same message to all clients."""
    for client in live.presence.clients:
        client.send(message)


def _send_updates(live: LiveState, context: UpdateContext) -> None:
    """Send each client the `UpdateMessage` for its seat, except spectators who must not see the deal yet.

    `context` contains what all these messages have in common. The message is built once per seat and once for all
    spectators, because there may be many spectators.
    """
    update_by_receiver: dict[Seat | None, UpdateMessage] = {}
    if live.table.settings.delayed:
        live.withheld_updates.append(receiver_update(live, context, None))
        _send_withheld_updates(live)
    for client in live.presence.clients:
        receiver = live.table.seat_of(client.user)
        if receiver is None and live.table.settings.delayed:
            continue
        if receiver not in update_by_receiver:
            update_by_receiver[receiver] = receiver_update(live, context, receiver)
        client.send(update_by_receiver[receiver])


def _send_withheld_updates(live: LiveState) -> None:
    """Send spectators the updates that were withheld from them, once the deal has ended; do nothing before.

    Updates are withheld at a table whose spectators see each deal only after its end.
    """
    if live.table.stage == "deal":
        return
    for client in live.presence.clients:
        if live.table.seat_of(client.user) is None:
            for message in live.withheld_updates:
                client.send(message)
    live.withheld_updates.clear()


# Other messages


def send_seats(live: LiveState) -> None:
    """Send a new `SeatsMessage`, the state of the table apart from the cards, to clients whose last one is outdated."""
    live.count_watchers()
    common = seats(live)
    for client, last_seats in live.presence.clients.items():
        if last_seats != common:
            client.send(client_seats(live, common, client))


def send_pointed(live: LiveState) -> None:
    """Send the cards that players point at to all clients that may see the deal, if these cards have changed."""
    if not live.pointings and not live.last_pointed_message.cards:
        return
    message = PointingsMessage(current_pointings(live))
    if message != live.last_pointed_message:
        live.last_pointed_message = message
        for client in live.presence.clients:
            if not sees_nothing(live, live.table.seat_of(client.user)):
                client.send(message)


def send_chat(live: LiveState, line: ChatMessage) -> None:
    """Send a chat line to all clients.

    A line that is held back until the end of the deal is sent only to the author's group, which is the players or the
    spectators.
    """
    is_held = line in live.held_chat_lines
    for client in live.presence.clients:
        if not is_held or (line.seat is None) == (live.table.seat_of(client.user) is None):
            client.send(line)


def send_held_chat(live: LiveState) -> None:
    """Send the chat lines that were held back during a deal, once the deal has ended, to the group that lacks them.

    The groups are the players and the spectators.
    """
    if not live.held_chat_lines or live.table.stage == "deal":
        return
    for client in live.presence.clients:
        watches = live.table.seat_of(client.user) is None
        for line in live.held_chat_lines:
            if (line.seat is None) != watches:
                client.send(line)
    live.chat_lines.extend(live.held_chat_lines)
    live.held_chat_lines.clear()


def send_shuffling(live: LiveState) -> None:
    """Send all clients the state of the shuffle in progress, if clients have not been sent the current step yet."""
    shuffling = live.shuffling
    if shuffling is not None and not shuffling.is_sent and current_shuffling(live) is shuffling:
        shuffling.is_sent = True
        send_to_all(live, current_sealed_message(live))
