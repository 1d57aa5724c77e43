"""Sealed phases (`Game.sealed_phases`), in which no seat sees the actions of the others.

In such a phase the table lets every seat act at once. It stores an action that a seat does before its turn, and passes
the action to the game when it is the seat's turn.
"""

from typing import Any

from prikup.history.events import ActionEvent
from prikup.history.log import Log
from prikup.narration import NarratedStep, steps
from prikup.rules.game import set_next_actor
from prikup.rules.state import Action, Seat, State, View, replace_public

__all__ = ["actions_by_seat", "early_step", "with_early_turn"]


def with_early_turn(view: View[Any], seat: Seat) -> View[Any]:
    """Return a copy of a seat's View (what the seat may know) which says that it is the seat's turn.

    This is for a sealed phase in which the seat has not acted yet. In such a phase no seat sees the actions of the
    others, and all may act at the same time.
    """
    return View(view.seat, set_next_actor(view.public, view.public.phase, seat), view.hand, view.notes)


def early_step(state: State[Any], seat: Seat, action: Action) -> NarratedStep:
    """Return the step that describes an action placed before its turn in a sealed phase, for the messages to clients.

    In such a phase no seat sees the actions of the others, and all may act at the same time. The state of the deal is
    the same before and after this step. It changes only when it is the seat's turn.
    """
    asking = replace_public(state, set_next_actor(state.public, state.public.phase, seat))
    return NarratedStep(asking, ActionEvent(seat, action), asking)


def actions_by_seat(log: Log) -> dict[Seat, Action]:
    """Return the actions that the game has received in the current sealed phase, as a mapping from seats.

    In a sealed phase no seat sees the actions of the others. Actions that the table stores until their turn are not
    included. Return {} in any other phase.
    """
    phase = log.state.public.phase if log.state else ""
    if phase not in log.game.sealed_phases:
        return {}
    phase_steps = (step for step in steps(log) if step.before.public.phase == phase)
    return {step.entry.seat: step.entry.act for step in phase_steps if isinstance(step.entry, ActionEvent)}
