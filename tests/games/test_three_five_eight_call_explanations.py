"""Explanations of contracts in 3-5-8 agree with the scores of settled deals."""

import random
from typing import Any

import pytest
from games.meanings import explanation_numbers, settle_randomly

from prikup.games import game
from prikup.games.three_five_eight import KIND
from prikup.rules.match import Match
from prikup.rules.state import view


@pytest.mark.parametrize("preset", KIND.presets)
def test_three_five_eight_contract_explanation_matches_scores(preset: str) -> None:
    rules, rng, checked_keys = game("three-five-eight", preset), random.Random(29), set[Any]()
    match = Match.begin(rules)
    for _ in range(60):
        state, explanation, announcer = match.deal_random(rng), dict[str, Any](), 0
        while state.public.actor is not None and state.public.phase != "play":
            seat = state.public.actor
            call = rng.choice(rules.legal(view(state, seat)))
            if state.public.phase == "announce":
                announcer = seat
                explanation = explanation_numbers(rules, state, call)
            state = rules.apply(state, call)
        if state.public.actor is None:
            assert "means-pass" in explanation
            assert not rules.scoring.row(rules.outcome(state), match.standing).entries
            continue
        settled_state = settle_randomly(rules, state, rng, 16)
        tricks = settled_state.public.tricks.won
        points = rules.scoring.row(rules.outcome(settled_state), match.standing).amount("points", announcer)
        if means := explanation.get("means-limit"):
            assert points == means["limit"] - tricks[announcer]
        else:
            assert points == tricks[announcer] - explanation["means-target"]["target"]
        checked_keys.update(explanation)
        match = match.close(rules.outcome(settled_state))
        match = Match.begin(rules) if match.over else match
    assert checked_keys
