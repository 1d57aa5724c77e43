"""No two tests of the browser make accounts of the same name, because the tests of a worker share a server."""

import ast
import re
from collections import defaultdict
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "browser"
ACCOUNT_NAME = re.compile(r"[A-Z][a-z]+ [A-Z]")


def test_account_names_are_used_in_one_test_only() -> None:
    tests_by_name: dict[str, set[str]] = defaultdict(set)
    for path in sorted(FOLDER.glob("test_*.py")):
        for function in ast.parse(path.read_text()).body:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                for node in ast.walk(function):
                    if isinstance(node, ast.Constant) and ACCOUNT_NAME.fullmatch(str(node.value)):
                        tests_by_name[str(node.value)].add(f"{path.name}::{function.name}")
    assert len(tests_by_name) > 20, "the names of accounts look different now"
    assert {name: tests for name, tests in tests_by_name.items() if len(tests) > 1} == {}
