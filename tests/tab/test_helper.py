"""The second worker of a device, without a browser: what it is sent and answers as bytes, and what of it that ends."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from support.example_games import example
from tab.test_finished import asked, finally_reviewed, log_of, played
from tab.test_host import QUICK, ask
from tab.test_studies import OPEN
from table.stores import MemoryShelf

from prikup.positions.analysis import analyse
from prikup.review.finished import finished_deals
from prikup.review.records import record
from prikup.review.review import reviewed
from prikup.tab.helper import Helper, answered
from prikup.tab.host import TabHost
from prikup.table.workers import WorkerFailed


async def elsewhere(question: bytes) -> bytes:
    """The second worker, which answers some time later."""
    await asyncio.sleep(0)
    return answered(question)


async def gone(question: bytes) -> bytes:
    """A worker that the browser has ended."""
    raise RuntimeError("the assistant: out of memory")


def helped(ask: Callable[[bytes], Awaitable[bytes]], test: Callable[[TabHost], Awaitable[None]]) -> None:
    """Run a test with a host that has such a worker."""

    async def run() -> None:
        host = TabHost(MemoryShelf(), QUICK, Helper(ask))
        try:
            await test(host)
        finally:
            await host.close()

    asyncio.run(run())


def test_what_is_computed_there_is_what_it_is_here() -> None:
    async def test(host: TabHost) -> None:
        status, found = await ask(host, "POST", "analyse", {"text": OPEN})
        assert (status, found) == (200, json.loads(msgspec.json.encode(analyse(OPEN))))
        name = await played(host, example(seats=3))
        (deal,) = finished_deals((await log_of(host, name)).events)
        review, _ = await finally_reviewed(host, name)
        assert review == json.loads(msgspec.json.encode(record(reviewed(deal))))

    helped(elsewhere, test)


def test_a_table_goes_on_while_it_computes() -> None:
    async def test(host: TabHost) -> None:
        waiting = asyncio.create_task(ask(host, "POST", "analyse", {"text": OPEN}))
        await played(host)
        assert not waiting.done()
        go.set()
        assert (await waiting)[0] == 200

    async def waits(question: bytes) -> bytes:
        await go.wait()
        return answered(question)

    go = asyncio.Event()
    helped(waits, test)


def test_a_function_that_fails_there_says_where() -> None:
    async def call() -> None:
        await Helper(elsewhere).call(json.loads, "{")

    with pytest.raises(WorkerFailed, match="JSONDecodeError"):
        asyncio.run(call())


def test_where_it_has_ended_that_is_told() -> None:
    async def test(host: TabHost) -> None:
        status, found = await ask(host, "POST", "analyse", {"text": OPEN})
        assert (status, found["reason"]["key"]) == (500, "server-failed")
        name = await played(host)
        await asked(host, f"matches/{name}/deals/1/review", "POST")
        while (found := await asked(host, f"matches/{name}/deals/1/review"))["state"] == "waits":
            await asyncio.sleep(0)
        assert found == {"state": "failed"}

    helped(gone, test)
