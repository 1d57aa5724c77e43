"""`prikup problems`: prompts, answers, refutations, playing out, storage, scores and refusals, in every language."""

import io
import json
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from terminal.plain_player import Sitting, each_language

from prikup.problems.hidden_problem import HiddenProblem
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import Problem, every_problem
from prikup.problems.progress import SolvedProblems, filter_problems, problem_of_the_day
from prikup.rules.cards import card_text
from prikup.terminal.cli import problems
from prikup.terminal.cli.app import run
from prikup.terminal.cli.problems import ProblemList, all_problems, solve_problems

Capture = pytest.CaptureFixture[str]
ALL_PROBLEMS = all_problems()
OPEN_PROBLEMS = every_problem(OpenProblem)
HIDDEN_PROBLEMS = every_problem(HiddenProblem)
CARD = next(problem for problem in OPEN_PROBLEMS if problem.asks == "card" and not problem.table)
NUMBER = next(problem for problem in OPEN_PROBLEMS if problem.asks == "number")
DISCARD = next(problem for problem in OPEN_PROBLEMS if problem.asks == "discard")
HIDDEN = HIDDEN_PROBLEMS[0]
FIRST_GAME, SECOND_GAME, *_ = dict.fromkeys(problem.game for problem in HIDDEN_PROBLEMS)
"""The first games that have problems with hidden hands."""
TODAY = date(2026, 11, 23)
each_way = pytest.mark.parametrize(
    "problem", [CARD, NUMBER, DISCARD, HIDDEN], ids=lambda problem: f"{type(problem).__name__}-{problem.asks}"
)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PRIKUP_LANGUAGE", "en")
    monkeypatch.setattr(problems, "today", lambda: TODAY)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "prikup" / "problems.json"


def records(capsys: Capture, *arguments: str) -> list[dict[str, Any]]:
    """Return the problems that the command gives to programs."""
    assert run(["problems", *arguments, "--json"]) == 0
    problem_records: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["problems"]
    return problem_records


def load_progress(file: Path) -> SolvedProblems:
    return SolvedProblems.read(file.read_bytes()) if file.exists() else SolvedProblems()


def wrong_answer(problem: Problem) -> str:
    if problem.asks == "number":
        return str(int(problem.answer[0]) + 1)
    cards = combinations(map(card_text, problem.choices), problem.over or 1)
    return next(answer for answer in map(" ".join, cards) if answer not in problem.answer)


def run_problem(
    problem: Problem, typed_lines: Iterable[str], file: Path, tongue: str = "en", day: date | None = None
) -> str:
    """Return the output for a user who types these lines, then plays any card and leaves at the next problem."""
    answers = iter(typed_lines)
    sitting = Sitting(tongue, lambda _: next(answers, None))
    solve_problems(sitting.words, sitting, ProblemList((problem,), day), file, load_progress(file))
    return sitting.text


@pytest.mark.usefixtures("every_key_has_words")
@each_language
@each_way
def test_problems_command_saves_first_try_solution_before_play_out(problem: Problem, tongue: str, file: Path) -> None:
    text = run_problem(problem, [problem.answer[0]], file, tongue)
    assert load_progress(file).solved == {problem.id: True}, "though the terminal is closed before it is played out"
    assert load_progress(file).days == ()
    assert "{" not in text
    assert "problem-" not in text


@pytest.mark.usefixtures("every_key_has_words")
@each_language
@each_way
def test_problems_command_refutes_wrong_answer_and_allows_retry(problem: Problem, tongue: str, file: Path) -> None:
    text = run_problem(problem, [wrong_answer(problem), problem.answer[0], ""], file, tongue)
    assert load_progress(file).solved == {problem.id: False}
    assert "{" not in text
    tricks = [line for line in text.splitlines() if line.startswith("  ")]
    if isinstance(problem, OpenProblem) and problem.asks == "card":
        assert len(tricks) >= len(problem.seats) + problem.position().remaining_tricks, (
            "the refutation is shown to its end"
        )


def test_problems_command_records_answered_problems_and_first_tries(file: Path) -> None:
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


def test_problems_command_reads_no_answer_before_next_problem_is_shown(file: Path) -> None:
    answers = iter([NUMBER.answer[0], "3", "q"])
    sitting = Sitting("en", lambda _: next(answers, None))
    solve_problems(sitting.words, sitting, ProblemList((NUMBER, CARD), None), file, SolvedProblems())
    assert sitting.words("answer-unclear", text="3") in sitting.text
    assert list(load_progress(file).solved) == [NUMBER.id]


def test_problems_command_plays_out_solved_problem_and_shows_result(file: Path) -> None:
    """Every card is tried until one is accepted; at the end the result is shown."""
    cards = [card_text(card) for card in range(52)]
    text = run_problem(CARD, [CARD.answer[0], *cards * 12], file)
    assert "Tricks for " in text
    kept = "You got everything that was possible."
    slipped = "You found the answer, but missed the goal with a later card."
    assert (kept in text) != (slipped in text)


def test_problems_command_counts_days_in_a_row(file: Path) -> None:
    text = ""
    for days_ago in (2, 1, 0):
        day = TODAY - timedelta(days=days_ago)
        text = run_problem(problem_of_the_day(day), [problem_of_the_day(day).answer[0], ""], file, day=day)
    assert load_progress(file).days == (TODAY - timedelta(days=1), TODAY)
    assert "Days in a row: 2. The longest streak: 2." in text
    assert len(load_progress(file).solved) == 3


@each_language
def test_problems_command_prints_problem_of_the_day_to_a_pipe(
    tongue: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["problems", "--plain", "--language", tongue]) == 0
    page = capsys.readouterr().out
    assert problem_of_the_day(TODAY).id in page
    assert TODAY.isoformat() in page


def test_problems_command_omits_solved_problems_and_answers_from_json(file: Path, capsys: Capture) -> None:
    arguments = ["problems", CARD.game, "--kind", CARD.theme, "--json"]
    assert run(arguments) == 0
    all_problems = json.loads(capsys.readouterr().out)["problems"]
    run_problem(CARD, [CARD.answer[0], ""], file)
    assert run(arguments) == 0
    remaining_problems = json.loads(capsys.readouterr().out)["problems"]
    assert {problem["id"] for problem in all_problems} - {problem["id"] for problem in remaining_problems} == {CARD.id}
    assert "answer" not in all_problems[0]


@pytest.mark.parametrize("problem", [DISCARD, HIDDEN], ids=lambda problem: problem.theme)
def test_a_problem_is_found_by_its_id(problem: Problem, capsys: Capture) -> None:
    (found_record,) = records(capsys, "--id", problem.id)
    assert (found_record["id"], found_record["theme"]) == (problem.id, problem.theme)


def test_problems_with_hidden_hands_are_a_kind_of_their_own(capsys: Capture) -> None:
    hidden_records = records(capsys, FIRST_GAME, "--kind", "hidden")
    assert {record["view"] for record in hidden_records} == {
        problem.view for problem in filter_problems(HiddenProblem, [FIRST_GAME])
    }
    assert not {"worth", "proofs"} & hidden_records[0].keys(), "they reveal the answer"
    assert "hidden" not in {record["theme"] for record in records(capsys, FIRST_GAME)}, "never mixed with open hands"


@each_language
def test_problems_command_lists_problem_count_and_themes(tongue: str, capsys: Capture) -> None:
    assert run(["problems", "--list", "--plain", "--language", tongue]) == 0
    page = capsys.readouterr().out
    assert str(len(ALL_PROBLEMS)) in page
    assert all(problem.theme in page for problem in ALL_PROBLEMS)
    assert "problem-" not in page
    assert run(["problems", "--list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["problems"]) == len(ALL_PROBLEMS)


@pytest.mark.usefixtures("every_key_has_words")
@each_language
def test_problems_command_rejects_unknown_selection_in_a_sentence(tongue: str, capsys: Capture) -> None:
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


def test_problems_command_names_damaged_file_and_leaves_it_unchanged(file: Path, capsys: Capture) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(b'{"solved":')
    assert run(["problems"]) == 2
    assert str(file) in capsys.readouterr().err
    assert file.read_bytes() == b'{"solved":'


# Hidden hands


@pytest.mark.usefixtures("every_key_has_words")
@each_language
def test_every_hidden_problem_reads(tongue: str, file: Path) -> None:
    for problem in HIDDEN_PROBLEMS:
        text = run_problem(problem, ["answer"], file, tongue)
        assert "{" not in text
        assert "problem-" not in text
        assert text.count("\n") > 15


def test_the_solution_of_a_hidden_problem_has_the_value_of_each_card(file: Path) -> None:
    for typed_line in ("answer", HIDDEN.answer[0]):
        text = run_problem(HIDDEN, [typed_line], file)
        assert f"Deals that agree with all this: {HIDDEN.worlds}." in text
        for points in HIDDEN.worth.values():
            assert f"{points:+.2f}".replace("-", "−") in text


def test_the_hidden_hands_are_not_shown(file: Path) -> None:
    """There are none: only the view is available."""
    text = run_problem(HIDDEN, ["q"], file)
    assert text.count("Your hand: ") == 1
    assert "Open hand" not in text


def test_scores_of_players_are_a_page(capsys: Capture) -> None:
    arguments = ["problems", FIRST_GAME, SECOND_GAME, "--players", "rule,beginner"]
    assert run([*arguments, "--language", "en"]) == 0
    page = capsys.readouterr().out.splitlines()
    assert run([*arguments, "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert [(row["player"], row["game"]) for row in scores] == [
        (name, game) for name in ("rule", "beginner") for game in (FIRST_GAME, SECOND_GAME)
    ]
    for row in scores:
        problem_count = len(filter_problems(HiddenProblem, [row["game"]]))
        assert row["problems"] == problem_count
        assert (
            f"player: {row['player']}; game: {row['game']}; solved: {row['solved']}/{problem_count}; points lost per "
            f"problem: {row['lost']:.2f}." in page
        )


def test_scores_are_always_the_same(capsys: Capture) -> None:
    pages = set()
    for _ in range(2):
        assert run(["problems", FIRST_GAME, "--players", "random,rule"]) == 0
        pages.add(capsys.readouterr().out)
    assert len(pages) == 1


def test_scores_of_an_unknown_player_or_game_are_refused(capsys: Capture) -> None:
    for arguments, start in (
        (("--players", "rule,anna"), "Unknown player anna. Available: random beginner"),
        (("--players", ""), "Unknown player . Available: random"),
    ):
        assert run(["problems", *arguments]) == 2
        assert capsys.readouterr().err.startswith(start)
    assert run(["problems", "no-such-game", "--players", "rule"]) == 2
    assert "no-such-game" in capsys.readouterr().err
