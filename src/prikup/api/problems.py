"""Requests about card problems: lists, the problem of the day, answers, and the problems that a user has solved.

A problem is a position of a card game with a question about best play. Hosts store nothing between the requests of one
solution: every request contains the answer and all cards that the user has played since.
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
    """A card that was played, as text such as `SA`, with the seat that played it."""

    seat: int
    card: str


class ProblemRecord(TypedDict):
    """A card problem without its answer, as `prikup problems --json` prints it; cards are text.

    The question:

    - `id`: the id of the problem.
    - `game`: the name of the game.
    - `theme`: the name of the type of question.
    - `asks`: the type of the answer, which is a card, a number of tricks, or the cards to discard.
    - `you`: the seat of the user.
    - `side`: the seats that pursue the `goal` together. All other seats pursue the opposite.
    - `goal`: whether the side wants the most or the fewest tricks.
    - `need`: the number of the side's tricks that decides, 0 if every trick counts.
    - `source`: the publication from which the problem is taken, "" for our own problems.

    The cards:

    - `hands`: the hand of each seat, in a form such as `AK.Q..7`.
    - `leader`: the seat that leads, or has led, the current trick.
    - `trump`: a letter such as `S`, "" for no trumps.
    - `follow`: whether a player who cannot follow suit must play a trump (`must_trump`) or any card (`free`).
    - `ace_low`: true if the ace is the lowest card of its suit.
    - `last`: a seat that always plays last to a trick, null if there is none.
    - `table`, `lying`: the cards already played to the current trick; `lying` has the seats too.
    - `legal`: the cards that the user may play or discard now.
    - `discards`: the number of cards to discard, 0 if the question is not about a discard.
    - `left`: the number of tricks to play.

    The difficulty:

    - `level`: the difficulty from 1 (easy) to 4, 0 for a published problem.
    - `tries`: the number of attempts of all computer players together.
    - `failed`: the number of failed attempts of each computer player.
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
    """The result of an answer to a problem, and the state of the play after the answer and all cards played since.

    - `right`: true if the answer itself is right.
    - `holds`: true if the user can still reach the aim of the problem now.
    - `comes_to`: the final number of tricks of the problem's side if everyone plays best from here on.
    - `rest`: the cards of that best play.
    - `line`: the cards played so far.
    - `hands`: the remaining cards of each hand.
    - `table`: the cards of the current trick.
    - `legal`: the cards that may be played now.
    - `taken`: the number of tricks that the problem's side has taken so far.
    - `over`: true if all cards have been played.
    - `solved`: true if all cards have been played and the user has reached the aim.
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
    """The right answers of a problem, and what each possible answer leads to.

    - `answer`: the right answers, as text.
    - `value`: the number of tricks that the problem's side takes from now on if everyone plays best.
    - `each`: that number after each possible answer. For a problem that asks for a number, only the right answer is
      listed.
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
    """Return the ids of all card problems with open hands, in one set for each game, theme and level of difficulty.

    A theme is a type of question about the best play in a position.
    """
    return problem_sets()


async def problem_of_day(host: ApiHost, day: str) -> ProblemRecord:
    """Return the card problem of a day, given as a date such as `2026-11-24`, in the form of `read_problem`.

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
    """Return the card problem with the id `problem`, without its answer. Raise NotFound if there is none."""
    return _record(_find_problem(problem))


async def answer_problem(host: ApiHost, problem: str, data: ProblemAnswer) -> AnswerRecord:
    """Check the answer to a problem; return whether it is right, how the other players reply, and the final result.

    `problem` is the id of the problem. `data` contains the answer and all cards that the user has played after it. The
    other players play perfectly, and reply to the same cards always in the same way. Raise NotFound if there is no such
    problem. Raise BadText for an answer that cannot be parsed and for an illegal card.
    """
    outcome = await host.compute_brief(answered_record, _find_problem(problem), data.answer, data.played)
    if isinstance(outcome, Reason):
        raise BadText(outcome)
    return cast("AnswerRecord", outcome)


async def prove_problem(host: ApiHost, problem: str) -> ProofRecord:
    """Return the right answers of a card problem, and the number of tricks that each possible answer leads to.

    `problem` is the id of the problem. Raise NotFound if there is no such problem.
    """
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
