"""The positions sent to the solver follow the rules, in every game and under every house rule."""

from typing import Any

import pytest
from support.random_walk import KINDS, everywhere

from prikup.bots.cardplay import position
from prikup.rules.cards import mask
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import State


def follows_the_rules(rules: AnyGame, state: State[Any], card: int) -> bool:
    """Return whether a position after a card equals that of the deal; False if there is nothing to compare."""
    after = rules.apply(state, card)
    if state.public.phase != "play" or after.public.phase != "play":
        return False
    now, then = (position(at, rules.contest(at.public)) for at in (state, after))
    seat = state.public.turn
    assert mask((card,)) & now.tricks.legal(state.hands[seat])
    assert now.after(card)[1] == then
    return True


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_position_goes_on_as_the_deal_does(name: str, kind: GameDefinition) -> None:
    compared = sum(
        follows_the_rules(rules, state, action)
        for rules, state, action in everywhere(kind, 51, 40)
        if action is not None
    )
    assert compared > 200
