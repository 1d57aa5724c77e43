"""Deals finished by the native heuristic: all tricks are taken, legally, and all builds agree."""

from itertools import product

import pytest
from solver.positions import MODES, deal_position, hand, moments, position
from support.circles import depth

from prikup.rules.cards import cards, parse_card
from prikup.solver import Position, Search, native, solve_cards


def test_playout_covers_all_legal_cards_and_tricks() -> None:
    for start_position, is_alone in product(moments(depth(300), 5), (False, True)):
        (row,) = Search().playouts([start_position], no_partners=is_alone)
        legal = start_position.tricks.legal(start_position.hands[start_position.tricks.turn])
        assert tuple(sorted(row)) == cards(legal)
        assert all(
            sum(tricks_by_seat.values()) == start_position.remaining_tricks
            and set(tricks_by_seat) == set(start_position.takers)
            for tricks_by_seat in row.values()
        )


def test_playout_of_last_trick_equals_exact_result() -> None:
    for start_position in moments(depth(200), 1):
        if start_position.talon or not start_position.side & {*start_position.seats}:
            continue
        (row,) = Search().playouts([start_position], no_partners=False)
        for card, tricks_by_seat in row.items():
            assert sum(tricks_by_seat[seat] for seat in start_position.side) == solve_cards(start_position)[card]


def test_playout_mean_is_close_to_best_play() -> None:
    """The mean is within one trick of six, over all cards of many deals: errors of both sides balance."""
    for mode in MODES:
        errors = []
        for seed in range(60):
            start_position = deal_position(mode, seed, 6)
            (row,) = Search().playouts([start_position], no_partners=False)
            best = solve_cards(start_position)
            errors += [sum(row[card][seat] for seat in start_position.side) - best[card] for card in best]
        assert abs(sum(errors) / len(errors)) < 1.0, mode


def two_card_position() -> Position:
    """Return a position of three hands of two cards each, in which the first seat leads."""
    return position(map(hand, ("AK..T9", "QJ..87", "T9..AK")), leader=0, side={0})


def count_deviations(*text: str, own_seat: int | None = None) -> int:
    """Return the number of these cards that deviate from the heuristic."""
    return Search().count_deviations(
        two_card_position(), [parse_card(card) for card in text], own_seat, no_partners=False
    )


def test_deviation_count_is_zero_for_heuristic_play() -> None:
    """An ace, the lowest card under it, and the next trick are all the heuristic's choice."""
    assert count_deviations("SA", "SJ", "S9", "SK", "SQ", "ST") == 0
    assert count_deviations("SK", "SQ", "ST") == 0  # equal cards count as the same


def test_deviation_count_covers_other_seats_only() -> None:
    assert count_deviations("D9", "D8", "DK") == 1
    assert count_deviations("D9", "D8", "DK", own_seat=0) == 0
    assert count_deviations("D9", "D8", "DK", own_seat=1) == 1


def test_deviation_count_rejects_impossible_cards() -> None:
    for wrong in ("SQ", "SA SA", "SA ST", "SA SJ S9 SQ", "SA SJ S9 SA"):
        with pytest.raises(ValueError, match="cannot be played"):
            count_deviations(*wrong.split())


def test_kernel_rejects_impossible_played_cards() -> None:
    native_position = native.Position([1, 2, 4], 0, -1, False, False, -1, 1, 1, [], [], False, False)
    for wrong in ([52], [-1], [0, 1, 2, 3]):
        with pytest.raises(ValueError, match="cannot be played"):
            native.Solver(1, 1 << 20, 0).surprises(native_position, True, wrong, -1)
