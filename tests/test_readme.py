"""The examples of the documents and of docstrings give what they show."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(p for p in (ROOT / "README.md", *ROOT.glob("docs/*.md")) if ">>>" in p.read_text())
MODULES = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for path in sorted(ROOT.glob("src/**/*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]


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
