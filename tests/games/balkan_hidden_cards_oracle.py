"""A player's certain knowledge about the talon at a Balkan table, stated independently of cells."""

from typing import Any

from prikup.rules.cards import Card, cards
from prikup.rules.game import AnyGame
from prikup.rules.state import State, View

__all__ = ["refuted"]


def refuted(game: AnyGame, view: View[Any], world: State[Any]) -> bool:
    """Return whether a player other than the declarer holds a card that the declarer took visibly from the talon."""
    talon_cards: set[Card] = {announcement.action for announcement in view.public.said if announcement.action < 52}
    other_hands = [hand for seat, hand in enumerate(world.hands) if seat != view.public.declarer]
    return any(talon_cards & set(cards(hand)) for hand in other_hands)
