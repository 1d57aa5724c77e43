"""The core of these tests: of many like cases one runs each time, and the rest in `make test-all` (docs/testing.md)."""

from collections.abc import Iterable
from typing import Any

import pytest

__all__ = ["one_of"]


def one_of(cases: Iterable[Any], core: int = 0) -> list[Any]:
    """Return cases to parametrize a test by; all but the one at place `core` are thorough."""
    return [
        pytest.param(*(case if type(case) is tuple else (case,)), marks=[] if n == core else pytest.mark.thorough)
        for n, case in enumerate(cases)
    ]
