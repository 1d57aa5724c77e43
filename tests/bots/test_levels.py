"""Each player is stronger than the one before it, in the same deals for both."""

from itertools import pairwise

import pytest
from walk import KINDS

from prikup.bots import LEVELS
from prikup.bots.arena import Job, Matchup, play_deal, report

AGAINST_RANDOM = {"balkan": 300, "paston": 300, "preferans": 300, "three-five-eight": 150, "tuppi": 300}
"""Deals that are enough to tell."""


def advantage(name: str, one: str, other: str, deals: int) -> Matchup:
    """Return what one player alone gets against others."""
    job = Job(name, "", (one, other), "levels", deals, alone=one)
    (found,) = report(job, [play_deal(job, deal) for deal in range(deals)]).cells
    print(name, found)
    return found


@pytest.mark.parametrize("name", [name for name, _ in KINDS])
def test_the_rule_of_thumb_beats_random_play(name: str) -> None:
    found = advantage(name, "rule", "random", AGAINST_RANDOM[name])
    assert found.mean > found.margin


@pytest.mark.parametrize(("one", "other"), [(one, other) for other, one in pairwise(LEVELS)])
def test_each_level_beats_the_one_below(one: str, other: str) -> None:
    """In Paston, which is quick; `docs/strength.md` has all games."""
    found = advantage("paston", one, other, {"rule": 300, "pimc": 300, "master": 100}[one])
    assert found.mean > found.margin
