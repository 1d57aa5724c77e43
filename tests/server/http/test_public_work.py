"""Public requests that cost computing time: turns by address, a time limit, and a limit on waiting requests."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from server.still_time import StillTime
from support.waiting import eventually

from prikup.server.http.errors import HttpError
from prikup.server.http.public_work import MAX_WAITING, RETRY_S, WorkQueue
from prikup.server.http.rate_limits import RateLimit, RateLimits
from prikup.server.worker_processes import WorkerProcesses

ATTACKER, VISITOR, THIRD = "10.0.0.1", "10.0.0.2", "10.0.0.3"


class Calls:
    """Worker processes whose calls end when the test says so; `begun` lists the calls that have started."""

    def __init__(self) -> None:
        self.begun: list[tuple[Any, ...]] = []
        self._ends: list[asyncio.Event] = []

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        self.begun.append(arguments)
        self._ends.append(end := asyncio.Event())
        await end.wait()
        return function(*arguments)

    def end(self) -> None:
        """Finish the calls that have started."""
        for end in self._ends:
            end.set()


def work_of(slots: int = 2, seconds: int = 10) -> tuple[WorkQueue, Calls, StillTime]:
    """Return a queue that allows each address `seconds` seconds of computing."""
    calls, time = Calls(), StillTime()
    limits = RateLimits({"work": RateLimit(2, seconds)}, time)
    return WorkQueue(cast("WorkerProcesses", calls), slots, limits, time), calls, time


async def test_public_work_takes_turns_between_addresses() -> None:
    work, calls, _ = work_of()
    hostile = [asyncio.create_task(work.run(ATTACKER, str, number)) for number in range(8)]
    await eventually(lambda: calls.begun)
    visit = asyncio.create_task(work.run(VISITOR, str, "visitor"))
    await eventually(lambda: len(calls.begun) == 2)
    assert calls.begun == [(0,), ("visitor",)]
    while not all(task.done() for task in hostile):
        calls.end()
        await asyncio.sleep(0)  # real time: none passes; lets the next one begin
    assert [await task for task in hostile] == list(map(str, range(8)))
    assert await visit == "visitor"


async def test_public_work_passes_on_whether_other_requests_wait() -> None:
    work, calls, _ = work_of()
    tasks = [asyncio.create_task(work.run_patiently(address, str)) for address in (ATTACKER, VISITOR, ATTACKER, THIRD)]
    await eventually(lambda: work.waiting == 2)
    assert calls.begun == [(False,), (False,)], "nobody waits yet when these begin"
    calls.end()
    await eventually(lambda: len(calls.begun) == 4)
    assert calls.begun[2:] == [(False,), (False,)], "there is a slot for each"
    tasks += [asyncio.create_task(work.run_patiently(ATTACKER, str)) for _ in range(2)]
    await eventually(lambda: work.waiting == 2)
    calls.end()
    await eventually(lambda: len(calls.begun) == 5)
    assert calls.begun[4] == (True,), "their own next request waits for it"
    calls.end()
    await eventually(lambda: len(calls.begun) == 6)
    calls.end()
    assert await asyncio.gather(*tasks) == ["False"] * 4 + ["True", "False"]


async def test_public_work_limits_computing_seconds_per_address() -> None:
    work, calls, time = work_of(seconds=10)

    async def spend(seconds: float) -> None:
        task = asyncio.create_task(work.run(ATTACKER, str, ""))
        start_count = len(calls.begun)
        await eventually(lambda: task.done() or len(calls.begun) > start_count)
        time.advance(seconds)
        calls.end()
        await task

    await spend(9.0)
    await spend(4.0)
    with pytest.raises(HttpError) as refusal:
        await spend(0.0)
    assert refusal.value.reason.key == "too-many"
    wait = int(refusal.value.headers["Retry-After"])
    assert refusal.value.reason.numbers["seconds"] == wait
    time.advance(wait)
    await spend(0.0)


async def test_public_work_bounds_queue_and_refuses_waiting_work_out_of_budget() -> None:
    work, calls, time = work_of(seconds=10)
    tasks = [asyncio.create_task(work.run(ATTACKER, str, number)) for number in range(MAX_WAITING + 1)]
    await eventually(lambda: work.waiting == MAX_WAITING)
    with pytest.raises(HttpError) as refusal:
        await work.run(ATTACKER, str, "")
    assert refusal.value.headers == {"Retry-After": str(RETRY_S)}
    time.advance(60.0)
    calls.end()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results[0] == "0"
    assert all(isinstance(result, HttpError) for result in results[1:])
    assert len(calls.begun) == 1
