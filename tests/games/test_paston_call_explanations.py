"""Explanations of calls in Paston agree with the scores of settled deals."""

import random
from typing import Any

import pytest
from games.meanings import settled, told

from prikup.games import game
from prikup.games.paston import KIND
from prikup.rules.match import Match
from prikup.rules.state import view

MORE = ("standard lone_low=flat9 passer=invited allpass_trump=any multiplier_table=grkha_full",)


@pytest.mark.parametrize("preset", [*KIND.presets, *MORE])
def test_a_word_costs_and_brings_what_it_says(preset: str) -> None:
    rules, rng, seen = game("paston", preset), random.Random(19), set[Any]()
    match = Match.begin(rules)
    for _ in range(300):
        state, said = match.dealt(rng), []
        while state.public.actor is not None and state.public.phase != "play":
            seat, seen_before = state.public.actor, view(state, state.public.actor)
            call = rng.choice(rules.legal(seen_before))
            if call >= 52 and state.public.phase in ("declare", "whist"):
                said.append((seat, told(rules, state, call)))
            state = rules.apply(state, call)
        if state.public.phase == "play":
            state = settled(rules, state, rng)
        outcome = rules.outcome(state)
        if said:
            scores = {entry.side: entry.amount for entry in rules.row(outcome, match.standing).entries[:3]}
            for seat, means in said:
                seen.add(check(outcome, scores, seat, means))
    assert seen >= {"made", "lost", "unopposed", "surrender", "lone-short", "both-short", "lone", "both", "pass"}


def check(outcome: Any, scores: dict[int, int], seat: int, said: dict[str, Any]) -> str:
    """Compare an explanation with the row; return which case it was."""
    own, declarer = scores[seat], outcome.declarer
    if (means := said.get("means-surrender")) is not None:
        assert scores == {each: -10 if each == seat else means["bonus"] for each in range(3)}
        return "surrender"
    if means := said.get("means-trump"):
        made = not outcome.whisters or outcome.tricks[seat] >= means["needed"]
        assert own == (means["made"] if made else -means["lost"])
        return "unopposed" if not outcome.whisters else "made" if made else "lost"
    if means := said.get("means-pass"):
        assert own == 0
        if not outcome.whisters:
            assert means["then"] in ("open", "passed")
            assert scores[declarer] == means["points"]
        return "pass"
    means, both = said["means-whist"], len(outcome.whisters) == 2
    assert means["with"] in ("either", "both" if both else "alone")
    name, taken = ("both", outcome.tricks[seat]) if both else ("lone", 10 - outcome.tricks[declarer])
    if taken >= means[name]:
        assert own == means["each"] * (taken - means[name])
        return name
    assert means[f"{name}-least"] <= -own <= means[f"{name}-most"]
    if taken == 0:
        assert -own == means[f"{name}-most"]
    return f"{name}-short"
