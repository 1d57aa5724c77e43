"""A device's background worker without a browser: its requests and responses as bytes, and its failures."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest
from device.test_finished_matches import listed_match_ids, log_of, play_match, wait_for_review
from device.test_host import QUICK, request_refusal, send_request
from device.test_page_requests import OPEN
from table.stores import MemoryShelf
from table.tables import table_test, yield_to_tasks

from prikup.device.background_worker import Helper, run_call
from prikup.device.host import TabHost
from prikup.positions.analysis import analyse
from prikup.review.decisions import finished_deals
from prikup.review.review import review_deal
from prikup.review.review_json import record
from prikup.table.host.background_workers import WorkerFailed


async def answer_later(question: bytes) -> bytes:
    """Return the background worker's response after a delay."""
    await yield_to_tasks()
    return run_call(question)


@asynccontextmanager
async def open_host_with_helper(
    compute: Callable[[bytes], Awaitable[bytes]], shelf: MemoryShelf | None = None
) -> AsyncIterator[TabHost]:
    """Open a host with such a worker."""
    host = TabHost(shelf or MemoryShelf(), QUICK, Helper(compute))
    yield host
    await host.close()


@pytest.mark.usefixtures("cheap_review")
@table_test
async def test_background_worker_results_equal_direct_computation(brief_match: MemoryShelf) -> None:
    async with open_host_with_helper(answer_later, MemoryShelf(brief_match.rows_by_key)) as host:
        status, response = await send_request(host, "POST", "analyse", {"text": OPEN})
        assert (status, response) == (200, json.loads(msgspec.json.encode(analyse(OPEN))))
        (name,) = await listed_match_ids(host)
        (deal,) = finished_deals((await log_of(host, name)).events)
        review, _ = await wait_for_review(host, name)
        assert review == json.loads(msgspec.json.encode(record(review_deal(deal))))


@table_test
async def test_table_continues_while_background_worker_computes() -> None:
    may_answer = asyncio.Event()

    async def answer_when_told(question: bytes) -> bytes:
        await may_answer.wait()
        return run_call(question)

    async with open_host_with_helper(answer_when_told) as host:
        waiting = asyncio.create_task(send_request(host, "POST", "analyse", {"text": OPEN}))
        await play_match(host)
        assert not waiting.done()
        may_answer.set()
        assert (await waiting)[0] == 200


@table_test
async def test_background_worker_failure_is_reported() -> None:
    with pytest.raises(WorkerFailed, match="JSONDecodeError"):
        await Helper(answer_later).call(json.loads, "{")

    async def fail(question: bytes) -> bytes:
        raise RuntimeError("the assistant: out of memory")

    async with open_host_with_helper(fail) as host:
        assert await request_refusal(host, "POST", "analyse", {"text": OPEN}) == (500, "server-failed")
