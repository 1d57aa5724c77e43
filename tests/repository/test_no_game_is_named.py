"""Tests that a game is a folder and one registration line, and that no other code names it."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from support.golden import phases

from prikup.games import GAMES, game
from prikup.locale import LANGUAGES, Words

ROOT = Path(__file__).parents[2]
LOOKED_AT = ("src", "web/src", "web/tests", "bench", "tests", "Makefile")
OF_GAMES = (
    "src/prikup/games",
    "tests/games",
    "tests/campaigns/games",
    "tests/golden",
    "tests/logs",
    "tests/support/slow_tests.txt",
)
BUILD_OUTPUTS = ("src/prikup/server/client",)


@cache
def words_of_other_games(name: str) -> set[str]:
    """Return the calls and phases of all games but this one."""
    other_games = [other_game for other_game in GAMES if other_game != name]
    return {word for other_game in other_games for word in (*game(other_game).calls, *phases(GAMES[other_game]))}


def titles(name: str) -> list[str]:
    """Return the title of a game in each language."""
    return [Words(tongue, GAMES[name].folder)("game") for tongue in LANGUAGES]


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return a pattern that matches the names of a game: its name in any spelling, and its titles.

    If another game has a call or phase of the same name, the pattern matches only the name of the game's module.
    """
    if name in words_of_other_games(name):
        return re.compile(rf"games[./]{name.replace('-', '_')}\b")
    names_pattern = "|".join((name.replace("-", "[-_ ]?"), *map(re.escape, titles(name))))
    return re.compile(rf"(?<![^\W\d_])({names_pattern})(?![^\W\d_])", re.IGNORECASE)


def files() -> Iterator[Path]:
    """Yield the files that may not name a game."""
    for part in LOOKED_AT:
        for path in sorted((ROOT / part).rglob("*")) if (ROOT / part).is_dir() else [ROOT / part]:
            relative_path = path.relative_to(ROOT)
            is_source = path.is_file() and "__pycache__" not in path.parts
            if is_source and not any(
                relative_path.is_relative_to(excluded_path) for excluded_path in (*OF_GAMES, *BUILD_OUTPUTS)
            ):
                yield path


def mentions(name: str) -> Iterator[str]:
    """Yield every line that names a game, as path, line number and text, and every file path that does."""
    name_pattern, beginnings = pattern(name), (name.partition("-")[0], *(title.lower() for title in titles(name)))
    for path, text in texts().items():
        if name_pattern.search(path):
            yield path
        lower_text = text.lower()
        if any(beginning in lower_text for beginning in beginnings):
            lines = enumerate(text.splitlines(), 1)
            yield from (f"{path}:{number}: {line.strip()[:120]}" for number, line in lines if name_pattern.search(line))


@cache
def texts() -> dict[str, str]:
    """Return the texts of the files that may not name a game, by path; bytes that are not UTF-8 are left out."""
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8", errors="ignore") for path in files()}


def test_code_outside_games_names_no_game() -> None:
    all_mentions = [mention for name in GAMES for mention in mentions(name)]
    assert not all_mentions, (
        "do not name the game; use an example game (tests/support/example_games.py):\n" + "\n".join(all_mentions)
    )


def test_game_name_is_found_in_any_spelling() -> None:
    for name in GAMES:
        folder = name.replace("-", "_")
        assert pattern(name).search(f"from prikup.games.{folder}.rules import Public")
        if name not in words_of_other_games(name):
            for text in (f'"{name}-play"', folder, folder.title(), f"test_{folder}_table.py", name.replace("-", " ")):
                assert pattern(name).search(text)
            assert not pattern(name).search(f"x{name}s")


def test_game_name_search_covers_shared_files() -> None:
    assert {
        "Makefile",
        "src/prikup/rules/game.py",
        "tests/repository/test_no_game_is_named.py",
        "web/src/App.svelte",
    } <= texts().keys()
    assert not any(path.startswith(tuple(f"{excluded_path}/" for excluded_path in OF_GAMES)) for path in texts())
