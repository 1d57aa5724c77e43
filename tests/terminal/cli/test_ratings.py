"""`prikup ratings`: the measured ratings of computer players, as text, as JSON and as a file."""

import json
import sys
from pathlib import Path

import pytest
from support.example_games import example

from prikup.terminal.cli.app import run

ANCHORS_COMMAND = [
    *("ratings", "anchors", example(seats=4)),
    *("--levels", "beginner,rule", "--matches", "4", "--workers", "1"),
]


def test_anchors_command_prints_ratings_in_user_language(capsys: pytest.CaptureFixture[str]) -> None:
    for language, texts in (
        ("en", ("4 matches for each of 1 mix of levels", "level: beginner; rating: ", "no: play more matches")),
        ("ru", ("сочетаний: 1", "уровень: beginner; рейтинг: ")),
    ):
        assert run([*ANCHORS_COMMAND, "--language", language]) == 0
        page = capsys.readouterr().out
        assert [text for text in texts if text not in page] == []


def test_anchors_command_writes_the_same_json_to_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "anchors.json"
    assert run([*ANCHORS_COMMAND, "--json", "--out", str(file)]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert json.loads(file.read_bytes()) == printed
    assert list(printed["levels"]) == ["beginner"]
    assert printed["matches"] == 4


def test_anchors_command_wants_the_rule_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ANCHORS_COMMAND, "--levels", "beginner,random"]) == 2
    assert "with rule among them" in capsys.readouterr().err


def test_anchors_command_names_missing_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    assert run(ANCHORS_COMMAND) == 1
    assert "prikup[play,bench]" in capsys.readouterr().err


def test_anchors_command_names_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ratings", "anchors", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
