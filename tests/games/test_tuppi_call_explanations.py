"""Explanations of calls in Tuppi agree with the scores of settled deals."""

import random
from typing import Any

import pytest

from prikup.games import game
from prikup.games.tuppi import KIND
from prikup.games.tuppi.bids import NOLO, RAMI, SOOLI
from prikup.games.tuppi.scoring import Carry
from prikup.rules.game import AgreedEnd
from prikup.rules.match_standing import MatchStanding
from prikup.rules.state import State, view

EXTRA_OPTIONS = ("standard reset_rule=new_scorer_keeps sooli_lost=48", "standard points_per_trick=1 sooli_lost=0")
each_preset = pytest.mark.parametrize("preset", [*KIND.presets, *EXTRA_OPTIONS])


def standings(rules: Any, rng: random.Random) -> MatchStanding[Any]:
    points = rng.choice(((0, 0), (8, 0), (0, 12)))
    return MatchStanding(3, rng.randrange(4), (points,), Carry((20, 20)))


@each_preset
def test_tuppi_call_explanation_matches_scores(preset: str) -> None:
    rules, rng, checked_kinds = game("tuppi", preset), random.Random(23), set[Any]()
    for _ in range(120):
        deck = tuple(rng.sample(rules.pack, 52))
        state = rules.deal(deck, standings(rules, rng))
        assert isinstance(state, State)
        bids = {
            call: dict(rules.explanations.explain_call(view(state, state.public.actor), call)[1].numbers)
            for call in (RAMI, NOLO)
        }
        sooli: dict[int, dict[str, Any]] = {}
        while state.public.phase != "play":
            seat, legal = state.public.actor, rules.legal(view(state, state.public.actor))
            assert seat is not None
            if SOOLI in legal:
                sooli[seat] = dict(rules.explanations.explain_call(view(state, seat), SOOLI)[1].numbers)
            state = rules.apply(state, rng.choice(legal))
        public = state.public
        tricks = [0, 0, 0, 0]
        for seat in rng.choices(public.tricks.seats, [rng.random() for _ in public.tricks.seats], k=13):
            tricks[seat] += 1
        if public.soloist is not None:
            tricks = [0 if seat != public.soloist else rng.randrange(2) for seat in range(4)]
            if not tricks[public.soloist]:
                tricks[public.tricks.seats[0 if public.tricks.seats[0] != public.soloist else 1]] = 13
        settled_state = rules.settle(state, AgreedEnd(tricks=tuple(tricks)))
        assert isinstance(settled_state, State), settled_state
        checked_kinds.add(check(rules, settled_state, bids, sooli))
    assert {"rami", "stopped", "nolo"} <= checked_kinds
    assert not rules.options.sooli or {"sooli-made", "sooli-lost"} <= checked_kinds


def check(rules: Any, end: State[Any], bids: dict[int, dict[str, Any]], sooli: dict[int, dict[str, Any]]) -> str:
    """Compare the explanations that were given with the row; return which game it was."""
    outcome, standing = rules.outcome(end), end.public.match
    row = rules.scoring.row(outcome, standing)
    points = [row.amount("points", side) for side in (0, 1)]
    if outcome.contract == "sooli":
        means, caller_side = sooli[outcome.player], outcome.player % 2
        is_made = not outcome.tricks[caller_side]
        expected_points = (means["made"], -means["fall"]) if is_made else (-means["risen"], means["lost"])
        assert (points[caller_side], points[1 - caller_side]) == expected_points
        return "sooli-made" if is_made else "sooli-lost"
    rising_side = next((side for side in (0, 1) if standing.totals[0][side] and not rules.options.both_score), None)
    if outcome.contract == "nolo":
        heavier_side = 0 if outcome.tricks[0] > outcome.tricks[1] else 1
        over, means = outcome.tricks[heavier_side] - 6, bids[NOLO]
        scorer, number = (
            (heavier_side, -over * means["each"])
            if means["low"] == "from_more"
            else (1 - heavier_side, over * means["each"])
        )
        kind = "nolo"
    else:
        caller_side, means = outcome.player % 2, bids[RAMI]
        over = outcome.tricks[caller_side] - 6
        scorer, number, kind = caller_side, over * means["each"], "rami"
        if over <= 0:
            scorer, number, kind = 1 - caller_side, (outcome.tricks[1 - caller_side] - 6) * means["fails"], "stopped"
    falls = rising_side is not None and rising_side != scorer and number > 0
    keeps_points = not falls or rules.options.reset_rule == "new_scorer_keeps"
    assert points[scorer] == (number if keeps_points else 0)
    assert points[1 - scorer] == (-standing.totals[0][1 - scorer] if falls else 0)
    return kind


def test_tuppi_bid_explanation_names_side_whose_points_may_fall() -> None:
    rules, rng = game("tuppi", "standard"), random.Random(1)
    state = rules.deal(tuple(rng.sample(rules.pack, 52)), MatchStanding(3, 0, ((8, 0),), Carry()))
    assert isinstance(state, State)
    for rising_owner in ("theirs", "own"):
        numbers_by_key = {
            explanation.key: dict(explanation.numbers)
            for explanation in rules.explanations.explain_call(view(state, state.public.actor), RAMI)
        }
        assert numbers_by_key["means-rising"] == {"whose": rising_owner, "points": 8, "keeps": "no"}
        state = rules.apply(state, rules.legal(view(state, state.public.actor))[0])
