"""Reviews on a server: computed once, in increments, users in turn, with the same results as anywhere else."""

import asyncio
import json
import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from review.deals import SHORT, small_samples
from server.archive.test_archive import play_match, problem
from server.archive.test_statistics import games
from server.server_thread import Visitor, run_server, until
from support import matches, patient
from support.circles import depth
from support.example_games import example

from prikup.archive.finished_match import FinishedMatch
from prikup.archive.match_records import ReviewProgress
from prikup.games import GAMES
from prikup.history.events import Event
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.review import incremental
from prikup.review.decisions import decisions, finished_deals
from prikup.review.judgement import FAULTS, Judgement
from prikup.review.result_breakdown import SELF_PLAYED
from prikup.review.review import review_deal
from prikup.review.review_json import record
from prikup.server import worker_processes
from prikup.server.archive import reviews
from prikup.server.archive.reviews import DealToReview
from prikup.server.storage.database import Database
from prikup.server.worker_processes import WorkerProcesses
from prikup.terminal.cli.app import run

THREE = example(seats=3)


class ProcessOfThisModule:
    """Stands for a worker process: its calls and results are pickled too, but a review in it has small samples."""

    def __init__(self, nice: int) -> None:
        self.nice = nice

    def run(self, call: tuple[Any, ...]) -> Any:
        """Run a call in the calling thread, and return its result."""
        function, arguments, keywords = pickle.loads(pickle.dumps(call))
        return pickle.loads(pickle.dumps(function(*arguments, **keywords)))

    def kill(self) -> None:
        """End nothing."""


@pytest.fixture
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let reviews on the server have small samples."""
    monkeypatch.setattr(reviews, "SELF_PLAYED", depth(SELF_PLAYED))
    monkeypatch.setattr(worker_processes, "WorkerProcess", ProcessOfThisModule)
    with small_samples():
        yield


@pytest.mark.usefixtures("quick_reviews")
def test_server_review_equals_local_review_and_is_stored(tmp_path: Path) -> None:
    with run_server(tmp_path) as running, Visitor(running) as vera, Visitor(running, "Oleg") as oleg:
        match, _ = asyncio.run(play_match(vera, SHORT))
        address = f"/api/matches/{match}/deals/1/review"
        old_statistics = games(vera)[SHORT]["you"]
        assert (old_statistics["lost"]["deals"], old_statistics["decisions"]) == (0, [])
        assert oleg.get(address.removeprefix("/api/")) == {"state": "none"}
        assert vera.post(address.removeprefix("/api/"))["state"] == "waits"
        responses: list[dict[str, Any]] = []

        def is_done() -> bool:
            responses.append(oleg.http.get(address).json())
            return bool(responses[-1]["state"] == "done")

        until(is_done)
        review = responses[-1]["review"]
        events, _, _ = read_events(vera.http.get(f"/api/matches/{match}/log").content)
        (deal,) = finished_deals(Log.replay(events).events)
        assert review == json.loads(msgspec.json.encode(record(review_deal(deal))))
        by_number = {entry["at"]: entry for entry in review["decisions"]}
        for entry in responses[:-1]:
            assert entry["state"] in ("waits", "under-way")
            assert all(by_number[decision["at"]] == decision for decision in entry.get("decisions", []))
        (summary,) = vera.get("matches")["matches"]
        own_decisions = [
            entry for entry in review["decisions"] if entry["seat"] == summary["you"] and entry["verdict"] in FAULTS
        ]
        assert (summary["reviewed"], summary["mistakes"]) == (1, len(own_decisions))
        worst = vera.get(f"matches/{match}")["deals"][0]["review"]
        assert worst["lost"] == [seat["lost"] for seat in review["seats"]]
        assert worst["parts"] == review["parts"]
        assert worst["decisions"] == [seat["decisions"] for seat in review["seats"]]
        assert worst["unsure"] == [seat["counts"]["unsure"] for seat in review["seats"]]
        _adds_to_statistics(old_statistics, games(vera)[SHORT]["you"], review, summary["you"])
        assert run(["statistics", "--kept", "--database", f"sqlite:///{tmp_path}/tables.sqlite"]) == 0, "counted anew"
    with run_server(tmp_path) as running, Visitor(running) as visitor:
        assert visitor.post(address.removeprefix("/api/")) == {"state": "done", "review": review}
        assert running.services.workers.processes == 0, "nothing is computed twice"


def _adds_to_statistics(old: Any, new: Any, review: Any, you: int) -> None:
    """Check that a user's statistics grew by exactly the contents of a review."""
    own_decisions = [entry for entry in review["decisions"] if entry["seat"] == you and entry["verdict"] != "only"]
    assert new["lost"]["deals"] == 1
    assert sum(entry["decisions"] for entry in new["decisions"]) == len(own_decisions)
    mistakes = sum(entry["verdict"] in FAULTS for entry in own_decisions)
    assert sum(entry["mistakes"] for entry in new["decisions"]) == mistakes
    assert {key: new[key] for key in ("points", "roles")} == {key: old[key] for key in ("points", "roles")}


async def test_review_request_requires_sign_in_and_has_a_queue_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()

    async def order(*_: object) -> tuple[int, ...]:
        await asyncio.to_thread(go.wait)
        raise RuntimeError

    monkeypatch.setattr(reviews, "MAX_WAITING", 2)
    with run_server(tmp_path) as running, Visitor(running) as vera, Visitor(running, "Oleg") as oleg:
        monkeypatch.setattr(running.services.workers, "call", order)
        addresses = [f"/api/matches/{(await play_match(vera))[0]}/deals/1/review" for _ in range(3)]
        anonymous_answer = patient.post(f"{running.url}{addresses[0]}", json={})
        assert problem(anonymous_answer) == (401, "not-signed-in")
        answers = [vera.http.post(address, json={}) for address in addresses]
        assert [answer.status_code for answer in answers] == [200, 200, 400]
        assert problem(answers[2]) == (400, "review-enough")
        assert oleg.http.post(addresses[2], json={}).json() == {"state": "waits"}
        go.set()
        until(lambda: all(vera.http.get(address).json()["state"] == "failed" for address in addresses))
        assert "not-reviewed" in running.journal


def test_review_requests_are_rate_limited(tmp_path: Path) -> None:
    with run_server(tmp_path, limited=True) as running, Visitor(running) as vera:
        path = "/api/matches/nothing/deals/1/review"
        statuses = {vera.http.post(path, json={}).status_code for _ in range(70)}
        assert statuses == {404, 429}


class Pieces:
    """Worker processes that judge every decision as forced (verdict "only").

    `started_decisions` lists the decisions started (events of the deal, index). Each waits for `go`, the first of all
    for `go_first`.
    """

    def __init__(self) -> None:
        self.started_decisions: list[tuple[bytes, int]] = []
        self.go_first, self.go = threading.Event(), threading.Event()

    async def call(self, function: Callable[..., Any], events: bytes, *arguments: Any) -> Any:
        """Return the result of one increment of a review."""
        if function is incremental.self_played_game:
            return (0.0, 0.0, 0.0)
        if function is not incremental.judge_decision:
            return function(events, *arguments)
        self.started_decisions.append((events, arguments[0]))
        await asyncio.to_thread((self.go if len(self.started_decisions) > 1 else self.go_first).wait)
        *_, deal = finished_deals(msgspec.json.decode(events, type=list[Event]))
        decision = tuple(decisions(deal))[arguments[0]]
        return Judgement(decision.entry_index, decision.seat, decision.phase, decision.plan, "only")


def test_idle_server_reviews_finished_match_without_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = Pieces()
    work.go_first.set()
    work.go.set()
    with run_server(tmp_path, idle_reviews=True) as running, Visitor(running) as vera:
        monkeypatch.setattr(running.services.workers, "call", work.call)
        match, _ = asyncio.run(play_match(vera))
        until(lambda: vera.get("matches")["matches"][0]["reviewed"] == 1)
        assert vera.get(f"matches/{match}/deals/1/review")["state"] == "done"


def test_idle_reviews_prepare_one_deal_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The input of a review contains the log up to its deal: for all deals of a long match at once that is large."""
    work, prepared_deals, inputs = Pieces(), list[int](), FinishedMatch.inputs

    def prepare(match: FinishedMatch, deal: int) -> bytes:
        prepared_deals.append(deal)
        return inputs(match, deal)

    monkeypatch.setattr(FinishedMatch, "inputs", prepare)
    with run_server(tmp_path, idle_reviews=True) as running, Visitor(running) as vera:
        monkeypatch.setattr(running.services.workers, "call", work.call)
        asyncio.run(play_match(vera, deals=3))
        until(lambda: len(work.started_decisions) == 1)
        first_deals = list(prepared_deals)
        work.go_first.set()
        work.go.set()
        until(lambda: vera.get("matches")["matches"][0]["reviewed"] == 3)
    assert (first_deals, prepared_deals) == ([1], [1, 2, 3])


def test_two_users_who_request_a_review_at_once_share_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work, both_have_read = Pieces(), threading.Barrier(2)
    work.go_first.set()
    work.go.set()
    with run_server(tmp_path) as running, Visitor(running) as vera, Visitor(running, "Oleg") as oleg:
        server_reviews = running.services.reviews
        load = server_reviews._stored_progress

        async def load_together(deal: DealToReview) -> ReviewProgress | None:
            progress = await load(deal)
            await asyncio.to_thread(both_have_read.wait)
            monkeypatch.setattr(server_reviews, "_stored_progress", load)
            return progress

        monkeypatch.setattr(running.services.workers, "call", work.call)
        match, _ = asyncio.run(play_match(vera))
        path = f"matches/{match}/deals/1/review"
        monkeypatch.setattr(server_reviews, "_stored_progress", load_together)
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(lambda visitor: visitor.post(path), (vera, oleg)))
        until(lambda: vera.get(path)["state"] == "done" and not server_reviews._queues)
        assert "not-reviewed" not in running.journal
    assert len(set(work.started_decisions)) == len(work.started_decisions), "no decision is judged twice"


def test_stopped_reviews_start_no_idle_review() -> None:
    """A server archives the last matches after its reviews have been stopped, and then ends the worker processes."""
    match = cast(FinishedMatch, SimpleNamespace(log=matches.play_match(THREE, GAMES[THREE], 1)))

    async def add_match_after_stop() -> int:
        server_reviews = reviews.ServerReviews(cast(Database, None), cast(WorkerProcesses, None))
        server_reviews.stop()
        server_reviews.review_when_idle("table", match)
        return len(asyncio.all_tasks() - {asyncio.current_task()})

    assert asyncio.run(add_match_after_stop()) == 0


def test_review_requests_precede_idle_reviews_and_reuse_their_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Pieces()
    with run_server(tmp_path, idle_reviews=True) as running, Visitor(running) as vera:
        monkeypatch.setattr(running.services.workers, "call", work.call)
        first, _ = asyncio.run(play_match(vera))
        until(lambda: len(work.started_decisions) == 1)
        second, _ = asyncio.run(play_match(vera))
        paths = [f"matches/{match}/deals/1/review" for match in (second, first)]
        assert vera.get(paths[1]) == {"state": "none"}, "who asks then does not wait for an idle server"
        assert [vera.post(path)["state"] for path in paths] == ["waits", "waits"]
        work.go_first.set()
        until(lambda: len(vera.get(paths[1]).get("decisions", ())) == 1)
        work.go.set()
        until(lambda: all(vera.get(path)["state"] == "done" for path in paths))
    idle_events, requested_events, *_ = (events for events, _ in work.started_decisions)
    assert idle_events != requested_events, "what was asked for comes first"
    assert len(set(work.started_decisions)) == len(work.started_decisions), "no decision is judged twice"
