"""Problems are generated from deals: the same ones from the same seed, each of them proved."""

import pytest
from support.circles import depth

from prikup.games import GAMES
from prikup.problems.generator import PASSES, Pass, generate_problems, select_problems
from prikup.problems.problem import LEVELS, Problem, problems
from prikup.problems.proof import is_proved, prove
from prikup.problems.themes import THEMES

POSED = tuple(filter(problems, GAMES))
ALONE = [name for name in POSED if any(problem.theme == "catch" for problem in problems(name))]
"""The games in which one player may have to take no trick, against all others."""


def made_twice(name: str, deals: int, each: int, way: Pass = PASSES[0]) -> list[Problem]:
    """Return the problems of some deals; check that they are reproducible and proved."""
    made = list(generate_problems(name, 3, deals, each, way))
    assert made == list(generate_problems(name, 3, deals, each, way))
    assert all(is_proved(problem, prove(problem)) for problem in made)
    return made


@pytest.mark.parametrize("name", POSED)
def test_the_same_seed_makes_the_same_problems(name: str) -> None:
    assert all(sum(problem.failed) >= LEVELS[0] for problem in made_twice(name, depth(40), 2))


@pytest.mark.parametrize("name", ALONE)
def test_where_misere_is_dared_there_are_problems_of_it_alone(name: str) -> None:
    made = made_twice(name, max(40, depth(200)), 1, PASSES[1])
    assert made
    assert {problem.theme for problem in made} <= {"catch", "dodge"}
    for problem in made:
        assert (problem.goal, len(problem.side), problem.need) == ("fewest", 1, 1)
    assert sum(problem.theme in ("catch", "dodge") for problem in problems(name)) >= 30, "in the package"


def test_a_game_in_which_nobody_plays_alone_for_the_fewest_has_no_such_pass() -> None:
    for name in POSED:
        assert name in ALONE or not list(generate_problems(name, 1, 60, 1, PASSES[1]))


def test_what_is_there_already_counts_and_is_not_chosen_again() -> None:
    every = [problem for problem in problems(ALONE[0]) if problem.theme == "catch"]
    kept = select_problems(every, 12, every[:5])
    assert len(kept) == 7
    assert not {problem.id for problem in kept} & {problem.id for problem in every[:5]}


def test_of_each_theme_there_are_so_many_of_every_level_in_turn() -> None:
    every = [problem for name in POSED for problem in problems(name) if not problem.source]
    kept = select_problems(every[::-1], 4)
    assert select_problems(every, 4) == kept, "in whatever order they were found"
    for theme in THEMES:
        levels = [problem.level for problem in kept if problem.theme == theme]
        there = {problem.level for problem in every if problem.theme == theme}
        assert len(levels) == min(4, sum(problem.theme == theme for problem in every))
        assert set(levels) == there if len(there) <= 4 else len(set(levels)) == 4
        assert levels == sorted(levels)
