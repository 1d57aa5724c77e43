"""docs/adding-a-game.md builds a game that plays, outside the package and without touching it."""

import importlib
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import test_golden
import test_laws
import test_secrecy
import test_worlds
from golden import flips, phases, plays, search
from history import test_log, test_log_file

from prikup.game import Kind
from prikup.games import GAMES, game
from prikup.match import Match

DOCUMENT = Path(__file__).parents[1] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```\w+ (little/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kind]:
    """Yield the game of the document, registered."""
    for name, text in BLOCK.findall(DOCUMENT.read_text()):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    kind: Kind = importlib.import_module("little").KIND
    monkeypatch.setitem(GAMES, "little", kind)
    yield kind
    for name in [name for name in sys.modules if name.partition(".")[0] == "little"]:
        del sys.modules[name]


def test_it_plays_a_match(little: Kind) -> None:
    rules = game("little", "short last_trick_counts_double=on")
    player = little.rule(rules, 1)
    match = Match.begin(rules)
    from walk import dealt

    from prikup.game import play

    while not match.over:
        state = play(rules, dealt(match, random.Random(match.deals)), (player,) * 3)
        match = match.close(rules.outcome(state))
    assert match.deals > 1


def test_it_passes_the_tests_of_every_game(little: Kind, tmp_path: Path) -> None:
    for module in (test_laws, test_secrecy, test_worlds, test_log):
        for name in dir(module):
            test = getattr(module, name)
            marks = getattr(test, "pytestmark", [])
            if name.startswith("test_") and any(mark.args[0] == ("name", "kind") for mark in marks):
                test("little", little)
    test_log_file.test_whatever_the_moment_of_a_crash_the_match_goes_on("little", little, tmp_path)
    test_log_file.test_notation_and_lines_agree("little", little)


def test_its_golden_files_can_be_written(little: Kind) -> None:
    assert phases(little) == {"name_trump", "play", "over"}
    assert list(plays("little", little))
    for field, value in flips(little):
        flip = search("little", little, field, value)
        assert test_golden._matters("little", little, flip)
