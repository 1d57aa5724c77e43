"""Tests of the rating model: the vectors R1 to R6 of its specification, and laws that hold for any match."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prikup.ratings.model import (
    ANCHOR_SIGMA,
    NEW,
    Rating,
    grow_uncertainty,
    performance_spread,
    rate_sides,
)
from prikup.ratings.standing import shown_margin, shown_number

Input = tuple[float, float, int | None]
"""The μ and σ of a player before a match, and the days since the last one; None for a computer player."""
Output = tuple[float, float, int, int | None]
"""The μ and σ of a player after a match, the shown number and its margin; no margin for a computer player."""

BEGINNER: Input = (25.0, 25 / 3, 0)


class Vector:
    def __init__(
        self,
        deals: int,
        sides: list[list[Input]],
        ranks: list[int],
        expected: list[list[Output]],
        common_matches: int = 0,
    ) -> None:
        self.deals, self.sides, self.ranks = deals, sides, ranks
        self.expected, self.common_matches = expected, common_matches


VECTORS = {
    "R1": Vector(
        20,
        [[BEGINNER], [BEGINNER], [BEGINNER]],
        [1, 2, 3],
        [
            [(27.868877, 8.204837, 1569, 386)],
            [(25.717219, 8.057830, 1517, 379)],
            [(21.413904, 8.057830, 1414, 379)],
        ],
    ),
    "R2": Vector(
        20,
        [[BEGINNER], [BEGINNER], [BEGINNER]],
        [1, 1, 3],
        [
            [(25.717219, 8.204837, 1517, 386)],
            [(25.717219, 8.204837, 1517, 386)],
            [(23.565562, 8.204837, 1466, 386)],
        ],
    ),
    "R3": Vector(
        30,
        [[(28.5, 1.6, 12)], [BEGINNER], [(25.0, ANCHOR_SIGMA, None)]],
        [3, 1, 2],
        [
            [(28.229686, 1.673665, 1578, 79)],
            [(29.741056, 7.868093, 1614, 370)],
            [(25.0, ANCHOR_SIGMA, 1500, None)],
        ],
    ),
    "R4": Vector(
        24,
        [[(27.2, 2.1, 3), (24.0, 4.0, 40)], [(26.5, 1.9, 1), (29.1, 1.7, 8)]],
        [1, 2],
        [
            [(27.580877, 2.104147, 1562, 99), (25.429853, 4.013625, 1510, 189)],
            [(26.190587, 1.902267, 1529, 89), (28.839930, 1.744706, 1592, 82)],
        ],
    ),
    "R5": Vector(
        10,
        [[(26.1, 2.0, 2)], [(24.4, 2.4, 5)], [(27.0, 1.8, 0)]],
        [1, 2, 3],
        [
            [(26.288929, 2.011057, 1531, 95)],
            [(24.501623, 2.419403, 1488, 114)],
            [(26.792177, 1.801040, 1543, 85)],
        ],
        common_matches=9,
    ),
    "R6": Vector(
        24,
        [[(26.0, 2.0, 0)], [(25.0, 2.0, 0)], [(24.0, 2.0, 0)], [(27.0, 2.0, 0)]],
        [2, 1, 3, 3],
        [
            [(26.183788, 1.996433, 1528, 94)],
            [(25.357098, 1.999470, 1509, 94)],
            [(23.816533, 1.994071, 1472, 94)],
            [(26.642581, 1.993029, 1539, 94)],
        ],
    ),
}


def rating(player: Input) -> Rating:
    mu, sigma, days = player
    return Rating(mu, sigma) if days is None else grow_uncertainty(Rating(mu, sigma), days)


@pytest.mark.parametrize("name", VECTORS)
def test_rate_sides_matches_vector(name: str) -> None:
    vector = VECTORS[name]
    spread = performance_spread(vector.deals, vector.common_matches)
    rated = rate_sides([[rating(player) for player in side] for side in vector.sides], vector.ranks, spread)
    for new_side, expected_side in zip(rated, vector.expected, strict=True):
        for new, (mu, sigma, number, margin) in zip(new_side, expected_side, strict=True):
            assert new.mu == pytest.approx(mu, abs=1e-6)
            assert new.sigma == pytest.approx(sigma, abs=1e-6)
            assert shown_number(new) == number
            assert margin is None or shown_margin(new) == margin


def test_performance_spread_of_vector_r5() -> None:
    assert performance_spread(10, 9) == pytest.approx(7.905694, abs=1e-6)


def test_performance_spread_bounds_deals() -> None:
    assert performance_spread(1) == performance_spread(8) > performance_spread(9)
    assert performance_spread(60) == performance_spread(1000) < performance_spread(59)


def test_performance_spread_grows_after_five_common_matches() -> None:
    assert performance_spread(20, 5) == performance_spread(20) < performance_spread(20, 6)
    assert performance_spread(20, 10) == pytest.approx(performance_spread(20) * 2**0.5)


def test_uncertainty_never_exceeds_that_of_a_new_player() -> None:
    assert grow_uncertainty(NEW, 0) == NEW
    assert grow_uncertainty(Rating(30.0, 2.0), 10_000) == Rating(30.0, NEW.sigma)


RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(0.5, 25 / 3))
ANCHORS = st.builds(Rating, st.floats(5, 45).map(lambda mu: round(mu, 6)), st.just(ANCHOR_SIGMA))
SPREADS = st.floats(2.4, 20)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[Rating]], list[int]]:
    size, count = draw(st.sampled_from([(1, 3), (1, 4), (2, 2)]))
    sides = [[draw(RATINGS | ANCHORS) for _ in range(size)] for _ in range(count)]
    return sides, [draw(st.integers(1, count)) for _ in range(count)]


@given(tables(), SPREADS)
def test_anchors_never_change(table: tuple[list[list[Rating]], list[int]], spread: float) -> None:
    sides, ranks = table
    for side, rated_side in zip(sides, rate_sides(sides, ranks, spread), strict=True):
        for old, new in zip(side, rated_side, strict=True):
            assert (new == old) if old.sigma == ANCHOR_SIGMA else (new.sigma <= old.sigma + 1e-6)


@given(tables(), SPREADS)
def test_order_of_sides_does_not_matter(table: tuple[list[list[Rating]], list[int]], spread: float) -> None:
    sides, ranks = table
    rated = rate_sides(sides, ranks, spread)
    for order in permutations(range(len(sides))):
        permuted = rate_sides([sides[side] for side in order], [ranks[side] for side in order], spread)
        for side, new_side in zip(order, permuted, strict=True):
            for new, expected in zip(new_side, rated[side], strict=True):
                assert new.mu == pytest.approx(expected.mu, abs=2e-6)  # sums in another order, then rounded
                assert new.sigma == pytest.approx(expected.sigma, abs=2e-6)


@given(tables(), SPREADS)
def test_only_the_order_of_ranks_matters(table: tuple[list[list[Rating]], list[int]], spread: float) -> None:
    sides, ranks = table
    assert rate_sides(sides, [10 * rank - 3 for rank in ranks], spread) == rate_sides(sides, ranks, spread)


@given(st.lists(RATINGS, min_size=3, max_size=4), SPREADS, st.data())
def test_the_winner_gains_and_the_last_loses(ratings: list[Rating], spread: float, data: st.DataObject) -> None:
    ranks = data.draw(st.permutations(range(1, len(ratings) + 1)))
    rated = rate_sides([[rating] for rating in ratings], ranks, spread)
    best, last = ranks.index(1), ranks.index(len(ratings))
    assert rated[best][0].mu >= ratings[best].mu - 1e-6
    assert rated[last][0].mu <= ratings[last].mu + 1e-6


@given(RATINGS, SPREADS, st.integers(2, 4))
def test_a_tie_of_equals_changes_no_mean(rating: Rating, spread: float, count: int) -> None:
    for (new,) in rate_sides([[rating]] * count, [1] * count, spread):
        assert new.mu == pytest.approx(rating.mu, abs=1e-6)
