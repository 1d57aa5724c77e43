"""What every computer player owes: legal actions, the same decision for the same View, and `rule` above `random`."""

import random

import pytest
from duplicate import advantage, between
from walk import KINDS, everywhere

from prikup.bots import PLAYERS, player
from prikup.game import Kind
from prikup.infer import worlds
from prikup.state import view

each_player = pytest.mark.parametrize(
    ("name", "kind", "level"), [(name, kind, level) for name, kind in KINDS for level in PLAYERS]
)


@each_player
def test_a_decision_is_legal_and_follows_from_the_seed_and_the_view(name: str, kind: Kind, level: str) -> None:
    for game, state, action in everywhere(kind, 31, 60):
        if action is None:
            continue
        seen = view(state, state.public.actor)
        decision = player(level, game, 7)(seen)
        assert decision in game.legal(seen)
        other_order = player(level, game, 7)
        other_order(seen)
        assert other_order(seen) == decision


@each_player
def test_a_decision_does_not_depend_on_hidden_cards(name: str, kind: Kind, level: str) -> None:
    rng = random.Random(32)
    for game, state, action in everywhere(kind, 33, 30):
        if action is not None and rng.random() < 0.3:
            actor = state.public.actor
            world = next(worlds(game, view(state, actor), rng))
            decide = player(level, game, 7)
            assert decide(view(world, actor)) == decide(view(state, actor))


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_the_rule_of_thumb_beats_random_play(name: str, kind: Kind) -> None:
    game = between(kind)
    found = advantage(game, player("rule", game, 1), player("random", game, 1), deals=2000, seed=34)
    print(f"{name}: {found.mean:+.2f} points a deal, at least {found.lower:+.2f}, {found.deals} deals")
    assert found.lower > 0
