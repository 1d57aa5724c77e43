"""The reference minimax, on endings that can be solved by hand, and by its laws."""

from msgspec.structs import replace
from solver.positions import hand, position

from prikup.rules.cards import CLUBS, parse_card
from prikup.rules.tricks import Order
from prikup.solver.reference import solve, solve_cards


def test_reference_finds_finesse() -> None:
    """Behind the king, ace and queen take both tricks; before it, only one."""
    hands = hand("32"), hand("K5"), hand("AQ")
    assert solve(position(hands, leader=0, side={0, 2})) == 2
    assert solve(position((hands[2], hands[0], hands[1]), leader=0, side={0, 1})) == 1


def test_reference_loses_trump_when_trumping_is_compulsory() -> None:
    """The king of trumps wins if its holder may discard, and falls to the ace if trumping is compulsory."""
    hands = hand("32"), hand(".K..2"), hand(".A..3")
    free = position(hands, leader=0, side={0, 1}, order=Order(CLUBS))
    assert solve(free) == 1
    assert solve(replace(free, follow="must_trump")) == 0


def test_reference_avoids_tricks_if_goal_is_fewest() -> None:
    """The lowest card is led so that another player must take the trick."""
    hands = hand("7A"), hand("8K"), hand("9Q")
    assert solve_cards(position(hands, leader=0, side={0}, goal="fewest")) == {
        parse_card("S7"): 1,
        parse_card("SA"): 1,
    }
    assert solve(position(hands, leader=0, side={1}, goal="fewest")) == 0


def test_reference_supports_low_ace() -> None:
    hands = hand("A"), hand("2")
    assert solve(position(hands, leader=0, side={0})) == 1
    assert solve(position(hands, leader=0, side={0}, order=Order(ace_low=True))) == 0


def test_reference_supports_fixed_last_player() -> None:
    hands = hand("2"), hand("3"), hand(".4")
    last = position(hands, leader=2, side={0}, last=2)
    assert last.tricks.line == (0, 1, 2)
    assert solve(last) == 0
    assert solve(replace(last, side=frozenset({1}))) == 1


def test_reference_lets_talon_card_take_trick_or_set_suit() -> None:
    hands = (*map(hand, ("7", "8", "9")), 0)
    talon = position(hands, leader=0, side={0}, goal="fewest", talon=(parse_card("SA"),))
    assert [solve(replace(talon, side=frozenset({seat}))) for seat in range(3)] == [0, 0, 1]
    dealer_talon = replace(talon, dealer=3)
    assert [solve(replace(dealer_talon, side=frozenset({seat}))) for seat in range(4)] == [0, 0, 0, 1]
    unmatched_talon = replace(talon, talon=(parse_card("H7"),))
    assert [solve(replace(unmatched_talon, side=frozenset({seat}))) for seat in range(3)] == [1, 0, 0]
