"""Guesses of the calls of an auction."""

import random
from typing import Any

import pytest
from bots.test_bid_values import choices
from walk import dealt, walk

from prikup.bots import player
from prikup.bots.bid_values import PHASE, guess
from prikup.bots.master import advice
from prikup.bots.simulation import points_of_plan
from prikup.games import game
from prikup.match import Match
from prikup.state import view


def test_nothing_is_guessed_of_other_rules_or_phases() -> None:
    sochi, rostov = game("preferans"), game("preferans", "rostov")
    rule = player("rule", rostov, 0)
    assert all(guess(rostov, seen, rule) is None for seen in choices(rostov, 53, 3))
    rng = random.Random(53)
    later = [
        view(state, state.public.actor)
        for _, state, action in walk(sochi, dealt(Match.begin(sochi, 0), rng), rng)
        if action is not None and state.public.phase != PHASE
    ]
    assert later
    assert all(guess(sochi, seen, player("rule", sochi, 0)) is None for seen in later)


@pytest.mark.parametrize(
    "options", ["sochi raspasy_dealer_stays=on", "sochi raspasy_reset=made_game", "sochi zero_premium_dealer=on"]
)
def test_what_changes_no_deal_takes_no_guess_away(options: str) -> None:
    """The course of a match, and what only four at the table need."""
    sochi, other = game("preferans"), game("preferans", options)
    rule = player("rule", sochi, 0)
    for seen in choices(sochi, 53, 3):
        assert guess(other, seen, rule) == guess(sochi, seen, rule) is not None


def test_what_stands_out_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And where several calls are near, no others are tried out; a hint tells what is guessed of these."""
    rules = game("preferans")
    play = player("master:6", rules, 0)
    tried: list[int] = []

    def counted(game: Any, worlds: Any, plan: Any, *others: Any) -> Any:
        tried.extend(plan)
        return points_of_plan(game, worlds, plan, *others)

    monkeypatch.setattr("prikup.bots.simulation.points_of_plan", counted)
    kinds = set()
    for seen in choices(rules, 54, 20):
        found = guess(rules, seen, player("rule", rules, 0))
        assert found is not None
        tried.clear()
        said = play(seen)
        assert said in found.near
        assert set(tried) == (set(found.near) if len(found.near) > 1 else set())
        kinds.add(len(found.near) > 1)
        tells = advice(rules, seen, 0, worlds=6)
        assert tells.plan == (said,)
        assert {call for (call,) in tells.worth} == set(found.worth)
        assert max(tells.worth, key=tells.worth.__getitem__)[0] in found.near
    assert kinds == {True, False}
