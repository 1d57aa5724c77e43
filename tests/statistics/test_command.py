"""`prikup statistics`: pages in every language, JSON that says the same, and refusals."""

import json
import os
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.matches import begin, finish
from support.random_walk import SIMPLE, each_game

from prikup.games import GAMES
from prikup.history.events import HUMAN
from prikup.history.log import Log
from prikup.history.log_file import lines
from prikup.locale import LANGUAGES
from prikup.rules.game_definition import GameDefinition
from prikup.statistics.exact_sums import LEAST
from prikup.terminal.cli.app import run

Capture = pytest.CaptureFixture[str]


def write(path: Path, name: str, kind: GameDefinition, deals: int, event_count: int | None = None) -> Path:
    """Write the log of a match of one person, played at random; only so many of its events."""
    first = begin(name, kind, deals=deals)
    log = finish(Log(replace(first, players=(HUMAN, *first.players[1:]))), 3)
    path.write_bytes(lines(log.events[:event_count]))
    return path


@each_game
def test_statistics_command_shows_players_and_roles(
    name: str, kind: GameDefinition, tmp_path: Path, capsys: Capture
) -> None:
    log = write(tmp_path / "match.jsonl", name, kind, 6)
    for tongue in LANGUAGES:
        assert run(["statistics", str(log), "--language", tongue]) == 0
        page = capsys.readouterr().out
        assert "Ann" in page
        assert not any(raw in page for raw in ("role-", "statistics-", "level-", "{"))
    assert run(["statistics", str(log), "--json"]) == 0
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert game["game"] == name
    person, computer = game["players"]
    assert (person["name"], person["level"]) == ("Ann", "")
    assert (computer["name"], computer["level"]) == ("", "rule")
    for player in (person, computer):
        points = player["statistics"]["points"]
        assert points["deals"] + points["missing"] == LEAST
        assert points["mean"] is None


def test_statistics_command_filters_by_day_and_preset(tmp_path: Path, capsys: Capture) -> None:
    modified_s = datetime(2026, 11, 25, 12).astimezone().timestamp()
    first, *_, last = GAMES[SIMPLE].presets
    log = write(tmp_path / "match.jsonl", SIMPLE, GAMES[SIMPLE], 4)
    os.utime(log, (modified_s, modified_s))
    for options, is_included in (
        ("", True),
        ("--from 2026-11-25", True),
        ("--until 2026-11-25", True),
        ("--from 2026-11-01 --until 2026-11-30", True),
        (f"--preset {first}", True),
        ("--from 2026-11-26", False),
        ("--until 2026-11-24", False),
        (f"--preset {last}", False),
    ):
        assert run(["statistics", str(log), "--json", *options.split()]) == 0
        assert bool(json.loads(capsys.readouterr().out)["games"]) == is_included, options


def test_statistics_command_rejects_invalid_input(tmp_path: Path, capsys: Capture) -> None:
    log = write(tmp_path / "match.jsonl", SIMPLE, GAMES[SIMPLE], 4)
    empty, missing_file = tmp_path / "empty", tmp_path / "nothing.jsonl"
    empty.mkdir()
    for arguments, bad_value in (
        ([log, "--from", "yesterday"], "yesterday"),
        ([empty], empty),
        ([missing_file], missing_file),
    ):
        for tongue in LANGUAGES:
            assert run(["statistics", *map(str, arguments), "--language", tongue]) == 2
            assert str(bad_value) in capsys.readouterr().err


def test_statistics_command_reads_logs_of_a_folder(tmp_path: Path, capsys: Capture) -> None:
    for number in range(3):
        write(tmp_path / f"{number}.jsonl", SIMPLE, GAMES[SIMPLE], 4)
    assert run(["statistics", str(tmp_path), "--json"]) == 0
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert run(["statistics", str(tmp_path / "0.jsonl"), "--json"]) == 0
    (single_game,) = json.loads(capsys.readouterr().out)["games"]
    deals = [game_report["players"][0]["statistics"]["points"]["deals"] for game_report in (game, single_game)]
    assert deals[0] == 3 * deals[1] > 0


def test_statistics_command_skips_unfinished_match(tmp_path: Path, capsys: Capture) -> None:
    log = write(tmp_path / "match.jsonl", SIMPLE, GAMES[SIMPLE], 4, event_count=-1)
    assert run(["statistics", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"games": [], "unfinished": 1}
    assert run(["statistics", str(log), "--language", "en"]) == 0
    assert "not counted: 1" in capsys.readouterr().out


def test_statistics_command_without_matches_names_data_folder(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's data folder is created with the first match; later it may be empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "prikup"
    for _ in range(2):
        assert run(["statistics", "--language", "en"]) == 0
        page = capsys.readouterr().out
        assert "There are no finished matches yet." in page
        assert str(folder) in page.replace("\n", "")
        folder.mkdir(exist_ok=True)
