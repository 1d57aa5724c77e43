"""A table needs no host: a whole match of each game is played without a web server, a database or a process."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from prikup.games import GAMES

SCRIPT = Path(__file__).with_name("alone.py")


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_match_of_each_game(name: str) -> None:
    played = subprocess.run([sys.executable, SCRIPT, name], capture_output=True, text=True)
    assert not played.stderr
    found = re.fullmatch(rf"{name}: (\d+) deals, (\d+) actions, (\d+) commits, (\d+) s\n", played.stdout)
    assert found, played.stdout
    deals, actions, commits, seconds = map(int, found.groups())
    assert deals > 1
    assert actions > deals
    assert commits > 3 * deals
    assert seconds > deals, "the made-up time has passed"
