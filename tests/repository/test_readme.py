"""The examples of the documents and of docstrings give what they show."""

import ast
import doctest
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(p for p in (ROOT / "README.md", *ROOT.glob("docs/*.md")) if ">>>" in p.read_text())
MODULES = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for path in sorted(ROOT.glob("src/**/*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]


def _defined(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement defines, those of methods behind their class: `Table.join`."""
    match node:
        case ast.ClassDef(name=name, body=body):
            yield name
            yield from (
                f"{name}.{method.name}" for method in body if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
            )
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_give_what_they_show(document: Path) -> None:
    found = doctest.testfile(str(document), module_relative=False)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_docstrings_give_what_they_show(module: str) -> None:
    found = doctest.testmod(import_module(module))
    assert found.attempted > 0
    assert found.failed == 0


def test_the_readme_shows_examples() -> None:
    assert ROOT / "README.md" in DOCUMENTS


ROOMS = (ROOT, ROOT / "src" / "prikup", ROOT / "src" / "prikup" / "table")
"""The folders that the paths of docs/architecture.md begin in."""
DEFINED = {
    name
    for path in (*ROOT.glob("src/prikup/**/*.py"), *ROOT.glob("tests/**/*.py"))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    for name in _defined(node)
}


def _is_there(name: str) -> bool:
    """Return whether a file, folder, class, method or constant of this name exists, if it looks like one."""
    if re.fullmatch(r"[\w./-]+/[\w./-]*|[\w-]+\.py", name):
        pattern = name.replace("NAME", "*")
        within = (*ROOMS, *(ROOT / "src" / "prikup" / "games").iterdir(), ROOT / "tests" / "games")
        return any(next(folder.glob(pattern), None) for folder in within)
    if re.fullmatch(r"[A-Z]\w*\.\w+|[A-Z]{2,}[A-Z_]*|[A-Z][a-z]\w*", name):
        return name in DEFINED
    return True


def test_what_the_rooms_are_said_to_hold_is_there() -> None:
    names = set(re.findall(r"`([^`\n]+)`", (ROOT / "docs" / "architecture.md").read_text()))
    gone = sorted(name for name in names if not _is_there(name))
    assert not gone, f"docs/architecture.md names what is not there: {', '.join(gone)}"
    assert len(names) > 50


PATH = re.compile(r"(?<![\w/.])(?:bench|examples|release|src|tests|web)/[\w/.-]+\.(?:py|ts|svelte|json|toml|css)\b")
"""A file that a text of the project names."""
NEW = "little"
"""The game that docs/adding-a-game.md lets its reader write."""


@pytest.mark.parametrize("text", [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))], ids=lambda path: path.name)
def test_the_files_that_a_text_names_are_there(text: Path) -> None:
    named = {name.replace("NAME", "*") for name in PATH.findall(text.read_text(encoding="utf-8"))}
    gone = sorted(name for name in named if NEW not in name and not next(ROOT.glob(name), None))
    assert not gone, f"{text.name} names what is not there: {', '.join(gone)}"


@pytest.mark.parametrize(
    "name", ["table/nothing.py", "nothing.py", "web/nothing/", "Table.nothing", "NO_SUCH", "Nothing"]
)
def test_a_name_that_is_gone_is_found(name: str) -> None:
    assert not _is_there(name)
