"""The HTTP API of problems: which there are, the one of a day, what an answer comes to, and what somebody has solved.

An answer is sent with all that was played after it, each time: the server remembers nothing of it. Worker processes
reply, so that nobody at a table waits.
"""

from datetime import date
from http import HTTPStatus
from typing import Any

from litestar import get, post, put
from litestar.params import FromPath, JSONBody

from prikup.errors import Reason, reason
from prikup.problems.problem import Problem
from prikup.problems.progress import Progress, by_id, of_the_day
from prikup.problems.records import answered_record, proof_record, record
from prikup.problems.sets import Answer, ProblemSet, problem_sets, today
from prikup.server.http.errors import HttpError
from prikup.server.http.handlers import FromCaller, FromServices, SignedIn, errors, write_errors

__all__ = ["PROBLEM_ROUTES"]


def _found(name: str) -> Problem:
    problem = by_id(name)
    if problem is None:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-problem"))
    return problem


@get("/problems", responses=errors())
async def list_problems() -> list[ProblemSet]:
    """Return all problems by game, kind and difficulty."""
    return problem_sets()


@get("/problems/days/{day:str}", responses=errors(404))
async def problem_of_day(day: FromPath[str]) -> dict[str, Any]:
    """Return the problem of a day, like `2026-11-24`, as `GET /api/problems/ID` does; none of a day to come."""
    try:
        asked = date.fromisoformat(day)
    except ValueError:
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-problem")) from None
    if asked > today():
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-problem"))
    return record(of_the_day(asked))


@get("/problems/{problem:str}", responses=errors(404))
async def read_problem(problem: FromPath[str]) -> dict[str, Any]:
    """Return a problem, without its answer."""
    return record(_found(problem))


@post("/problems/{problem:str}/answer", status_code=200, responses=write_errors(404))
async def answer_problem(
    services: FromServices, caller: FromCaller, problem: FromPath[str], data: JSONBody[Answer]
) -> dict[str, Any]:
    """Return whether an answer is right, what the others reply to it and to what was played since, and how it ends.

    The others play as well as they can, which is always the same.
    """
    found = _found(problem)
    told = await services.brief_jobs.run(caller.address, answered_record, found, data.answer, data.played)
    if isinstance(told, Reason):
        raise HttpError(HTTPStatus.BAD_REQUEST, told)
    return told


@get("/problems/{problem:str}/proof", responses=errors(404))
async def prove_problem(services: FromServices, caller: FromCaller, problem: FromPath[str]) -> dict[str, Any]:
    """Return the answer of a problem, and the tricks that every other one comes to."""
    found = _found(problem)
    return await services.brief_jobs.run(caller.address, proof_record, found)


# What somebody has solved


@get("/problems/progress", responses=errors(401))
async def read_progress(services: FromServices, user: SignedIn) -> Progress:
    """Return what the user has solved."""
    return await services.problem_progress.of(user.id)


@put("/problems/progress", responses=write_errors(401))
async def add_progress(services: FromServices, user: SignedIn, data: JSONBody[Progress]) -> Progress:
    """Add what the user has solved elsewhere to what is known; return all of it.

    What is once solved stays so. Problems that there are not, and days to come, are left out.
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
