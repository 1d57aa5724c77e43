"""The proof of work of a new guest, computed by a program."""

import re
from pathlib import Path
from typing import Any

from prikup.terminal.client.proof_of_work import solution

DOCUMENT = (Path(__file__).parents[3] / "docs/protocol.md").read_text(encoding="utf-8")
PUZZLE = "12.1600.724e9243b16fdaf5.a7b5"


def test_proof_of_work_solution_equals_the_browsers() -> None:
    assert solution(PUZZLE) == f"{PUZZLE}.2164"
    assert solution("0.x") == "0.x.0"


def test_proof_of_work_gives_up_on_invalid_puzzle() -> None:
    assert [solution(text) for text in ("", "x", "27.x", "٣.x", "-1.x", "1e1.x", "1.ж")] == [""] * 7


def test_proof_of_work_example_in_docs_gives_same_solution() -> None:
    (code,) = re.findall(r"^```python\n(.*?def solution.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["solution"](PUZZLE) == solution(PUZZLE)
