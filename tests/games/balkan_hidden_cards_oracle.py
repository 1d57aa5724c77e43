"""A player's certain knowledge about the talon at a Balkan table, stated independently of cells."""

from typing import Any

from prikup.rules.cards import Card, cards
from prikup.rules.game import AnyGame
from prikup.rules.state import State, View

__all__ = ["refuted"]


def refuted(game: AnyGame, seen: View[Any], world: State[Any]) -> bool:
    """Return whether a player other than the declarer holds a card that the declarer took visibly from the talon."""
    taken: set[Card] = {said.action for said in seen.public.said if said.action < 52}
    others = [hand for seat, hand in enumerate(world.hands) if seat != seen.public.declarer]
    return any(taken & set(cards(hand)) for hand in others)
