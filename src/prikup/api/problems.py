"""Requests about problems: lists, the problem of a day, answers, and the problems a user has solved.

A request with an answer contains all play after it, each time: no host stores anything in between.
"""

from datetime import date
from typing import Any

from prikup.api.errors import NotFound
from prikup.api.host import ApiHost
from prikup.api.route import Route
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem_json import answered_record, proof_record, record
from prikup.problems.problem_sets import ProblemAnswer, ProblemSet, problem_sets, today
from prikup.problems.progress import SolvedProblems, problem_by_id, problem_of_the_day
from prikup.rules.errors import BadText, Reason, reason

__all__ = ["ADD_PROGRESS", "PROGRESS", "ROUTES"]


def _find_problem(name: str) -> OpenProblem:
    problem = problem_by_id(OpenProblem, name)
    if problem is None:
        raise NotFound(reason("no-such-problem"))
    return problem


async def list_problems(host: ApiHost) -> list[ProblemSet]:
    """Return all problems by game, kind and difficulty."""
    return problem_sets()


async def problem_of_day(host: ApiHost, day: str) -> dict[str, Any]:
    """Return the problem of a day (like `2026-11-24`) as `GET /api/problems/ID` does; 404 for a future day."""
    try:
        requested_day = date.fromisoformat(day)
    except ValueError:
        raise NotFound(reason("no-such-problem")) from None
    if requested_day > today():
        raise NotFound(reason("no-such-problem"))
    return record(problem_of_the_day(requested_day))


async def read_problem(host: ApiHost, problem: str) -> dict[str, Any]:
    """Return a problem, without its answer."""
    return record(_find_problem(problem))


async def answer_problem(host: ApiHost, problem: str, data: ProblemAnswer) -> dict[str, Any]:
    """Return whether an answer is right, the replies of the other players to it, and the final result.

    The other players play perfectly and always in the same way.
    """
    outcome = await host.compute_brief(answered_record, _find_problem(problem), data.answer, data.played)
    if isinstance(outcome, Reason):
        raise BadText(outcome)
    return outcome


async def prove_problem(host: ApiHost, problem: str) -> dict[str, Any]:
    """Return the answer of a problem, with the number of tricks that each other answer leads to."""
    return await host.compute_brief(proof_record, _find_problem(problem))


PROGRESS = Route("GET", "problems/progress", SolvedProblems, errors=(401,), signed_in=True)
ADD_PROGRESS = Route("PUT", "problems/progress", SolvedProblems, body=SolvedProblems, errors=(401,), signed_in=True)
ROUTES = (
    PROGRESS,
    ADD_PROGRESS,
    Route("GET", "problems", list[ProblemSet], function=list_problems),
    Route("GET", "problems/days/{day:str}", dict[str, Any], function=problem_of_day, errors=(404,)),
    Route("GET", "problems/{problem:str}", dict[str, Any], function=read_problem, errors=(404,)),
    Route(
        "POST",
        "problems/{problem:str}/answer",
        dict[str, Any],
        body=ProblemAnswer,
        function=answer_problem,
        errors=(404,),
    ),
    Route("GET", "problems/{problem:str}/proof", dict[str, Any], function=prove_problem, errors=(404,)),
)
