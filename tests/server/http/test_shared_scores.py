"""A score sheet shared by several phones: every entry reaches the others and none is lost."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from scorer.page import head_of
from server.server_thread import Running, Visitor, problem, run_server, until
from server.still_time import StillTime
from sqlalchemy.ext.asyncio import AsyncConnection
from support import patient
from support.example_games import example
from support.waiting import DEADLINE_S

from prikup.api.scoring import MAX_BYTES
from prikup.games import GAMES
from prikup.server.accounts.shared_scores import LOOK_EVERY, MAX_SHARED_SHEETS, SharedScores
from prikup.server.storage.database import Database
from prikup.server.storage.deletion import delete_scores

GAME = example()
HEAD = msgspec.json.decode(msgspec.json.encode(head_of(GAMES[GAME], GAME))) | {"place": "Secretville"}


def note(name: str) -> dict[str, Any]:
    return {"type": "append", "entry": {"id": name, "at": 0, "what": {"type": "note", "text": f"whispered {name}"}}}


@pytest.fixture
def phone(running: Running) -> Iterator[httpx.Client]:
    """A client without an identity."""
    with patient.Client(base_url=running.url) as phone:
        yield phone


def share_sheet(visitor: Visitor, *steps: dict[str, Any]) -> dict[str, str]:
    """Create a shared score sheet; return its id and key."""
    score: dict[str, str] = visitor.post("scores", head=HEAD, steps=list(steps))
    return score


def post_entries(
    phone: httpx.Client, score: dict[str, str], known_steps: int, *steps: Any, key: str = ""
) -> httpx.Response:
    body = {"key": key or score["key"], "known": known_steps, "steps": list(steps)}
    return phone.post(f"/api/scores/{score['id']}", json=body)


def steps_of(phone: httpx.Client, score: dict[str, str], query: str = "") -> Any:
    answer = phone.get(f"/api/scores/{score['id']}{query}")
    assert answer.is_success, answer.text
    return answer.json()["steps"]


def test_shared_score_shows_entries_to_all_phones(vera: Visitor, phone: httpx.Client) -> None:
    score = share_sheet(vera, note("a"))
    assert steps_of(phone, score) == [note("a")]
    assert post_entries(phone, score, 1, note("b")).json() == {"steps": 2}
    assert steps_of(vera.http, score) == [note("a"), note("b")]
    record = vera.get(f"scores/{score['id']}")
    assert (record["head"], record["yours"]) == (HEAD, True)
    assert not phone.get(f"/api/scores/{score['id']}").json()["yours"]
    assert score["key"] not in phone.get(f"/api/scores/{score['id']}").text


def test_shared_score_long_poll_returns_when_entry_arrives(tmp_path: Path) -> None:
    time, received_steps = StillTime(), list[Any]()

    def waits() -> bool:
        return time.now() + LOOK_EVERY in [call.due for call in time.waiting]

    with (
        run_server(tmp_path, keeper=time) as running,
        Visitor(running) as vera,
        patient.Client(base_url=running.url) as phone,
    ):
        score = share_sheet(vera)
        thread = threading.Thread(target=lambda: received_steps.append(steps_of(phone, score, "?after=0")))
        thread.start()
        until(waits)
        time.advance(LOOK_EVERY)
        until(waits, "it was looked, and there was nothing")
        assert not received_steps
        assert post_entries(vera.http, score, 0, note("a")).is_success
        thread.join(DEADLINE_S)
        assert received_steps == [[note("a")]]


def test_shared_score_accepts_one_of_concurrent_entries(vera: Visitor, phone: httpx.Client) -> None:
    score = share_sheet(vera)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda n: post_entries(phone, score, 0, note(f"n{n}")), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    assert {problem(answer)[1] for answer in answers if answer.status_code == 409} == {"shared-went-on"}
    (stored_step,) = steps_of(phone, score)
    refused_index = next(n for n in range(8) if note(f"n{n}") != stored_step)
    assert post_entries(phone, score, 1, note(f"n{refused_index}")).json() == {"steps": 2}


def test_shared_score_is_read_only_without_key(vera: Visitor, phone: httpx.Client) -> None:
    score, other_score = share_sheet(vera), share_sheet(vera)
    for key in ("x", "", score["id"], other_score["key"], score["key"] + "x"):
        answer = phone.post(f"/api/scores/{score['id']}", json={"key": key, "known": 0, "steps": [note("a")]})
        assert problem(answer) == (403, "shared-watch")
    assert steps_of(phone, score) == []


NO_ENTRIES: tuple[tuple[Any, int, str], ...] = (
    ({"steps": [{"type": "undo"}]}, 400, "undo-empty"),
    ({"steps": [{"type": "delete", "id": "none"}]}, 400, "entry-unknown"),
    ({"steps": [note("a"), note("a")]}, 400, "entry-twice"),
    ({"steps": []}, 400, "request-unreadable"),
    ({"steps": [{"type": "nonsense"}]}, 400, "request-unreadable"),
    ({"steps": [note(f"n{n}") for n in range(21)]}, 400, "request-unreadable"),
    ({"steps": [note("a")], "known": -1}, 409, "shared-went-on"),
    ({"steps": [note("a")], "known": "many"}, 400, "request-unreadable"),
    ({}, 400, "request-unreadable"),
)


def test_shared_score_refuses_invalid_entries_and_stores_none(vera: Visitor, phone: httpx.Client) -> None:
    score = share_sheet(vera)
    bodies = [{"key": score["key"], "known": 0} | body for body, _, _ in NO_ENTRIES]
    answers = [problem(phone.post(f"/api/scores/{score['id']}", json=body)) for body in bodies]
    assert answers == [(status, key) for _, status, key in NO_ENTRIES]
    assert steps_of(phone, score) == []


def test_shared_score_refuses_invalid_or_oversized_match(vera: Visitor) -> None:
    answer = vera.http.post("/api/scores", json={"head": HEAD | {"names": ["Whoever"]}, "steps": []})
    assert problem(answer) == (400, "names-one-each")
    answer = vera.http.post("/api/scores", json={"head": HEAD, "steps": [note("x" * MAX_BYTES)]})
    assert problem(answer) == (413, "request-too-large")


def test_shared_score_is_deleted_only_by_its_creator(vera: Visitor, oleg: Visitor, phone: httpx.Client) -> None:
    score, headers = share_sheet(vera), {"content-type": "application/json"}
    path = f"/api/scores/{score['id']}"
    assert problem(phone.delete(path, headers=headers)) == (401, "not-signed-in")
    assert problem(oleg.http.delete(path, headers=headers)) == (404, "shared-gone")
    assert vera.http.delete(path, headers=headers).is_success
    second_answer = vera.http.delete(path, headers=headers)
    for answer in (phone.get(path), post_entries(phone, score, 0, note("a")), second_answer):
        assert problem(answer) == (404, "shared-gone")


def test_shared_score_is_deleted_with_its_creators_account(vera: Visitor, phone: httpx.Client) -> None:
    score = share_sheet(vera, note("a"))
    vera.post("account/deletion")
    until(lambda: phone.get(f"/api/scores/{score['id']}").status_code == 404)


async def test_entry_that_arrives_during_a_look_ends_the_wait(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = await Database.open(url)
    scores, read_counts, reading = SharedScores(database, keeper=StillTime()), count(), database.reading
    name, _ = await scores.begin("vera", b"{}", 0)

    @asynccontextmanager
    async def reading_before_entry() -> AsyncIterator[AsyncConnection]:
        async with reading() as connection:
            yield connection
        if next(read_counts) == 0:
            assert await scores.write(name, 0, b"{}", 1)

    monkeypatch.setattr(database, "reading", reading_before_entry)
    async with asyncio.timeout(DEADLINE_S):
        score = await scores.wait_for_change(name, 0, lambda: False)
    assert score is not None
    assert score.steps == 1
    await database.close()


async def test_shared_score_is_deleted_after_inactivity(url: str) -> None:
    database = await Database.open(url)
    scores = SharedScores(database, wall_clock_ms=lambda: 1000)
    name, _ = await scores.begin("vera", b"{}", 0)
    for time_limit, deleted_count in ((1000, 0), (1001, 1)):
        async with database.writing() as connection:
            assert await delete_scores(connection, time_limit) == deleted_count
    assert await scores.find(name) is None
    await database.close()


def test_shared_score_count_per_user_is_limited(vera: Visitor) -> None:
    for _ in range(MAX_SHARED_SHEETS):
        share_sheet(vera)
    assert problem(vera.http.post("/api/scores", json={"head": HEAD})) == (400, "shared-enough")


def test_shared_score_logs_no_content(running: Running, vera: Visitor) -> None:
    share_sheet(vera, note("a"))
    assert not any(piece in running.journal for piece in ("Secretville", "whispered"))
