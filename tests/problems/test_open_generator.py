"""Problems are generated from deals: the same ones from the same seed, each of them proved."""

import pytest
from support.circles import depth

from prikup.games import GAMES
from prikup.problems.open_generator import PASSES, Pass, generate_problems, select_problems
from prikup.problems.open_problem import OpenProblem
from prikup.problems.open_proof import is_proved, prove
from prikup.problems.problem import LEVELS, problems
from prikup.problems.themes import THEMES

GAMES_WITH_PROBLEMS = tuple(name for name in GAMES if problems(OpenProblem, name))
GAMES_WITH_CATCH = [
    name for name in GAMES_WITH_PROBLEMS if any(problem.theme == "catch" for problem in problems(OpenProblem, name))
]
"""The games in which one player may have to take no trick, against all others."""


def generate_twice(name: str, deals: int, count: int, search_pass: Pass = PASSES[0]) -> list[OpenProblem]:
    """Return the problems of some deals; check that they are reproducible and proved."""
    new_problems = list(generate_problems(name, 3, deals, count, search_pass))
    assert new_problems == list(generate_problems(name, 3, deals, count, search_pass))
    assert all(is_proved(problem, prove(problem)) for problem in new_problems)
    return new_problems


@pytest.mark.parametrize("name", GAMES_WITH_PROBLEMS)
def test_the_same_seed_makes_the_same_problems(name: str) -> None:
    assert all(sum(problem.failed) >= LEVELS[0] for problem in generate_twice(name, depth(40), 2))


@pytest.mark.parametrize("name", GAMES_WITH_CATCH)
def test_where_misere_is_dared_there_are_problems_of_it_alone(name: str) -> None:
    found = (list(generate_problems(name, 3, deals, 1, PASSES[1])) for deals in (5, 40))
    new_problems = next(filter(None, found), [])
    assert new_problems
    assert all(is_proved(problem, prove(problem)) for problem in new_problems)
    assert {problem.theme for problem in new_problems} <= {"catch", "dodge"}
    for problem in new_problems:
        assert (problem.goal, len(problem.side), problem.need) == ("fewest", 1, 1)
    assert sum(problem.theme in ("catch", "dodge") for problem in problems(OpenProblem, name)) >= 30, "in the package"


def test_a_game_in_which_nobody_plays_alone_for_the_fewest_has_no_such_pass() -> None:
    for name in GAMES_WITH_PROBLEMS:
        assert name in GAMES_WITH_CATCH or not list(generate_problems(name, 1, 60, 1, PASSES[1]))


def test_what_is_there_already_counts_and_is_not_chosen_again() -> None:
    all_problems = [problem for problem in problems(OpenProblem, GAMES_WITH_CATCH[0]) if problem.theme == "catch"]
    chosen_problems = select_problems(all_problems, 12, all_problems[:5])
    assert len(chosen_problems) == 7
    assert not {problem.id for problem in chosen_problems} & {problem.id for problem in all_problems[:5]}


def test_of_each_theme_there_are_so_many_of_every_level_in_turn() -> None:
    all_problems = [
        problem for name in GAMES_WITH_PROBLEMS for problem in problems(OpenProblem, name) if not problem.source
    ]
    chosen_problems = select_problems(all_problems[::-1], 4)
    assert select_problems(all_problems, 4) == chosen_problems, "in whatever order they were found"
    for theme in THEMES:
        levels = [problem.level for problem in chosen_problems if problem.theme == theme]
        all_levels = {problem.level for problem in all_problems if problem.theme == theme}
        assert len(levels) == min(4, sum(problem.theme == theme for problem in all_problems))
        assert set(levels) == all_levels if len(all_levels) <= 4 else len(set(levels)) == 4
        assert levels == sorted(levels)
