"""The positions sent to the solver follow the rules, in every game and under every house rule."""

from typing import Any

import pytest
from support.random_walk import KINDS, random_steps

from prikup.bots.cardplay import position
from prikup.rules.cards import mask
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import State


def follows_the_rules(rules: AnyGame, state: State[Any], card: int) -> bool:
    """Return whether a position after a card equals that of the deal; False if there is nothing to compare."""
    new_state = rules.apply(state, card)
    if state.public.phase != "play" or new_state.public.phase != "play":
        return False
    position_before, position_after = (
        position(deal_state, rules.objective(deal_state.public)) for deal_state in (state, new_state)
    )
    seat = state.public.turn
    assert mask((card,)) & position_before.tricks.legal(state.hands[seat])
    assert position_before.after(card)[1] == position_after
    return True


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_solver_position_follows_the_rules_of_the_deal(name: str, kind: GameDefinition) -> None:
    compared_count = sum(
        follows_the_rules(rules, state, action)
        for rules, state, action in random_steps(kind, 51, 40)
        if action is not None
    )
    assert compared_count > 200
