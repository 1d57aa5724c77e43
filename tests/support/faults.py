"""Check many cases in one test, which tries all of them and lists every failed case."""

import traceback
from collections.abc import Callable, Iterable
from typing import Any

import pytest

__all__ = ["check_each"]


def check_each(check: Callable[..., object], cases: Iterable[Any]) -> None:
    """Call `check` with every case, and fail with the list of all cases for which it raised an exception.

    Fail also if there are no cases. A case that is a tuple has the arguments of `check`; any other case is its only
    argument.
    """
    faults, case_count = [], 0
    for case in cases:
        case_count += 1
        arguments = case if isinstance(case, tuple) else (case,)
        try:
            check(*arguments)
        except (Exception, pytest.fail.Exception) as fault:
            place = traceback.extract_tb(fault.__traceback__)[-1]
            argument_text = ", ".join(str(argument)[:200] for argument in arguments)
            faults.append(f"{argument_text}: {type(fault).__name__} in line {place.lineno}: {fault}")
    assert case_count, "nothing was checked"
    assert not faults, f"{len(faults)} of {case_count} fail:\n" + "\n".join(faults)
