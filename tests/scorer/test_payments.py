"""Payments: amounts that add up to zero, and as few payments as possible."""

from fractions import Fraction

from games import evening_rules as again
from hypothesis import given
from hypothesis import strategies as some

from prikup.scorer.payments import Payment, fewest_payments, money, pairwise_payments, side_payments

A, B, C, D = range(4)
THIRD = Fraction(10, 3)


def test_S24_S25_S26_fewest_payments_settle_all_balances() -> None:
    for units_by_player, payments in (
        ((180, 38, -50, -168), (Payment(D, A, 168), Payment(C, B, 38), Payment(C, A, 12))),
        ((30, -30, 100, -100), (Payment(B, A, 30), Payment(D, C, 100))),  # two groups settle separately
        ((558, -83, -475), (Payment(C, A, 475), Payment(B, A, 83))),  # two pay one
        ((5, 5, -5, -5), (Payment(C, A, 5), Payment(D, B, 5))),  # of equal splits, the first group has the lowest seats
        ((-6, 3, 3), (Payment(A, B, 3), Payment(A, C, 3))),
        ((0, 0, 0), ()),
    ):
        assert fewest_payments(units_by_player) == payments


def test_S27_missing_units_go_to_largest_remainders() -> None:
    shares = (-2 * THIRD, THIRD, THIRD)
    assert money(shares, Fraction(1), 0) == (-6, 3, 3)
    assert money(shares, Fraction(1, 4), 2) == (-166, 83, 83)


def test_losers_of_two_sides_pay_winner_on_their_left() -> None:
    sides = ((A, C), (B, D))
    for units_by_player, payments in (
        ((26, -26), (Payment(B, C, 26), Payment(D, A, 26))),
        ((-4, 4), (Payment(A, B, 4), Payment(C, D, 4))),
        ((0, 0), ()),
    ):
        assert side_payments(sides, units_by_player) == payments


def test_pairwise_payments_settle_each_difference() -> None:
    three = (Fraction(4), Fraction(1), Fraction(-5))
    assert pairwise_payments(three, Fraction(1), 0) == (Payment(B, A, 1), Payment(C, A, 3), Payment(C, B, 2))
    assert pairwise_payments((Fraction(1), Fraction(-1)), Fraction(1, 4), 2) == (Payment(B, A, 25),)
    assert pairwise_payments((Fraction(), Fraction()), Fraction(1), 2) == ()


shares = some.lists(some.fractions(-999, 999, max_denominator=12), min_size=1, max_size=3)
prices = some.fractions(0, 5, max_denominator=100)


@given(shares, prices, some.integers(0, 3))
def test_payments_match_second_implementation(first: list[Fraction], price: Fraction, decimals: int) -> None:
    """That implementation tries every grouping; the most groups leave the fewest payments."""
    settlement = (*first, -sum(first, Fraction()))
    units_by_player = money(settlement, price, decimals)
    assert units_by_player == again.whole(settlement, price, decimals)
    assert sum(units_by_player) == 0
    for share, units in zip(settlement, units_by_player, strict=True):
        assert abs(share * price * 10**decimals - units) < 1
    payments, balances = fewest_payments(units_by_player), list(units_by_player)
    assert [(payment.payer, payment.payee, payment.units) for payment in payments] == again.payments(units_by_player)
    for payment in payments:
        assert payment.units > 0
        balances[payment.payer] += payment.units
        balances[payment.payee] -= payment.units
    assert not any(balances)
