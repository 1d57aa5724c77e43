"""Run one of many similar cases each time, and the others in `make test-all` (docs/testing.md)."""

from collections.abc import Iterable
from typing import Any

import pytest

__all__ = ["one_core_case"]


def one_core_case(cases: Iterable[Any], core: int = 0) -> list[Any]:
    """Return cases to parametrize a test by; all except the one at index `core` are marked thorough."""
    return [
        pytest.param(*(case if type(case) is tuple else (case,)), marks=[] if n == core else pytest.mark.thorough)
        for n, case in enumerate(cases)
    ]
