"""Commits that come late: PostgreSQL still writes one of which nobody has heard, or an owner has lost its table.

Nothing of that may come after somebody was told how the table stands (make test-postgres).
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from server.loop import in_loop
from server.several import Clock, lapse, node, whose
from sqlalchemy import event, text
from support.example_games import example

from prikup.errors import Reason
from prikup.server.nodes.node import Node
from prikup.server.storage.event_store import SqlEventStore
from prikup.table.protocol import Propose, Receipt, Refused, Told
from prikup.table.registry import TableRegistry
from prikup.table.storage import Commit, NotRead, NotWritten, Opening
from prikup.table.table_settings import TableSettings, Timing
from prikup.table.workers import Inline

SLOW = 1.0
"""Seconds that PostgreSQL takes over a commit where it is slow."""
WAIT = f"BEGIN PERFORM pg_sleep({SLOW}); RETURN NULL; END"
SLOWLY = (
    f"CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ {WAIT} $$",
    "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON moves INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow()",
)


@asynccontextmanager
async def store_of(url: str) -> AsyncIterator[SqlEventStore]:
    store = await SqlEventStore.open(url, shared=True)
    try:
        yield store
    finally:
        await store.close()


async def node_of(store: SqlEventStore, address: str) -> Node:
    """A node with a store that writes for it."""
    found = await node(store.database, address, Clock())
    store.fence = found.hold
    return found


def commit(seq: int, table: str = "t") -> Commit:
    return Commit(table, seq, b"[]", f"anna/{seq}", "d" * 64, 1)


async def create(store: SqlEventStore, *names: str) -> None:
    for name in names:
        await store.create(Opening(name, b"{}", "host"))


async def slow_commits(store: SqlEventStore) -> None:
    """From now on PostgreSQL takes its time over each commit of a table."""
    async with store.database.writing() as connection:
        for statement in SLOWLY:
            await connection.execute(text(statement))


def cut_amid_commit(store: SqlEventStore) -> None:
    """Let the connection of the next transaction be lost while PostgreSQL commits it, which goes on with that."""
    loop = asyncio.get_running_loop()

    def commits(connection: Any) -> None:
        loop.call_later(SLOW / 4, connection.connection.dbapi_connection.driver_connection.terminate)

    event.listen(store.database._engine.sync_engine, "commit", commits, once=True)


async def becomes(true: Callable[[], object], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


@in_loop
async def test_a_node_writes_nothing_at_a_table_that_it_has_lost(postgresql: str) -> None:
    async with store_of(postgresql) as one, store_of(postgresql) as other:
        a, b = await node_of(one, "a:1"), await node_of(other, "b:1")
        await create(one, "t", "u")
        assert [await whose(a, name) for name in "tu"] == ["", ""]
        await one.write(commit(1))
        await lapse(one.database, "a:1")
        assert await whose(b, "t") == ""
        late = await asyncio.gather(one.write(commit(2)), one.write(commit(1, "u")), return_exceptions=True)
        assert [type(each) for each in late] == [NotWritten, type(None)], "nobody has taken the other one"
        assert [each.seq for each in await other.commits("t")] == [1]
        await other.write(commit(2))


@in_loop
async def test_who_claims_a_table_again_has_what_it_wrote_before_or_nothing_of_it(postgresql: str) -> None:
    """A late transaction of its own is fenced too: it began by the claim before."""
    async with store_of(postgresql) as store:
        a = await node_of(store, "a:1")
        await create(store, "t")
        assert await whose(a, "t") == ""
        async with store.database.reading() as late:
            assert await a.hold(late, ["t"]) == {"t"}
            assert await whose(a, "t") == "nowhere", "a transaction of its own may still write there"
            await late.rollback()
        before = a._claimed["t"]
        assert await whose(a, "t") == ""
        now, a._claimed["t"] = a._claimed["t"], before
        async with store.database.reading() as late:
            assert await a.hold(late, ["t"]) == set()
            a._claimed["t"] = now
            assert await a.hold(late, ["t"]) == {"t"}


@in_loop
async def test_a_commit_under_way_is_waited_for_and_holds_up_no_other_table(postgresql: str) -> None:
    async with store_of(postgresql) as one, store_of(postgresql) as other:
        a, b = await node_of(one, "a:1"), await node_of(other, "b:1")
        await create(one, "t", "u", "v")
        assert [await whose(a, name) for name in "tu"] == ["", ""]
        await slow_commits(one)
        cut_amid_commit(one)
        with pytest.raises(NotWritten):
            await one.write(commit(1))
        async with asyncio.timeout(SLOW / 2):
            assert await asyncio.gather(*(whose(a, name) for name in "tuv")) == ["nowhere", "", ""]
            await a.release("t")
            await lapse(one.database, "a:1")
            assert await asyncio.gather(*(whose(b, name) for name in "tuv")) == ["nowhere", "", ""]
            assert await other.commits("t") == [], "and these rows nobody has acted upon"
        while await whose(b, "t"):
            await asyncio.sleep(0.05)
        assert [each.seq for each in await other.commits("t")] == [1]


@in_loop
async def test_a_server_alone_reads_no_rows_while_one_of_its_own_is_on_its_way(postgresql: str) -> None:
    store = await SqlEventStore.open(postgresql)
    await create(store, "t", "u")
    assert await store.commits("t") == []
    await slow_commits(store)
    cut_amid_commit(store)
    with pytest.raises(NotWritten):
        await store.write(commit(1))
    found = await asyncio.gather(*(store.commits(name) for name in "tu"))
    assert [[each.seq for each in rows] for rows in found] == [[1], []]
    await store.close()


@in_loop
async def test_a_commit_that_does_not_end_lets_nothing_be_read(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prikup.server.storage.database.SETTLES_WITHIN", SLOW / 4)
    store = await SqlEventStore.open(postgresql)
    await create(store, "t")
    await slow_commits(store)
    cut_amid_commit(store)
    with pytest.raises(NotWritten):
        await store.write(commit(1))
    with pytest.raises(NotRead):
        await store.commits("t")
    await asyncio.sleep(SLOW)
    assert [each.seq for each in await store.commits("t")] == [1]
    await store.close()


class Client:
    """A connection that remembers what it was told."""

    user, name, guest, came = "host", "Vera", True, 0

    def __init__(self) -> None:
        self.told: list[Told] = []

    def tell(self, message: Told) -> None:
        self.told.append(message)

    def close(self, code: int, reason: Reason) -> None:
        raise AssertionError(reason)


@in_loop
async def test_nobody_is_refused_what_is_done_after_all(postgresql: str) -> None:
    async with store_of(postgresql) as store:
        tables = TableRegistry(store, Inline(), Timing(), claims=await node_of(store, "a:1"))
        table = await tables.find(await tables.open(TableSettings(example(seats=4), "", host="host", bots=True)))
        assert table is not None
        table.join(client := Client())
        await becomes(lambda: table.stage == "shuffle")
        await slow_commits(store)
        cut_amid_commit(store)
        table.say(client, Propose("1", "stop"))
        await becomes(lambda: any(isinstance(each, Receipt | Refused) for each in client.told))
        assert [each for each in client.told if isinstance(each, Receipt | Refused)] == [Receipt("1", 3)]
        await tables.close()
