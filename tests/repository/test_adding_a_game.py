"""docs/adding-a-game.md builds a game that plays, outside the package and without touching it."""

import importlib
import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
import test_claims
import test_locale
import test_narration
import test_options
import test_worlds
from history import test_log, test_log_file
from properties import test_certain_claims, test_checklist, test_golden, test_laws, test_sealed, test_secrecy
from support.golden import flips, phases, plays, search

from prikup.bots import player
from prikup.games import GAMES, game
from prikup.kind import Kind
from prikup.locale import LANGUAGES
from prikup.match import Match

MODULES = (
    test_certain_claims,
    test_checklist,
    test_claims,
    test_laws,
    test_locale,
    test_log,
    test_narration,
    test_options,
    test_sealed,
    test_secrecy,
    test_worlds,
)
DOCUMENT = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
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


@pytest.mark.parametrize("level", ["beginner", "rule"])
def test_it_plays_a_match(little: Kind, level: str) -> None:
    rules = game("little", "short last_trick_counts_double=on")
    decides = player(level, rules, 1)
    match = Match.begin(rules)
    from support.walk import dealt

    from prikup.game import play

    while not match.over:
        state = play(rules, dealt(match, random.Random(match.deals)), (decides,) * 3)
        match = match.close(rules.outcome(state))
    assert match.deals > 1


LATER = ("golden_files", "joined_to_their_tests")
"""What the page leaves to `make golden` and to the one who writes the game."""


def generic(module: ModuleType) -> Iterator[tuple[Callable[..., None], set[str]]]:
    """The tests of a module that are run over every game, and what else they are given."""
    for name, test in vars(module).items():
        given = {argument for mark in getattr(test, "pytestmark", []) for argument in _names(mark.args[0])}
        if name.startswith("test_") and {"name", "kind"} <= given and not name.endswith(LATER):
            yield test, given - {"name", "kind"}


def _names(given: str | tuple[str, ...]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else given


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_it_passes_the_tests_of_every_game(little: Kind, module: ModuleType) -> None:
    ran = 0
    for test, given in generic(module):
        if given == set():
            test("little", little)
        elif given == {"tongue"}:
            for tongue in (tongue for tongue in LANGUAGES if (little.folder / f"{tongue}.ftl").exists()):
                test("little", little, tongue)
        else:
            raise AssertionError(f"{test.__name__} is given {given}")
        ran += 1
    assert ran


def test_its_log_is_kept_as_any_other(little: Kind, tmp_path: Path) -> None:
    test_log_file.test_whatever_the_moment_of_a_crash_the_match_goes_on("little", little, tmp_path)
    test_log_file.test_notation_and_lines_agree("little", little)


def test_its_golden_files_can_be_written(little: Kind) -> None:
    assert phases(little) == {"name_trump", "play", "over"}
    assert list(plays("little", little))
    for field, value in flips(little):
        flip = search("little", little, field, value)
        assert test_golden._matters("little", little, flip)
