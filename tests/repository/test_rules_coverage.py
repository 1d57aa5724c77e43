"""Tests that docs/rules-coverage.md maps every rule of the sources to its option and its test, without a gap."""

import re
from functools import cache
from pathlib import Path

from support.random_walk import KINDS, each_game, options_type

from prikup.rules.game_definition import GameDefinition
from prikup.rules.options import fields

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "rules-coverage.md"
ROW = re.compile(
    r"^\| (?P<id>[A-Z]{2,3}-\d+) \| (?P<seed>[^|]+) \| (?P<rule>[^|]+) \| (?P<options>[^|]+) \| (?P<tests>[^|]+) \|$"
)


def _sections() -> dict[str, list[re.Match[str]]]:
    """Return the rows of the document by game; the heading of a game's section has its name in backquotes."""
    sections: dict[str, list[re.Match[str]]] = {}
    name = ""
    for number, line in enumerate(DOCUMENT.read_text().splitlines(), 1):
        if heading := re.match(r"## .*`([a-z-]+)`", line):
            name = heading[1]
        elif line.startswith("| ") and not line.startswith(("| id", "|--")):
            row = ROW.match(line)
            assert row, f"line {number} is not a row: {line}"
            sections.setdefault(name, []).append(row)
    return sections


@cache
def _tests(path: str) -> frozenset[str]:
    """Return the names of the tests in a file, or an empty set if the file does not exist."""
    file = ROOT / path
    return frozenset(re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE) if file.exists() else ())


SECTIONS = _sections()
ROWS = [row for rows in SECTIONS.values() for row in rows]


def test_rules_coverage_sections_belong_to_games() -> None:
    assert set(SECTIONS) <= {name for name, _ in KINDS}


def test_rules_coverage_ids_are_unique() -> None:
    ids = [row["id"] for row in ROWS]
    assert len(ids) == len(set(ids))


def test_rules_coverage_tests_exist() -> None:
    missing_tests = []
    for row in ROWS:
        for reference in row["tests"].split(","):
            path, _, name = reference.strip().strip("`").partition("::")
            if name.partition("[")[0] not in _tests(path):
                missing_tests.append(f"{row['id']}: {reference.strip()}")
    assert not missing_tests, "\n".join(missing_tests)


@each_game
def test_rules_coverage_lists_all_options_and_no_others(name: str, kind: GameDefinition) -> None:
    option_names = {f.name for f in fields(options_type(kind))}
    listed_options = {o.strip(" `") for row in SECTIONS.get(name, ()) for o in row["options"].split(",")} - {"–", "-"}
    assert listed_options == option_names, (
        f"the rows of docs/rules-coverage.md must list all options of {name} and no others"
    )
