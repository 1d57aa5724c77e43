"""What a player at a Balkan table may conclude from the talon, told a second time, without cells."""

from typing import Any

from prikup.cards import Card, cards
from prikup.game import AnyGame
from prikup.state import State, View

__all__ = ["refuted"]


def refuted(game: AnyGame, seen: View[Any], world: State[Any]) -> bool:
    """Whether somebody but declarer holds a card that declarer was seen to take from the talon."""
    taken: set[Card] = {said.action for said in seen.public.said if said.action < 52}
    others = [hand for seat, hand in enumerate(world.hands) if seat != seen.public.declarer]
    return any(taken & set(cards(hand)) for hand in others)
