"""Tests of playing, scoring, replaying, solving and serving without fcntl, termios or uvloop, as on Windows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.matches import begin, finish
from support.random_walk import KINDS
from support.reduced_system import REDUCED_SYSTEM_CODE, import_blocker
from support.server_process import MAIN, environment
from support.waiting import DEADLINE_S

from prikup.bots import PLAYERS
from prikup.history.log import Log
from prikup.history.log_file import lines, read_events

NAME, KIND = KINDS[0]
LIGHT = import_blocker("numpy", "asyncio", "multiprocessing", "ray")
PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
(BOT,) = re.findall(r"```python bot\.py\n(.*?)```", PROTOCOL.read_text(), re.DOTALL)
SOLVE = ("solve", "--trump", "N", "--leader", "0", "--side", "0", "AK... | QJ...")


def reduced_environment(folder: Path, start_code: str = REDUCED_SYSTEM_CODE) -> dict[str, str]:
    """Return the environment of a reduced system, in which every Python process runs `start_code` first."""
    (folder / "site").mkdir(exist_ok=True)
    (folder / "site" / "sitecustomize.py").write_text(start_code)
    base_environment = environment(folder)
    return base_environment | {"PYTHONPATH": os.pathsep.join((str(folder / "site"), base_environment["PYTHONPATH"]))}


def run_prikup(folder: Path, *arguments: str, input_text: str = "", start_code: str = REDUCED_SYSTEM_CODE) -> str:
    """Run prikup on a reduced system and return its output; it must not fail or write to stderr."""
    process = subprocess.run(
        [sys.executable, *MAIN, *arguments],
        input=input_text,
        env=reduced_environment(folder, start_code),
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout


@pytest.fixture
def match(tmp_path: Path) -> Path:
    """Play a match, and return the path of its log file."""
    path = tmp_path / "match.jsonl"
    path.write_bytes(lines(finish(Log(begin(NAME, KIND, deals=1)), 1).events))
    return path


def test_reduced_system_has_no_fcntl_and_nice(tmp_path: Path) -> None:
    code = "import os; print(hasattr(os, 'nice')); import fcntl"
    process = subprocess.run(
        [sys.executable, "-c", code], env=reduced_environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert process.stdout == "False\n"
    assert "ModuleNotFoundError" in process.stderr


def test_match_is_started_resumed_and_finished_on_reduced_system(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    options = ("--plain", "--auto", "--deals", "1", "--seed", "x", "--pace", "0", "--log", str(path))
    for input_text, over in (("1\n1\n", False), ("1\n" * 200, True)):
        assert str(path) in run_prikup(tmp_path, "play", NAME, *options, input_text=input_text)
        events, _, has_dropped = read_events(path.read_bytes())
        assert Log.replay(events).over == over
        assert not has_dropped
    assert sorted(file.name for file in tmp_path.iterdir() if file.suffix == ".lock") == []


def test_match_is_replayed_on_reduced_system(tmp_path: Path, match: Path) -> None:
    assert run_prikup(tmp_path, "replay", "--plain", str(match), start_code=REDUCED_SYSTEM_CODE + LIGHT)


def test_scorer_runs_on_reduced_system(tmp_path: Path) -> None:
    assert run_prikup(tmp_path, "score", NAME, "--plain", input_text="q\n")


def test_solver_runs_on_reduced_system(tmp_path: Path) -> None:
    pytest.importorskip("prikup.solver.native")
    assert run_prikup(tmp_path, *SOLVE, start_code=REDUCED_SYSTEM_CODE + LIGHT)


def test_server_hosts_match_on_reduced_system(tmp_path: Path) -> None:
    """Let a bot play a match over the API, against computer players that think in separate processes."""
    level = "pimc" if "pimc" in PLAYERS else "rule"
    bot = BOT.replace('"bots": True', f'"bots": True, "level": "{level}"')
    assert bot != BOT
    (tmp_path / "bot.py").write_text(bot)
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    command = [sys.executable, *MAIN, "serve", "--port", "0", "--no-open", "--pace", "0", "--database", database]
    with subprocess.Popen(
        command, env=reduced_environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            assert process.stderr
            address_match = re.search(r"http://\S+:\d+", process.stdout.readline())
            assert address_match, process.stderr.read()
            command = [sys.executable, str(tmp_path / "bot.py"), address_match[0]]
            bot_process = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE_S, check=False)
            process.terminate()
            journal = process.stderr.read()
        finally:
            process.kill()
    assert (bot_process.returncode, bot_process.stderr) == (0, "")
    assert '"event":"request"' in journal
    unexpected = [
        line
        for line in journal.splitlines()
        if re.search(r'"level":"(warning|error)"', line) and '"event":"chore-lost"' not in line
    ]
    assert not unexpected, "a busy machine may lose a lease, and nothing else"
    assert not list(tmp_path.glob("*.lock"))
