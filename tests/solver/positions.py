"""Positions, written shortly."""

from collections.abc import Iterable
from typing import Any

from prikup.cards import parse_mask
from prikup.solver.position import Position

__all__ = ["hand", "position"]


def hand(text: str) -> int:
    """The mask of a hand; suits at its end may be left out."""
    return parse_mask(text + "." * (3 - text.count(".")))


def position(hands: Iterable[int], *, leader: int, side: set[int], **more: Any) -> Position:
    """A position in which everybody plays who holds a card."""
    hands = tuple(hands)
    seats = tuple(seat for seat, held in enumerate(hands) if held)
    return Position(hands=hands, seats=seats, leader=leader, side=frozenset(side), **more)
