from prikup.rules.exchange import DISCARD, Debt, Exchange
from prikup.rules.state import add_notes, move_card, replace_hand


def test_exchange_pays_debts_in_order() -> None:
    exchange = Exchange((Debt(0, 2, 2), Debt(1, DISCARD, 1)))
    exchange = exchange.give()
    assert exchange.current_debt == Debt(0, 2, 1)
    assert exchange.skip() == exchange.give() == Exchange((Debt(1, None, 1),))
    assert exchange.give().give().over


def test_exchange_helpers_change_only_named_hands_and_notes() -> None:
    assert replace_hand((1, 2, 4), 1, 0) == (1, 0, 4)
    assert move_card((3, 4), 0, giver=0) == (2, 4)
    assert move_card((3, 4), 0, giver=0, receiver=1) == (2, 5)
    assert add_notes(((), ()), 1) == ((), ())
