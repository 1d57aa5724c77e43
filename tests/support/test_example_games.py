"""Tests that example games are found by their traits, and that the error names the traits that no game has."""

import pytest
from support.example_games import NoExample, example, example_if_any, traits

from prikup.games import GAMES, game


def test_example_is_first_game_that_fits() -> None:
    for seats in {game(name).seats for name in GAMES}:
        fitting = [name for name in GAMES if traits(name).seats == seats]
        assert example(seats=seats) == fitting[0]
        sealed_games = [name for name in fitting if game(name).sealed_phases]
        if sealed_games:
            assert example(seats=seats, sealed=True) == sealed_games[0]


def test_example_may_have_more_discards_than_needed() -> None:
    max_discards = max(traits(name).discards for name in GAMES)
    assert traits(example_if_any(discards=1)).discards >= 1
    assert traits(example(discards=max_discards)).discards == max_discards


def test_example_error_names_unmet_needs() -> None:
    with pytest.raises(NoExample, match=r"No registered game has seats=9, sealed=True under its default house rules\."):
        example(seats=9, sealed=True)
    with pytest.raises(pytest.skip.Exception, match="seats=9"):
        example_if_any(seats=9)
