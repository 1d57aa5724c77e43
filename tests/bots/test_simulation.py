"""Plans tried out, and what a split of the tricks is worth."""

import random

import pytest
from walk import KINDS, dealt

from prikup.bots import player
from prikup.bots.payoff import Payoff
from prikup.bots.simulation import Plan, best_plan, race_plans
from prikup.game import Kind, play
from prikup.games import game
from prikup.match import Match


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_prospect_is_what_the_settlement_says(name: str, kind: Kind) -> None:
    rules, rng = game(name), random.Random(f"payoff {name}")
    decide = player("rule", rules, 0)
    match = Match.begin(rules)
    for _ in range(10):
        state = dealt(match, rng)
        payoff = Payoff(rules, state.public)
        end = play(rules, state, (decide,) * rules.seats)
        after = match.close(rules.outcome(end))
        was, now = (tuple(map(float, rules.expected(one.sheet.totals))) for one in (match, after))
        assert payoff.of_end(end) == pytest.approx([b - a for a, b in zip(was, now, strict=True)])
        assert sum(payoff.of_end(end)) == pytest.approx(0)
        match = Match.begin(rules) if after.over else after


def test_the_better_half_goes_on_and_the_usual_plan_stays() -> None:
    tried: dict[int, int] = {}

    def worth(plan: tuple[int, ...], start: int, stop: int) -> list[float]:
        tried[plan[0]] = stop
        return [float(plan[0])] * (stop - start)

    found = race_plans([(n,) for n in range(8)], (0,), worth, 20, 5)
    assert tried == {0: 20, 7: 20, 6: 10, 5: 10, 4: 5, 3: 5, 2: 5, 1: 5}
    assert best_plan(found, (0,), 1.0) == (7,)


def test_the_usual_plan_is_kept_where_another_is_hardly_better() -> None:
    noisy: dict[Plan, list[float]] = {(1,): [0.0, 10.0, 0.0, 10.0], (2,): [10.0, 0.0, 11.0, 0.0]}
    assert best_plan(noisy, (1,), 1.0) == (1,)
    assert best_plan(noisy, (1,), 0.0) == (2,)
    equal: dict[Plan, list[float]] = {(1,): [0.0, 1.0], (2,): [0.0, 1.0]}
    assert best_plan(equal, (1,), 0.0) == (1,)
    dropped: dict[Plan, list[float]] = {(1,): [0.0], (2,): [5.0, 5.0]}  # the usual plan was not tried to the end
    assert best_plan(dropped, (1,), 9.0) == (2,)
