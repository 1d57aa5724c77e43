"""A hint is what the strongest player would do, by nothing but the View."""

import random

import pytest
from support.walk import KINDS, everywhere

from prikup import bots
from prikup.bots import PLAYERS, player
from prikup.bots.advice import hint
from prikup.kind import Kind
from prikup.state import view
from prikup.worlds import worlds

SHARE = {"play": 0.05}
"""The share of decisions that are asked about: of cards fewer than of all that is decided before them."""


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_hint_is_what_master_does_and_tells_of_no_hidden_card(name: str, kind: Kind) -> None:
    rng = random.Random(40)
    asked = set()
    for rules, state, action in everywhere(kind, 41, 4):
        if action is None:
            continue
        seat = state.public.actor
        seen = view(state, seat)
        if len(rules.legal(seen)) == 1 or rng.random() > SHARE.get(seen.public.phase, 0.2):
            continue
        asked.add(seen.public.phase)
        found = hint(rules, seen)
        assert found.plan[0] == player("master", rules, 0)(seen)
        if found.worth:
            assert {plan[0] for plan in found.worth} <= set(rules.legal(seen))
            assert found.plan in found.worth
        world = next(worlds(rules, seen, rng))
        assert hint(rules, view(world, seat)) == found
    assert asked > {"play"}


def test_without_the_solver_a_hint_is_a_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.bots.advice.PLAYERS", tuple(name for name in PLAYERS if name not in bots.SOLVING))
    rng = random.Random(42)
    for rules, state, action in everywhere(KINDS[0][1], 43, 2):
        if action is not None and rng.random() < 0.3:
            seen = view(state, state.public.actor)
            assert hint(rules, seen)[:2] == ((player("rule", rules, 0)(seen),), {})
