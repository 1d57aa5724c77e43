"""Build positions for the solver from Views in which all cards in play are visible.

A View is what one player, or a spectator, may know of a deal.
"""

from typing import Any

from prikup.rules.game import AnyGame
from prikup.rules.state import View, replace_hand
from prikup.solver.position import Position

__all__ = ["open_positions"]


def open_positions(game: AnyGame, view: View[Any]) -> tuple[Position, ...]:
    """Return one solver position for each side of the play, in which this side plays against all other seats.

    `view` is what one player, or a spectator, may know of the deal. Return () unless a card is to be played and the
    viewer sees the hands of all seats in play: their own hand and hands that are open.
    """
    public = view.public
    tricks = public.tricks
    if tricks is None or public.phase != "play":
        return ()
    if any(
        cell.size and cell.place == "hand" and cell.seat in tricks.seats for cell in game.analysis.hidden_cells(view)
    ):
        return ()
    hands = public.shown if view.seat is None else replace_hand(public.shown, view.seat, view.hand)
    objective = game.objective(public)
    return tuple(Position.of(tricks, hands, side, objective.goal) for side in objective.sides)
