"""Tests that examples in documents and docstrings produce the output that they show, and that named code exists."""

import doctest
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from support.faults import check_each

ROOT = Path(__file__).parents[2]
TEXTS = (*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")))


def _check_doctest(results: doctest.TestResults) -> None:
    assert results.attempted > 0
    assert results.failed == 0


def test_document_examples_give_shown_output() -> None:
    documents = [path for path in TEXTS if ">>>" in path.read_text(encoding="utf-8")]
    assert ROOT / "README.md" in documents
    check_each(lambda path: _check_doctest(doctest.testfile(str(path), module_relative=False)), documents)


def test_docstring_examples_give_shown_output() -> None:
    modules = [
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        for path in sorted(ROOT.glob("src/**/*.py"))
        if ">>>" in path.read_text(encoding="utf-8")
    ]
    check_each(lambda module: _check_doctest(doctest.testmod(import_module(module))), modules)


ROOMS = (ROOT, ROOT / "src" / "prikup", ROOT / "src" / "prikup" / "table")
"""The folders that paths in docs/architecture.md are relative to."""
BUILD_OUTPUTS = {line.strip("/") for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()}
STATEMENT = re.compile(r"^( *)(?:class (\w+)|(?:async )?def (\w+)|(\w+)(?:: [^=\n]+)? =|(\w+): )", re.MULTILINE)


@cache
def _defined_names() -> frozenset[str]:
    """Return the names of all classes, constants and fields, and of methods in the form `Table.join`."""
    return frozenset(
        name
        for path in (*ROOT.glob("src/prikup/**/*.py"), *ROOT.glob("tests/**/*.py"))
        for name in _definitions(path.read_text(encoding="utf-8"))
    )


def _definitions(source: str) -> Iterator[str]:
    class_name, depth = "", -1
    for indent, name, function, assigned_name, declared_name in STATEMENT.findall(source):
        if len(indent) <= depth:
            class_name, depth = "", -1
        if name:
            class_name, depth = name, len(indent)
        if function and class_name and len(indent) == depth + 4:
            yield f"{class_name}.{function}"
        yield from filter(None, (name, assigned_name, declared_name))


def _exists(name: str) -> bool:
    """Return whether the file, folder, class, method or constant with this name exists.

    The result is also True for a name that has none of these forms, and for a folder that a build writes: in a new
    checkout it does not exist yet.
    """
    if name in BUILD_OUTPUTS:
        return True
    if re.fullmatch(r"[\w./-]+/[\w./-]*|[\w-]+\.py", name):
        pattern = name.replace("NAME", "*")
        folders = (*ROOMS, *(ROOT / "src" / "prikup" / "games").iterdir(), ROOT / "tests" / "games")
        return any(next(folder.glob(pattern), None) for folder in folders)
    if re.fullmatch(r"[A-Z]\w*\.\w+|[A-Z]{2,}[A-Z_]*|[A-Z][a-z]\w*", name):
        return name in _defined_names()
    return True


def test_architecture_document_names_existing_code() -> None:
    names = set(re.findall(r"`([^`\n]+)`", (ROOT / "docs" / "architecture.md").read_text()))
    missing_names = sorted(name for name in names if not _exists(name))
    assert not missing_names, f"docs/architecture.md names code that does not exist: {', '.join(missing_names)}"
    assert len(names) > 50


PATH = re.compile(r"(?<![\w/.])(?:bench|examples|release|src|tests|web)/[\w/.-]+\.(?:py|ts|svelte|json|toml|css)\b")
"""A pattern for the path of a file that a text of the project names."""
NEW = "little"
"""The game that the reader of docs/adding-a-game.md writes."""


def test_documents_name_existing_files() -> None:
    missing_names = [
        f"{text.name}: {name}"
        for text in TEXTS
        for name in sorted(set(PATH.findall(text.read_text(encoding="utf-8"))))
        if NEW not in name and not next(ROOT.glob(name.replace("NAME", "*")), None)
    ]
    assert not missing_names, "these documents name files that do not exist:\n" + "\n".join(missing_names)


def test_name_check_finds_missing_names() -> None:
    names = ("table/nothing.py", "nothing.py", "web/nothing/", "Table.nothing", "NO_SUCH", "Nothing")
    assert [name for name in names if _exists(name)] == []
