"""The positions sent to the solver follow the rules, in every game and under every house rule."""

from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace
from support.random_walk import KINDS, random_steps

from prikup.bots.cardplay import ENDING, points_in_each_world, position
from prikup.bots.payoff import Payoff, tricks_left
from prikup.bots.thread_solver import search
from prikup.rules.cards import mask
from prikup.rules.errors import reason
from prikup.rules.game import AnyGame
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_scoring import VoidDeal
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


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_points_differ_by_world_where_outcomes_count_cards(
    name: str, kind: GameDefinition, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A made rule, that a deal is void if another player holds a certain hand, stands for honours that score."""
    step = next(
        step
        for step in random_steps(kind, 11, 20)
        if step.state.public.phase == "play"
        and step.state.public.tricks.to_follow is None
        and len(step.state.public.tricks.seats) > 2
        and 1 < tricks_left(step.state) <= ENDING
    )
    rules, state = step.game, step.state
    turn = state.public.turn
    after, last = [seat for seat in state.public.tricks.seats if seat != turn][:2]
    hands = list(state.hands)
    hands[after], hands[last] = hands[last], hands[after]
    other_state = replace(state, hands=tuple(hands))
    original_outcome = type(rules).outcome

    def outcome(game: AnyGame, end: State[Any]) -> Any:
        is_void = end.hands[after] == state.hands[after]
        return VoidDeal(reason("misdealt")) if is_void else original_outcome(game, end)

    monkeypatch.setattr(type(rules), "outcome", outcome)
    monkeypatch.setattr(rules.scoring, "counts_cards", True)

    def points(*worlds: State[Any]) -> list[Any]:
        payoff = Payoff(rules, state.public)
        return list(points_in_each_world(rules, worlds, search(), payoff, exact=exact))

    assert points(state, other_state) == points(state) + points(other_state)
    assert points(other_state, state) == points(other_state) + points(state)
    assert not any(chain.from_iterable(points(state)[0].values()))
