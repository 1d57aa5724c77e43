"""Solving players are stronger than the rule player, and it is stronger than a beginner, in Paston, which is fast.

Measuring the distance between levels takes some hundred deals per game: `docs/strength.md` has the results and the
commands.
"""

import pytest
from bots.test_levels import advantage


@pytest.mark.parametrize(
    ("player", "opponent"),
    [
        ("rule", "beginner"),
        pytest.param("pimc", "rule", marks=pytest.mark.thorough),
        pytest.param("master:10", "rule", marks=pytest.mark.thorough),
    ],
)
def test_paston_level_beats_level_below(player: str, opponent: str) -> None:
    interval = advantage("paston", player, opponent)
    assert interval.low > 0
