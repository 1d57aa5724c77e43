"""What the documents show must be so."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(p for p in (ROOT / "README.md", *ROOT.glob("docs/*.md")) if ">>>" in p.read_text())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_give_what_they_show(document: Path) -> None:
    found = doctest.testfile(str(document), module_relative=False)
    assert found.attempted > 0
    assert found.failed == 0


def test_the_readme_shows_examples() -> None:
    assert ROOT / "README.md" in DOCUMENTS
