"""Styled opponents: each number is a style, and they err more often when the error seems cheaper."""

import random
from collections import Counter

from support.circles import depth
from support.random_walk import KINDS

from prikup.bots.arena import Job, play_deal
from prikup.bots.simulation import Plan
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE, _choose_plan, style


def test_style_is_fixed_by_its_number_and_unique() -> None:
    styles = [style(number) for number in range(2 * FIRST_HELD_OUT_STYLE)]
    assert styles == [style(number) for number in range(2 * FIRST_HELD_OUT_STYLE)]
    assert len(set(styles)) == len(styles)
    for half in (styles[:FIRST_HELD_OUT_STYLE], styles[FIRST_HELD_OUT_STYLE:]):
        assert {opponent_style.solves for opponent_style in half} == {True, False}
        assert {opponent_style.cards for opponent_style in half} == {0, 5, 10, 20}
        assert (
            min(opponent_style.risk for opponent_style in half)
            < -0.3
            < 0.2
            < max(opponent_style.risk for opponent_style in half)
        )


def test_risk_seeking_style_chooses_plan_with_wider_spread() -> None:
    values: dict[Plan, list[float]] = {(1,): [4.0, 6.0], (2,): [-21.0, 30.0], (3,): [99.0]}
    rng = random.Random(1)
    assert [_choose_plan(values, risk_preference, 0.0, rng) for risk_preference in (-0.5, 0.0, 0.5)] == [
        (1,),
        (1,),
        (2,),
    ]


def test_styled_opponent_errs_more_often_when_error_costs_less() -> None:
    rng = random.Random(2)

    def errors(loss: float) -> int:
        values: dict[Plan, list[float]] = {(1,): [0.0, 10.0, 20.0], (2,): [0.0 - loss, 10.0 - loss, 20.0 - loss]}
        return Counter(_choose_plan(values, 0.0, 0.3, rng) for _ in range(400))[(2,)]

    assert 150 < errors(0.2) < 200 < 400
    assert 20 < errors(4.0) < errors(1.0)
    assert errors(40.0) == 0


def test_styled_opponents_play_differently() -> None:
    """The same deal is played against each; its result depends on the style."""
    name, _ = KINDS[0]
    points = set()
    for number in range(1, 1 + depth(15)):
        opponent_name = f"stranger:{number}"
        job = Job(name, "", ("rule", opponent_name), "styles", 1, alone="rule")
        points.add(play_deal(job, 0).points[0][2])
    assert len(points) > depth(10) // 2
