"""Explanations of calls in Tuppi agree with the scores of settled deals."""

import random
from typing import Any

import pytest

from prikup.games import game
from prikup.games.tuppi import KIND
from prikup.games.tuppi.bids import NOLO, RAMI, SOOLI
from prikup.games.tuppi.scoring import Carry
from prikup.rules.game import MatchStanding, Settled
from prikup.rules.state import State, view

MORE = ("standard reset_rule=new_scorer_keeps sooli_lost=48", "standard points_per_trick=1 sooli_lost=0")
each_preset = pytest.mark.parametrize("preset", [*KIND.presets, *MORE])


def standings(rules: Any, rng: random.Random) -> MatchStanding[Any]:
    points = rng.choice(((0, 0), (8, 0), (0, 12)))
    return MatchStanding(3, rng.randrange(4), (points,), Carry((20, 20)))


@each_preset
def test_a_word_costs_and_brings_what_it_says(preset: str) -> None:
    rules, rng, seen = game("tuppi", preset), random.Random(23), set[Any]()
    for _ in range(120):
        deck = tuple(rng.sample(rules.pack, 52))
        state = rules.deal(deck, standings(rules, rng))
        assert isinstance(state, State)
        bids = {call: dict(rules.meaning(view(state, state.public.actor), call)[1].numbers) for call in (RAMI, NOLO)}
        sooli: dict[int, dict[str, Any]] = {}
        while state.public.phase != "play":
            seat, legal = state.public.actor, rules.legal(view(state, state.public.actor))
            assert seat is not None
            if SOOLI in legal:
                sooli[seat] = dict(rules.meaning(view(state, seat), SOOLI)[1].numbers)
            state = rules.apply(state, rng.choice(legal))
        public = state.public
        tricks = [0, 0, 0, 0]
        for seat in rng.choices(public.tricks.seats, [rng.random() for _ in public.tricks.seats], k=13):
            tricks[seat] += 1
        if public.soloist is not None:
            tricks = [0 if seat != public.soloist else rng.randrange(2) for seat in range(4)]
            if not tricks[public.soloist]:
                tricks[public.tricks.seats[0 if public.tricks.seats[0] != public.soloist else 1]] = 13
        after = rules.settle(state, Settled(tricks=tuple(tricks)))
        assert isinstance(after, State), after
        seen.add(check(rules, after, bids, sooli))
    assert {"rami", "stopped", "nolo"} <= seen
    assert not rules.options.sooli or {"sooli-made", "sooli-lost"} <= seen


def check(rules: Any, end: State[Any], bids: dict[int, dict[str, Any]], sooli: dict[int, dict[str, Any]]) -> str:
    """Compare the explanations that were given with the row; return which game it was."""
    outcome, standing = rules.outcome(end), end.public.match
    row = rules.row(outcome, standing)
    points = [row.amount("points", side) for side in (0, 1)]
    if outcome.contract == "sooli":
        means, own = sooli[outcome.player], outcome.player % 2
        made = not outcome.tricks[own]
        expected = (means["made"], -means["fall"]) if made else (-means["risen"], means["lost"])
        assert (points[own], points[1 - own]) == expected
        return "sooli-made" if made else "sooli-lost"
    risen = next((side for side in (0, 1) if standing.totals[0][side] and not rules.options.both_score), None)
    if outcome.contract == "nolo":
        more = 0 if outcome.tricks[0] > outcome.tricks[1] else 1
        over, means = outcome.tricks[more] - 6, bids[NOLO]
        scorer, number = (
            (more, -over * means["each"]) if means["low"] == "from_more" else (1 - more, over * means["each"])
        )
        kind = "nolo"
    else:
        own, means = outcome.player % 2, bids[RAMI]
        over = outcome.tricks[own] - 6
        scorer, number, kind = own, over * means["each"], "rami"
        if over <= 0:
            scorer, number, kind = 1 - own, (outcome.tricks[1 - own] - 6) * means["fails"], "stopped"
    falls = risen is not None and risen != scorer and number > 0
    kept = not falls or rules.options.reset_rule == "new_scorer_keeps"
    assert points[scorer] == (number if kept else 0)
    assert points[1 - scorer] == (-standing.totals[0][1 - scorer] if falls else 0)
    return kind


def test_whose_points_may_fall_is_said_with_a_bid() -> None:
    rules, rng = game("tuppi", "standard"), random.Random(1)
    state = rules.deal(tuple(rng.sample(rules.pack, 52)), MatchStanding(3, 0, ((8, 0),), Carry()))
    assert isinstance(state, State)
    for whose in ("theirs", "own"):
        told = {each.key: dict(each.numbers) for each in rules.meaning(view(state, state.public.actor), RAMI)}
        assert told["means-rising"] == {"whose": whose, "points": 8, "keeps": "no"}
        state = rules.apply(state, rules.legal(view(state, state.public.actor))[0])
