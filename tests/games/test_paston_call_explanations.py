"""Explanations of calls in Paston agree with the scores of settled deals."""

import random
from typing import Any

import pytest
from games.meanings import explanation_numbers, settle_randomly

from prikup.games import game
from prikup.games.paston import KIND
from prikup.rules.match import Match
from prikup.rules.state import view

EXTRA_OPTIONS = ("standard lone_low=flat9 passer=invited allpass_trump=any multiplier_table=grkha_full",)


@pytest.mark.parametrize("preset", [*KIND.presets, *EXTRA_OPTIONS])
def test_paston_call_explanation_matches_scores(preset: str) -> None:
    rules, rng, checked_cases = game("paston", preset), random.Random(19), set[Any]()
    match = Match.begin(rules)
    for _ in range(300):
        state, explained_calls = match.deal_random(rng), []
        while state.public.actor is not None and state.public.phase != "play":
            seat, player_view = state.public.actor, view(state, state.public.actor)
            call = rng.choice(rules.legal(player_view))
            if call >= 52 and state.public.phase in ("declare", "whist"):
                explained_calls.append((seat, explanation_numbers(rules, state, call)))
            state = rules.apply(state, call)
        if state.public.phase == "play":
            state = settle_randomly(rules, state, rng)
        outcome = rules.outcome(state)
        if explained_calls:
            scores = {entry.side: entry.amount for entry in rules.scoring.row(outcome, match.standing).entries[:3]}
            for seat, means in explained_calls:
                checked_cases.add(check(outcome, scores, seat, means))
    assert checked_cases >= {
        "made",
        "lost",
        "unopposed",
        "surrender",
        "lone-short",
        "both-short",
        "lone",
        "both",
        "pass",
    }


def check(outcome: Any, scores: dict[int, int], seat: int, explanation: dict[str, Any]) -> str:
    """Compare an explanation with the row; return which case it was."""
    own_score, declarer = scores[seat], outcome.declarer
    if (means := explanation.get("means-surrender")) is not None:
        assert scores == {side: -10 if side == seat else means["bonus"] for side in range(3)}
        return "surrender"
    if means := explanation.get("means-trump"):
        is_made = not outcome.whisters or outcome.tricks[seat] >= means["needed"]
        assert own_score == (means["made"] if is_made else -means["lost"])
        return "unopposed" if not outcome.whisters else "made" if is_made else "lost"
    if means := explanation.get("means-pass"):
        assert own_score == 0
        if not outcome.whisters:
            assert means["then"] in ("open", "passed")
            assert scores[declarer] == means["points"]
        return "pass"
    means, both_whist = explanation["means-whist"], len(outcome.whisters) == 2
    assert means["with"] in ("either", "both" if both_whist else "alone")
    name, tricks = ("both", outcome.tricks[seat]) if both_whist else ("lone", 10 - outcome.tricks[declarer])
    if tricks >= means[name]:
        assert own_score == means["each"] * (tricks - means[name])
        return name
    assert means[f"{name}-least"] <= -own_score <= means[f"{name}-most"]
    if tricks == 0:
        assert -own_score == means[f"{name}-most"]
    return f"{name}-short"
