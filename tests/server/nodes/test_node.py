"""Nodes that share a PostgreSQL database (make test-postgres); skipped without one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NoReturn

import pytest
from server.node_cluster import claim_table, lapse, node, open_shared_database
from server.still_time import StillTime
from sqlalchemy import Executable, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from support.waiting import eventually

from prikup.server.nodes.lease import HELD_S, RENEW_EVERY
from prikup.server.nodes.node import TRY_EVERY, Node
from prikup.server.storage.database import POSTGRESQL_TIME, Database
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.sql_tables import nodes, owners
from prikup.table.host.storage import NotWritten


async def test_table_belongs_to_one_node_until_its_lease_lapses(postgresql: str) -> None:
    clock = StillTime()
    async with open_shared_database(postgresql) as database, open_shared_database(postgresql) as second_database:
        a, b = await node(database, "a:1", clock), await node(second_database, "b:1", clock)
        assert sorted(await asyncio.gather(claim_table(a, "t"), claim_table(b, "t"))) in (["", "a:1"], ["", "b:1"])
        assert await asyncio.gather(*(claim_table(a, name) for name in "uvw")) == [""] * 3
        assert await asyncio.gather(*(claim_table(b, name) for name in "uvwx")) == ["a:1"] * 3 + [""]
        assert await claim_table(a, "u") == "", "it is its own still"
        await lapse(database, "a:1")
        assert [await claim_table(b, name) for name in "uv"] == [""] * 2
        clock.advance(1)
        await a.renew()
        assert [await claim_table(a, name) for name in "uvw"] == ["b:1", "b:1", ""]


async def test_released_table_can_be_claimed_by_another_node(postgresql: str) -> None:
    async with open_shared_database(postgresql) as database:
        a, b = await node(database, "a:1"), await node(database, "b:1")
        assert await claim_table(a, "t") == ""
        await b.release("t")
        assert await claim_table(b, "t") == "a:1", "nobody gives away what others have"
        await a.release("t")
        assert await claim_table(b, "t") == ""
        await b.end()
        assert await claim_table(a, "t") == ""


async def test_node_releases_table_when_pending_write_ends(postgresql: str) -> None:
    """Users of a released table wait at another node only for pending writes, not for the end of the lease."""
    clock = StillTime()
    async with (
        open_shared_database(postgresql) as database,
        open_shared_database(postgresql) as second_database,
        open_shared_database(postgresql) as third_database,
    ):
        a, b = await node(database, "a:1", clock), await node(second_database, "b:1", clock)
        assert await asyncio.gather(*(claim_table(a, name) for name in "tu")) == [""] * 2
        async with third_database.writing() as connection:
            await connection.execute(select(owners.c.claim).where(owners.c.table_id == "t").with_for_update())
            await asyncio.gather(*(a.release(name) for name in "tu"))
            assert [await claim_table(b, name) for name in "tu"] == ["a:1", ""]
        await wait_for_release(a, clock)
        assert await claim_table(b, "t") == ""


async def test_node_releases_table_once_database_is_back(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = StillTime()
    async with open_shared_database(postgresql) as database, open_shared_database(postgresql) as second_database:
        a, b = await node(database, "a:1", clock), await node(second_database, "b:1", clock)
        assert await claim_table(a, "t") == ""
        with monkeypatch.context() as patch:
            patch.setattr(database, "writing", unwritable)
            await a.release("t")
        assert await claim_table(b, "t") == "a:1"
        await wait_for_release(a, clock)
        assert await claim_table(b, "t") == ""


async def test_node_releases_all_tables_except_those_in_memory(postgresql: str) -> None:
    clock = StillTime()
    async with open_shared_database(postgresql) as database, open_shared_database(postgresql) as second_database:
        a, b = await node(database, "a:1", clock), await node(second_database, "b:1", clock)
        assert await asyncio.gather(*(claim_table(a, name) for name in "tuv")) == [""] * 3
        assert await claim_table(b, "w") == ""
        async with second_database.writing() as connection:
            await connection.execute(select(owners.c.claim).where(owners.c.table_id == "v").with_for_update())
            await a.release_others({"u"})
        assert [await claim_table(b, name) for name in "tuv"] == ["", "a:1", "a:1"]
        assert await claim_table(a, "w") == "b:1"
        await wait_for_release(a, clock)
        assert [await claim_table(b, name) for name in "uv"] == ["a:1", ""], "a write to `v` was in progress before"


async def test_node_retains_table_claimed_again_before_release(postgresql: str) -> None:
    clock = StillTime()
    async with open_shared_database(postgresql) as database, open_shared_database(postgresql) as second_database:
        a, b = await node(database, "a:1", clock), await node(second_database, "b:1", clock)
        assert await claim_table(a, "t") == ""
        async with second_database.writing() as connection:
            await connection.execute(select(owners.c.claim).where(owners.c.table_id == "t").with_for_update())
            await a.release("t")
        assert await claim_table(a, "t") == "", "somebody has come back"
        await wait_for_release(a, clock)
        assert await claim_table(b, "t") == "a:1"


async def test_node_end_is_not_undone_by_renewal_in_progress(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise tables that the node could not release would be unavailable for another whole lease."""
    started, may_answer = asyncio.Event(), asyncio.Event()
    async with open_shared_database(postgresql) as database:
        a = await node(database, "a:1")
        at_once = database.writing_urgently

        @asynccontextmanager
        async def slow_connection() -> AsyncIterator[Slow]:
            async with at_once() as connection:
                yield Slow(connection, started, may_answer)

        monkeypatch.setattr(database, "writing_urgently", slow_connection)
        renewal = asyncio.create_task(a.renew())
        await started.wait()
        await a.end()
        may_answer.set()
        await renewal
        async with database.reading() as connection:
            assert (await connection.execute(select(nodes.c.id).where(nodes.c.address == "a:1"))).all() == []


class Slow:
    """A connection that reports when it is used, and answers when allowed to."""

    def __init__(self, connection: AsyncConnection, started: asyncio.Event, may_answer: asyncio.Event) -> None:
        self._connection, self._started, self._may_answer = connection, started, may_answer

    async def scalar(self, statement: Executable) -> Any:
        self._started.set()
        await self._may_answer.wait()
        return await self._connection.scalar(statement)


def unwritable() -> NoReturn:
    """Fail as a write to a database that does not answer."""
    raise NotWritten("it does not answer")


async def wait_for_release(node: Node, clock: StillTime) -> None:
    """Wait for a node's next attempt to release what it could not, which is its last."""
    releasing = node._releasing
    assert releasing, "it does not try again"
    clock.advance(TRY_EVERY)
    await releasing


async def test_node_without_lease_claims_no_table_and_stops_once(postgresql: str) -> None:
    clock, stopped_nodes = StillTime(), list[str]()
    async with open_shared_database(postgresql) as database:
        a = await node(database, "a:1", clock, lambda: stopped_nodes.append("a"))
        clock.advance(4)
        assert await claim_table(a, "t") == "nowhere"
        for _ in range(2):
            a._look()
        assert stopped_nodes == ["a"]
        await a.renew()
        assert await claim_table(a, "t") == ""
        assert stopped_nodes == ["a"]


async def test_node_end_is_not_undone_by_concurrent_renewals(postgresql: str) -> None:
    async with open_shared_database(postgresql) as database:
        a = await node(database, "a:1")
        await asyncio.gather(a.end(), a.renew(), a.renew())
        async with database.reading() as connection:
            assert (await connection.execute(select(nodes.c.id).where(nodes.c.address == "a:1"))).all() == []


async def test_node_stalled_in_renewal_delays_no_other_node(postgresql: str) -> None:
    async with open_shared_database(postgresql) as database, open_shared_database(postgresql) as second_database:
        a, b = await node(database, "a:1"), await node(second_database, "b:1")
        async with database.writing() as connection:
            await connection.execute(update(nodes).where(nodes.c.id == a._id).values(until=nodes.c.until))
            await b.renew()
            assert await claim_table(b, "t") == ""


async def test_node_stops_when_lease_lapsed_in_database(postgresql: str) -> None:
    stopped_nodes = list[str]()
    async with open_shared_database(postgresql) as database:
        a = await node(database, "a:1", on_lapse=lambda: stopped_nodes.append("a"))
        await lapse(database, "a:1")
        await a.renew()
        assert stopped_nodes == ["a"]


async def test_node_stops_in_time_when_database_does_not_answer(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, stop_event, answers = StillTime(), asyncio.Event(), asyncio.Event()

    async def wait_until_renewed() -> None:
        """Wait until the lease has been renewed and the next renewal is scheduled."""
        due = [time() + RENEW_EVERY]
        await eventually(
            lambda: a.has_lease and a._lease.remaining_s == HELD_S and [call.due for call in time.waiting] == due
        )

    async def hangs() -> None:
        await answers.wait()
        raise NotWritten("it did not answer")

    async with open_shared_database(postgresql) as database:
        a = await Node.begin(database, "a:1", stop_event.set, time)
        for _ in range(3):
            await wait_until_renewed()
            time.advance(RENEW_EVERY)
        await wait_until_renewed()
        assert not stop_event.is_set(), "it renews its lease"
        monkeypatch.setattr(a, "renew", hangs)
        time.advance(RENEW_EVERY)
        await eventually(lambda: [call.due for call in time.waiting] == [time() + HELD_S - RENEW_EVERY])
        time.advance(HELD_S - RENEW_EVERY)
        await stop_event.wait()
        answers.set()
        monkeypatch.undo()
        await a.end()


async def test_node_start_deletes_lapsed_and_own_earlier_nodes(postgresql: str) -> None:
    async with open_shared_database(postgresql) as database:
        dead_node, earlier_node, other_node = [await node(database, name) for name in ("gone:1", "here:1", "other:1")]
        assert [
            await claim_table(claimant, name)
            for claimant, name in ((dead_node, "t"), (earlier_node, "u"), (other_node, "v"))
        ] == [""] * 3
        await lapse(database, "gone:1")
        new_node = await Node.begin(database, "here:1", lambda: None)
        async with database.reading() as connection:
            assert sorted(await connection.scalars(select(nodes.c.address))) == ["here:1", "other:1"]
            assert list(await connection.scalars(select(owners.c.table_id))) == ["v"]
        assert [await claim_table(new_node, name) for name in "tuv"] == ["", "", "other:1"]
        await new_node.end()


async def test_nodes_share_database_time(postgresql: str) -> None:
    clock, ahead = StillTime(), StillTime()
    ahead.advance(1000.0)
    async with open_shared_database(postgresql) as database:
        earliest = await database_time(database)
        a, b = await node(database, "a:1", clock), await node(database, "b:1", ahead)
        assert earliest <= a.database_time() <= b.database_time() <= await database_time(database)
        clock.advance(5.0)
        assert a.database_time() >= earliest + 5.0


async def database_time(database: Database) -> float:
    """Return the time of the database's clock in seconds."""
    async with database.reading() as connection:
        time_s: float | None = await connection.scalar(select(POSTGRESQL_TIME))
    assert time_s is not None
    return time_s


async def test_database_is_opened_shared_or_exclusively(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.server.storage.database.HOLD_EVERY", 0.01)
    async with open_shared_database(postgresql), open_shared_database(postgresql):
        with pytest.raises(BadDatabase, match="database-held"):
            await Database.open(postgresql)
    with monkeypatch.context() as patch:
        patch.setattr("prikup.server.storage.database.HOLD_TRIES", 1000)  # connections end at arbitrary times
        sole_database = await Database.open(postgresql)
    with pytest.raises(BadDatabase, match="database-held"):
        await Database.open(postgresql, shared=True)
    await sole_database.close()


async def test_database_opens_when_servers_start_together(postgresql: str) -> None:
    for database in await asyncio.gather(*(Database.open(postgresql, shared=True) for _ in range(3))):
        await database.close()


async def test_database_chore_runs_on_one_server_at_a_time(postgresql: str) -> None:
    async with open_shared_database(postgresql) as first_database, open_shared_database(postgresql) as second_database:
        async with first_database.chore() as ours, second_database.chore() as theirs:
            assert (ours, theirs) == (True, False)
        async with second_database.chore() as theirs:
            assert theirs


async def test_exclusive_write_waits_for_other_servers_without_blocking_its_own(postgresql: str) -> None:
    async def write_alone(database: Database) -> None:
        async with database.writing(exclusive=True):
            pass

    async with open_shared_database(postgresql) as first_database, open_shared_database(postgresql) as second_database:
        second_node = await node(second_database, "10.0.0.2:8080")
        async with first_database.writing(exclusive=True), first_database.reading() as connection:
            waiting = asyncio.create_task(write_alone(second_database))
            await eventually(second_database._waiting.locked)
            await second_node.renew()
            async with second_database.writing():
                pass
            await connection.execute(select(nodes.c.id))
            assert not waiting.done()
        await waiting


async def test_node_subtracts_renewal_time_from_pause(postgresql: str) -> None:
    clock = StillTime()
    async with open_shared_database(postgresql) as database:
        tested_node = await node(database, "10.0.0.1:8080", clock)
        request_time = clock()
        clock.advance(0.75)
        assert tested_node._pause(request_time) == 1.25
        clock.advance(1.5)
        assert tested_node._pause(request_time) == TRY_EVERY, "it took longer than it should have"
        clock.advance(5)
        assert tested_node._pause(clock()) == TRY_EVERY, "it was not granted"


async def test_node_renewal_does_not_wait_for_its_writes(postgresql: str) -> None:
    async with open_shared_database(postgresql) as database:
        tested_node = await node(database, "10.0.0.1:8080")
        async with database.writing():
            await tested_node.renew()


async def test_stalled_transaction_is_ended_and_blocks_no_other(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stand_still(database: Database) -> None:
        async with database.writing(exclusive=True) as connection:
            driver_connection = (await connection.get_raw_connection()).driver_connection
            assert driver_connection is not None
            await eventually(driver_connection.is_closed, "that PostgreSQL ends the transaction")
            await connection.execute(select(nodes.c.id))

    async with AsyncExitStack() as databases:
        with monkeypatch.context() as patch:  # the other server must not be slower than it is allowed to be
            patch.setattr("prikup.server.storage.database.IDLE_WITHIN", 1.0)
            first_database = await databases.enter_async_context(open_shared_database(postgresql))
        second_database = await databases.enter_async_context(open_shared_database(postgresql))
        with pytest.raises(NotWritten):
            await stand_still(first_database)
        async with second_database.writing(exclusive=True), first_database.reading():
            pass
