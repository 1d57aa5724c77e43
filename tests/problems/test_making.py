"""Problems are made of deals: the same out of the same seed, and each of them proved."""

import pytest

from prikup.games import GAMES
from prikup.problems.making import chosen, found
from prikup.problems.problem import LEVELS, problems
from prikup.problems.proof import is_proved, prove
from prikup.problems.themes import THEMES

POSED = tuple(filter(problems, GAMES))
DEALS, EACH = 8, 2


@pytest.mark.parametrize("name", POSED)
def test_the_same_seed_makes_the_same_problems(name: str) -> None:
    made = list(found(name, 3, DEALS, EACH))
    assert made == list(found(name, 3, DEALS, EACH))
    for problem in made:
        assert is_proved(problem, prove(problem))
        assert sum(problem.failed) >= LEVELS[0]


def test_of_each_theme_there_are_so_many_of_every_level_in_turn() -> None:
    every = [problem for name in POSED for problem in problems(name) if not problem.source]
    kept = chosen(every[::-1], 4)
    assert chosen(every, 4) == kept, "in whatever order they were found"
    for theme in THEMES:
        levels = [problem.level for problem in kept if problem.theme == theme]
        there = {problem.level for problem in every if problem.theme == theme}
        assert len(levels) == min(4, sum(problem.theme == theme for problem in every))
        assert set(levels) == there if len(there) <= 4 else len(set(levels)) == 4
        assert levels == sorted(levels)
