"""Requests about problems: lists, the problem of the day, answers, and the problems that a user has solved.

Hosts store nothing between the requests of one solution: every request contains the answer and all cards that the user
has played since.
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
    """A card that was played, as text, with the seat that played it."""

    seat: int
    card: str


class ProblemRecord(TypedDict):
    """A problem without its answer, as `prikup problems --json` prints it; cards are text.

    `asks` is the type of answer, and `you` the seat of the user. `hands` contains the hand of each seat, in a form such
    as `AK.Q..7`. `trump` is a letter such as `S`, "" for no trumps. `last` is a seat that always plays last to a trick,
    or null. `table` and `lying` are the cards already played to the current trick. `discards` is the number of cards to
    discard, and `left` the number of tricks to play. The seats in `side` pursue `goal`, and `need` is the number of
    their tricks that decides (0: every trick counts). Computer players have tried the problem `tries` times each;
    `failed` is the number of failed attempts of each of these players.
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
    """The result of an answer, and the state of the play after the answer and all further cards.

    `right` says whether the answer itself is right. `holds` says whether the aim can still be reached now. `comes_to`
    is the final number of tricks of the user's side if everyone plays best from here on, and `rest` contains the cards
    of that play. `line` contains the cards played so far; `hands`, `table` and `legal` are the cards of each hand, of
    the current trick, and those that the user may play now.
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
    """The right answers of a problem, and what each answer leads to.

    `value` is the number of tricks that the user's side takes from now on with best play, and `each` is that number
    after each possible answer; for a problem that asks for a number, after the right answer only.
    """

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
    """Return the ids of all problems with open hands, in one set for each game, theme and level of difficulty."""
    return problem_sets()


async def problem_of_day(host: ApiHost, day: str) -> ProblemRecord:
    """Return the problem of a day, given as a date such as `2026-11-24`, in the form of `read_problem`.

    Raise NotFound if `day` is not a date, or is in the future.
    """
    try:
        requested_day = date.fromisoformat(day)
    except ValueError:
        raise NotFound(reason("no-such-problem")) from None
    if requested_day > today():
        raise NotFound(reason("no-such-problem"))
    return _record(problem_of_the_day(requested_day))


async def read_problem(host: ApiHost, problem: str) -> ProblemRecord:
    """Return the problem with this id, without its answer. Raise NotFound if there is none."""
    return _record(_find_problem(problem))


async def answer_problem(host: ApiHost, problem: str, data: ProblemAnswer) -> AnswerRecord:
    """Check an answer; return whether it is right, how the other players reply, and the final result.

    The other players play perfectly, and reply to the same cards always in the same way. Raise BadText for an answer
    that cannot be read and for an illegal card.
    """
    outcome = await host.compute_brief(answered_record, _find_problem(problem), data.answer, data.played)
    if isinstance(outcome, Reason):
        raise BadText(outcome)
    return cast("AnswerRecord", outcome)


async def prove_problem(host: ApiHost, problem: str) -> ProofRecord:
    """Return the right answers of a problem, and the number of tricks that each possible answer leads to."""
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
