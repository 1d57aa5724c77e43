"""Tests that "Abuse among players" in docs/server.md names tests that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
DOCUMENT = TESTS.parent / "docs" / "server.md"
NAME = re.compile(r"`([^`]+)`")


def _rows() -> list[str]:
    """Return the last column of each row of the table."""
    section = DOCUMENT.read_text(encoding="utf-8").partition("\n## Abuse among players\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return [row[2] for row in rows[1:]]


def _missing_tests(rows: list[str]) -> Iterator[str]:
    """Yield the files and tests in `rows` that do not exist.

    A file is named with its folder at first, later without it; "the same" is the file that was named last. A name of a
    test may be cut off, with "…" at its end.
    """
    path_by_name, file = dict[str, Path](), TESTS / "none"
    for row in rows:
        for name in NAME.findall(row):
            if name.endswith(".py"):
                file = path_by_name.setdefault(Path(name).name, TESTS / name)
                if not file.exists():
                    yield name
                continue
            tests = re.findall(r"^(?:async )?def test_(\w+)", file.read_text() if file.exists() else "", re.MULTILINE)
            if not any(test.startswith(name[:-1]) if name.endswith("…") else test == name for test in tests):
                yield f"{file.name}: {name}"


def test_abuse_tests_exist() -> None:
    rows = _rows()
    assert len(rows) > 20
    assert all(".py`" in row or "the same" in row for row in rows)
    assert list(_missing_tests(rows)) == []


def test_missing_abuse_tests_are_found() -> None:
    rows = [
        "`repository/test_abuse_tests.py`: `abuse_tests_exist`",
        "the same: `missing_abuse_tests…`, `abuse_tests`, `another…`",
        "`test_abuse_tests.py`; `repository/test_none.py`: `one`",
    ]
    assert list(_missing_tests(rows)) == [
        "test_abuse_tests.py: abuse_tests",
        "test_abuse_tests.py: another…",
        "repository/test_none.py",
        "test_none.py: one",
    ]
