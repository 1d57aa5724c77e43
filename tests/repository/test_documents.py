"""Tests of the documents: their code runs, their links lead somewhere, and docs/index.md links to all of them."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(?!>>>)(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A pattern for a block of Python that is neither an interactive session nor a file of its own.

Sessions in the README are checked by doctest.
"""
NEEDS = ("pyspiel",)
"""Modules that are not available for every Python version."""


def test_python_blocks_of_documents_run() -> None:
    documents = (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")))
    blocks = [(path.name, block) for path in documents for block in BLOCK.findall(path.read_text())]
    assert {name for name, _ in blocks} >= {"protocol.md", "research.md"}
    wrong = []
    for name, block in blocks:
        if any(f"import {module}" in block and find_spec(module) is None for module in NEEDS):
            continue
        try:
            exec(compile(block, name, "exec"), {"__name__": name})
        except Exception as error:
            wrong.append(f"{name}: {error!r}\n{block}")
    assert not wrong, "\n".join(wrong)


LINK = re.compile(r"(?<!`)\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def _anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a document."""
    headings = HEADING.findall(FENCED.sub("", text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _dead_links(document: Path) -> Iterator[str]:
    """Yield the links of a document to files or headings that do not exist."""
    for link in LINK.findall(FENCED.sub("", document.read_text(encoding="utf-8"))):
        if not link.startswith(("http:", "https:")):
            path, _, anchor = link.partition("#")
            target = document.parent / path if path else document
            if not target.exists() or (anchor and anchor not in _anchors(target.read_text(encoding="utf-8"))):
                yield f"{document.name}: {link}"


def test_links_of_documents_lead_to_files_and_headings() -> None:
    documents = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))]
    dead_links = [link for document in documents for link in _dead_links(document)]
    assert not dead_links, "\n".join(dead_links)


def test_link_to_missing_heading_is_dead(tmp_path: Path) -> None:
    document = tmp_path / "page.md"
    document.write_text("# Two words: `three`\n[a](#two-words-three) [b](#gone) [c](gone.md)\n")
    assert list(_dead_links(document)) == ["page.md: #gone", "page.md: gone.md"]


def test_index_links_to_all_documents() -> None:
    linked_names = set(re.findall(r"\]\(([\w-]+\.md)", (ROOT / "docs" / "index.md").read_text(encoding="utf-8")))
    assert linked_names == {path.name for path in ROOT.glob("docs/*.md")} - {"index.md"}
