"""Problem sets for selection, the current date, and the body of a submitted answer."""

from datetime import date, datetime, timedelta, timezone
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.problems.themes import THEMES

__all__ = ["ProblemAnswer", "ProblemSet", "problem_sets", "today"]

EARLIEST_CLOCK = timezone(timedelta(hours=14))
"""The time zone in which each day begins first."""

CardText = Annotated[str, Meta(max_length=4)]


class ProblemSet(Struct, frozen=True):
    """The ids of a game's problems with one theme and one level, easy ones first."""

    game: str
    theme: str
    level: int
    ids: tuple[str, ...]


class ProblemAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a problem, and the cards that its solver has played since."""

    answer: Annotated[str, Meta(max_length=100)]
    played: Annotated[tuple[CardText, ...], Meta(max_length=16)] = ()


def problem_sets() -> list[ProblemSet]:
    """Return all problems with open hands as sets, game by game."""
    every = every_problem(OpenProblem)
    games, themes = list(dict.fromkeys(problem.game for problem in every)), list(THEMES)

    def group(problem: OpenProblem) -> tuple[int, int, int]:
        return games.index(problem.game), themes.index(problem.theme), problem.level

    in_order = sorted(every, key=lambda problem: (*group(problem), problem.effort, problem.id))
    return [
        ProblemSet(games[game], themes[theme], level, tuple(problem.id for problem in members))
        for (game, theme, level), members in groupby(in_order, group)
    ]


def today() -> date:
    """Return the current date in the earliest time zone."""
    return datetime.now(EARLIEST_CLOCK).date()
