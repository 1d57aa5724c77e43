"""Tests that the game built in docs/adding-a-game.md passes the tests of every game without changes to the package."""

import importlib
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path

import pytest
from env import test_recorded_layouts
from history import test_log_file
from properties import test_golden, test_perft, test_rules_text
from repository import test_locale
from support.faults import check_each
from support.golden import phases

import prikup.games
from prikup.bots import player
from prikup.games import GAMES, game
from prikup.locale import LANGUAGES
from prikup.rules.game import Game, play
from prikup.rules.game_analysis import GameAnalysis
from prikup.rules.game_definition import GameDefinition
from prikup.rules.game_explanations import GameExplanations
from prikup.rules.game_scoring import GameScoring
from prikup.rules.match import Match

TESTS = Path(__file__).parents[1]
DOCUMENT = TESTS.parent / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```\w+ (little/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MEMBERS = re.compile(r"^\| ((?:`\w+`(?:, )?)+) \|.*\|.*\|$", re.MULTILINE)
PARTS = (Game, GameScoring, GameAnalysis, GameExplanations)
OF_EVERY_GAME = re.compile(r"^def test_\w+\(name: str, kind: GameDefinition\)", re.MULTILINE)
NEEDS_FILES = ("properties/test_rules_text.py", "repository/test_rules_coverage.py", "server/test_protocol_export.py")
"""Tests of files that the document asks the reader to write at its end."""
FILES = [
    path.relative_to(TESTS).as_posix()
    for path in sorted(TESTS.rglob("test_*.py"))
    if OF_EVERY_GAME.search(path.read_text(encoding="utf-8"))
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write the files of the document's game, and return their folder."""
    for name, text in BLOCK.findall(DOCUMENT.read_text(encoding="utf-8")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "little"


@pytest.fixture
def little(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameDefinition]:
    """Register the document's game during a test, and yield its definition."""
    monkeypatch.setattr(prikup.games, "__path__", [*prikup.games.__path__, str(folder.parent)])
    kind: GameDefinition = importlib.import_module("prikup.games.little").KIND
    monkeypatch.setitem(GAMES, "little", kind)
    yield kind
    vars(prikup.games).pop("little")
    for name in [name for name in sys.modules if name.startswith("prikup.games.little")]:
        del sys.modules[name]


def test_documented_game_passes_ruff(folder: Path) -> None:
    """Check the example with the same rules as `src`."""
    settings = (str(TESTS.parent / "pyproject.toml"), "lint.isort.known-first-party = ['prikup']")
    options = ["--no-cache", *(word for setting in settings for word in ("--config", setting))]
    for command in (["check"], ["format", "--check"]):
        arguments = [sys.executable, "-m", "ruff", *command, *options, str(folder)]
        result = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout + result.stderr


def test_documented_game_passes_mypy(folder: Path, tmp_path: Path) -> None:
    """Check the types of the example in its place in the package, with the same settings as `src`."""
    package = Path(prikup.games.__file__).parents[1]
    games = tmp_path / "src" / "prikup" / "games"
    games.mkdir(parents=True)
    for path in (*package.iterdir(), *(package / "games").iterdir()):
        if path != package / "games":
            (tmp_path / "src" / path.relative_to(package.parent)).symlink_to(path)
    (games / "little").symlink_to(folder)
    settings = ("--config-file", str(TESTS.parent / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache"))
    arguments = [sys.executable, "-m", "mypy", *settings, str(games / "little")]
    result = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_game_document_lists_the_members_of_a_game() -> None:
    """Check that the tables list only members that exist, and all members that a game must define."""
    rows = MEMBERS.findall(DOCUMENT.read_text(encoding="utf-8"))
    listed_members = {member for row in rows for member in re.findall(r"\w+", row)}
    members = {name for part in PARTS for name in (*vars(part), *part.__annotations__)}
    abstract_members = {name for part in PARTS for name in part.__abstractmethods__}
    declared_members = {name for name in Game.__annotations__ if not hasattr(Game, name)} - {"options"}
    assert not listed_members - members, "the document lists members that do not exist"
    assert not (abstract_members | declared_members) - listed_members, (
        "the document lacks members that a game must define"
    )


def test_documented_game_plays_a_match(little: GameDefinition) -> None:
    rules = game("little", "short last_trick_counts_double=on")
    for level in ("beginner", "rule"):
        decides = player(level, rules, 1)
        match = Match.begin(rules)
        while not match.over:
            state = play(rules, match.deal_random(random.Random(match.deals)), (decides,) * 3)
            match = match.close(rules.outcome(state))
        assert match.deals > 1


def generic_tests(file: str) -> list[Callable[[str, GameDefinition], None]]:
    """Return the tests in a file that run for every game."""
    spec = spec_from_file_location(file.replace("/", "_").removesuffix(".py"), TESTS / file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    return [test for test in tests if {"name", "kind"} == set(signature(test).parameters)]


@pytest.mark.parametrize("file", sorted({*FILES} - {*NEEDS_FILES}))
def test_documented_game_passes_tests_of_all_games(file: str, little: GameDefinition) -> None:
    tests = generic_tests(file)
    assert tests
    check_each(lambda test: test("little", little), tests)


def test_documented_game_has_complete_messages(little: GameDefinition) -> None:
    """Check the languages of the document: a new language of the program is not one of them."""
    languages = [tongue for tongue in LANGUAGES if (little.folder / f"{tongue}.ftl").exists()]
    assert len(languages) > 1
    check_each(test_locale.check_words, ((little.folder, tongue) for tongue in languages))
    check_each(test_locale.check_reasons, ((little.folder, tongue) for tongue in languages))


def test_documented_game_log_survives_a_crash(little: GameDefinition, tmp_path: Path) -> None:
    test_log_file.test_log_file_resumes_match_after_crash_at_any_byte("little", little, tmp_path)


def test_documented_game_writes_and_reads_golden_files(
    little: GameDefinition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Write the golden files once as `make golden` does, and then run each test against them.

    Each option must also have its sentence in the rules text.
    """
    assert phases(little) == {"name_trump", "play", "over"}
    for module in (test_golden, test_perft):
        monkeypatch.setattr(module, "GOLDEN", tmp_path / "golden")
    for regenerate in (True, False):
        test_golden.test_golden_deals_are_unchanged("little", little, regenerate)
        test_golden.test_presets_are_unchanged("little", little, regenerate)
        test_golden.test_option_values_matter_in_golden_deals("little", little, regenerate)
        test_perft.test_perft_counts_are_unchanged("little", little, regenerate)
        test_recorded_layouts.check_layouts("little", tmp_path / "golden", regenerate)
    test_rules_text.test_rules_text_depends_on_each_option_value("little", little)
