"""A player's certain knowledge about hidden cards in Preferans, stated independently of cells."""

from typing import Any

from prikup.rules.cards import mask
from prikup.rules.game import AnyGame
from prikup.rules.state import State, View

__all__ = ["refuted"]


def refuted(game: AnyGame, view: View[Any], world: State[Any]) -> bool:
    """Return whether a world contradicts the talon: when shown and taken, it is in the declarer's hand or discarded."""
    public = world.public
    talon = mask(announcement.action for announcement in public.said if announcement.action < 52)
    for seat, hand in enumerate(world.hands):
        if seat != public.declarer and hand & talon & ~public.shown[seat]:
            return True
    if public.phase == "discard" and not any(note.kind == "discarded" for notes in world.notes for note in notes):
        discard_count = 32 - sum(h.bit_count() for h in world.hands) - len(world.stock)
        return discard_count == 0 and bool(talon & ~world.hands[public.declarer])
    return False
