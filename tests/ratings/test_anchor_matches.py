import random
from math import exp, log

import pytest
from support.example_games import example

from prikup.games import game
from prikup.ratings.anchor_matches import AnchorJob, LevelMatch, fit_anchors, fit_strengths, play_matches, rating_unit

ALONE, PAIRS = example(seats=3), example(seats=4)
LEVELS = ("beginner", "rule")


def finishing_order(strengths: list[float], rng: random.Random) -> tuple[int, ...]:
    """Return random ranks by side, with the probabilities of the Plackett–Luce model."""
    ranks, rest = [0] * len(strengths), list(range(len(strengths)))
    for rank in range(1, len(strengths) + 1):
        (side,) = rng.choices(rest, [exp(strengths[side]) for side in rest])
        ranks[side] = rank
        rest.remove(side)
    return tuple(ranks)


def test_mixes_have_different_levels() -> None:
    assert AnchorJob(ALONE, LEVELS, 1, "1").mixes() == [("beginner", "beginner", "rule"), ("beginner", "rule", "rule")]
    assert AnchorJob(PAIRS, LEVELS, 1, "1").mixes() == [("beginner", "rule")]
    assert len(AnchorJob(ALONE, ("a", "b", "c", "d"), 1, "1").mixes()) == 16


def test_rating_unit_of_pairs_and_of_three_sides() -> None:
    assert rating_unit(game(ALONE)) == pytest.approx(7.217, abs=1e-3)
    assert rating_unit(game(PAIRS)) * log(0.84 / 0.16) == pytest.approx(4.886, abs=1e-3)


def test_fit_finds_known_strengths() -> None:
    true_strengths = {"weak": -1.0, "rule": 0.2, "strong": 0.8}
    rng = random.Random(1)
    matches = []
    for _ in range(4000):
        levels = tuple(rng.choices(list(true_strengths), k=3))
        matches.append(LevelMatch(levels, finishing_order([true_strengths[level] for level in levels], rng)))
    fitted = fit_strengths(tuple(true_strengths), matches, "1")
    for level, strength in true_strengths.items():
        assert fitted[level] == pytest.approx(strength, abs=0.08)


def test_fit_of_ties_finds_equals() -> None:
    matches = [LevelMatch(("weak", "rule"), (1, 1))] * 2000
    fitted = fit_strengths(("weak", "rule"), matches, "1")
    assert fitted["weak"] == pytest.approx(fitted["rule"], abs=0.2)


@pytest.mark.parametrize("name", [ALONE, PAIRS])
def test_anchor_matches_rotate_the_seats_and_can_be_repeated(name: str) -> None:
    job = AnchorJob(name, LEVELS, 6, "1", deals=3)
    matches = list(play_matches(job, workers=1))
    assert matches == list(play_matches(job, workers=1))
    assert len(matches) == 6 * len(job.mixes())
    sides = len(game(name).sides)
    assert {match.levels.index("rule") for match in matches} == set(range(sides))
    assert all(sorted(match.levels) in [sorted(mix) for mix in job.mixes()] for match in matches)


def test_fit_anchors_gives_intervals_around_the_ratings() -> None:
    job = AnchorJob(PAIRS, LEVELS, 40, "1", deals=3)
    results = [LevelMatch(LEVELS, (2, 1) if number % 5 else (1, 2)) for number in range(40)]
    anchors = fit_anchors(job, results)
    beginner = anchors.levels["beginner"]
    assert list(anchors.levels) == ["beginner"]
    assert beginner.low < beginner.mu < beginner.high < 25
    assert not beginner.is_anchor
    assert (anchors.matches, anchors.deals, anchors.seed) == (40, 3, "1")
    assert fit_anchors(job, results) == anchors
