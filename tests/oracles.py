"""What a viewer knows of hidden cards beyond the sizes of the places: the oracle of `test_infer`.

`revoked` holds for every game; a game whose deal tells more has an entry of its own.
"""

from collections.abc import Callable
from typing import Any

from games import tuppi_again

from prikup.cards import BIT
from prikup.game import AnyGame
from prikup.state import State, View
from prikup.tricks import Tricks

__all__ = ["refuted"]


def revoked(world: State[Any]) -> bool:
    """Whether somebody's cards in this world would have forbidden a card that he played."""
    tricks: Tricks | None = world.public.tricks
    if tricks is None:
        return False
    hands = [hand | tricks.played(seat) for seat, hand in enumerate(world.hands)]
    leader = tricks.past[0].leader if tricks.past else tricks.leader
    again = Tricks.begin(tricks.order, tricks.follow, tricks.seats, leader, len(hands), tricks.last)
    for card in (*(c for trick in tricks.past for c in trick.cards), *tricks.table):
        seat = again.turn
        if not again.legal(hands[seat]) & BIT[card]:
            return True
        hands[seat] &= ~BIT[card]
        again = again.play(card)
    return False


ORACLES: dict[str, Callable[[AnyGame, View[Any], State[Any]], bool]] = {"tuppi": tuppi_again.refuted}


def refuted(game: AnyGame, view: View[Any], world: State[Any]) -> bool:
    """Whether a world contradicts what the viewer saw."""
    oracle = ORACLES.get(game.name)
    return revoked(world) or (oracle is not None and oracle(game, view, world))
