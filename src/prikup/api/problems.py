"""Requests about problems: lists, the problem of a day, answers, and the problems a user has solved.

A request with an answer contains all play after it, each time: no host stores anything in between.
"""

from datetime import date
from typing import TypedDict, cast

from prikup.api.errors import NotFound
from prikup.api.host import ApiHost
from prikup.api.route import Route
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem_json import answered_record, proof_record, record
from prikup.problems.problem_sets import ProblemAnswer, ProblemSet, problem_sets, today
from prikup.problems.progress import SolvedProblems, problem_by_id, problem_of_the_day
from prikup.problems.themes import Asks
from prikup.rules.errors import BadText, Reason, reason
from prikup.rules.tricks import Follow, Goal

__all__ = ["ADD_PROGRESS", "PROGRESS", "ROUTES", "AnswerRecord", "ProblemRecord", "ProofRecord"]


class MoveRecord(TypedDict):
    """A card, as text, and the seat that played it."""

    seat: int
    card: str


class ProblemRecord(TypedDict):
    """A problem without its answer; cards are text, as in `prikup problems --json`.

    `hands` are by seat, for example `AK.Q..7`; `trump` is a letter such as `S`, "" for none; `last` is a seat that
    always plays last. `lying` are the cards of the current trick, `discards` is the number of cards to discard, `left`
    the number of tricks to play. Of `tries` attempts by computer players, `failed` went wrong, by player.
    """

    id: str
    asks: Asks
    level: int
    left: int
    discards: int
    legal: list[str]
    lying: list[MoveRecord]
    tries: int
    game: str
    theme: str
    hands: str
    you: int
    leader: int
    side: list[int]
    trump: str
    goal: Goal
    follow: Follow
    ace_low: bool
    last: int | None
    table: str
    need: int
    failed: list[int]
    source: str


class AnswerRecord(TypedDict):
    """The result of an answer, and the state after it and the cards played since.

    `right` concerns the answer alone. `holds`: the aim can still be reached; `comes_to` is the side's final number of
    tricks if everyone plays best from here on, as in `rest`.
    """

    right: bool
    holds: bool
    comes_to: int
    line: list[MoveRecord]
    hands: list[str]
    table: list[str]
    legal: list[str]
    taken: int
    over: bool
    solved: bool
    rest: list[MoveRecord]


class ProofRecord(TypedDict):
    """The right answers of a problem, and the side's number of tricks after each answer."""

    answer: list[str]
    value: int
    each: dict[str, int]


def _find_problem(name: str) -> OpenProblem:
    problem = problem_by_id(OpenProblem, name)
    if problem is None:
        raise NotFound(reason("no-such-problem"))
    return problem


def _record(problem: OpenProblem) -> ProblemRecord:
    return cast("ProblemRecord", record(problem))


async def list_problems(host: ApiHost) -> list[ProblemSet]:
    """Return all problems by game, kind and difficulty."""
    return problem_sets()


async def problem_of_day(host: ApiHost, day: str) -> ProblemRecord:
    """Return the problem of a day (like `2026-11-24`) as `GET /api/problems/ID` does; 404 for a future day."""
    try:
        requested_day = date.fromisoformat(day)
    except ValueError:
        raise NotFound(reason("no-such-problem")) from None
    if requested_day > today():
        raise NotFound(reason("no-such-problem"))
    return _record(problem_of_the_day(requested_day))


async def read_problem(host: ApiHost, problem: str) -> ProblemRecord:
    """Return a problem, without its answer."""
    return _record(_find_problem(problem))


async def answer_problem(host: ApiHost, problem: str, data: ProblemAnswer) -> AnswerRecord:
    """Return whether an answer is right, the replies of the other players to it, and the final result.

    The other players play perfectly and always in the same way.
    """
    outcome = await host.compute_brief(answered_record, _find_problem(problem), data.answer, data.played)
    if isinstance(outcome, Reason):
        raise BadText(outcome)
    return cast("AnswerRecord", outcome)


async def prove_problem(host: ApiHost, problem: str) -> ProofRecord:
    """Return the answer of a problem, with the number of tricks that each other answer leads to."""
    return cast("ProofRecord", await host.compute_brief(proof_record, _find_problem(problem)))


PROGRESS = Route("GET", "problems/progress", SolvedProblems, errors=(401,), signed_in=True)
ADD_PROGRESS = Route("PUT", "problems/progress", SolvedProblems, body=SolvedProblems, errors=(401,), signed_in=True)
ROUTES = (
    PROGRESS,
    ADD_PROGRESS,
    Route("GET", "problems", list[ProblemSet], function=list_problems),
    Route("GET", "problems/days/{day:str}", ProblemRecord, function=problem_of_day, errors=(404,)),
    Route("GET", "problems/{problem:str}", ProblemRecord, function=read_problem, errors=(404,)),
    Route(
        "POST",
        "problems/{problem:str}/answer",
        AnswerRecord,
        body=ProblemAnswer,
        function=answer_problem,
        errors=(404,),
    ),
    Route("GET", "problems/{problem:str}/proof", ProofRecord, function=prove_problem, errors=(404,)),
)
