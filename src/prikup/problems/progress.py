"""The problem of the day, filters for problems, and the problems that a user has solved."""

from collections.abc import Sequence
from datetime import date, timedelta

import msgspec
from msgspec import Struct

from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import AnyProblem, Problem, every_problem
from prikup.rules.errors import PrikupError, reason

__all__ = ["GRACE", "BadProgress", "SolvedProblems", "filter_problems", "problem_by_id", "problem_of_the_day"]

GRACE = timedelta(days=1)
"""The time after its day in which a problem of the day can still be solved so that it counts for that day."""
DAY = timedelta(days=1)
FIRST_DAY = date(2026, 1, 1)
"""The date of the first problem of the day."""


class BadProgress(PrikupError):
    """The error for stored data that cannot be decoded as the record of a user's solved problems."""


def problem_of_the_day(day: date, every: Sequence[OpenProblem] = ()) -> OpenProblem:
    """Return the problem of a day, which is the same for all users and depends on the date only.

    The problems take turns, and none repeats before all have had their turn. `every` are the problems to choose from;
    with () these are all problems with open hands.
    """
    in_turn = sorted(every or every_problem(OpenProblem), key=lambda problem: problem.id)
    return in_turn[day.toordinal() % len(in_turn)]


def problem_by_id(kind: type[AnyProblem], name: str) -> AnyProblem | None:
    """Return the problem with the id `name`; None if there is none.

    `kind` is the type of the problem, `OpenProblem` or `HiddenProblem`.
    """
    return next((problem for problem in every_problem(kind) if problem.id == name), None)


def filter_problems(
    kind: type[AnyProblem], games: Sequence[str] = (), theme: str = "", level: int | None = None
) -> list[AnyProblem]:
    """Return the problems of the type `kind` (`OpenProblem` or `HiddenProblem`) that pass the filters, easy ones first.

    `games` are the names of games, `theme` is a type of question, and `level` a level of difficulty. The values (), ""
    and None accept every problem.
    """
    every = (problem for problem in every_problem(kind) if not games or problem.game in games)
    fitting = [
        problem for problem in every if theme in ("", problem.theme) and (level is None or level == problem.level)
    ]
    return sorted(fitting, key=lambda problem: (problem.level, problem.effort, problem.id))


class SolvedProblems(Struct, frozen=True, omit_defaults=True):
    """The problems that a user has solved.

    `solved` contains the id of each solved problem, mapped to true if the user's first attempt was right. `days` are
    the dates, by the user's clock, whose problem of the day the user has solved.
    """

    solved: dict[str, bool] = {}
    days: tuple[date, ...] = ()

    @classmethod
    def read(cls, data: bytes) -> "SolvedProblems":
        """Decode a stored record of solved problems. Raise BadProgress if `data` cannot be decoded."""
        try:
            return msgspec.json.decode(data, type=cls)
        except msgspec.MsgspecError as error:
            raise BadProgress(reason("problem-progress", text=str(error))) from None

    def encode(self) -> bytes:
        """Encode the record of solved problems as JSON for storage."""
        return msgspec.json.encode(self) + b"\n"

    def after(self, problem: Problem, *, first: bool, today: date, day: date | None = None) -> "SolvedProblems":
        """Return the record of solved problems after the user solved another problem.

        - `first`: true if the user's first attempt was right. If an earlier first attempt is recorded, it is kept
          instead.
        - `today`: the current date.
        - `day`: the day whose problem of the day this is, None for any other problem. The day counts as solved if
          `today` is that day or the next one.
        """
        first_attempts = {**self.solved, problem.id: self.solved.get(problem.id, first)}
        counts = day is not None and timedelta() <= today - day <= GRACE
        return SolvedProblems(first_attempts, tuple(sorted({*self.days, *((day,) if counts and day else ())})))

    def merge(self, progress: "SolvedProblems") -> "SolvedProblems":
        """Merge this record of solved problems with another one (`progress`), for example from another device.

        A problem counts as solved at the first attempt if either record says so.
        """
        all_results = {**self.solved, **progress.solved}
        first = {name: self.solved.get(name, False) or progress.solved.get(name, False) for name in all_results}
        return SolvedProblems(first, tuple(sorted({*self.days, *progress.days})))

    def possible(self, today: date) -> "SolvedProblems":
        """Return only the plausible part of a record that was received from a user.

        It contains the problems that exist and have open hands, and the days from `FIRST_DAY` to `today`.
        """
        known_ids = {problem.id for problem in every_problem(OpenProblem)}
        known_results = {name: first for name, first in self.solved.items() if name in known_ids}
        return SolvedProblems(known_results, tuple(sorted({day for day in self.days if FIRST_DAY <= day <= today})))

    def streak(self, today: date) -> int:
        """Return the number of consecutive days up to today whose problem of the day the user has solved.

        If the problem of today is not solved yet, the days up to yesterday are counted.
        """
        return self._streak_to(today if today in self.days else today - DAY)

    @property
    def best(self) -> int:
        """The largest number of consecutive days whose problems of the day the user has solved."""
        return max((self._streak_to(day) for day in self.days), default=0)

    def _streak_to(self, day: date) -> int:
        """Return the number of consecutive days, ending with `day`, whose problem of the day the user has solved."""
        count = 0
        while day - count * DAY in self.days:
            count += 1
        return count
