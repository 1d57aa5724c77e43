"""`prikup problems`: prompts, answers, refutations, playing out, storage, and refusals, in every language."""

import io
import json
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

import pytest
from terminal.plain_player import Sitting, each_language

from prikup.problems.open_problem import OpenProblem
from prikup.problems.open_proof import prove
from prikup.problems.problem import every_problem
from prikup.problems.progress import SolvedProblems, problem_of_the_day
from prikup.rules.cards import card_text
from prikup.terminal.cli import problems
from prikup.terminal.cli.app import run
from prikup.terminal.cli.problems import ProblemList, solve_problems

Capture = pytest.CaptureFixture[str]
ALL_PROBLEMS = every_problem(OpenProblem)
CARD = next(problem for problem in ALL_PROBLEMS if problem.asks == "card" and not problem.table)
NUMBER = next(problem for problem in ALL_PROBLEMS if problem.asks == "number")
DISCARD = next(problem for problem in ALL_PROBLEMS if problem.asks == "discard")
TODAY = date(2026, 11, 23)
each_way = pytest.mark.parametrize("problem", [CARD, NUMBER, DISCARD], ids=lambda problem: problem.asks)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PRIKUP_LANGUAGE", "en")
    monkeypatch.setattr(problems, "today", lambda: TODAY)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "prikup" / "problems.json"


def load_progress(file: Path) -> SolvedProblems:
    return SolvedProblems.read(file.read_bytes()) if file.exists() else SolvedProblems()


def wrong_answer(problem: OpenProblem) -> str:
    if problem.asks == "number":
        return str(problem.value + 1)
    return next(answer for answer in prove(problem).tricks_by_answer if answer not in problem.answer)


def run_problem(
    problem: OpenProblem, typed_lines: Iterable[str], file: Path, tongue: str = "en", day: date | None = None
) -> str:
    """Return the output for a user who types these lines, then plays any card and leaves at the next problem."""
    answers = iter(typed_lines)
    sitting = Sitting(tongue, lambda _: next(answers, None))
    solve_problems(sitting.words, sitting, ProblemList((problem,), day), file, load_progress(file))
    return sitting.text


@pytest.mark.usefixtures("every_key_has_words")
@each_language
@each_way
def test_right_at_the_first_try(problem: OpenProblem, tongue: str, file: Path) -> None:
    text = run_problem(problem, [problem.answer[0]], file, tongue)
    assert load_progress(file).solved == {problem.id: True}, "though the terminal is closed before it is played out"
    assert load_progress(file).days == ()
    assert "{" not in text
    assert "problem-" not in text


@pytest.mark.usefixtures("every_key_has_words")
@each_language
@each_way
def test_wrong_is_refuted_and_may_be_tried_again(problem: OpenProblem, tongue: str, file: Path) -> None:
    text = run_problem(problem, [wrong_answer(problem), problem.answer[0], ""], file, tongue)
    assert load_progress(file).solved == {problem.id: False}
    assert "{" not in text
    tricks = [line for line in text.splitlines() if line.startswith("  ")]
    if problem.asks == "card":
        assert len(tricks) >= len(problem.seats) + problem.position().remaining_tricks, (
            "the refutation is shown to its end"
        )


def test_solved_is_what_was_answered_and_at_the_first_try_without_a_hint(file: Path) -> None:
    solved_at_once: dict[str, bool] = {CARD.id: True}
    for problem, typed_lines, solved_problems in (
        (CARD, ["?", "nonsense", CARD.answer[0], ""], solved_at_once),  # asking for help costs nothing
        (NUMBER, ["!", NUMBER.answer[0]], {NUMBER.id: False}),
        (CARD, ["answer"], {}),
        (CARD, [], {}),
        (CARD, ["q"], {}),
        (CARD, [wrong_answer(CARD), "q"], {}),
    ):
        file.unlink(missing_ok=True)
        text = run_problem(problem, typed_lines, file)
        assert (load_progress(file).solved, file.exists()) == (solved_problems, bool(solved_problems)), typed_lines
        assert ("The answer:" in text) == ("answer" in typed_lines)


def test_next_problem_takes_no_answer_before_it_is_shown(file: Path) -> None:
    answers = iter([NUMBER.answer[0], "3", "q"])
    sitting = Sitting("en", lambda _: next(answers, None))
    solve_problems(sitting.words, sitting, ProblemList((NUMBER, CARD), None), file, SolvedProblems())
    assert sitting.words("answer-unclear", text="3") in sitting.text
    assert list(load_progress(file).solved) == [NUMBER.id]


def test_it_is_played_out_against_best_play(file: Path) -> None:
    """Every card is tried until one is accepted; at the end the result is shown."""
    cards = [card_text(card) for card in range(52)]
    text = run_problem(CARD, [CARD.answer[0], *cards * 12], file)
    assert "Tricks:" in text
    assert ("You got everything that was possible." in text) != ("You had it, but it slipped away." in text)


def test_days_in_a_row_are_counted(file: Path) -> None:
    text = ""
    for days_ago in (2, 1, 0):
        day = TODAY - timedelta(days=days_ago)
        text = run_problem(problem_of_the_day(day), [problem_of_the_day(day).answer[0], ""], file, day=day)
    assert load_progress(file).days == (TODAY - timedelta(days=1), TODAY)
    assert "Days in a row: 2. The longest row: 2." in text
    assert len(load_progress(file).solved) == 3


@each_language
def test_the_problem_of_the_day_in_a_pipe(tongue: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["problems", "--plain", "--language", tongue]) == 0
    page = capsys.readouterr().out
    assert problem_of_the_day(TODAY).id in page
    assert TODAY.isoformat() in page


def test_those_that_are_solved_do_not_come_again(file: Path, capsys: Capture) -> None:
    arguments = ["problems", CARD.game, "--kind", CARD.theme, "--json"]
    assert run(arguments) == 0
    all_problems = json.loads(capsys.readouterr().out)["problems"]
    run_problem(CARD, [CARD.answer[0], ""], file)
    assert run(arguments) == 0
    remaining_problems = json.loads(capsys.readouterr().out)["problems"]
    assert {problem["id"] for problem in all_problems} - {problem["id"] for problem in remaining_problems} == {CARD.id}
    assert "answer" not in all_problems[0]


def test_one_by_its_name(capsys: Capture) -> None:
    assert run(["problems", "--id", DISCARD.id, "--json"]) == 0
    (record,) = json.loads(capsys.readouterr().out)["problems"]
    assert (record["id"], record["hands"]) == (DISCARD.id, DISCARD.hands)


@each_language
def test_how_many_there_are(tongue: str, capsys: Capture) -> None:
    assert run(["problems", "--list", "--plain", "--language", tongue]) == 0
    page = capsys.readouterr().out
    assert str(len(ALL_PROBLEMS)) in page
    assert all(problem.theme in page for problem in ALL_PROBLEMS)
    assert "problem-" not in page
    assert run(["problems", "--list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["problems"]) == len(ALL_PROBLEMS)


@pytest.mark.usefixtures("every_key_has_words")
@each_language
def test_what_is_not_there_is_refused_in_a_sentence(tongue: str, capsys: Capture) -> None:
    bad_arguments = (
        "no-such-game",
        "--kind none",
        "--level 9",
        "--level hard",
        "--day tomorrow",
        "--day 2026-11-24",
        "--id none",
    )
    for arguments in bad_arguments:
        assert run(["problems", *arguments.split(), "--language", tongue]) == 2, arguments
        error = capsys.readouterr().err
        assert error.count("\n") == 1, arguments
        assert "error-" not in error


def test_a_damaged_file_is_named_and_left_alone(file: Path, capsys: Capture) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(b'{"solved":')
    assert run(["problems"]) == 2
    assert str(file) in capsys.readouterr().err
    assert file.read_bytes() == b'{"solved":'
