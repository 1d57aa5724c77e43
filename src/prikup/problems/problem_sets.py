"""Problem sets that users select from, the current date, and the request body of an answer."""

from datetime import date, datetime, timedelta, timezone
from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.problems.themes import THEMES

__all__ = ["ProblemAnswer", "ProblemSet", "problem_sets", "today"]

EARLIEST_CLOCK = timezone(timedelta(hours=14))
"""The time zone in which each day begins first, 14 hours ahead of UTC."""

CardText = Annotated[str, Meta(max_length=4)]


class ProblemSet(Struct, frozen=True):
    """The problems of one game with one theme (type of question) and one level of difficulty.

    `ids` are the ids of the problems, easy ones first.
    """

    game: str
    theme: str
    level: int
    ids: tuple[str, ...]


class ProblemAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The request body of an answer to a problem.

    `answer` is the answer as text. `played` are the cards that the user has played after the answer.
    """

    answer: Annotated[str, Meta(max_length=100)]
    played: Annotated[tuple[CardText, ...], Meta(max_length=16)] = ()


def problem_sets() -> list[ProblemSet]:
    """Return all problems with open hands, in one set for each game, theme and level of difficulty.

    A theme is a type of question.
    """
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
    """Return the current date in the time zone where the day begins first, so that no user's day is in the future."""
    return datetime.now(EARLIEST_CLOCK).date()
