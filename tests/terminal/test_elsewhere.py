"""The terminal on systems that lack what POSIX has: a plain line is typed, and the match is played all the same."""

import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from support.bare import WITHOUT
from support.example_games import example
from support.serving import environment
from support.walk import KINDS

from prikup.terminal.cli.new_match import read_log

MAIN = ("-c", WITHOUT + "from prikup.cli import main; main()")


def command(name: str, path: Path, *options: str) -> list[str]:
    return [*MAIN, "play", name, "--deals", "1", "--seed", "s", "--log", str(path), *options]


@pytest.mark.parametrize("name", [name for name, _ in KINDS])
def test_a_match_in_a_pipe(name: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    done = subprocess.run(
        [sys.executable, *command(name, path)],
        input="1\n" * 200,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=60,
    )
    assert not done.stderr
    assert done.returncode == 0
    assert read_log(path).over
    assert f"prikup verify {path}" in done.stdout


@pytest.mark.parametrize("options", [("--plain",), ("--pace", "0.1")])
def test_a_line_at_a_terminal(options: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "log"
    child = pexpect.spawn(
        sys.executable,
        command(example(seats=3, alone=True), path, *options),
        env=environment(tmp_path),
        dimensions=(40, 200),
        encoding="utf-8",
        timeout=30,
    )
    said = ""
    while child.expect([r"> ", pexpect.EOF]) == 0:
        said += child.before or ""
        child.sendline("q" if "again: a rematch" in said else "1")
    child.close()
    assert child.exitstatus == 0, said
    assert "Traceback" not in said
