"""Explanations of contracts in 3-5-8 agree with the scores of settled deals."""

import random
from typing import Any

import pytest
from games.meanings import settled, told

from prikup.games import game
from prikup.games.three_five_eight import KIND
from prikup.rules.match import Match
from prikup.rules.state import view


@pytest.mark.parametrize("preset", KIND.presets)
def test_a_contract_writes_what_it_says(preset: str) -> None:
    rules, rng, seen = game("three-five-eight", preset), random.Random(29), set[Any]()
    match = Match.begin(rules)
    for _ in range(60):
        state, said, announcer = match.dealt(rng), dict[str, Any](), 0
        while state.public.actor is not None and state.public.phase != "play":
            seat = state.public.actor
            call = rng.choice(rules.legal(view(state, seat)))
            if state.public.phase == "announce":
                announcer = seat
                said = told(rules, state, call)
            state = rules.apply(state, call)
        if state.public.actor is None:
            assert "means-pass" in said
            assert not rules.row(rules.outcome(state), match.standing).entries
            continue
        after = settled(rules, state, rng, 16)
        tricks = after.public.tricks.won
        written = rules.row(rules.outcome(after), match.standing).amount("points", announcer)
        if means := said.get("means-limit"):
            assert written == means["limit"] - tricks[announcer]
        else:
            assert written == tricks[announcer] - said["means-target"]["target"]
        seen.update(said)
        match = match.close(rules.outcome(after))
        match = Match.begin(rules) if match.over else match
    assert seen
