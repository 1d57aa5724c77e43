"""`prikup positions`: success rates, and the problems as shown to a user."""

import json

import pytest
from terminal.plain_player import each_language

from prikup.games import GAMES
from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.problem import problems
from prikup.terminal.cli.app import run
from prikup.terminal.words import words_of

GAMES_WITH_PROBLEMS = tuple(name for name in GAMES if problems(HiddenProblem, name))
FIRST_GAME, SECOND_GAME, *_ = GAMES_WITH_PROBLEMS


def run_positions(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the output of a run."""
    assert run(["positions", *arguments]) == 0
    return capsys.readouterr().out


def run_refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the error message of a run that exits with code 2."""
    assert run(["positions", "--language", "en", *arguments]) == 2
    return capsys.readouterr().err.strip()


def test_the_scores_are_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    page = run_positions(capsys, FIRST_GAME, SECOND_GAME, "--players", "rule,beginner", "--language", "en").splitlines()
    scores = json.loads(run_positions(capsys, FIRST_GAME, SECOND_GAME, "--players", "rule,beginner", "--json"))[
        "scores"
    ]
    solved_counts = {(row["player"], row["game"]): row["solved"] for row in scores}
    assert list(solved_counts) == [(name, game) for name in ("rule", "beginner") for game in (FIRST_GAME, SECOND_GAME)]
    total = solved_counts["rule", FIRST_GAME] + solved_counts["rule", SECOND_GAME]
    assert (
        f"player: rule; {FIRST_GAME}: {solved_counts['rule', FIRST_GAME]}; {SECOND_GAME}: "
        f"{solved_counts['rule', SECOND_GAME]}; all: {total}." in page
    )
    assert f"player: rule; {FIRST_GAME}: {scores[0]['lost']:.2f}; {SECOND_GAME}: {scores[1]['lost']:.2f}." in page
    problem_counts = [len(problems(HiddenProblem, name)) for name in (FIRST_GAME, SECOND_GAME)]
    assert (
        f"player: (problems); {FIRST_GAME}: {problem_counts[0]}; {SECOND_GAME}: {problem_counts[1]}; all: "
        f"{sum(problem_counts)}." in page
    )


def test_it_is_always_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_positions(capsys, FIRST_GAME, "--players", "random,rule") == run_positions(
        capsys, FIRST_GAME, "--players", "random,rule"
    )


@each_language
def test_every_problem_reads(capsys: pytest.CaptureFixture[str], tongue: str) -> None:
    for name in GAMES_WITH_PROBLEMS:
        page = run_positions(capsys, name, "--list", "--language", tongue)
        assert "{" not in page
        assert "position-" not in page
        assert page.count("\n") > 15 * len(problems(HiddenProblem, name))


def test_a_problem_comes_with_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    page = run_positions(capsys, SECOND_GAME, "--list", "--number", "2", "--language", "en")
    problem = problems(HiddenProblem, SECOND_GAME)[1]
    assert page.startswith(f"{words_of('en', SECOND_GAME)('game')}, problem 2\n")
    assert f"The deals that agree with all this: {problem.worlds}." in page
    assert page.count("points on average: ") == len(problem.worth)


def test_the_hidden_hands_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """There are none: only the view is available."""
    page = run_positions(capsys, FIRST_GAME, "--list", "--number", "1", "--language", "en")
    assert page.count("Your hand: ") == 1
    assert "Open hand" not in page


def test_programs_get_the_problems_too(capsys: pytest.CaptureFixture[str]) -> None:
    records = json.loads(run_positions(capsys, FIRST_GAME, "--list", "--number", "3", "--json"))["problems"]
    assert [(record["game"], record["number"]) for record in records] == [(FIRST_GAME, 3)]
    assert records[0]["worth"] == problems(HiddenProblem, FIRST_GAME)[2].worth


def test_mistakes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    last = len(problems(HiddenProblem, FIRST_GAME))
    assert (
        run_refused(capsys, FIRST_GAME, "--number", "0")
        == f"There is no problem 0 of {FIRST_GAME}; the last is {last}."
    )
    assert (
        run_refused(capsys, FIRST_GAME, "--number", "99")
        == f"There is no problem 99 of {FIRST_GAME}; the last is {last}."
    )
    assert run_refused(capsys, "--players", "rule,anna").startswith("Unknown player anna. Available: random beginner")
    assert run_refused(capsys, "--players", "").startswith("Unknown player . Available: random")
    assert "no-such-game" in run_refused(capsys, "no-such-game")
