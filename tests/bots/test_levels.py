"""Each player is stronger than the one before it, in the same deals for both."""

from itertools import pairwise

import pytest
from walk import KINDS

from prikup.bots import LEVELS
from prikup.bots.arena import Job, Report, played, report

AGAINST_RANDOM = {"balkan": 300, "paston": 300, "preferans": 300, "three-five-eight": 150, "tuppi": 300}
"""Deals that are enough to tell."""


def contest(name: str, one: str, other: str, deals: int) -> Report:
    """Both ways round."""
    job = Job(name, "", (one, other), "levels", deals)
    return report(job, [played(job, deal) for deal in range(deals)])


def better(found: Report) -> bool:
    """Whether the first gets more alone against the second than the second alone against the first, for sure."""
    first, second = found.cells
    return first.mean - first.margin > 0 and first.mean > second.mean


@pytest.mark.parametrize("name", [name for name, _ in KINDS])
def test_the_rule_of_thumb_beats_random_play(name: str) -> None:
    found = contest(name, "rule", "random", AGAINST_RANDOM[name])
    print(name, found.cells)
    assert better(found)


@pytest.mark.parametrize(("one", "other"), [(one, other) for other, one in pairwise(LEVELS)])
def test_each_level_beats_the_one_below(one: str, other: str) -> None:
    """In Paston, which is quick; `docs/strength.md` has all games."""
    found = contest("paston", one, other, {"rule": 200, "pimc": 300, "master": 100}[one])
    print(found.cells)
    assert better(found)
