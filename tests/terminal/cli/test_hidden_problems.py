"""`prikup positions`: success rates, and the problems as shown to a user."""

import json

import pytest
from terminal.plain_player import each_language

from prikup.games import GAMES
from prikup.problems.hidden_problem import problems
from prikup.terminal.cli.app import run
from prikup.terminal.words import words_of

POSED = tuple(filter(problems, GAMES))
ONE, OTHER, *_ = POSED


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the output of a run."""
    assert run(["positions", *arguments]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the error message of a run that exits with code 2."""
    assert run(["positions", "--language", "en", *arguments]) == 2
    return capsys.readouterr().err.strip()


def test_the_scores_are_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    page = told(capsys, ONE, OTHER, "--players", "rule,beginner", "--language", "en").splitlines()
    scores = json.loads(told(capsys, ONE, OTHER, "--players", "rule,beginner", "--json"))["scores"]
    solved_counts = {(row["player"], row["game"]): row["solved"] for row in scores}
    assert list(solved_counts) == [(name, game) for name in ("rule", "beginner") for game in (ONE, OTHER)]
    total = solved_counts["rule", ONE] + solved_counts["rule", OTHER]
    assert (
        f"player: rule; {ONE}: {solved_counts['rule', ONE]}; {OTHER}: {solved_counts['rule', OTHER]}; all: {total}."
        in page
    )
    assert f"player: rule; {ONE}: {scores[0]['lost']:.2f}; {OTHER}: {scores[1]['lost']:.2f}." in page
    problem_counts = [len(problems(name)) for name in (ONE, OTHER)]
    assert (
        f"player: (problems); {ONE}: {problem_counts[0]}; {OTHER}: {problem_counts[1]}; all: {sum(problem_counts)}."
        in page
    )


def test_it_is_always_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, ONE, "--players", "random,rule") == told(capsys, ONE, "--players", "random,rule")


@each_language
def test_every_problem_reads(capsys: pytest.CaptureFixture[str], tongue: str) -> None:
    for name in POSED:
        page = told(capsys, name, "--list", "--language", tongue)
        assert "{" not in page
        assert "position-" not in page
        assert page.count("\n") > 15 * len(problems(name))


def test_a_problem_comes_with_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    page = told(capsys, OTHER, "--list", "--number", "2", "--language", "en")
    problem = problems(OTHER)[1]
    assert page.startswith(f"{words_of('en', OTHER)('game')}, problem 2\n")
    assert f"The deals that agree with all this: {problem.worlds}." in page
    assert page.count("points on average: ") == len(problem.worth)


def test_the_hidden_hands_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """There are none: only the view is available."""
    page = told(capsys, ONE, "--list", "--number", "1", "--language", "en")
    assert page.count("Your hand: ") == 1
    assert "Open hand" not in page


def test_programs_get_the_problems_too(capsys: pytest.CaptureFixture[str]) -> None:
    records = json.loads(told(capsys, ONE, "--list", "--number", "3", "--json"))["problems"]
    assert [(record["game"], record["number"]) for record in records] == [(ONE, 3)]
    assert records[0]["worth"] == problems(ONE)[2].worth


def test_mistakes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    last = len(problems(ONE))
    assert refused(capsys, ONE, "--number", "0") == f"There is no problem 0 of {ONE}; the last is {last}."
    assert refused(capsys, ONE, "--number", "99") == f"There is no problem 99 of {ONE}; the last is {last}."
    assert refused(capsys, "--players", "rule,anna").startswith("Unknown player anna. Available: random beginner")
    assert refused(capsys, "--players", "").startswith("Unknown player . Available: random")
    assert "no-such-game" in refused(capsys, "no-such-game")
