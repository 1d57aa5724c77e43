"""The rule of thumb is stronger than chance, in the same deals for both."""

import pytest
from walk import KINDS

from prikup.bots.arena import Job, Matchup, play_deal, report

DEALS = 300
"""Enough to tell."""


def advantage(name: str, one: str, other: str, deals: int) -> Matchup:
    """Return what one player alone gets against others."""
    job = Job(name, "", (one, other), "levels", deals, alone=one)
    (found,) = report(job, [play_deal(job, deal) for deal in range(deals)]).cells
    print(name, found)
    return found


@pytest.mark.parametrize("name", [name for name, _ in KINDS])
def test_the_rule_of_thumb_beats_random_play(name: str) -> None:
    found = advantage(name, "rule", "random", DEALS)
    assert found.low > 0
