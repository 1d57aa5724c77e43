"""The HTTP API of the problems (positions to solve) that a user has solved, which are stored with the user."""

from litestar.params import JSONBody

from prikup.api.problems import ADD_PROGRESS, PROGRESS
from prikup.problems.problem_sets import today
from prikup.problems.progress import SolvedProblems
from prikup.server.http.handler_helpers import FromServices, SignedIn
from prikup.server.http.routing import handles

__all__ = ["PROBLEM_ROUTES"]


@handles(PROGRESS)
async def read_progress(services: FromServices, user: SignedIn) -> SolvedProblems:
    """Return the problems (positions to solve) that the user has solved."""
    return await services.problem_progress.of(user.id)


@handles(ADD_PROGRESS)
async def add_progress(services: FromServices, user: SignedIn, data: JSONBody[SolvedProblems]) -> SolvedProblems:
    """Add problems that the user has solved on a device to the user's solved problems; return all of them.

    A problem (a position to solve) that was solved once stays solved. Unknown problems are ignored, and so are future
    days among the days on which the user solved the problem of the day.
    """
    return await services.problem_progress.add(user.id, data.possible(today()))


PROBLEM_ROUTES = (read_progress, add_progress)
"""The handlers of the routes for a user's solved problems, below `/api`."""
