"""Actions: one or several at once, in their turn or, where bids are sealed, before it."""

from copy import copy
from typing import Any

from prikup.claims import learned
from prikup.errors import reason
from prikup.history.log import Act, Log
from prikup.narration import Step
from prikup.state import Action, Seat, State, View, view
from prikup.table import protocol
from prikup.table.events import Event, Laid
from prikup.table.live import Live, Refusal
from prikup.table.messages.views import Moment, addressed, moment, wondered
from prikup.table.state import TableState
from prikup.text_forms import refused

__all__ = ["act", "acts", "asked", "ended", "fresh", "now", "overdue", "why"]


def now(course: TableState) -> Moment:
    """The deal as it stands, for those who have not seen how it came to that."""
    assert course.last is not None
    return moment(course.game, course.n, course.last, sealed=course.sealed)


def act(live: Live, seat: Seat, message: protocol.Act) -> tuple[Event, ...]:
    """What somebody does. Raises Refusal."""
    fresh(live.course, seat, message.n)
    actions = message.act if isinstance(message.act, tuple) else (message.act,)
    return acts(live.course, seat, actions)


def why(live: Live, seat: Seat, message: protocol.Why) -> protocol.Wondered:
    """The rule that forbids an action. Raises Refusal where there is nothing to do."""
    fresh(live.course, seat, message.n)
    return wondered(now(live.course), seat, message.act)


def fresh(course: TableState, seat: Seat, n: int) -> None:
    """Raise Refusal if what was seen at version `n` is not what a seat is asked now."""
    if course.state is None:
        raise Refusal(reason("no-deal"))
    if n > course.n or (seat in course.asked and n < course.since[seat]):
        raise Refusal(reason("stale"))


def acts(course: TableState, seat: Seat, actions: tuple[Action, ...]) -> tuple[Event, ...]:
    """What some actions of a seat do, one after the other. Raises Refusal if one of them may not be done then, or if
    the one before it would have shown something: a batch that is refused must tell no more than was known."""
    state, game = course.state, course.game
    assert state is not None
    early = seat != state.public.actor
    seen = first = asked(course, seat)
    done: list[Event] = []
    shown = False
    for action in actions:
        if done and (early or shown or seen.public.actor != seat or seen.public.phase != first.public.phase):
            raise Refusal(reason("act-too-many", number=len(done)), game.legal(first))
        if action not in game.legal(seen):
            raise Refusal(refused(game, seen, action).reason, game.legal(first))
        if early:
            done.append(Laid(seat, action))
        else:
            step = Step(state, Act(seat, action), game.apply(state, action))
            shown = len(actions) > 1 and learned(game, step, seat)
            done.append(Act(seat, action))
            state = step.after
            seen = view(state, seat)
    return tuple(done) if early else (*done, *ended(course, state))


def asked(course: TableState, seat: Seat) -> View[Any]:
    """The View that says what a seat may do."""
    assert course.state is not None
    return view(course.state, seat) if seat == course.state.public.actor else addressed(now(course), seat)


def ended(course: TableState, state: State[Any]) -> tuple[Event, ...]:
    """What follows from a state by itself: sealed actions whose turn has come, and the row of a finished deal."""
    done: list[Event] = []
    while (actor := state.public.actor) in course.laid and state.public.phase in course.game.sealed:
        assert actor is not None
        done.append(Act(actor, course.laid[actor]))
        state = course.game.apply(state, course.laid[actor])
    if state.public.actor is None and course.log is not None:
        done.append(_closing(course.log, state))
    return tuple(done)


def _closing(log: Log, state: State[Any]) -> Event:
    """What a finished deal writes on the sheet. The log itself stays as it is."""
    ending = copy(log)
    ending.state, ending.events = state, []
    ending.close()
    (closed,) = ending.events
    return closed


def overdue(live: Live) -> tuple[Event, ...] | None:
    """What should have followed already, where the last row does not say it."""
    state = live.course.state
    return None if state is None else ended(live.course, state) or None
