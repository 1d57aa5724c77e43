"""Sealed phases (`Game.sealed`): a seat may act before its turn comes. The table keeps such an action until then."""

from typing import Any

from prikup.game import asks
from prikup.history.log import Act, Log
from prikup.narration import Step, steps
from prikup.state import Action, Seat, State, View, with_public

__all__ = ["acted", "asked_early", "laying"]


def asked_early(seen: View[Any], seat: Seat) -> View[Any]:
    """Return a View as if it were the turn of its seat, which has not acted yet in a sealed phase."""
    return View(seen.seat, asks(seen.public, seen.public.phase, seat), seen.hand, seen.notes)


def laying(state: State[Any], seat: Seat, action: Action) -> Step:
    """Return the step of an action laid before its turn: the game does not know it yet, and nothing changes."""
    asking = with_public(state, asks(state.public, state.public.phase, seat))
    return Step(asking, Act(seat, action), asking)


def acted(log: Log) -> dict[Seat, Action]:
    """Return what the game knows of the sealed phase that is being played, by seat; nothing in any other phase."""
    phase = log.state.public.phase if log.state else ""
    if phase not in log.game.sealed:
        return {}
    done = (step for step in steps(log) if step.before.public.phase == phase)
    return {step.entry.seat: step.entry.act for step in done if isinstance(step.entry, Act)}
