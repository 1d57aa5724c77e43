"""Nodes that share a database of PostgreSQL (make test-postgres); without one there is nothing to try."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from server.loop import in_loop
from sqlalchemy import select, update

from prikup.server.nodes import node as module
from prikup.server.nodes.lease import Lease
from prikup.server.nodes.node import Node
from prikup.server.storage.database import Database
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.sql_tables import nodes, owners
from prikup.table.host import Elsewhere
from prikup.table.storage import NotWritten


class Clock:
    """Seconds that pass when they are told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def shared(url: str) -> AsyncIterator[Database]:
    """A database that is shared."""
    database = await Database.open(url, shared=True)
    try:
        yield database
    finally:
        await database.close()


async def node(database: Database, address: str, clock: Clock, on_lapse: Callable[[], None] = lambda: None) -> Node:
    """A node that renews its lease when it is told to."""
    found = Node(database, address, on_lapse, Lease(clock))
    await found._renew()
    return found


async def lapse(database: Database, address: str) -> None:
    """Let the lease of a node be over in the database."""
    async with database.writing() as connection:
        await connection.execute(update(nodes).where(nodes.c.address == address).values(until=0.0))


async def whose(node: Node, table: str) -> str:
    """Where a node finds a table: "" if it is its own now."""
    try:
        await node.claim(table)
    except Elsewhere as elsewhere:
        return elsewhere.address or "nowhere"
    return ""


@pytest.fixture
def postgresql(url: str) -> str:
    if not url.startswith("postgresql"):
        pytest.skip("this is about PostgreSQL (make test-postgres)")
    return url


@in_loop
async def test_a_table_is_one_node_s_until_its_lease_lapses(postgresql: str) -> None:
    clock = Clock()
    async with shared(postgresql) as database, shared(postgresql) as other:
        a, b = await node(database, "a:1", clock), await node(other, "b:1", clock)
        assert sorted(await asyncio.gather(whose(a, "t"), whose(b, "t"))) in (["", "a:1"], ["", "b:1"])
        assert await asyncio.gather(*(whose(a, name) for name in "uvw")) == [""] * 3
        assert await asyncio.gather(*(whose(b, name) for name in "uvwx")) == ["a:1"] * 3 + [""]
        assert await whose(a, "u") == "", "it is its own still"
        await lapse(database, "a:1")
        assert [await whose(b, name) for name in "uv"] == [""] * 2
        clock.now += 1
        await a._renew()
        assert [await whose(a, name) for name in "uvw"] == ["b:1", "b:1", ""]


@in_loop
async def test_a_table_that_is_released_is_anybody_s(postgresql: str) -> None:
    async with shared(postgresql) as database:
        a, b = await node(database, "a:1", Clock()), await node(database, "b:1", Clock())
        assert await whose(a, "t") == ""
        await b.release("t")
        assert await whose(b, "t") == "a:1", "nobody gives away what others have"
        await a.release("t")
        assert await whose(b, "t") == ""
        await b.end()
        assert await whose(a, "t") == ""


@in_loop
async def test_a_node_that_has_not_renewed_claims_nothing_and_stops_once(postgresql: str) -> None:
    clock, stopped = Clock(), list[str]()
    async with shared(postgresql) as database:
        a = await node(database, "a:1", clock, lambda: stopped.append("a"))
        clock.now += 4
        assert await whose(a, "t") == "nowhere"
        for _ in range(2):
            a._look()
        assert stopped == ["a"]
        await a._renew()
        assert await whose(a, "t") == ""
        assert stopped == ["a"]


@in_loop
async def test_a_lease_that_others_could_have_taken_is_noticed_whatever_the_clock_says(postgresql: str) -> None:
    stopped = list[str]()
    async with shared(postgresql) as database:
        a = await node(database, "a:1", Clock(), lambda: stopped.append("a"))
        await lapse(database, "a:1")
        await a._renew()
        assert stopped == ["a"]


@in_loop
async def test_a_database_that_does_not_answer_stops_a_node_in_time(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prikup.server.nodes.lease.HELD_S", 0.3)
    monkeypatch.setattr(module, "RENEW_EVERY", 0.05)
    stopped = asyncio.Event()
    async with shared(postgresql) as database:
        a = await Node.begin(database, "a:1", stopped.set)
        await asyncio.sleep(0.5)
        assert not stopped.is_set(), "it renews its lease"

        async def hangs() -> None:
            await asyncio.sleep(1.0)
            raise NotWritten("it did not answer")

        monkeypatch.setattr(a, "_renew", hangs)
        async with asyncio.timeout(0.8):  # less than the database takes
            await stopped.wait()
        monkeypatch.undo()
        await a.end()


@in_loop
async def test_who_begins_forgets_who_is_gone(postgresql: str) -> None:
    async with shared(postgresql) as database:
        gone, before, other = [await node(database, name, Clock()) for name in ("gone:1", "here:1", "other:1")]
        assert [await whose(each, name) for each, name in ((gone, "t"), (before, "u"), (other, "v"))] == [""] * 3
        await lapse(database, "gone:1")
        here = await Node.begin(database, "here:1", lambda: None)
        async with database.reading() as connection:
            assert sorted(await connection.scalars(select(nodes.c.address))) == ["here:1", "other:1"]
            assert list(await connection.scalars(select(owners.c.table_id))) == ["v"]
        assert [await whose(here, name) for name in "tuv"] == ["", "", "other:1"]
        await here.end()


@in_loop
async def test_all_nodes_have_the_time_of_the_database(postgresql: str) -> None:
    ahead = Clock()
    async with shared(postgresql) as database:
        a, b = await node(database, "a:1", Clock()), await node(database, "b:1", ahead)
        ahead.now += 0.0
        assert abs(a.now() - b.now()) < 2


@in_loop
async def test_a_database_is_shared_by_all_or_had_by_one(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.server.storage.database.HOLD_EVERY", 0.01)
    async with shared(postgresql), shared(postgresql):
        with pytest.raises(BadDatabase, match="database-held"):
            await Database.open(postgresql)
    alone = await Database.open(postgresql)
    with pytest.raises(BadDatabase, match="database-held"):
        await Database.open(postgresql, shared=True)
    await alone.close()


@in_loop
async def test_servers_that_begin_at_once_upgrade_once(postgresql: str) -> None:
    for each in await asyncio.gather(*(Database.open(postgresql, shared=True) for _ in range(3))):
        await each.close()


@in_loop
async def test_one_server_at_a_time_tidies_up(postgresql: str) -> None:
    async with shared(postgresql) as one, shared(postgresql) as other:
        async with one.chore() as ours, other.chore() as theirs:
            assert (ours, theirs) == (True, False)
        async with other.chore() as theirs:
            assert theirs


@in_loop
async def test_what_is_written_alone_waits_for_other_servers(postgresql: str) -> None:
    course = list[str]()

    async def write(database: Database, name: str) -> None:
        async with database.writing(alone=True):
            course.append(name)
            await asyncio.sleep(0.1)
            course.append(name)

    async with shared(postgresql) as one, shared(postgresql) as other:
        await asyncio.gather(write(one, "a"), write(other, "b"))
    assert course in (["a", "a", "b", "b"], ["b", "b", "a", "a"])


@in_loop
async def test_a_transaction_that_is_cut_off_does_not_hold_up_others(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prikup.server.storage.database.IDLE_WITHIN", 0.2)

    async def stand_still(database: Database) -> None:
        async with database.writing(alone=True) as connection:
            await asyncio.sleep(1.0)
            await connection.execute(select(nodes.c.id))

    async with shared(postgresql) as one, shared(postgresql) as other:
        with pytest.raises(NotWritten):
            await stand_still(one)
        async with asyncio.timeout(5), other.writing(alone=True), one.reading():
            pass


@in_loop
async def test_a_file_is_not_shared(tmp_path: object) -> None:
    with pytest.raises(BadDatabase, match="database-unshared"):
        await Database.open(f"sqlite:///{tmp_path}/prikup.db", shared=True)
