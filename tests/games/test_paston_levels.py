"""Each player is stronger than the one before it, in the same deals of Paston, which is quick, for both.

`docs/strength.md` has all games, and the commands that measure them.
"""

from itertools import pairwise

import pytest
from bots.test_levels import advantage

from prikup.bots import LEVELS

DEALS = {"rule": 300, "pimc": 300, "master": 300}
"""Enough to tell, by the stronger player."""


@pytest.mark.parametrize(("one", "other"), [(one, other) for other, one in pairwise(LEVELS)])
def test_each_level_beats_the_one_below(one: str, other: str) -> None:
    found = advantage("paston", one, other, DEALS[one])
    assert found.low > 0
