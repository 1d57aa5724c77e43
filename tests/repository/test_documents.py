"""The commands and code shown in the documents run."""

import re
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(?!>>>)(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block of Python that is neither a session (doctest runs those of the README) nor a file of its own."""
NEEDS = ("pyspiel",)
"""Modules that are not available on every Python."""


def test_each_block_of_python_runs() -> None:
    documents = sorted(ROOT.glob("docs/*.md"))
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
