from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from prikup.ratings.ranking import is_early_forfeit, ranks_after_early_forfeit, settlement_ranks

SETTLEMENTS = st.lists(st.fractions(-50, 50, max_denominator=6), min_size=2, max_size=4)


def test_settlement_ranks_are_exact() -> None:
    third = Fraction(1, 3)
    assert settlement_ranks([third, third, -2 * third]) == (1, 1, 3)
    assert settlement_ranks([third, third - Fraction(1, 10**30), Fraction(-1)]) == (1, 2, 3)


def test_settlement_ranks_put_forfeits_last() -> None:
    assert settlement_ranks([Fraction(90), Fraction(-30), Fraction(-60)], [0]) == (3, 1, 2)
    assert settlement_ranks([Fraction(90), Fraction(-30), Fraction(-60)], [0, 1]) == (2, 2, 1)
    assert settlement_ranks([Fraction(0)] * 3, [0, 1, 2]) == (1, 1, 1)


def test_ranks_after_early_forfeit_tie_all_others_first() -> None:
    assert ranks_after_early_forfeit(3, [1]) == (1, 3, 1)
    assert ranks_after_early_forfeit(4, [1, 2]) == (1, 3, 3, 1)


def test_forfeit_is_early_before_a_quarter_of_the_plan() -> None:
    assert [is_early_forfeit(deals, 12) for deals in (0, 2, 3)] == [True, True, False]
    assert [is_early_forfeit(deals, 10) for deals in (2, 3)] == [True, False]
    assert [is_early_forfeit(deals, None) for deals in (3, 4)] == [True, False]


@given(SETTLEMENTS)
def test_equal_settlements_share_a_rank(settlement: list[Fraction]) -> None:
    ranks = settlement_ranks(settlement)
    for side, points in enumerate(settlement):
        for other, other_points in enumerate(settlement):
            assert (ranks[side] == ranks[other]) == (points == other_points)
            assert (ranks[side] < ranks[other]) == (points > other_points)


@given(SETTLEMENTS, st.sets(st.integers(0, 1)))
def test_no_forfeit_is_ahead_of_a_finisher(settlement: list[Fraction], forfeits: set[int]) -> None:
    ranks = settlement_ranks(settlement, forfeits)
    finishers = [rank for side, rank in enumerate(ranks) if side not in forfeits]
    lasts = {ranks[side] for side in forfeits}
    assert len(lasts) <= 1
    assert all(rank < last for rank in finishers for last in lasts)
