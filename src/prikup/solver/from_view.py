"""Positions of a View in which every card that is still in play lies open, as the solver is asked about them."""

from typing import Any

from prikup.game import AnyGame
from prikup.solver.position import Position
from prikup.state import View, placed

__all__ = ["open_positions"]


def open_positions(game: AnyGame, view: View[Any]) -> tuple[Position, ...]:
    """Return what each side takes against all others as positions, side by side.

    There are none unless a card is asked for and the viewer sees the hands of all who play: their own, and those that
    lie open.
    """
    public = view.public
    tricks = public.tricks
    if tricks is None or public.phase != "play":
        return ()
    if any(cell.size and cell.place == "hand" and cell.seat in tricks.seats for cell in game.unknown(view)):
        return ()
    hands = public.shown if view.seat is None else placed(public.shown, view.seat, view.hand)
    contest = game.contest(public)
    return tuple(Position.of(tricks, hands, side, contest.goal) for side in contest.sides)
