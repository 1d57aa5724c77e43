"""The rule player is stronger than random play, in the same deals for both."""

import pytest
from support.random_walk import KINDS

from prikup.bots.arena import Job, Matchup, report, run, until_clear

DEALS, LOOKS = 600, 12
"""The most deals played, and the number of interim looks at the result."""


def advantage(name: str, level: str, opponent: str) -> Matchup:
    """Return the result of one player against others; the interval is widened for the number of interim looks."""
    job = Job(name, "", (level, opponent), "levels", DEALS, alone=level, looks=LOOKS)
    result = report(job, until_clear(job, run(job, workers=1)))
    print(name, result.deals, *result.cells)
    return result.cells[0]


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name, _ in KINDS])
def test_rule_player_beats_random_player(name: str) -> None:
    result = advantage(name, "rule", "random")
    assert result.low > 0
