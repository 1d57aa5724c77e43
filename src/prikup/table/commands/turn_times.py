"""The times for decisions at a turn-based table, and what happens when they are over.

At a turn-based table players answer within hours or days. A player has `TurnLimits.hours` for each decision. A player
who needs longer uses up a reserve, which is given once in the match. Every commit (stored group of events) that changes
who has to act records when each seat was asked for its decision, and what is left of the reserves. No time passes
during pauses (`prikup.table.turn_calendar`), which the host knows. So the time at which a decision is due follows from
the commits and the pauses.

When the time for a decision is over, a computer player makes it (`Chair.is_overdue`). After `MAX_OVERDUE` such
decisions in a row the computer player keeps the seat until the owner takes it back.
"""

from prikup.rules.state import Seat, view
from prikup.table.commands.actions import action_events
from prikup.table.host.storage import WaitingDecision
from prikup.table.protocol.message_parts import Clock
from prikup.table.state.events import BotAssigned, QuestionsTimed, TableEvent, TimeExpired
from prikup.table.state.live_state import LiveState
from prikup.table.state.table_state import STAND_IN_LEVEL, TableState
from prikup.table.turn_calendar import HOUR_MS, Pause, end_of_time, passed_ms

__all__ = [
    "MAX_OVERDUE",
    "clock_message",
    "due",
    "due_ms",
    "expiry_events",
    "forced_events",
    "question_events",
    "waiting_decisions",
]

MAX_OVERDUE = 3
"""The number of decisions in a row for which a player may be late; after the last one a computer player keeps the seat.
"""
WAKE_MS = 900_000
"""Milliseconds after which a table that has to do something without a command, such as a shuffle, is loaded for it."""
FIRST_CALL = 52
"""The lowest number of an action that is a call; lower numbers are cards."""


def question_events(live: LiveState, events: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
    """Return the event that records when each seat was asked for its decision; () if nothing has changed.

    `events` are the other events of the same commit (group of events), after which the seats that have to act may be
    different.
    """
    table, limits = live.table, live.table.settings.turns
    assert limits is not None
    later = table.copy_with(events)
    asked_ms: list[int | None] = []
    reserves_ms = list(table.reserves_ms)
    for seat, old_asked_ms in enumerate(table.asked_ms):
        is_asked = seat in later.seats_to_act and later.chairs[seat].is_played_by_person
        is_same = (
            is_asked and old_asked_ms is not None and later.decision_versions[seat] == table.decision_versions[seat]
        )
        if old_asked_ms is not None and not is_same:
            reserves_ms[seat] = _remaining_reserve(live, seat, old_asked_ms)
        asked_ms.append(old_asked_ms if is_same else live.wall_ms if is_asked else None)
    timed = QuestionsTimed(tuple(asked_ms), tuple(reserves_ms))
    return () if (timed.asked, timed.reserves) == (table.asked_ms, table.reserves_ms) else (timed,)


def _remaining_reserve(live: LiveState, seat: Seat, asked_ms: int) -> int:
    """Return how much of a seat's reserve of time would remain if the seat acted now, in milliseconds.

    The reserve is extra time that a player has once for the whole match. `asked_ms` is the time at which the seat was
    asked for its decision (wall clock, ms).
    """
    limits = live.table.settings.turns
    assert limits is not None
    late_ms = passed_ms(asked_ms, live.wall_ms, _pauses(live, seat)) - limits.hours * HOUR_MS
    return max(0, live.table.reserves_ms[seat] - max(0, late_ms))


def _pauses(live: LiveState, seat: Seat) -> tuple[Pause, ...]:
    return live.pauses.get(live.table.chairs[seat].user, ())


def due_ms(table: TableState, seat: Seat, pauses: tuple[Pause, ...]) -> int | None:
    """Return the time (wall clock, ms) by which a seat must make its decision; None if it has nothing to decide.

    No time passes for the player during `pauses`.
    """
    asked_ms = table.asked_ms[seat]
    return None if asked_ms is None else end_of_time(asked_ms, _amount_ms(table, seat), pauses)


def _amount_ms(table: TableState, seat: Seat) -> int:
    """Return the milliseconds that a seat has for its decision: the hours per decision and the rest of its reserve.

    The reserve is extra time that a player has once for the whole match.
    """
    limits = table.settings.turns
    assert limits is not None
    return limits.hours * HOUR_MS + table.reserves_ms[seat]


def waiting_decisions(table: TableState, changed_ms: int) -> tuple[WaitingDecision, ...]:
    """Return the decisions for which a turn-based table waits, as records that the host stores.

    If the table has something to do by itself, such as a shuffle, there is also an entry with the seat -1. `changed_ms`
    is the time of the last commit (wall clock, ms).
    """
    decisions = [
        WaitingDecision(seat, table.chairs[seat].user, table.decision_versions[seat], asked_ms, _amount_ms(table, seat))
        for seat, asked_ms in enumerate(table.asked_ms)
        if asked_ms is not None
    ]
    if table.stage in ("shuffle", "rest") or table.bots:
        decisions.append(WaitingDecision(-1, "", table.n, changed_ms, WAKE_MS))
    return tuple(decisions)


# Timed changes


def expiry_events(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events of the seats whose time for a decision is over; None if there is no such seat.

    A computer player then makes the decision. This is a timed change (a change without a command).
    """
    events: list[TableEvent] = []
    for seat in range(live.table.game.seats):
        due = due_ms(live.table, seat, _pauses(live, seat))
        if due is not None and due <= live.wall_ms:
            events.append(TimeExpired(seat))
            if live.table.chairs[seat].overdue_count + 1 >= MAX_OVERDUE:
                events.append(BotAssigned(seat, STAND_IN_LEVEL))
    return tuple(events) or None


def due(live: LiveState) -> float | None:
    """Return the time at which the next decision is due, in seconds on the host's clock.

    Return None if no seat has to decide.
    """
    times = (due_ms(live.table, seat, _pauses(live, seat)) for seat in range(live.table.game.seats))
    return min((live.now + (time - live.wall_ms) / 1000 for time in times if time is not None), default=None)


def forced_events(live: LiveState) -> tuple[TableEvent, ...] | None:
    """Return the events that play a card for a player who has only one legal card; None if there is no such player.

    A turn-based table, at which players answer within hours or days, does this for players whose own settings ask for
    it. This is a timed change (a change without a command).
    """
    state = live.table.state
    if state is None or (seat := state.public.actor) is None:
        return None
    chair = live.table.chairs[seat]
    if not chair.is_played_by_person or chair.user not in live.forced_card_users:
        return None
    legal = live.table.game.legal(view(state, seat)) if state.public.tricks is not None else ()
    if len(legal) != 1 or legal[0] >= FIRST_CALL or state.public.phase in live.table.game.sealed_phases:
        return None
    return action_events(live.table, seat, legal)


# Messages


def clock_message(live: LiveState) -> Clock:
    """Return the players' reserves of time and the times at which decisions are due, for an `UpdateMessage`."""
    table = live.table
    reserves_ms = tuple(
        reserve_ms if asked_ms is None else _remaining_reserve(live, seat, asked_ms)
        for seat, (asked_ms, reserve_ms) in enumerate(zip(table.asked_ms, table.reserves_ms, strict=True))
    )
    asked_seats = tuple(seat for seat, asked_ms in enumerate(table.asked_ms) if asked_ms is not None)
    due_times = tuple(due_ms(table, seat, _pauses(live, seat)) for seat in range(table.game.seats))
    return Clock(reserves_ms, asked_seats, due_times)
