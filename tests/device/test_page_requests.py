"""Page requests without a table, answered by the tab: the responses equal those of a server."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from device.test_host import host_test, request_refusal, send_request
from scorer.page import head_of
from table.stores import MemoryShelf

from prikup.device.host import TabHost
from prikup.games import GAMES
from prikup.positions.analysis import analyse
from prikup.problems.open_problem import OpenProblem
from prikup.problems.problem import every_problem
from prikup.problems.problem_json import answered_record, proof_record, record
from prikup.problems.problem_sets import problem_sets
from prikup.problems.progress import problem_of_the_day
from prikup.scorer.entry_draft import EntryTask
from prikup.scorer.page_state import Request, build_reply

PROBLEM = next(each for each in every_problem(OpenProblem) if each.asks == "card")


def as_json(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


@host_test
async def test_page_request_scores_paper_match(host: TabHost, shelf: MemoryShelf) -> None:
    for game, kind in GAMES.items():
        request = Request(head_of(kind, game), task=EntryTask())
        status, response = await send_request(host, "POST", "score", as_json(request))
        assert (status, response) == (200, as_json(build_reply(request)))
        assert response["draft"]["question"]


OPEN = "A.7.. | K.8.. | J.9.. ; preferans ; 6NT 0 ; leads 0"


@host_test
async def test_page_request_analyses_open_hands(host: TabHost, shelf: MemoryShelf) -> None:
    for text in (OPEN, "", "♠AK\n♠QZ"):
        assert await send_request(host, "POST", "analyse", {"text": text}) == (200, as_json(analyse(text)))
        assert (await send_request(host, "POST", "analyse", {"text": text, "deal": 3}))[1]["type"] == "unread"


@host_test
async def test_page_requests_serve_problems_answers_and_proofs(host: TabHost, shelf: MemoryShelf) -> None:
    name, answer = PROBLEM.id, PROBLEM.answer[0]
    assert await send_request(host, "GET", "problems") == (200, as_json(problem_sets()))
    assert await send_request(host, "GET", f"problems/{name}") == (200, as_json(record(PROBLEM)))
    assert "answer" not in record(PROBLEM)
    response = await send_request(host, "POST", f"problems/{name}/answer", {"answer": answer})
    assert response == (200, as_json(answered_record(PROBLEM, answer, ())))
    assert response[1]["right"]
    assert await send_request(host, "GET", f"problems/{name}/proof") == (200, as_json(proof_record(PROBLEM)))
    today = datetime.now(UTC).date()
    of_today = record(problem_of_the_day(today))
    assert await send_request(host, "GET", f"problems/days/{today}") == (200, as_json(of_today)), (
        "the date alone decides it"
    )


@host_test
async def test_page_requests_refuse_invalid_input_with_a_reason(host: TabHost, shelf: MemoryShelf) -> None:
    for method, path, body, why in (
        ("POST", "score", {}, (400, "request-unreadable")),
        ("GET", "problems/none", None, (404, "no-such-problem")),
        ("GET", "problems/none/proof", None, (404, "no-such-problem")),
        ("GET", "problems/days/yesterday", None, (404, "no-such-problem")),
        ("GET", f"problems/days/{datetime.now(UTC).date() + timedelta(days=2)}", None, (404, "no-such-problem")),
        ("POST", f"problems/{PROBLEM.id}/answer", {"answer": "no card"}, (400, "not-a-card")),
        ("POST", f"problems/{PROBLEM.id}/answer", {"answer": 5}, (400, "request-unreadable")),
        ("DELETE", f"problems/{PROBLEM.id}", None, (405, "no-such-method")),
        ("GET", "problems/a/b/c", None, (404, "no-such-page")),
    ):
        assert await request_refusal(host, method, path, body) == why, path
