"""Analysis of positions over HTTP: open to anyone, computed in a worker process, neither stored nor logged."""

from typing import Any

import httpx
from server.server_thread import Running
from support import patient

from prikup.api.positions import MAX_BYTES
from prikup.positions.paste_reader import MAX_CHARACTERS

LINE = "AQ.KT8..AKJT9 | T987.A9.Q8.Q8 | KJ.QJ7.AKJ7.7 ; preferans sochi ; 7H 0 ; leads 2"


def post_position(running: Running, **body: Any) -> httpx.Response:
    return patient.post(f"{running.url}/api/analyse", json=body)


def test_analysis_api_evaluates_position_without_sign_in(running: Running) -> None:
    answer = post_position(running, text=LINE)
    assert answer.status_code == 200
    analysis = answer.json()
    assert (analysis["type"], analysis["text"], analysis["fault"]) == ("analysis", LINE, None)
    assert analysis["worth"]["tricks"] == [7, 7]
    assert {tuple(card["tricks"]) for card in analysis["worth"]["cards"]} == {(7, 7), (8, 8)}
    assert analysis["moment"]["turn"] == 2
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"


def test_analysis_api_logs_no_position(running: Running) -> None:
    post_position(running, text=LINE)
    post_position(running, text="♠QZ nonsense")
    assert "/api/analyse" in running.journal
    assert not any(piece in running.journal for piece in ("AKJT9", "nonsense", "7H 0"))


def test_analysis_api_answers_unreadable_or_incomplete_text_with_reason(running: Running) -> None:
    unread = post_position(running, text="♠Z").json()
    assert (unread["type"], unread["reason"]["key"]) == ("unread", "paste-word")
    assert post_position(running).json()["fault"]["key"] == "open-no-cards"


def test_analysis_api_refuses_invalid_request(running: Running) -> None:
    for body in ({"text": 7}, {"text": "", "deal": -1}, {"text": "A" * (MAX_CHARACTERS + 1)}):
        assert post_position(running, **body).status_code == 400, body


def test_analysis_api_limits_text_length(running: Running) -> None:
    assert post_position(running, text=" " * 100_000 + LINE).json()["reason"]["key"] == "paste-long"
    assert post_position(running, text="A" * MAX_BYTES).status_code == 413
