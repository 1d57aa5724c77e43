"""One test over many cases: it tries them all, and its failure lists every fault."""

import traceback
from collections.abc import Callable, Iterable
from typing import Any

import pytest

__all__ = ["check_each"]


def check_each(check: Callable[..., object], cases: Iterable[Any]) -> None:
    """Run a check on every case (a tuple holds its arguments); fail with the faults of all, or if there are none."""
    faults, tried = [], 0
    for case in cases:
        tried += 1
        arguments = case if isinstance(case, tuple) else (case,)
        try:
            check(*arguments)
        except (Exception, pytest.fail.Exception) as fault:
            place = traceback.extract_tb(fault.__traceback__)[-1]
            shown = ", ".join(str(argument)[:200] for argument in arguments)
            faults.append(f"{shown}: {type(fault).__name__} in line {place.lineno}: {fault}")
    assert tried, "nothing was checked"
    assert not faults, f"{len(faults)} of {tried} fail:\n" + "\n".join(faults)
