"""Check the actions (cards and calls) in a player's command, and find the automatic consequences of an action.

Such a consequence is, for example, the result of a finished deal. In a sealed phase, where no seat sees the actions of
the others, a seat may act before its turn.
"""

from typing import Any

from prikup.claims import reveals_information
from prikup.history.events import ActionEvent
from prikup.narration import NarratedStep
from prikup.rules.errors import reason
from prikup.rules.game import illegal
from prikup.rules.state import Action, Seat, State, view
from prikup.table.protocol.client_messages import ActCommand, WhyCommand
from prikup.table.protocol.server_messages import WhyMessage
from prikup.table.state.events import SealedActionTaken, TableEvent
from prikup.table.state.live_state import LiveState, NotAllowed
from prikup.table.state.table_state import TableState

__all__ = ["act", "action_events", "automatic_events", "check_version", "explain_illegal", "missing_events"]


def act(live: LiveState, seat: Seat, message: ActCommand) -> tuple[TableEvent, ...]:
    """Return the events of the actions in the command of the player at `seat`, and of their automatic consequences.

    Such a consequence is, for example, the result of a finished deal. Raise NotAllowed if an action is not legal. Raise
    it also if the player saw an older version of the table (`message.n`) and has to make another decision now.
    """
    check_version(live.table, seat, message.n)
    actions = message.act if isinstance(message.act, tuple) else (message.act,)
    return action_events(live.table, seat, actions)


def explain_illegal(live: LiveState, seat: Seat, message: WhyCommand) -> WhyMessage:
    """Return the answer to the player at `seat`, who asks why an action is illegal.

    The answer contains the rule that forbids the action, None if the action is legal. Raise NotAllowed if no deal is
    being played. Raise it also if the player saw an older version of the table (`message.n`) and has to make another
    decision now.
    """
    table = live.table
    check_version(table, seat, message.n)
    view = table.decision_view(seat)
    legal = message.act in table.game.legal(view)
    forbidden = None if legal else illegal(table.game, view, message.act).reason
    return WhyMessage(table.n, message.act, forbidden)


def check_version(table: TableState, seat: Seat, n: int) -> None:
    """Raise NotAllowed if no deal is being played, or if the client acts on an outdated state of the table.

    `n` is the version of the table (the number of its stored changes) that the client was shown. It is outdated if the
    seat has to act and its decision arose after that version. A version that the table has not reached is refused too;
    the client can only have it from a time before the table lost commits (stored groups of events).
    """
    if table.state is None:
        raise NotAllowed(reason("no-deal"))
    if n > table.n or (seat in table.seats_to_act and n < table.decision_versions[seat]):
        raise NotAllowed(reason("stale"))


def action_events(table: TableState, seat: Seat, actions: tuple[Action, ...]) -> tuple[TableEvent, ...]:
    """Return the events of one or more actions that a seat does in this order, and of their automatic consequences.

    Such a consequence is, for example, the result of a finished deal. Raise NotAllowed if one of the actions is not
    legal when its turn comes; then none of them is done. Raise it also if an action that reveals information to the
    player is followed by another one. Whether the second is legal may depend on what the first reveals, so the refusal
    would tell the player something although the command has changed nothing.
    """
    state, game = table.state, table.game
    assert state is not None
    early = seat != state.public.actor
    seat_view = first_view = table.decision_view(seat)
    events: list[TableEvent] = []
    revealed = False
    for action in actions:
        if events:
            seat_view = view(state, seat)
        if events and (
            early or revealed or seat_view.public.actor != seat or seat_view.public.phase != first_view.public.phase
        ):
            raise NotAllowed(reason("act-too-many", number=len(events)), game.legal(first_view))
        if action not in game.legal(seat_view):
            raise NotAllowed(illegal(game, seat_view, action).reason, game.legal(first_view))
        if early:
            events.append(SealedActionTaken(seat, action))
        else:
            step = NarratedStep(state, ActionEvent(seat, action), game.apply_unchecked(state, action))
            revealed = len(actions) > 1 and reveals_information(game, step, seat)
            events.append(ActionEvent(seat, action))
            state = step.after
    return tuple(events) if early else (*events, *automatic_events(table, state))


def automatic_events(table: TableState, state: State[Any]) -> tuple[TableEvent, ...]:
    """Return the events that follow automatically from a new `state` of the deal.

    These are the actions that seats placed before their turn in a sealed phase and whose turn has come now, and the
    result of a finished deal.
    """
    events: list[TableEvent] = []
    while (actor := state.public.actor) in table.early_actions and state.public.phase in table.game.sealed_phases:
        assert actor is not None
        events.append(ActionEvent(actor, table.early_actions[actor]))
        state = table.game.apply_unchecked(state, table.early_actions[actor])
    if state.public.actor is None and table.log is not None:
        events.append(table.log.closing(state))
    return tuple(events)


def missing_events(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events that follow automatically from the last action in the deal and are not stored yet.

    Such an event is, for example, the result of a finished deal. An action is normally stored together with the events
    that follow from it. Therefore the result is nearly always None, which means that no event is missing.
    """
    state = live.table.state
    return None if state is None else automatic_events(live.table, state) or None
