"""The terminal on systems that lack what POSIX has: a plain line is typed, and the match is played all the same."""

import subprocess
import sys
from pathlib import Path

from support.bare import WITHOUT
from support.example_games import example
from support.serving import MAIN, environment
from support.waiting import DEADLINE_S
from terminal.pseudo_terminal import Program

from prikup.terminal.cli.new_match import read_log

CODE = WITHOUT + MAIN[1]


def command(path: Path, *options: str) -> list[str]:
    game = example(seats=3, alone=True)
    return ["play", game, "--deals", "1", "--seed", "s", "--pace", "0", "--log", str(path), *options]


def test_a_match_in_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "log"
    done = subprocess.run(
        [sys.executable, "-c", CODE, *command(path)],
        input="1\n" * 200,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=DEADLINE_S,
    )
    assert not done.stderr
    assert done.returncode == 0
    assert read_log(path).over
    assert f"prikup verify {path}" in done.stdout


def test_a_line_at_a_terminal(tmp_path: Path) -> None:
    program = Program(tmp_path, *command(tmp_path / "log"), size=(40, 200), code=CODE)
    while program.sees("> ") == 0:
        program.types("q" if "again: a rematch" in program.said else "1")
    assert program.left() == 0, program.said
    assert "Traceback" not in program.said
