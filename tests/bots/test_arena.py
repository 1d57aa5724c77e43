"""The arena: the same cards for all players, and the same results wherever they are computed."""

import math
from collections.abc import Iterable
from statistics import fmean

import pytest
from support.circles import depth
from support.random_walk import SIMPLE

from prikup.bots.arena import ArenaResult, Job, play_deal, report, run, until_clear
from prikup.games import GAMES, game

JOB = Job(SIMPLE, "", ("rule", "random"), "seed", 6)


def points(results: Iterable[ArenaResult]) -> dict[int, tuple[tuple[str, str, float], ...]]:
    """Return the points of results by deal, without the times, which vary."""
    return {result.deal: result.points for result in results}


def test_arena_deal_points_depend_on_seed_and_number_only() -> None:
    """The points of a deal do not depend on the worker, on earlier deals, or on the first deal's number."""
    serial_points = points(run(JOB, 1))
    assert list(serial_points) == list(range(6))
    assert list(points(run(JOB, 2)).items()) == list(serial_points.items())
    first_results, other_points = points([play_deal(JOB, 0), play_deal(JOB, 3)]), points(run(JOB, 1, [0, 3]))
    assert list(other_points) == [1, 2, 4, 5]
    assert first_results | other_points == serial_points
    later = Job(SIMPLE, "", ("rule", "random"), "seed", 2, first=4)
    assert points(run(later, 1)) == {deal: serial_points[deal] for deal in (4, 5)}
    assert points(run(Job(SIMPLE, "", ("rule", "random"), "other", 6), 1)) != serial_points


@pytest.mark.parametrize("name", [name for name in GAMES if len(game(name).sides) == 2])
def test_arena_points_of_two_sides_are_opposite(name: str) -> None:
    """The two sides play the same deals, each at both sides of the table."""
    for result in run(Job(name, "", ("rule", "beginner"), "x", 5), 1):
        ((_, _, points), (_, _, opponent_points)) = result.points
        assert points == pytest.approx(-opponent_points)


@pytest.mark.parametrize("name", GAMES)
def test_arena_report_does_not_depend_on_order_of_players(name: str) -> None:
    """The cells are the same, in the other order."""
    job, reversed_job = (Job(name, "", players, "x", 3) for players in (("rollout:1", "rule"), ("rule", "rollout:1")))
    assert report(job, run(job, 1)).cells == report(reversed_job, run(reversed_job, 1)).cells[::-1]


def test_arena_match_shares_favour_beginner_over_random_play() -> None:
    job = Job(SIMPLE, "", ("beginner", "random"), "m", depth(10), matches=True)
    result = report(job, run(job, 1))
    assert all(0 <= cell.mean <= 1 for cell in result.cells)
    assert result.cells[0].mean > result.cells[1].mean


def test_arena_report_gives_mean_and_confidence_interval() -> None:
    results = [ArenaResult(n, (("a", "b", value), ("b", "a", -value)), {}) for n, value in enumerate((1.0, 2.0, 6.0))]
    (cell, mirrored_cell) = report(Job(SIMPLE, "", ("a", "b"), "", 3), reversed(results)).cells
    assert cell.mean == fmean((1, 2, 6)) == -mirrored_cell.mean
    assert cell.high - cell.mean == pytest.approx(4.302653 * math.sqrt(7) / math.sqrt(3), rel=1e-5)
    assert (mirrored_cell.low, mirrored_cell.high) == pytest.approx((-cell.high, -cell.low))


def test_arena_match_interval_stays_wide_after_four_wins() -> None:
    results = [ArenaResult(n, (("a", "b", 1.0), ("b", "a", 0.0)), {}) for n in range(4)]
    cell, mirrored_cell = report(Job(SIMPLE, "", ("a", "b"), "", 4, matches=True), results).cells
    assert (cell.mean, cell.high, mirrored_cell.mean, mirrored_cell.low) == (1, 1, 0, 0)
    assert cell.low == pytest.approx(0.5101, abs=1e-4)
    assert mirrored_cell.high == pytest.approx(0.4899, abs=1e-4)


@pytest.mark.parametrize("matches", [False, True])
def test_arena_compares_players_deal_by_deal(matches: bool) -> None:
    """Luck that both players share does not widen the interval of their difference."""
    luck = [0.0, 0.25, 0.5, 0.75, 0.0, 0.5] * 4
    job = Job(SIMPLE, "", ("a", "b", "x"), "", len(luck), matches=matches)
    bonus_by_pair = {("a", "x"): 0.25, ("b", "x"): 0.0}
    results = [
        ArenaResult(
            n, tuple((*pair, points + bonus_by_pair[pair] if pair in bonus_by_pair else 0.0) for pair in job.pairs), {}
        )
        for n, points in enumerate(luck)
    ]
    result = report(job, results)
    (row,) = [row for row in result.differences if (row.one, row.than, row.others) == ("a", "b", "x")]
    assert row.mean == pytest.approx(0.25)
    if matches:  # no share is known exactly after 24 matches
        assert -0.2 < row.low < row.mean < row.high < 0.6
    else:
        assert (row.low, row.high) == pytest.approx((0.25, 0.25))


def test_arena_run_stops_at_planned_look_once_result_is_clear() -> None:
    clear_job = Job(SIMPLE, "", ("a", "b"), "", 20, looks=4)
    results = [ArenaResult(n, (("a", "b", 1.0 + n % 3), ("b", "a", -1.0 - n % 3)), {}) for n in range(20)]
    clear_results = list(until_clear(clear_job, results))
    assert len(clear_results) == 5
    (cell, _) = report(clear_job, clear_results).cells
    (cell_without_looks, _) = report(Job(SIMPLE, "", ("a", "b"), "", 20), clear_results).cells
    assert cell.high - cell.low > cell_without_looks.high - cell_without_looks.low
    unclear = [ArenaResult(n, (("a", "b", (-1.0) ** n), ("b", "a", (-1.0) ** n)), {}) for n in range(20)]
    assert len(list(until_clear(clear_job, unclear))) == 20
    assert len(list(until_clear(Job(SIMPLE, "", ("a", "b"), "", 20), results))) == 20


def test_arena_latency_is_upper_bound_of_its_class() -> None:
    """A class is 5 % wide and counts as its upper bound."""
    times = {"a": {"play": {142: 98, 189: 2}}}  # about 1 and 10 ms
    result = ArenaResult(0, (("a", "b", 0.0), ("b", "a", 0.0)), times)
    (row,) = report(Job(SIMPLE, "", ("a", "b"), "", 1), [result]).latency
    assert (row.player, row.phase, row.decisions) == ("a", "play", 100)
    assert row.median == row.p95 == pytest.approx(1.05**143 / 1000, abs=1e-3)
    assert row.p99 == row.most == pytest.approx(1.05**190 / 1000, abs=1e-3)


def test_arena_report_rejects_empty_results() -> None:
    with pytest.raises(ValueError, match="no deal was played"):
        report(JOB, [])
