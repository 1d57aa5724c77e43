"""A line of best play keeps the value of the position to its end."""

from random import Random

import pytest
from solver.positions import MODES, deal, deal_position, position, random_position
from support.circles import depth
from support.faults import check_each

from prikup.rules.cards import PACK_52
from prikup.solver import Limits, NotSolved, Position, Search, best_line, solve_cards

pytest.importorskip("prikup.solver.native")


def test_best_line_plays_lowest_of_best_cards() -> None:
    endings = (random_position(rng, rng.choice((2, 3, 4)), rng.randint(1, 5)) for rng in map(Random, range(depth(80))))
    check_each(check_line, (*endings, *(deal_position(mode, 1) for mode in MODES)))


def check_line(current_position: Position) -> None:
    """Check the line of a position."""
    for step in best_line(current_position):
        cards = solve_cards(current_position)
        best = (max if current_position.wants_many(current_position.tricks.turn) else min)(cards.values())
        assert step.card == min(card for card, tricks in cards.items() if tricks == best)
        gained_tricks, current_position = current_position.after(step.card)
        assert gained_tricks + step.value == best
    assert not current_position.remaining_tricks


def test_search_time_limit_covers_all_queries() -> None:
    hands = deal(Random(1), PACK_52, 4, 13)
    fewest = position(hands, leader=0, side={0, 2}, goal="fewest")
    search = Search(limits=Limits(seconds=0.0))
    for _ in range(2):
        with pytest.raises(NotSolved):
            _ = search.answers([fewest])[0].value
    with pytest.raises(NotSolved):
        next(search.best_line(fewest))
