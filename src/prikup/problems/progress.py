"""The problem of the day, the choice of others, and what one person has solved."""

from collections.abc import Sequence
from datetime import date, timedelta

import msgspec
from msgspec import Struct

from prikup.errors import PrikupError, reason
from prikup.problems.problem import Problem, every_problem

__all__ = ["GRACE", "BadProgress", "Progress", "by_id", "of_the_day", "picked"]

GRACE = timedelta(days=1)
"""The days after which a problem of the day still counts for its day."""
DAY = timedelta(days=1)
FIRST_DAY = date(2026, 1, 1)
"""No problem of the day is older."""


class BadProgress(PrikupError):
    """Bytes that are no record of what a person has solved."""


def of_the_day(day: date, every: Sequence[Problem] = ()) -> Problem:
    """Return the problem of a day: the date alone decides.

    All problems have their turn before one comes again. `every` are those to choose from, all there are unless said.
    """
    in_turn = sorted(every or every_problem(), key=lambda problem: problem.id)
    return in_turn[day.toordinal() % len(in_turn)]


def by_id(name: str) -> Problem | None:
    """Return the problem of this id; None if there is none."""
    return next((problem for problem in every_problem() if problem.id == name), None)


def picked(games: Sequence[str] = (), theme: str = "", level: int | None = None) -> list[Problem]:
    """Return the problems of some games, of a theme and of a level, or of all; the easy ones first."""
    every = (problem for problem in every_problem() if not games or problem.game in games)
    fitting = [each for each in every if theme in ("", each.theme) and (level is None or level == each.level)]
    return sorted(fitting, key=lambda problem: (problem.level, problem.nodes, problem.id))


class Progress(Struct, frozen=True, omit_defaults=True):
    """A record of what one person has solved.

    `solved` says by the id of a problem whether it was at the first try; `days` are the days, by the person's own
    clock, whose problem of the day is solved.
    """

    solved: dict[str, bool] = {}
    days: tuple[date, ...] = ()

    @classmethod
    def read(cls, data: bytes) -> "Progress":
        """Return what was written. Raise BadProgress if it cannot be read."""
        try:
            return msgspec.json.decode(data, type=cls)
        except msgspec.MsgspecError as error:
            raise BadProgress(reason("problem-progress", text=str(error))) from None

    def written(self) -> bytes:
        """Return it as it is kept."""
        return msgspec.json.encode(self) + b"\n"

    def after(self, problem: Problem, *, first: bool, today: date, day: date | None = None) -> "Progress":
        """Return it after a problem was solved, `first` at the first try; `day` if it was the problem of that day.

        What was once solved at the first try stays so. A day counts on itself and, made good, on the next.
        """
        solved = {**self.solved, problem.id: self.solved.get(problem.id, first)}
        counts = day is not None and timedelta() <= today - day <= GRACE
        return Progress(solved, tuple(sorted({*self.days, *((day,) if counts and day else ())})))

    def together(self, other: "Progress") -> "Progress":
        """Return what both say is solved: at the first try what either says was."""
        found = {**self.solved, **other.solved}
        first = {name: self.solved.get(name, False) or other.solved.get(name, False) for name in found}
        return Progress(first, tuple(sorted({*self.days, *other.days})))

    def possible(self, today: date) -> "Progress":
        """Return the part of it that can be: of problems that there are, and of days that have come."""
        known = {problem.id for problem in every_problem()}
        solved = {name: first for name, first in self.solved.items() if name in known}
        return Progress(solved, tuple(sorted({day for day in self.days if FIRST_DAY <= day <= today})))

    def streak(self, today: date) -> int:
        """Return how many days in a row the problem of the day was solved, up to today, or to yesterday."""
        last = today if today in self.days else today - DAY
        days, count = set(self.days), 0
        while last - count * DAY in days:
            count += 1
        return count

    @property
    def best(self) -> int:
        """The longest row of days."""
        return max((self._row(day) for day in self.days), default=0)

    def _row(self, day: date) -> int:
        """Return how many days in a row end with this one."""
        count = 0
        while day - count * DAY in self.days:
            count += 1
        return count
