"""Responses to pages that need no table: the scorer for matches at a real table, and problems.

A page sends the same requests as to a server under `/api`. The modules that answer are loaded at the first request.
"""

from datetime import date
from typing import Any

import msgspec

from prikup.api.errors import NotFound
from prikup.rules.errors import PrikupError, Reason, reason

__all__ = ["answer_page_request"]


def answer_page_request(method: str, path: list[str], body: str) -> Any:
    """Return the response to a request of such a page; None if the path is not one of theirs.

    Raise PrikupError if the request is rejected, NotFound if the problem does not exist.
    """
    match method, path:
        case "POST", ["score"]:
            from prikup.scorer.page_state import Request, build_reply

            return build_reply(msgspec.json.decode(body, type=Request))
        case _, ["problems", *rest]:
            return _answer_problem_request(method, rest, body)
    return None


def _answer_problem_request(method: str, path: list[str], body: str) -> Any:
    """Return the response to a request of the page of problems."""
    from prikup.problems.problem_json import answered_record, proof_record, record
    from prikup.problems.problem_sets import ProblemAnswer, problem_sets

    match method, path:
        case "GET", []:
            return problem_sets()
        case "GET", ["days", day]:
            return record(_problem_of_day(day))
        case "GET", [name]:
            return record(_problem_by_id(name))
        case "GET", [name, "proof"]:
            return proof_record(_problem_by_id(name))
        case "POST", [name, "answer"]:
            problem_answer = msgspec.json.decode(body, type=ProblemAnswer)
            response = answered_record(_problem_by_id(name), problem_answer.answer, problem_answer.played)
            if isinstance(response, Reason):
                raise PrikupError(response)
            return response
    return None


def _problem_of_day(day: str) -> Any:
    """Return the problem of a day. Raise NotFound for a future day."""
    from prikup.problems.problem_sets import today
    from prikup.problems.progress import problem_of_the_day

    try:
        requested_day = date.fromisoformat(day)
    except ValueError:
        raise NotFound(reason("no-such-problem")) from None
    if requested_day > today():
        raise NotFound(reason("no-such-problem"))
    return problem_of_the_day(requested_day)


def _problem_by_id(name: str) -> Any:
    from prikup.problems.open_problem import OpenProblem
    from prikup.problems.progress import problem_by_id

    problem = problem_by_id(OpenProblem, name)
    if problem is None:
        raise NotFound(reason("no-such-problem"))
    return problem
