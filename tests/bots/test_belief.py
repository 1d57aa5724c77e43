"""Beliefs: a seat that says what the rule of thumb says is believed to hold what it takes, and nothing is ruled out."""

import random
from typing import Any

import pytest
from walk import KINDS, dealt, random_game

from prikup.bots import player
from prikup.bots.belief import Belief
from prikup.bots.thread_search import search
from prikup.game import AnyGame, Kind
from prikup.games import GAMES
from prikup.match import Match
from prikup.state import View, view


def believed(rules: AnyGame, seen: View[Any], seed: int = 1) -> Belief:
    return Belief(rules, seen, GAMES[rules.name].rule(rules, 0), search(), random.Random(seed))


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_every_world_gives_back_the_view(name: str, kind: Kind) -> None:
    rng = random.Random(f"views {name}")
    for _ in range(6):
        rules = random_game(kind, rng)
        state = dealt(Match.begin(rules), rng)
        decide = player("rule", rules, 0)
        while (seat := state.public.actor) is not None:
            seen = view(state, seat)
            if rng.random() < 0.15:
                found, weights = believed(rules, seen).worlds(6)
                assert len(found) == len(weights)
                assert all(view(world, seat) == seen for world in found)
                assert all(rules.possible(seen, world) for world in found)
                assert all(0 < weight <= 1 for weight in weights)
            state = rules.apply(state, decide(seen))
