"""A sample of `preferans_misere.py`: the defence of a misère is best over all possible discards of the declarer."""

import random

import pytest
from campaigns.games.preferans_misere import CLOSE, LEVELS, TRICKS, alike, compare_defence, misere

from prikup.bots.cardplay import position
from prikup.bots.payoff import Payoff
from prikup.bots.simulation import PlanSimulator
from prikup.bots.thread_solver import search
from prikup.games import GAMES, game


@pytest.mark.parametrize("any_hand", [True, False])
def test_preferans_misere_defence_is_best_over_possible_discards(any_hand: bool) -> None:
    rules, rng, decisions = game("preferans"), random.Random(9), dict.fromkeys(LEVELS, 0)
    for _ in range(4):
        for level, _, _, _, loss in compare_defence(rules, misere(rules, rng, any_hand=any_hand)):
            assert loss <= CLOSE
            decisions[level] += 1
    print(decisions)
    assert all(n > 30 for n in decisions.values())


def test_preferans_misere_defence_of_beginners_is_not_best() -> None:
    rules, rng = game("preferans"), random.Random(9)
    decisions = [
        decision
        for _ in range(4)
        for decision in compare_defence(rules, misere(rules, rng, any_hand=True), {"beginner": alike})
    ]
    assert any(decision.loss > CLOSE for decision in decisions)


def test_preferans_misere_value_assumes_exact_defence() -> None:
    """Heuristic play would overrate a misère, because the defenders see each other's cards, and bid it too often."""
    rules, rng, failed_count = game("preferans"), random.Random(10), 0
    rule = GAMES["preferans"].rule(rules, 0)
    for _ in range(8):
        state = misere(rules, rng, any_hand=True)
        payoff, objective = Payoff(rules, state.public), rules.objective(state.public)
        (search_result,) = search().answers([position(state, objective)], "value", (0, TRICKS))
        exact = payoff.tricks_value(state, objective, search_result.value)
        assert PlanSimulator(rules, rule, search(), payoff).points([state], ()) == [pytest.approx(exact)]
        failed_count += search_result.value > 0
    assert failed_count, "not all of them are made"
