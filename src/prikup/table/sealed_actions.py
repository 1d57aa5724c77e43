"""Sealed phases (`Game.sealed_phases`): a seat may act before its turn; the table stores the action until then."""

from typing import Any

from prikup.history.log import ActionEvent, Log
from prikup.narration import NarratedStep, steps
from prikup.rules.game import set_next_actor
from prikup.rules.state import Action, Seat, State, View, replace_public

__all__ = ["actions_by_seat", "early_step", "with_early_turn"]


def with_early_turn(view: View[Any], seat: Seat) -> View[Any]:
    """Return a View as if it were its seat's turn; the seat has not acted yet in a sealed phase."""
    return View(view.seat, set_next_actor(view.public, view.public.phase, seat), view.hand, view.notes)


def early_step(state: State[Any], seat: Seat, action: Action) -> NarratedStep:
    """Return the step of an action placed before its turn: the game's state does not change yet."""
    asking = replace_public(state, set_next_actor(state.public, state.public.phase, seat))
    return NarratedStep(asking, ActionEvent(seat, action), asking)


def actions_by_seat(log: Log) -> dict[Seat, Action]:
    """Return the actions of the current sealed phase that the game already has, by seat; {} in any other phase."""
    phase = log.state.public.phase if log.state else ""
    if phase not in log.game.sealed_phases:
        return {}
    phase_steps = (step for step in steps(log) if step.before.public.phase == phase)
    return {step.entry.seat: step.entry.act for step in phase_steps if isinstance(step.entry, ActionEvent)}
