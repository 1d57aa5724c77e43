"""Solver queries when the talon's cards are led."""

import random

import pytest
from bots.test_cardplay import follows_the_rules
from support.random_walk import random_deal, walk

from prikup.bots.cardplay import position
from prikup.games import game
from prikup.rules.match import Match


@pytest.mark.parametrize("third", ["eldest", "winner"])
@pytest.mark.parametrize("leads", ["raspasy_talon=suit_only", "players=4 raspasy_talon=talon_leads"])
def test_preferans_solver_position_follows_rules_when_talon_leads(leads: str, third: str) -> None:
    rules, rng = game("preferans", f"{leads} third_lead={third}"), random.Random(52)
    for _ in range(20):
        state = random_deal(Match.begin(rules), rng)
        for _ in range(3):
            state = rules.apply(state, 52)
        objective = rules.objective(state.public)
        assert position(state, objective).talon == (state.public.talon[0], *state.stock)
        steps = [(step_state, card) for _, step_state, card in walk(rules, state, rng) if card is not None]
        assert sum(follows_the_rules(rules, step_state, card) for step_state, card in steps) == 29
