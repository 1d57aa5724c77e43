"""Styled opponents: each number is a style, and they err more often when the error seems cheaper."""

import random
from collections import Counter

from support.circles import depth
from support.random_walk import KINDS

from prikup.bots.arena import Job, play_deal
from prikup.bots.simulation import Plan
from prikup.bots.styled_opponent import FIRST_HELD_OUT_STYLE, _choose_plan, style


def test_a_number_is_always_the_same_style_and_hardly_another_is_like_it() -> None:
    styles = [style(number) for number in range(2 * FIRST_HELD_OUT_STYLE)]
    assert styles == [style(number) for number in range(2 * FIRST_HELD_OUT_STYLE)]
    assert len(set(styles)) == len(styles)
    for one in (styles[:FIRST_HELD_OUT_STYLE], styles[FIRST_HELD_OUT_STYLE:]):
        assert {each.solves for each in one} == {True, False}
        assert {each.cards for each in one} == {0, 5, 10, 20}
        assert min(each.risk for each in one) < -0.3 < 0.2 < max(each.risk for each in one)


def test_who_likes_risk_takes_what_spreads() -> None:
    tried: dict[Plan, list[float]] = {(1,): [4.0, 6.0], (2,): [-21.0, 30.0], (3,): [99.0]}
    rng = random.Random(1)
    assert [_choose_plan(tried, liking, 0.0, rng) for liking in (-0.5, 0.0, 0.5)] == [(1,), (1,), (2,)]


def test_an_error_that_costs_little_is_made_oftener() -> None:
    rng = random.Random(2)

    def errors(less: float) -> int:
        tried: dict[Plan, list[float]] = {(1,): [0.0, 10.0, 20.0], (2,): [0.0 - less, 10.0 - less, 20.0 - less]}
        return Counter(_choose_plan(tried, 0.0, 0.3, rng) for _ in range(400))[(2,)]

    assert 150 < errors(0.2) < 200 < 400
    assert 20 < errors(4.0) < errors(1.0)
    assert errors(40.0) == 0


def test_strangers_of_other_styles_play_otherwise() -> None:
    """The same deal is played against each; its result depends on the style."""
    name, _ = KINDS[0]
    points = set()
    for number in range(1, 1 + depth(15)):
        others = f"stranger:{number}"
        job = Job(name, "", ("rule", others), "styles", 1, alone="rule")
        points.add(play_deal(job, 0).points[0][2])
    assert len(points) > depth(10) // 2
