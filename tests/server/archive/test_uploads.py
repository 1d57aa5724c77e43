"""Matches uploaded from a device: their owner, how they are marked, and what is refused."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from device.test_match_upload import UPLOAD_TIME_MS, device_log
from msgspec.structs import replace
from server.archive.test_archive import ids, play_match, problem
from server.server_thread import Running, Visitor, run_server, until
from support import patient
from support.example_games import example
from support.matches import begin, finish

from prikup.api.matches import MAX_LOG_BYTES
from prikup.archive.match_import import MAX_BYTES
from prikup.games import GAMES
from prikup.history.events import HUMAN, BeginEvent
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.history.notation import match_text
from prikup.server.http.rate_limits import LIMITS

THREE, FOUR = example(seats=3), example(seats=4)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A server for one test, because a match can be uploaded only once."""
    with run_server(tmp_path) as running:
        yield running


@pytest.fixture
def vera(running: Running) -> Iterator[Visitor]:
    """A user with an account."""
    with Visitor(running) as vera:
        vera.post("account", name="Zoya", password="correct horse")
        yield vera


def post_upload(visitor: Visitor, log: bytes, ended_ms: int = UPLOAD_TIME_MS) -> httpx.Response:
    return visitor.http.post("/api/matches", json={"log": log.decode(), "ended": ended_ms})


def upload_match(visitor: Visitor, game: str = THREE) -> str:
    """Upload a match; return its id."""
    answer = post_upload(visitor, device_log(game))
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def test_upload_is_listed_readable_and_playable_and_marked_unverified(running: Running, vera: Visitor) -> None:
    played_match, _ = asyncio.run(play_match(vera, FOUR))
    match = upload_match(vera)
    summaries_by_id = {summary["id"]: summary for summary in vera.get("matches")["matches"]}
    assert {name: summary["unverified"] for name, summary in summaries_by_id.items()} == {
        played_match: False,
        match: True,
    }
    assert summaries_by_id[match]["ended"] == UPLOAD_TIME_MS
    assert ids(vera.get("matches?player=zoya")) == []
    record = vera.get(f"matches/{match}")
    assert (record["unverified"], record["host"], record["you"] is not None) == (True, True, True)
    assert record["seats"][record["you"]]["name"] == "Zoya"
    assert not vera.get(f"matches/{played_match}")["unverified"]
    assert vera.get(f"matches/{match}/deals/1")["steps"]
    assert vera.post(f"matches/{match}/deals/1/play", step=0)["id"]
    with patient.Client(base_url=running.url) as anonymous:  # an anonymous reader, by the link
        assert anonymous.get(f"/api/matches/{match}").json()["unverified"]
    events, _, _ = read_events(vera.http.get(f"/api/matches/{match}/log").content)
    begin = events[0]
    assert isinstance(begin, BeginEvent)
    assert begin.unverified
    assert Log.replay(events).match.over or begin.deals


def test_upload_is_excluded_from_statistics_and_comparison(running: Running, vera: Visitor) -> None:
    match = upload_match(vera)
    assert vera.get("statistics")["games"] == []
    asyncio.run(play_match(vera))
    old_statistics = vera.get("statistics")
    upload_match(vera, FOUR)
    assert vera.get("statistics") == old_statistics
    answer = vera.http.post(f"/api/matches/{match}/deals/1/tables", json={})
    assert problem(answer) == (409, "unverified-compared")


def test_uploaded_and_imported_matches_are_not_rated(running: Running, vera: Visitor, tmp_path: Path) -> None:
    upload_match(vera)
    log = finish(Log(replace(begin(THREE, GAMES[THREE], deals=8), players=(HUMAN,) * 3)), 1)
    answer = vera.http.post("/api/imports", json={"text": match_text(log), "match": 0, "seat": 1})
    assert answer.status_code == 201, answer.text
    assert vera.get("matches")["total"] == 2
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:
        assert database.execute("SELECT rating_due FROM matches").fetchall() == [(0,), (0,)]
        assert database.execute("SELECT count(*) FROM rated_matches").fetchone() == (0,)


def test_upload_of_another_users_match_leaves_original_unchanged(running: Running, vera: Visitor) -> None:
    """The uploader gets it as an upload, and the statistics of both users stay as they were."""
    with Visitor(running, "Oleg") as oleg:
        oleg.post("account", name="Oleg", password="correct horse")
        match, _ = asyncio.run(play_match(oleg))
        log = oleg.http.get(f"/api/matches/{match}/log").content
        record, old_statistics = oleg.get(f"matches/{match}"), oleg.get("statistics")
        answer = post_upload(vera, log)
        assert answer.status_code == 201, answer.text
        upload_id = answer.json()["id"]
        assert (vera.get("matches")["total"], oleg.get("matches")["total"]) == (1, 1)
        assert ids(oleg.get("matches")) == [match]
        upload = vera.get(f"matches/{upload_id}")
        assert (upload["unverified"], upload["host"], upload["seats"][upload["you"]]["name"]) == (True, True, "Zoya")
        assert "Oleg" not in answer.text + json.dumps(upload)
        assert [game["you"] for game in vera.get("statistics")["games"]] == [None]
        assert (oleg.get(f"matches/{match}"), oleg.get("statistics")) == (record, old_statistics)


def test_upload_is_accepted_once_per_account(running: Running, vera: Visitor) -> None:
    log = device_log(THREE)
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda _: post_upload(vera, log).status_code, range(6)))
    assert sorted(answers) == [201, *[409] * 5]
    with Visitor(running, "Oleg") as oleg:
        oleg.post("account", name="Oleg", password="correct horse")
        assert post_upload(oleg, log).status_code == 201, (
            "another who had the file first does not keep it from its player"
        )
        assert problem(post_upload(oleg, log)) == (409, "upload-known")
        assert len(ids(oleg.get("matches"))) == 1
    assert len(ids(vera.get("matches"))) == 1


def test_upload_requires_an_account(running: Running) -> None:
    with Visitor(running) as guest:
        assert problem(post_upload(guest, device_log(THREE))) == (403, "upload-account")
    with patient.Client(base_url=running.url) as anonymous:
        answer = anonymous.post("/api/matches", json={"log": "", "ended": 0})
        assert problem(answer) == (401, "not-signed-in")


NO_MATCH: list[tuple[Any, int, str]] = [
    ({"log": "garbage\n", "ended": 0}, 400, "upload-unreadable"),
    ({"log": "", "ended": 0}, 400, "upload-unreadable"),
    ({"log": "", "ended": -1}, 400, "request-unreadable"),
    ({"log": "", "ended": 10**15}, 400, "request-unreadable"),
    ({"log": 7, "ended": 0}, 400, "request-unreadable"),
    ({"log": "", "ended": 0, "counted": True}, 400, "request-unreadable"),
    ({}, 400, "request-unreadable"),
    ([], 400, "request-unreadable"),
    ({"log": "x" * MAX_LOG_BYTES, "ended": 0}, 413, "request-too-large"),
]


def test_upload_refusal_names_its_reason(vera: Visitor) -> None:
    answers = [problem(vera.http.post("/api/matches", json=body)) for body, _, _ in NO_MATCH]
    assert answers == [(status, key) for _, status, key in NO_MATCH]
    assert ids(vera.get("matches")) == []


def test_upload_end_time_is_not_in_the_future(vera: Visitor) -> None:
    assert post_upload(vera, device_log(THREE), 10**14).status_code == 201
    (match,) = vera.get("matches")["matches"]
    assert match["ended"] < 10**13


def test_upload_survives_archive_rebuild(tmp_path: Path) -> None:
    with run_server(tmp_path) as running, Visitor(running) as vera:
        vera.post("account", name="Zoya", password="correct horse")
        match = upload_match(vera)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:  # force a rebuild of the archive
        for table in ("match_seats", "matches"):
            file.execute(f"DELETE FROM {table}")
        file.execute("UPDATE tables SET archived = 0")
        file.commit()
    with run_server(tmp_path) as running, patient.Client(base_url=running.url) as anonymous:
        until(lambda: anonymous.get(f"/api/matches/{match}").is_success)
        assert anonymous.get(f"/api/matches/{match}").json()["unverified"]


def test_upload_rate_is_limited(tmp_path: Path) -> None:
    with run_server(tmp_path, limited=True) as running, Visitor(running) as vera:
        vera.post("account", name="Zoya", password="correct horse")
        answers = [post_upload(vera, b"") for _ in range(LIMITS["upload"].burst + 1)]
        assert [problem(answer) for answer in answers[:-1]] == [(400, "upload-unreadable")] * LIMITS["upload"].burst
        assert problem(answers[-1]) == (429, "too-many")
        assert json.loads(answers[-1].text)["reason"]["numbers"]["seconds"] > 0


def test_imported_match_is_private_and_shows_names_to_owner(running: Running, vera: Visitor) -> None:
    log = finish(Log(replace(begin(THREE, GAMES[THREE], deals=1), players=(HUMAN,) * 3)), 1)
    text = match_text(log)
    (summary,) = vera.http.post("/api/imports/matches", json={"text": text}).json()
    assert (summary["game"], summary["deals"]) == (THREE, 1)
    answer = vera.http.post("/api/imports", json={"text": text, "match": 0, "seat": 1})
    assert answer.status_code == 201, answer.text
    match = answer.json()["id"]
    (list_entry,) = vera.get("matches")["matches"]
    record = vera.get(f"matches/{match}")
    for entry in (list_entry, record):
        assert (entry["imported"], entry["private"], entry["you"]) == (True, True, 1)
        assert [seat["name"] for seat in entry["seats"]] == summary["names"]
        assert not any(seat.get("deleted") for seat in entry["seats"])
    assert vera.get("statistics")["games"] == []
    assert vera.get(f"matches/{match}/deals/1/review") == {"state": "none"}
    with Visitor(running, "Oleg") as oleg:
        assert oleg.http.get(f"/api/matches/{match}").status_code == 404
        mine = oleg.http.post("/api/imports", json={"text": text, "match": 0, "seat": 1})
        assert problem(mine) == (403, "upload-account")
        assert problem(oleg.http.post("/api/imports/matches", json={"text": text})) == (403, "upload-account")
    assert problem(vera.http.patch(f"/api/matches/{match}", json={"private": False})) == (409, "imported-private")
    second_answer = vera.http.post("/api/imports", json={"text": text, "match": 0, "seat": 1})
    assert problem(second_answer) == (409, "upload-known")
    assert problem(vera.http.post("/api/imports/matches", json={"text": "Dear Anna"})) == (400, "import-no-match")
    assert vera.http.post("/api/imports/matches", json={"text": "x" * (3 * MAX_BYTES)}).status_code == 413
    assert vera.http.post("/api/imports", json={"text": text, "match": 99, "seat": 1}).status_code == 400
