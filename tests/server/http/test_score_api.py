"""Score sheets of matches with real cards over HTTP: open to anyone, neither stored nor logged."""

from typing import Any

import httpx
import msgspec
from scorer.page import head_of
from server.server_thread import Running
from support import patient
from support.example_games import example

from prikup.api.scoring import MAX_BYTES
from prikup.games import GAMES
from prikup.scorer.page_state import MOST_STEPS

GAME = example()
HEAD = msgspec.to_builtins(head_of(GAMES[GAME], GAME)) | {"place": "Secretville"}
ENTRY = {"id": "a", "at": 0, "what": {"type": "note", "text": "whispered"}}
NOTE = {"type": "append", "entry": ENTRY}


def post_score(running: Running, **body: Any) -> httpx.Response:
    return patient.post(f"{running.url}/api/score", json=body)


def test_score_api_scores_match_without_sign_in(running: Running) -> None:
    answer = post_score(running, head=HEAD, steps=[NOTE], task={})
    assert answer.status_code == 200
    page_state = answer.json()
    assert (page_state["type"], page_state["game"]["game"], len(page_state["entries"])) == ("scored", GAME, 1)
    assert page_state["draft"]["question"]
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"


def test_score_api_logs_no_content(running: Running) -> None:
    post_score(running, head=HEAD, steps=[NOTE])
    post_score(running, head=HEAD | {"names": ["Whoever"]})
    assert "/api/score" in running.journal
    assert not any(piece in running.journal for piece in ("Secretville", "whispered", "Whoever"))


def test_score_api_answers_invalid_match_with_reason(running: Running) -> None:
    page_state = post_score(running, head=HEAD | {"names": ["Whoever"]}).json()
    assert (page_state["type"], page_state["reason"]["key"], page_state["game"]) == ("refused", "names-one-each", GAME)


def test_score_api_states_limit_of_entries_and_steps(running: Running) -> None:
    entries = [ENTRY | {"id": f"{index}"} for index in range(MOST_STEPS + 1)]
    for body in ({"head": HEAD, "steps": [{"type": "undo"}] * len(entries)}, {"head": HEAD | {"entries": entries}}):
        page_state = post_score(running, **body).json()
        assert page_state["type"] == "refused"
        assert page_state["reason"] == {"key": "score-long", "numbers": {"most": MOST_STEPS}}
    assert post_score(running, head=HEAD | {"entries": entries[1:]}).json()["type"] == "scored"


def test_score_api_refuses_invalid_request(running: Running) -> None:
    for body, status in (
        ({}, 400),
        ({"head": 7}, 400),
        ({"head": HEAD, "steps": [{"type": "burn"}]}, 400),
        ({"head": HEAD, "task": {"answers": [{}]}}, 400),
        ({"head": HEAD | {"place": "x" * MAX_BYTES}}, 413),
    ):
        assert post_score(running, **body).status_code == status, body
