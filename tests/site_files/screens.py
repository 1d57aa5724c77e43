"""What tests are played on: in English at a desk by mouse, in Russian on a phone by touch."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from browser.conftest import DESKTOP, PHONE
from browser.core import one_of
from browser.seat import Mouse, Touch

__all__ = ["screens"]

Test = TypeVar("Test", bound=Callable[..., None])
BOTH = [("en", Mouse, DESKTOP), ("ru", Touch, PHONE)]


def screens(test: Test) -> Test:
    """Play a test on both screens; only the second runs before `make test-all`."""
    played: Test = pytest.mark.parametrize(("lang", "fingers", "size"), one_of(BOTH, core=1))(test)
    return played
