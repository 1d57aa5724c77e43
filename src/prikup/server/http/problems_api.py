"""The HTTP API of problems: lists, the problem of a day, answers, and the problems a user has solved.

A request with an answer contains all play after it, each time: the server stores nothing in between. Worker processes
compute the replies, so that players at tables do not wait.
"""

from datetime import date
from http import HTTPStatus
from typing import Any

from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem_json import answered_record, proof_record, record
from prikup.problems.problem_sets import ProblemAnswer, ProblemSet, problem_sets, today
from prikup.problems.progress import SolvedProblems, problem_by_id, problem_of_the_day
from prikup.rules.errors import Reason, reason
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import FromCaller, FromServices, SignedIn, errors, write_errors

__all__ = ["PROBLEM_ROUTES"]


def _find_problem(name: str) -> OpenProblem:
    problem = problem_by_id(OpenProblem, name)
    if problem is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-problem"))
    return problem


@get("/problems", responses=errors())
async def list_problems() -> list[ProblemSet]:
    """Return all problems by game, kind and difficulty."""
    return problem_sets()


@get("/problems/days/{day:str}", responses=errors(404))
async def problem_of_day(day: FromPath[str]) -> dict[str, Any]:
    """Return the problem of a day (like `2026-11-24`) as `GET /api/problems/ID` does; 404 for a future day."""
    try:
        requested_day = date.fromisoformat(day)
    except ValueError:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-problem")) from None
    if requested_day > today():
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-problem"))
    return record(problem_of_the_day(requested_day))


@get("/problems/{problem:str}", responses=errors(404))
async def read_problem(problem: FromPath[str]) -> dict[str, Any]:
    """Return a problem, without its answer."""
    return record(_find_problem(problem))


@post("/problems/{problem:str}/answer", status_code=200, responses=write_errors(404))
async def answer_problem(
    services: FromServices, caller: FromCaller, problem: FromPath[str], data: JSONBody[ProblemAnswer]
) -> dict[str, Any]:
    """Return whether an answer is right, the replies of the other players to it, and the final result.

    The other players play perfectly and always in the same way.
    """
    found_problem = _find_problem(problem)
    outcome = await services.brief_jobs.run(caller.address, answered_record, found_problem, data.answer, data.played)
    if isinstance(outcome, Reason):
        raise HttpError(HTTPStatus.BAD_REQUEST, outcome)
    return outcome


@get("/problems/{problem:str}/proof", responses=errors(404))
async def prove_problem(services: FromServices, caller: FromCaller, problem: FromPath[str]) -> dict[str, Any]:
    """Return the answer of a problem, with the number of tricks that each other answer leads to."""
    found_problem = _find_problem(problem)
    return await services.brief_jobs.run(caller.address, proof_record, found_problem)


# Progress


@get("/problems/progress", responses=errors(401))
async def read_progress(services: FromServices, user: SignedIn) -> SolvedProblems:
    """Return the problems that the user has solved."""
    return await services.problem_progress.of(user.id)


@put("/problems/progress", responses=write_errors(401))
async def add_progress(services: FromServices, user: SignedIn, data: JSONBody[SolvedProblems]) -> SolvedProblems:
    """Add problems solved elsewhere to the user's progress; return all of it.

    A solved problem stays solved. Unknown problems and future days are ignored.
    """
    return await services.problem_progress.add(user.id, data.possible(today()))


PROBLEM_ROUTES = (
    list_problems,
    problem_of_day,
    read_progress,
    add_progress,
    read_problem,
    answer_problem,
    prove_problem,
)
"""The routes of the problems, below `/api`."""
