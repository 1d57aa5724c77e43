"""The duties of every computer player: legal actions, the same decision for the same View, none by hidden cards."""

import random

import pytest
from support.walk import KINDS, everywhere

from prikup.bots import LEVELS, PLAYERS, SOLVING, TRIAL, is_player, player
from prikup.games import game
from prikup.kind import Kind
from prikup.state import view
from prikup.worlds import worlds

THINKS = {name: f"{name}:4" if name in (*SOLVING, *TRIAL) else name for name in (*PLAYERS, *TRIAL)}
"""With few worlds, so that it is quick; a stranger of some style."""


def asked(level: str, phase: str, rng: random.Random) -> bool:
    """Return whether a player is asked now: a player that thinks long more seldom."""
    return rng.random() < (0.3 if ":" not in level else 0.03 if phase == "play" else 0.15)


each_player = pytest.mark.parametrize(
    ("name", "kind", "level"), [(name, kind, level) for name, kind in KINDS for level in THINKS.values()]
)


@each_player
def test_a_decision_is_legal_and_follows_from_the_seed_and_the_view(name: str, kind: Kind, level: str) -> None:
    rng = random.Random(30)
    for rules, state, action in everywhere(kind, 31, 24):
        if action is None or not asked(level, state.public.phase, rng):
            continue
        seen = view(state, state.public.actor)
        decision = player(level, rules, 7)(seen)
        assert decision in rules.legal(seen)
        other_order = player(level, rules, 7)
        other_order(seen)
        assert other_order(seen) == decision


@each_player
def test_a_decision_does_not_depend_on_hidden_cards(name: str, kind: Kind, level: str) -> None:
    rng = random.Random(32)
    for rules, state, action in everywhere(kind, 33, 24):
        if action is not None and asked(level, state.public.phase, rng):
            actor = state.public.actor
            world = next(worlds(rules, view(state, actor), rng))
            decide = player(level, rules, 7)
            assert decide(view(world, actor)) == decide(view(state, actor))


def test_the_names_that_are_known() -> None:
    assert all(is_player(name) for name in PLAYERS)
    assert set(LEVELS) <= set(PLAYERS)
    assert not set(TRIAL) & set(PLAYERS), "they sit at no table"
    assert all(is_player(name) for name in ("pimc:20", "stranger:120", "uniform"))
    assert not any(
        is_player(name) for name in ("", "grandmaster", "pimc:", "pimc:0", "pimc:-1", "pimc:x", "rule:5", ":3")
    )
    with pytest.raises(KeyError):
        player("pimc:0", game(KINDS[0][0]), 0)
