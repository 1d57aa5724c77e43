"""The problem of the day, the choice of other problems, and a user's progress."""

from datetime import date, timedelta

import pytest

from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.problems.progress import BadProgress, SolvedProblems, filter_problems, problem_by_id, problem_of_the_day

EVERY = every_problem(OpenProblem)
DAY = timedelta(days=1)
TODAY = date(2026, 11, 23)
FIRST_PROBLEM, SECOND_PROBLEM = EVERY[0], EVERY[1]


def test_problem_of_the_day_depends_on_date_only() -> None:
    assert problem_of_the_day(TODAY) == problem_of_the_day(date(2026, 11, 23))
    assert problem_of_the_day(TODAY, EVERY[::-1]) == problem_of_the_day(TODAY, EVERY), "in whatever order they are kept"


def test_problem_of_the_day_repeats_after_all_others() -> None:
    days = [problem_of_the_day(TODAY + n * DAY, EVERY).id for n in range(len(EVERY))]
    assert len(set(days)) == len(EVERY)
    assert problem_of_the_day(TODAY + len(EVERY) * DAY) == problem_of_the_day(TODAY)


def test_problems_are_filtered_by_game_theme_and_level() -> None:
    assert len(filter_problems(OpenProblem)) == len(EVERY)
    picks = filter_problems(OpenProblem, [FIRST_PROBLEM.game], FIRST_PROBLEM.theme, FIRST_PROBLEM.level)
    assert FIRST_PROBLEM in picks
    assert {(problem.game, problem.theme, problem.level) for problem in picks} == {
        (FIRST_PROBLEM.game, FIRST_PROBLEM.theme, FIRST_PROBLEM.level)
    }
    levels = [problem.level for problem in filter_problems(OpenProblem)]
    assert levels == sorted(levels)
    assert problem_by_id(OpenProblem, FIRST_PROBLEM.id) == FIRST_PROBLEM
    assert problem_by_id(OpenProblem, "none") is None


def test_first_try_result_is_never_overwritten() -> None:
    progress = (
        SolvedProblems().after(FIRST_PROBLEM, first=True, today=TODAY).after(FIRST_PROBLEM, first=False, today=TODAY)
    )
    assert progress.solved == {FIRST_PROBLEM.id: True}
    assert SolvedProblems().after(FIRST_PROBLEM, first=False, today=TODAY).after(
        FIRST_PROBLEM, first=True, today=TODAY
    ).solved == {FIRST_PROBLEM.id: False}


def test_streak_counts_days_in_a_row() -> None:
    progress = SolvedProblems()
    for n in (0, 1, 2, 4, 5):
        progress = progress.after(FIRST_PROBLEM, first=True, today=TODAY + n * DAY, day=TODAY + n * DAY)
    assert progress.streak(TODAY + 5 * DAY) == 2
    assert progress.streak(TODAY + 6 * DAY) == 2, "today can still be solved"
    assert progress.streak(TODAY + 7 * DAY) == 0
    assert progress.best == 3
    assert SolvedProblems().best == SolvedProblems().streak(TODAY) == 0


def test_missed_day_can_be_made_up_on_next_day() -> None:
    def after(days_later: int) -> SolvedProblems:
        return SolvedProblems().after(FIRST_PROBLEM, first=True, today=TODAY + days_later * DAY, day=TODAY)

    assert after(0).days == after(1).days == (TODAY,)
    assert after(2).days == after(-1).days == ()
    assert after(2).solved == {FIRST_PROBLEM.id: True}


def test_progress_is_read_as_written_unless_damaged() -> None:
    progress = (
        SolvedProblems()
        .after(FIRST_PROBLEM, first=True, today=TODAY, day=TODAY)
        .after(SECOND_PROBLEM, first=False, today=TODAY)
    )
    assert SolvedProblems.read(progress.encode()) == progress
    for damaged_bytes in (b"", b"{", b"[]", b'{"solved":{"a":3}}', b"\xff"):
        with pytest.raises(BadProgress):
            SolvedProblems.read(damaged_bytes)


def test_progress_merge_unites_two_devices() -> None:
    first_progress = SolvedProblems({FIRST_PROBLEM.id: False, SECOND_PROBLEM.id: True}, (TODAY,))
    second_progress = SolvedProblems({FIRST_PROBLEM.id: True}, (TODAY - DAY, TODAY))
    merged_progress = first_progress.merge(second_progress)
    assert (
        merged_progress
        == second_progress.merge(first_progress)
        == SolvedProblems({FIRST_PROBLEM.id: True, SECOND_PROBLEM.id: True}, (TODAY - DAY, TODAY))
    )
    assert merged_progress.merge(first_progress) == merged_progress


def test_progress_drops_impossible_entries() -> None:
    progress = SolvedProblems({FIRST_PROBLEM.id: True, "nonsense": True}, (TODAY + DAY, TODAY, date(1, 1, 1)))
    assert progress.possible(TODAY) == SolvedProblems({FIRST_PROBLEM.id: True}, (TODAY,))
