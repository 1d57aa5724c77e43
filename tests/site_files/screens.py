"""What tests are played on: in English at a desk by mouse, in Russian on a phone by touch."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from browser.conftest import DESKTOP, PHONE
from browser.seat import Mouse, Touch

__all__ = ["screens"]

Test = TypeVar("Test", bound=Callable[..., None])


def screens(test: Test) -> Test:
    """Play a test on one of both, and the next one on the other (`--every-look`: on both)."""
    both = [("en", Mouse, DESKTOP), ("ru", Touch, PHONE)]
    played: Test = pytest.mark.look(pytest.mark.parametrize(("lang", "fingers", "size"), both)(test))
    return played
