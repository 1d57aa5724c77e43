"""The game built in docs/adding-a-game.md can be played, without changes to the package."""

import importlib
import random
import re
import sys
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from types import ModuleType

import pytest
import test_claims
import test_narration
from history import test_log, test_log_file
from properties import test_certain_claims, test_game_checklist, test_laws, test_sealed_actions, test_secrecy
from repository import test_locale
from rules import test_options
from support.faults import check_each
from support.golden import flips, matters, phases, plays, search
from worlds import test_possible_worlds

from prikup.bots import player
from prikup.games import GAMES, game
from prikup.rules.game import play
from prikup.rules.game_definition import GameDefinition
from prikup.rules.match import Match

MODULES = (
    test_certain_claims,
    test_game_checklist,
    test_claims,
    test_laws,
    test_locale,
    test_log,
    test_narration,
    test_options,
    test_sealed_actions,
    test_secrecy,
    test_possible_worlds,
)
DOCUMENT = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```\w+ (little/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameDefinition]:
    """Yield the document's game, registered."""
    for name, text in BLOCK.findall(DOCUMENT.read_text()):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    kind: GameDefinition = importlib.import_module("little").KIND
    monkeypatch.setitem(GAMES, "little", kind)
    yield kind
    for name in [name for name in sys.modules if name.partition(".")[0] == "little"]:
        del sys.modules[name]


def test_it_plays_a_match(little: GameDefinition) -> None:
    rules = game("little", "short last_trick_counts_double=on")
    for level in ("beginner", "rule"):
        decides = player(level, rules, 1)
        match = Match.begin(rules)
        while not match.over:
            state = play(rules, match.deal_random(random.Random(match.deals)), (decides,) * 3)
            match = match.close(rules.outcome(state))
        assert match.deals > 1


def generic(module: ModuleType) -> list[Callable[[str, GameDefinition], None]]:
    """Return the tests of a module that run for every game."""
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    return [test for test in tests if {"name", "kind"} == set(signature(test).parameters)]


def test_it_passes_the_tests_of_every_game(little: GameDefinition) -> None:
    for module in MODULES:
        assert generic(module)
    check_each(lambda test: test("little", little), [test for module in MODULES for test in generic(module)])


def test_its_log_is_kept_as_any_other(little: GameDefinition, tmp_path: Path) -> None:
    test_log_file.test_whatever_the_moment_of_a_crash_the_match_goes_on("little", little, tmp_path)
    test_log_file.test_notation_and_lines_agree("little", little)


def test_its_golden_files_can_be_written(little: GameDefinition) -> None:
    assert phases(little) == {"name_trump", "play", "over"}
    assert list(plays("little", little))
    for field, value in flips(little):
        flip = search("little", little, field, value)
        assert matters("little", little, flip)
