"""A sample of `preferans_misere.py`: the defence of a misère is best over all that declarer may have laid away."""

import random

import pytest
from games.preferans_misere import CLOSE, LEVELS, alike, misere, watched

from prikup.games import game


@pytest.mark.parametrize("any_hand", [True, False])
def test_the_defence_is_best_over_all_that_may_have_been_laid_away(any_hand: bool) -> None:
    rules, rng, decisions = game("preferans"), random.Random(9), dict.fromkeys(LEVELS, 0)
    for _ in range(4):
        for level, _, _, _, lost in watched(rules, misere(rules, rng, any_hand=any_hand)):
            assert lost <= CLOSE
            decisions[level] += 1
    print(decisions)
    assert all(n > 30 for n in decisions.values())


def test_a_defence_by_rule_of_thumb_is_not() -> None:
    rules, rng = game("preferans"), random.Random(9)
    found = [each for _ in range(4) for each in watched(rules, misere(rules, rng, any_hand=True), {"rule": alike})]
    assert any(each.lost > CLOSE for each in found)
