"""Those who think are stronger than the rule of thumb, and it than a beginner, in Paston, which is quick.

By how much each level beats the one below takes some hundred deals of each game to tell: `docs/strength.md` has that,
and the commands that measure it.
"""

import pytest
from bots.test_levels import advantage


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rule", "beginner"),
        pytest.param("pimc", "rule", marks=pytest.mark.thorough),
        pytest.param("master:10", "rule", marks=pytest.mark.thorough),
    ],
)
def test_a_level_beats_one_below(one: str, other: str) -> None:
    found = advantage("paston", one, other)
    assert found.low > 0
