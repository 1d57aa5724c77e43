"""The command `solve`: positions as text, and the solution for people and programs."""

import io
import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from prikup.locale import LANGUAGES
from prikup.terminal.cli.app import run

each_language = pytest.mark.parametrize("tongue", LANGUAGES)
Capture = pytest.CaptureFixture[str]
BARE = ("--trump", "N", "--leader", "0", "--side", "0")
"""The options of a position that is given by its hands alone."""
POSITION = "A.7.. | K.8.. | J.9.. ; preferans ; 6NT 0 ; leads 0"
NO_TRICK = ("A7.9.. | KJ..A. | T8.Q..", "--trump", "N", "--leader", "1", "--side", "0", "--goal", "fewest")
LAST_CARD = ("... | A... | ... | K...", *BARE)
PARTNERS = "KT82.A5.J53.QT43 | J54.T962.K92.976 | A3.QJ7.QT764.KJ8 | Q976.K843.A8.A52"
"""Hands too hard to be solved within a short time."""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PRIKUP_LANGUAGE", "en")


def solve_json(capsys: Capture, *arguments: str, code: int = 0) -> Any:
    """Return the JSON output of `solve`."""
    pytest.importorskip("prikup.solver.native")
    assert run(["solve", *arguments, "--json"]) == code
    output = capsys.readouterr()
    assert not output.err
    return json.loads(output.out)


def test_solve_command_output_equals_documented_example(capsys: Capture) -> None:
    pytest.importorskip("prikup.solver.native")
    document = (Path(__file__).parents[3] / "docs" / "notation.md").read_text()
    example_text = document.partition("```console\n$ prikup ")[2].partition("```")[0]
    command, _, answer = example_text.partition("\n")
    assert run(shlex.split(command)) == 0
    assert capsys.readouterr().out == answer
    (json_text,) = re.findall(r'```json\n(\{"value".*?)```', document, re.DOTALL)
    assert solve_json(capsys, *shlex.split(command)[1:]) == json.loads(json_text)


@each_language
def test_solve_command_works_in_all_languages_and_display_styles(tongue: str, capsys: Capture) -> None:
    pytest.importorskip("prikup.solver.native")
    hands = "A2.9.. | - | K3..A. | Q4.T.."
    options = ["--trump", "c", "--follow", "must-trump", "--ace-low", "--last", "3", "--table", "SJ,S5"]
    for extra_options in ([], ["--plain"], ["--four-colour"]):
        arguments = [
            *options[: -2 if extra_options else None],
            "--leader",
            "0",
            "--side",
            "0,2",
            *extra_options,
            "--language",
            tongue,
        ]
        assert run(["solve", hands if extra_options else "2.9.. | | 3..A. | Q4.T..", *arguments]) == 0
        text = capsys.readouterr().out
        assert text.count(":") > 5
        assert not any(raw_key in text for raw_key in ("solve-", "head-", "{", "None"))


def test_solve_command_reads_local_letters_symbols_and_utf16(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(hands: str, trump: str, table: str) -> Any:
        options = ("--trump", trump, "--leader", " 1", "--side", "0 ", "--table", table)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(hands.encode("utf-16"))))
        answers = [solve_json(capsys, given_hands, *options) for given_hands in (hands, "-")]
        assert answers[0] == answers[1]
        return answers[0]

    expected_answer = ask("A7.9.. | KJ... | T8.Q..", "S", "DA")
    for hands, trump, table in (
        ("\ufeff♠A7 ♣9 | ♠KJ | ♠T8 ♣Q", "♠", "♦A"),
        ("♠Т7 ♣9 | ♠КВ | ♠108 ♣Д", "пики", "БТ"),
        ("♠A7 ♣9 | ♠KZ\u030c | ♠108 ♣D", "pik", "KA"),
        ("A7.9.. | KŽ... | 108.D..", "P", "♦A"),
    ):
        assert ask(hands, trump, table) == expected_answer, hands


@each_language
def test_solve_command_error_uses_singular_for_one_card(tongue: str, capsys: Capture) -> None:
    assert run(["solve", "A... | KQ...", *BARE, "--language", tongue]) == 2
    message = capsys.readouterr().err
    assert not re.search(r"\b1 cards|\b1 карт\b", message), message
    assert "1" in message


def test_solve_command_json_contains_value_cards_and_line(capsys: Capture) -> None:
    answer = solve_json(capsys, *NO_TRICK)
    assert (answer["value"], list(answer["cards"].items())) == (1, [("SJ", 1), ("SK", 1), ("DA", 0)])
    assert [(step["seat"], step["card"]) for step in answer["line"][:3]] == [(1, "SJ"), (2, "S8"), (0, "S7")]
    assert [step["value"] for step in answer["line"]] == [1, 1, 1, 1, 1, 0, 0, 0, 0]


def test_solve_command_needs_no_options_for_whole_position(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = solve_json(capsys, POSITION)
    assert (answer["value"], answer["cards"]) == (1, {"SA": 1, "C7": 1})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{POSITION} ; played C7".encode())))
    assert solve_json(capsys, "-")["cards"] == {"C8": 1}


def test_solve_command_allows_leader_without_cards_only_after_leading(capsys: Capture) -> None:
    assert solve_json(capsys, *LAST_CARD, "--table", "SQ") == {
        "value": 0,
        "cards": {"SA": 0},
        "line": [{"seat": 1, "card": "SA", "value": 0}, {"seat": 3, "card": "SK", "value": 0}],
    }
    assert run(["solve", *LAST_CARD]) == 2, "nobody has led"
    assert "Seat 0 does not play" in capsys.readouterr().err


def test_solve_command_reports_bounds_at_time_limit(capsys: Capture) -> None:
    hard_arguments = (
        PARTNERS,
        "--trump",
        "N",
        "--leader",
        "0",
        "--side",
        "0,2",
        "--goal",
        "fewest",
        "--seconds",
        "0.1",
    )
    bounds = solve_json(capsys, *hard_arguments, code=1)
    assert 0 <= bounds["least"] < bounds["most"] <= 13
    assert run(["solve", *hard_arguments]) == 1
    output = capsys.readouterr()
    assert not output.out
    assert re.fullmatch(r"Not solved.* between \d+ and \d+ tricks\.\n", output.err, re.IGNORECASE)


@each_language
def test_solve_command_names_missing_native_solver(
    tongue: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(sys.modules, "prikup.solver.native", None)
    monkeypatch.delattr("prikup.solver.native", raising=False)
    assert run(["solve", *NO_TRICK, "--language", tongue]) == 2
    assert "C++" in capsys.readouterr().err
