"""The pages that need no table, asked of a tab: the answers are those of the engine, as a server would give them."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from scorer.page import head_of
from tab.test_host import QUICK
from table.stores import MemoryShelf

from prikup.games import GAMES
from prikup.positions.analysis import analyse
from prikup.problems.problem import every_problem
from prikup.problems.progress import of_the_day
from prikup.problems.records import answered_record, proof_record, record
from prikup.problems.sets import problem_sets
from prikup.scorer.draft import Task
from prikup.scorer.reply import Request, replied
from prikup.tab.host import TabHost

PROBLEM = next(each for each in every_problem() if each.asks == "card")


def asked(method: str, path: str, body: object = None) -> tuple[int, Any]:
    """Return the answer of a tab that has just been opened."""

    async def run() -> tuple[int, str]:
        host = TabHost(MemoryShelf(), QUICK)
        try:
            return await host.asked(method, path, {}, msgspec.json.encode(body).decode())
        finally:
            await host.close()

    status, text = asyncio.run(run())
    return status, json.loads(text)


def as_json(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("game", GAMES)
def test_a_match_at_a_real_table_is_scored(game: str) -> None:
    request = Request(head_of(GAMES[game], game), task=Task())
    status, told = asked("POST", "score", request)
    assert (status, told) == (200, as_json(replied(request)))
    assert told["draft"]["question"]


OPEN = "A.7.. | K.8.. | J.9.. ; preferans ; 6NT 0 ; leads 0"


@pytest.mark.parametrize("text", [OPEN, "", "♠AK\n♠QZ"])
def test_open_hands_are_analysed(text: str) -> None:
    status, told = asked("POST", "analyse", {"text": text})
    assert (status, told) == (200, as_json(analyse(text)))
    assert asked("POST", "analyse", {"text": text, "deal": 3})[1]["type"] == "unread"


def test_problems_are_told_answered_and_proved() -> None:
    name, answer = PROBLEM.id, PROBLEM.answer[0]
    assert asked("GET", "problems") == (200, as_json(problem_sets()))
    assert asked("GET", f"problems/{name}") == (200, as_json(record(PROBLEM)))
    assert "answer" not in record(PROBLEM)
    found = asked("POST", f"problems/{name}/answer", {"answer": answer})
    assert found == (200, as_json(answered_record(PROBLEM, answer, ())))
    assert found[1]["right"]
    assert asked("GET", f"problems/{name}/proof") == (200, as_json(proof_record(PROBLEM)))


def test_the_date_alone_decides_the_problem_of_a_day() -> None:
    today = datetime.now(UTC).date()
    assert asked("GET", f"problems/days/{today}") == (200, as_json(record(of_the_day(today))))


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "key"),
    [
        ("POST", "score", {}, 400, "request-unreadable"),
        ("GET", "problems/none", None, 404, "no-such-problem"),
        ("GET", "problems/none/proof", None, 404, "no-such-problem"),
        ("GET", "problems/days/yesterday", None, 404, "no-such-problem"),
        ("GET", f"problems/days/{datetime.now(UTC).date() + timedelta(days=2)}", None, 404, "no-such-problem"),
        ("POST", f"problems/{PROBLEM.id}/answer", {"answer": "no card"}, 400, "not-a-card"),
        ("POST", f"problems/{PROBLEM.id}/answer", {"answer": 5}, 400, "request-unreadable"),
        ("DELETE", f"problems/{PROBLEM.id}", None, 404, "no-such-page"),
        ("GET", "problems/a/b/c", None, 404, "no-such-page"),
    ],
)
def test_what_cannot_be_is_refused_and_says_why(method: str, path: str, body: object, status: int, key: str) -> None:
    found, told = asked(method, path, body)
    assert (found, told["reason"]["key"]) == (status, key)
