"""The lease of a chore, on SQLite with one server and on PostgreSQL with two nodes."""

import asyncio
from functools import partial
from io import StringIO

import pytest
from server.conftest import SERVER
from server.node_cluster import open_shared_database
from server.still_time import StillTime
from sqlalchemy import insert, update
from support.waiting import eventually

from prikup.server.metrics import Metrics
from prikup.server.nodes.chore_lease import ChoreLease, ChoreLost
from prikup.server.nodes.lease import HELD_S, RENEW_EVERY
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import blocks, chores


@pytest.fixture
def shared_url(url: str) -> str:
    """The URL of a new database that several nodes can share."""
    if not SERVER:
        pytest.skip("nodes share a PostgreSQL database")
    return url


def lease(database: Database, node: str, clock: StillTime | None = None) -> ChoreLease:
    return ChoreLease(database, "sweep", node, Metrics(), clock or StillTime())


async def expire(database: Database) -> None:
    """End the lease of the chore by the database's clock."""
    async with database.writing() as connection:
        await connection.execute(update(chores).values(until=0.0))


def is_held(chore: ChoreLease) -> bool:
    return chore.is_held


async def write(chore: ChoreLease) -> bool:
    """Return whether the chore may write, as far as this node knows and really."""
    try:
        async with chore.writing():
            return True
    except ChoreLost:
        return False


async def test_chore_is_taken_renewed_and_given_up(url: str) -> None:
    clock = StillTime()
    database = await Database.open(url)
    chore = lease(database, "a", clock)
    assert not await write(chore)
    await chore.renew()
    assert await write(chore)
    for _ in range(3):
        clock.advance(RENEW_EVERY)
        await chore.renew()
        assert await write(chore)
    await chore.release()
    assert not await write(chore)
    await database.close()


async def test_chore_lease_not_renewed_in_time_writes_nothing(url: str, stream: StringIO) -> None:
    clock = StillTime()
    database = await Database.open(url)
    chore = lease(database, "a", clock)
    await chore.renew()
    clock.advance(HELD_S)
    assert not await write(chore)
    assert stream.getvalue().count("chore-lost") == 1
    await chore.renew()
    assert await write(chore)
    await database.close()


async def test_chore_of_server_that_ended_is_taken_at_once_by_server_alone(url: str) -> None:
    database = await Database.open(url)
    await lease(database, "a").renew()
    chore = lease(database, "b")
    await chore.renew()
    assert await write(chore)
    await database.close()


async def test_chore_metric_shows_who_holds_it(url: str) -> None:
    clock, metrics = StillTime(), Metrics()
    database = await Database.open(url)
    chore = ChoreLease(database, "sweep", "a", metrics, clock)

    def value() -> float | None:
        return metrics.registry.get_sample_value("prikup_chore_held", {"chore": "sweep"})

    assert value() == 0
    await chore.renew()
    assert value() == 1
    clock.advance(HELD_S)
    assert value() == 0
    await database.close()


async def test_chore_calls_its_work_after_a_failure_too(url: str, stream: StringIO) -> None:
    clock, calls = StillTime(), 0
    database = await Database.open(url)
    chore = lease(database, "a", clock)

    async def work() -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise ValueError

    def is_at(call: int) -> bool:
        return calls == call and bool(clock.waiting)

    running = asyncio.create_task(chore.run(work, 1.0))
    for n in range(1, 8):
        await eventually(partial(is_at, n))
        clock.advance(1.0)
    running.cancel()
    assert stream.getvalue().count("chore-failed") == 1
    await database.close()


async def test_chore_is_done_by_one_node_until_its_lease_ends(shared_url: str, stream: StringIO) -> None:
    async with open_shared_database(shared_url) as database, open_shared_database(shared_url) as second_database:
        a, b = lease(database, "a"), lease(second_database, "b")
        await asyncio.gather(a.renew(), b.renew())
        assert is_held(a) != is_held(b)
        holder, other = (a, b) if is_held(a) else (b, a)
        await other.renew()
        assert not await write(other)
        await expire(database)
        await other.renew()
        assert await write(other)
        assert not await write(holder), "its claim is old, whatever its own clock shows"
        assert stream.getvalue().count("chore-lost") == 1
        await other.release()
        await holder.renew()
        assert await write(holder)


async def test_chore_is_not_taken_during_a_write_of_its_holder(shared_url: str) -> None:
    async with open_shared_database(shared_url) as database, open_shared_database(shared_url) as second_database:
        a, b = lease(database, "a"), lease(second_database, "b")
        await a.renew()
        await expire(database)
        async with a.writing() as connection:
            await b.renew()
            assert not is_held(b)
            row = {"id": "1", "owner": "o", "person": "p", "name": "", "at": 0}
            await connection.execute(insert(blocks), row)
        await b.renew()
        assert await write(b)
        assert not await write(a)
