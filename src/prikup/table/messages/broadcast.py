"""Send messages to a table's clients; decide which client gets which message, and in which order.

This module also builds the messages about the table. The module `views` builds the messages about the cards, and
`snapshot` lists the messages for a client that joins late.
"""

from typing import Literal

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
from prikup.rules.errors import Reason, reason
from prikup.rules.game import AgreedEnd
from prikup.rules.state import Seat, State
from prikup.rules.tricks import Trick
from prikup.table.coach.coaching import coach_message
from prikup.table.commands import playing_time, turn_times
from prikup.table.commands.between_deals import reading_seats
from prikup.table.commands.clock import clock_message
from prikup.table.commands.pointing import current_pointings
from prikup.table.commands.proposals import proposal_message
from prikup.table.commands.shuffling import current_shuffle_message, current_shuffling, final_shuffle_message
from prikup.table.commands.shuffling_ahead import next_shuffle_message
from prikup.table.messages.views import UpdateContext, deck, drop_steps, sheet, update, update_context
from prikup.table.protocol.message_parts import Clock, Millis, Person, PossibleProposal
from prikup.table.protocol.server_messages import (
    ChatMessage,
    DecksMessage,
    PointingsMessage,
    SeatsMessage,
    ServerMessage,
    UpdateMessage,
)
from prikup.table.state.events import (
    BotAssigned,
    ClockExpired,
    SealedActionTaken,
    SeedCommitted,
    ShuffleInputSent,
    TimeExpired,
    UserRemoved,
)
from prikup.table.state.live_state import LiveState
from prikup.table.state.presence import Client
from prikup.table.state.table_state import CommitEffect, TableState

__all__ = [
    "client_seats",
    "common_update",
    "receiver_update",
    "seats",
    "sees_nothing",
    "send_chat",
    "send_effect",
    "send_held_chat",
    "send_pointed",
    "send_seats",
    "send_shuffling",
    "send_times",
    "send_to_all",
]

DEAL_EVENTS = (ActionEvent, SealedActionTaken, UndoEvent, AgreementEvent, ConcessionEvent, StopEvent)
SEAT_EVENTS = (BotAssigned, ClockExpired, TimeExpired, UserRemoved)
NEXT_SHUFFLE_EVENTS = (SeedCommitted, ShuffleInputSent, BotAssigned, UserRemoved)
"""The events that may change the state of the next deck's shuffle, which a turn-based table prepares during a deal.

When a computer player takes a seat, the table no longer waits for a hash from that seat, so it may have all hashes.
"""


def seats(live: LiveState) -> SeatsMessage:
    """Return the current `SeatsMessage` (the state of the table apart from the cards) as a spectator receives it."""
    table = live.table
    names = table.names
    people: list[Person | None] = []
    for seat, chair in enumerate(table.chairs):
        level = "" if chair.empty or chair.is_played_by_person else table.playing_level(seat)
        is_present = live.is_present(seat) if chair.user else True
        name = names[seat] if chair.name or not chair.user else ""
        person = Person(name, level, is_present, bool(chair.user), live.person(chair.user))
        people.append(None if chair.empty else person)
    open_proposal = proposal_message(live, table.proposal) if table.proposal else None
    reading = reading_seats(live) if table.stage == "rest" else ()
    is_locked = table.admitted_users is not None
    return SeatsMessage(
        table.stage,
        tuple(people),
        None,
        False,
        reading,
        open_proposal,
        table.declining_seat,
        table.rematch_table,
        watchers=live.watchers,
        locked=is_locked,
        host_seat=table.seat_of(table.settings.host),
        removed=tuple(sorted(map(live.person, table.removed_users))),
        reserved=live.reserved_seats,
        listing=_listing(table),
        starting=table.stage == "open" and live.full_since is not None,
        rated=table.settings.rated if table.log is None else table.is_rated and not live.is_void,
        unrated="void" if live.is_void else table.unrated_why or "",
        forfeits=tuple(sorted(table.forfeits)),
        ratings=() if live.is_void else live.ratings,
        ending=playing_time.ending(live) if table.settings.minutes else "",
        time_runs=live.times.is_running,
        overdue=tuple(chair.overdue_count for chair in table.chairs) if table.settings.turns else (),
        often_absent=tuple(seat for seat, chair in enumerate(table.chairs) if chair.user in live.often_absent_users),
    )


def _listing(table: TableState) -> Literal["", "on", "ended"]:
    if not table.settings.open or table.log is not None:
        return ""
    return "on" if table.wants_listing else "ended"


def client_seats(live: LiveState, common: SeatsMessage, client: Client) -> SeatsMessage:
    """Return the current `SeatsMessage` (the state of the table apart from the cards) for a client.

    Record also that the client has been sent the message. `common` is the message for a spectator, to which the fields
    about the client are added.
    """
    if client in live.presence.clients:
        live.presence.clients[client] = common
    table = live.table
    you = table.seat_of(client.user)
    practice = you is not None and table.practice
    proposal = None if sees_nothing(live, you) else common.proposal
    if proposal is not None and you in proposal.waits and you in live.verdicts:
        proposal = replace(proposal, verdict=live.verdicts[you])
    host = client.user == table.settings.host
    return replace(
        common,
        you=you,
        host=host,
        proposal=proposal,
        practice=practice,
        me=live.person(client.user),
        absent_in=_absent_in(live),
        left_ms=_time_left(live) if table.settings.minutes else None,
    )


def _time_left(live: LiveState) -> Millis | None:
    """Return the playing time left until the time limit of the match, in milliseconds; None if there is no limit.

    It changes continuously. Therefore a change of it alone does not cause a new `SeatsMessage`.
    """
    left = playing_time.left_ms(live)
    return None if left is None else round(left)


def _absent_in(live: LiveState) -> tuple[Millis | None, ...]:
    """Return, for each seat, the milliseconds until its disconnected player counts as absent.

    The entry of a seat without a disconnected player is None. Return () if the table waits for absent players without a
    limit, if no match is in progress, or if no player is disconnected. The times change continuously. Therefore a
    change of them alone does not cause a new `SeatsMessage`.
    """
    absent_seats = live.absent_seats
    if live.table.settings.absent == "wait" or live.table.stage not in ("shuffle", "deal", "rest") or not absent_seats:
        return ()
    ms_by_seat = {
        seat: 0 if live.is_absent(seat) else round(1000 * (live.absence_time(seat) - live.now)) for seat in absent_seats
    }
    return tuple(map(ms_by_seat.get, range(live.table.game.seats)))


def sees_nothing(live: LiveState, seat: Seat | None) -> bool:
    """Return whether a receiver must see nothing of the current deal yet; `seat` is the receiver's seat.

    The result is true for spectators (`seat` is None) at a table that shows them each deal only after its end.
    """
    return seat is None and live.table.settings.delayed and live.table.stage == "deal"


# Messages after a commit


def send_effect(live: LiveState, effect: CommitEffect, line: tuple[Trick, ...] = ()) -> None:
    """Send all clients the messages about the effect of a commit (a stored group of events).

    If an accepted claim of remaining tricks has ended the deal, `line` is a possible play of these tricks that leads to
    the claimed result; () if there is none. A `SeatsMessage` is sent first, unless the commit contains a step of the
    deal. In that case `send_seats` sends it later, after the timed changes.
    """
    if not any(isinstance(event, DEAL_EVENTS) for event in effect.events):
        send_seats(live)
    _send_deal(live, effect, line)
    _send_sheet(live, effect)
    if any(isinstance(event, NEXT_SHUFFLE_EVENTS) for event in effect.events):
        _send_next_shuffle(live)


def _send_deal(live: LiveState, effect: CommitEffect, line: tuple[Trick, ...]) -> None:
    table = live.table
    decks = [event for event in effect.events if isinstance(event, DealEvent)]
    for event in decks:
        if (ending := final_shuffle_message(live, event)) is not None:
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


def _send_next_shuffle(live: LiveState) -> None:
    """Send all clients the state of the next deck's shuffle, if the table prepares it during the deal.

    Only a turn-based table does so, at which players answer within hours or days.
    """
    if (message := next_shuffle_message(live)) is not None:
        send_to_all(live, message)


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


def send_times(live: LiveState) -> None:
    """Send all clients of a turn-based table the times at which decisions are due, because they have changed.

    They change when a pause (a holiday of a player or a time in which no server was running) is added or removed.
    """
    if live.table.stage == "deal" and live.table.last is not None:
        _send_updates(live, drop_steps(common_update(live, CommitEffect(()))))


# Other messages


def send_seats(live: LiveState) -> None:
    """Send a new `SeatsMessage`, the state of the table apart from the cards, to clients whose last one is outdated."""
    live.count_watchers()
    common = seats(live)
    for client, last_seats in live.presence.clients.items():
        if last_seats != common:
            client.send(client_seats(live, common, client))


def send_pointed(live: LiveState) -> None:
    """Send all clients that may see the deal the cards at which players point, if these cards have changed.

    Players point at a card in a partner's face-up hand to suggest it.
    """
    if not live.pointings and not live.last_pointed_message.cards:
        return
    message = PointingsMessage(current_pointings(live))
    if message != live.last_pointed_message:
        live.last_pointed_message = message
        for client in live.presence.clients:
            if not sees_nothing(live, live.table.seat_of(client.user)):
                client.send(message)


def send_chat(live: LiveState, line: ChatMessage) -> None:
    """Send the chat line `line` to all clients.

    During a deal a line of a spectator may be hidden from the players until the deal ends, and the reverse. Such a
    line is sent only to the author's group, which is the players or the spectators.
    """
    is_held = line in live.held_chat_lines
    for client in live.presence.clients:
        if not is_held or (line.seat is None) == (live.table.seat_of(client.user) is None):
            client.send(line)


def send_held_chat(live: LiveState) -> None:
    """Send the chat lines that were held back during a deal to those who lack them, once the deal has ended.

    A line of a player was held back from the spectators, and a line of a spectator from the players.
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
        send_to_all(live, current_shuffle_message(live))


def common_update(live: LiveState, effect: CommitEffect, line: tuple[Trick, ...] = ()) -> UpdateContext:
    """Return the content that all clients' `UpdateMessage`s about the effect of a commit have in common.

    A commit is a stored group of events. If an accepted claim of remaining tricks has ended the deal, `line` is a
    possible play of these tricks; () if there is none to show.
    """
    table = live.table
    assert table.last is not None
    context = update_context(
        table.game,
        table.n,
        table.last,
        steps=tuple(effect.steps),
        announced_seats=effect.announced_seats,
        undone_steps=tuple(effect.undone_steps),
        sealed_actions=table.sealed_actions,
        clock=_clock(live),
        line=line,
    )
    return context if table.state is not None else replace(context, seats_to_act=())


def _clock(live: LiveState) -> Clock | None:
    if live.table.settings.turns is not None:
        return turn_times.clock_message(live)
    return clock_message(live) if live.table.settings.clock else None


def receiver_update(live: LiveState, context: UpdateContext, receiver: Seat | None) -> UpdateMessage:
    """Return the `UpdateMessage` for the player at the seat `receiver`, or for spectators if `receiver` is None.

    `context` contains what the messages for all receivers have in common.
    """
    table = live.table
    may_act = receiver is not None and table.chairs[receiver].is_played_by_person
    message = update(context, receiver, may_act=may_act, open_hands=_sees_all_hands(table, receiver))
    if receiver is None:
        return message
    possible, stood_in = _possible_proposals(table, receiver, message), table.stand_in_actions.get(receiver, ())
    coach = coach_message(table, receiver) if table.settings.coach else None
    return replace(message, possible=possible, stood_in=stood_in, coach=coach)


def _sees_all_hands(table: TableState, receiver: Seat | None) -> bool:
    """Return whether a receiver sees all hands.

    Only the table's host (who opened it) can, in a match against computer players at a table with the setting
    `open_hands`.
    """
    host = receiver is not None and table.chairs[receiver].user == table.settings.host
    return host and table.practice and table.settings.open_hands


def _possible_proposals(table: TableState, seat: Seat, update_message: UpdateMessage) -> tuple[PossibleProposal, ...]:
    """Return the proposals about the deal that the rules allow, each with the reason why a player cannot make it now.

    Examples are an undo and a claim of remaining tricks. `update_message` is the message that the player is sent about
    the deal, without the proposals. The reason is None for a proposal that the player can make now. Proposals that the
    game's rules never allow are left out. This function runs after every card, so it must be fast. Therefore it does
    not check whether an action has revealed information to the player. An undo of such an action is refused only when
    the player proposes it.
    """
    if table.state is None or not table.chairs[seat].is_played_by_person:
        return ()
    proposals = [
        PossibleProposal("claim", _claim_obstacle(update_message)),
        *(() if table.is_rated else (PossibleProposal("undo", _undo_obstacle(table, seat)),)),
    ]
    side = next(seats for seats in table.game.sides if seat in seats)
    concession = table.game.settle(table.state, AgreedEnd(conceding_seats=side))
    if isinstance(concession, State):
        proposals.append(PossibleProposal("concede", None))
    elif concession.key != "no-concession":
        proposals.append(PossibleProposal("concede", concession))
    return tuple(proposals)


def _claim_obstacle(update_message: UpdateMessage) -> Reason | None:
    """Return the reason why a player cannot claim remaining tricks now; None if they can.

    `update_message` is the message that the player is sent about the deal.
    """
    if update_message.claim is not None:
        return None
    return reason("claim-no-cards" if update_message.view.public.tricks else "no-tricks-yet")


def _undo_obstacle(table: TableState, seat: Seat) -> Reason | None:
    """Return the reason why the player at `seat` cannot propose an undo now; None if they can."""
    assert table.log is not None
    entries = table.log.entries
    if not any(isinstance(entry, ActionEvent) and entry.seat == seat for entry in entries):
        return reason("undo-nothing")
    last = entries[-1]
    is_own_action = isinstance(last, ActionEvent) and last.seat == seat
    return None if is_own_action or table.practice or seat in table.stand_in_actions else reason("undo-others")
