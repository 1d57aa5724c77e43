"""A table needs no host: each game is played to its end without web server, database or processes."""

import re
import subprocess
import sys
from pathlib import Path

from support.long_matches import find_long_rules

from prikup.games import GAMES

SCRIPT = Path(__file__).with_name("hostless_match.py")


def test_hostless_table_plays_whole_match_of_each_game() -> None:
    matches = [f"{name}:{find_long_rules(name)}" for name in GAMES]
    process = subprocess.run([sys.executable, SCRIPT, *matches], capture_output=True, text=True)
    assert not process.stderr
    rows = re.findall(r"^(\S+): (\d+) deals, (\d+) actions, (\d+) commits, (\d+) s$", process.stdout, re.MULTILINE)
    assert [name for name, *_ in rows] == list(GAMES), process.stdout
    for name, *numbers in rows:
        deals, actions, commits, seconds = map(int, numbers)
        assert deals > 1, name
        assert actions > deals, name
        assert commits > 3 * deals, name
        assert seconds > deals, f"{name}: the made-up time has passed"
