"""The problem of the day, the selection of problems, and the problems that a user has solved."""

from collections.abc import Sequence
from datetime import date, timedelta

import msgspec
from msgspec import Struct

from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import AnyProblem, Problem, every_problem
from prikup.rules.errors import PrikupError, reason

__all__ = ["GRACE", "BadProgress", "SolvedProblems", "filter_problems", "problem_by_id", "problem_of_the_day"]

GRACE = timedelta(days=1)
"""The time after its day in which a problem of the day still counts for that day."""
DAY = timedelta(days=1)
FIRST_DAY = date(2026, 1, 1)
"""The date of the first problem of the day."""


class BadProgress(PrikupError):
    """Bytes that cannot be decoded as Progress."""


def problem_of_the_day(day: date, every: Sequence[OpenProblem] = ()) -> OpenProblem:
    """Return the problem of a day, which depends on the date only.

    All problems take turns before one repeats. `every` are the problems to choose from; by default all with open hands.
    """
    in_turn = sorted(every or every_problem(OpenProblem), key=lambda problem: problem.id)
    return in_turn[day.toordinal() % len(in_turn)]


def problem_by_id(kind: type[AnyProblem], name: str) -> AnyProblem | None:
    """Return the problem of a kind with this id; None if there is none."""
    return next((problem for problem in every_problem(kind) if problem.id == name), None)


def filter_problems(
    kind: type[AnyProblem], games: Sequence[str] = (), theme: str = "", level: int | None = None
) -> list[AnyProblem]:
    """Return the problems of a kind that match the filters, easy ones first; empty filters match all."""
    every = (problem for problem in every_problem(kind) if not games or problem.game in games)
    fitting = [
        problem for problem in every if theme in ("", problem.theme) and (level is None or level == problem.level)
    ]
    return sorted(fitting, key=lambda problem: (problem.level, problem.effort, problem.id))


class SolvedProblems(Struct, frozen=True, omit_defaults=True):
    """The problems that a user has solved.

    `solved` maps problem ids to whether the first attempt was right; `days` are the dates, by the user's clock, whose
    problem of the day is solved.
    """

    solved: dict[str, bool] = {}
    days: tuple[date, ...] = ()

    @classmethod
    def read(cls, data: bytes) -> "SolvedProblems":
        """Decode stored progress. Raise BadProgress if it cannot be read."""
        try:
            return msgspec.json.decode(data, type=cls)
        except msgspec.MsgspecError as error:
            raise BadProgress(reason("problem-progress", text=str(error))) from None

    def encode(self) -> bytes:
        """Encode it for storage."""
        return msgspec.json.encode(self) + b"\n"

    def after(self, problem: Problem, *, first: bool, today: date, day: date | None = None) -> "SolvedProblems":
        """Return the progress after a problem was solved.

        `first`: at the first attempt; `day`: it was the problem of that day. An earlier first-attempt success is kept.
        A problem of the day counts if solved on its day or the next one.
        """
        first_attempts = {**self.solved, problem.id: self.solved.get(problem.id, first)}
        counts = day is not None and timedelta() <= today - day <= GRACE
        return SolvedProblems(first_attempts, tuple(sorted({*self.days, *((day,) if counts and day else ())})))

    def merge(self, progress: "SolvedProblems") -> "SolvedProblems":
        """Merge two records; a problem counts as solved at the first attempt if either says so."""
        all_results = {**self.solved, **progress.solved}
        first = {name: self.solved.get(name, False) or progress.solved.get(name, False) for name in all_results}
        return SolvedProblems(first, tuple(sorted({*self.days, *progress.days})))

    def possible(self, today: date) -> "SolvedProblems":
        """Return the plausible part: open problems that exist, and days between `FIRST_DAY` and today."""
        known_ids = {problem.id for problem in every_problem(OpenProblem)}
        known_results = {name: first for name, first in self.solved.items() if name in known_ids}
        return SolvedProblems(known_results, tuple(sorted({day for day in self.days if FIRST_DAY <= day <= today})))

    def streak(self, today: date) -> int:
        """Return the number of consecutive days solved, up to today or yesterday."""
        return self._streak_to(today if today in self.days else today - DAY)

    @property
    def best(self) -> int:
        """The longest streak of days."""
        return max((self._streak_to(day) for day in self.days), default=0)

    def _streak_to(self, day: date) -> int:
        """Return the number of consecutive solved days that end with this one."""
        count = 0
        while day - count * DAY in self.days:
            count += 1
        return count
