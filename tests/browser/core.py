"""Run one or some of many similar cases each time, and the others in `make test-all` (docs/testing.md)."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeVar

import pytest
from support.circles import Circle

__all__ = ["one_core_case", "some_by_turns"]

Case = TypeVar("Case")


def one_core_case(cases: Iterable[Any], core: int = 0) -> list[Any]:
    """Return cases to parametrize a test by; all except the one at index `core` are marked thorough."""
    return [
        pytest.param(*(case if type(case) is tuple else (case,)), marks=[] if n == core else pytest.mark.thorough)
        for n, case in enumerate(cases)
    ]


def some_by_turns(cases: Sequence[Case], turn: Literal[0, 1]) -> Sequence[Case]:
    """Return every second case, beginning at index `turn`; in circle `all` return all."""
    return cases if Circle.name == "all" else cases[turn::2]
