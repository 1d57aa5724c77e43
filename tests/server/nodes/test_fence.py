"""Late commits: PostgreSQL still writes one of unknown outcome, or the owner has lost its table.

No such commit may appear after a client has been sent the state of the table (make test-postgres).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from server.node_cluster import claim_table, lapse, node
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from support.example_games import example
from support.waiting import DEADLINE_S, eventually
from table.recording_client import Somebody

from prikup.server.nodes.node import Node
from prikup.server.storage.event_store import SqlEventStore
from prikup.table.host.background_workers import Inline
from prikup.table.host.storage import Commit, NewTableRecord, NotRead, NotWritten
from prikup.table.protocol.client_messages import ProposeCommand
from prikup.table.protocol.server_messages import ReceiptMessage, RefusedMessage
from prikup.table.registry import TableRegistry
from prikup.table.table_settings import TableSettings, Timing

LOCK = 7
"""The advisory lock, held by the test, that slow commits wait for."""
WAIT = f"BEGIN PERFORM pg_advisory_xact_lock({LOCK}); RETURN NULL; END"
SLOWLY = (
    f"CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ {WAIT} $$",
    "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON moves INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow()",
)
WAITS = text(f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = {LOCK} AND NOT granted")


@asynccontextmanager
async def store_of(url: str) -> AsyncIterator[SqlEventStore]:
    store = await SqlEventStore.open(url, shared=True)
    try:
        yield store
    finally:
        await store.close()


async def node_of(store: SqlEventStore, address: str) -> Node:
    """Return a node whose claims fence the writes of a store."""
    new_node = await node(store.database, address)
    store.fence = new_node.hold
    return new_node


def commit(seq: int, table: str = "t") -> Commit:
    return Commit(table, seq, b"[]", f"anna/{seq}", "d" * 64, 1)


async def create(store: SqlEventStore, *names: str) -> None:
    for name in names:
        await store.create(NewTableRecord(name, b"{}", "host"))


class Held:
    """Delays PostgreSQL's commits of tables until released. `cut`: a connection was broken during its commit."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection, self.cut = connection, False

    async def let_go_on(self) -> None:
        await self._connection.execute(text(f"SELECT pg_advisory_unlock({LOCK})"))

    async def _cut(self, driver_connection: Any) -> None:
        while not await self._connection.scalar(WAITS):
            pass
        driver_connection.terminate()
        self.cut = True

    def cut_amid_commit(self, store: SqlEventStore) -> None:
        """Break the connection of the next transaction during COMMIT; PostgreSQL goes on with the commit."""

        def commits(connection: Any) -> None:
            driver_connection = connection.connection.dbapi_connection.driver_connection
            self._cutting = asyncio.ensure_future(self._cut(driver_connection))

        event.listen(store.database._engine.sync_engine, "commit", commits, once=True)


@asynccontextmanager
async def delay_commits(store: SqlEventStore) -> AsyncIterator[Held]:
    """Delay every commit of a table in PostgreSQL."""
    async with store.database.writing() as connection:
        for statement in SLOWLY:
            await connection.execute(text(statement))
    engine = create_async_engine(store.database._engine.url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"SELECT pg_advisory_lock({LOCK})"))
        yield Held(connection)
    await engine.dispose()


async def test_fence_refuses_writes_to_table_claimed_by_another_node(postgresql: str) -> None:
    async with store_of(postgresql) as first_store, store_of(postgresql) as second_store:
        a, b = await node_of(first_store, "a:1"), await node_of(second_store, "b:1")
        await create(first_store, "t", "u")
        assert [await claim_table(a, name) for name in "tu"] == ["", ""]
        await first_store.write(commit(1))
        await lapse(first_store.database, "a:1")
        assert await claim_table(b, "t") == ""
        late = await asyncio.gather(
            first_store.write(commit(2)), first_store.write(commit(1, "u")), return_exceptions=True
        )
        assert [type(entry) for entry in late] == [NotWritten, type(None)], "nobody has taken the other one"
        assert [entry.seq for entry in await second_store.commits("t")] == [1]
        await second_store.write(commit(2))


async def test_fence_excludes_transactions_of_earlier_claim(postgresql: str) -> None:
    """A late transaction of the same node is fenced too, because it started under the earlier claim."""
    async with store_of(postgresql) as store:
        a = await node_of(store, "a:1")
        await create(store, "t")
        assert await claim_table(a, "t") == ""
        async with store.database.reading() as late:
            assert await a.hold(late, ["t"]) == {"t"}
            assert await claim_table(a, "t") == "nowhere", "a transaction of its own may still write there"
            await late.rollback()
        old_claim = a._claimed["t"]
        assert await claim_table(a, "t") == ""
        new_claim, a._claimed["t"] = a._claimed["t"], old_claim
        async with store.database.reading() as late:
            assert await a.hold(late, ["t"]) == set()
            a._claimed["t"] = new_claim
            assert await a.hold(late, ["t"]) == {"t"}


async def test_claim_waits_for_unfinished_commit_without_delaying_other_tables(postgresql: str) -> None:
    async with store_of(postgresql) as first_store, store_of(postgresql) as second_store:
        a, b = await node_of(first_store, "a:1"), await node_of(second_store, "b:1")
        await create(first_store, "t", "u", "v")
        assert [await claim_table(a, name) for name in "tu"] == ["", ""]
        async with delay_commits(first_store) as delay:
            delay.cut_amid_commit(first_store)
            with pytest.raises(NotWritten):
                await first_store.write(commit(1))
            assert await asyncio.gather(*(claim_table(a, name) for name in "tuv")) == ["nowhere", "", ""]
            await a.release("t")
            await lapse(first_store.database, "a:1")
            assert await asyncio.gather(*(claim_table(b, name) for name in "tuv")) == ["nowhere", "", ""]
            assert await second_store.commits("t") == [], "and these rows nobody has acted upon"
            await delay.let_go_on()
            while await claim_table(b, "t"):
                pass
            assert [row.seq for row in await second_store.commits("t")] == [1]


async def test_event_store_read_waits_for_unfinished_write_of_same_server(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for that write; if the write does not end, nothing is read."""
    store = await SqlEventStore.open(postgresql)
    await create(store, "t", "u")
    assert await store.commits("t") == []
    async with delay_commits(store) as delay:
        delay.cut_amid_commit(store)
        with pytest.raises(NotWritten):
            await store.write(commit(1))
        with monkeypatch.context() as patch:
            patch.setattr("prikup.server.storage.database.SETTLES_WITHIN", 0.25)
            with pytest.raises(NotRead):
                await store.commits("t")
        monkeypatch.setattr("prikup.server.storage.database.SETTLES_WITHIN", DEADLINE_S)
        reading = [asyncio.create_task(store.commits(name)) for name in "tu"]
        await delay.let_go_on()
        assert [[row.seq for row in rows] for rows in await asyncio.gather(*reading)] == [[1], []]
    await store.close()


async def test_command_is_confirmed_if_its_commit_succeeds_after_lost_connection(postgresql: str) -> None:
    async with store_of(postgresql) as store:
        timing = Timing(hash_s=DEADLINE_S)  # the shuffle makes no commit meanwhile
        tables = TableRegistry(store, Inline(), timing, claims=await node_of(store, "a:1"))
        table = await tables.find(await tables.open(TableSettings(example(seats=4), "", host="host", bots=True)))
        assert table is not None
        table.join(host := Somebody("host"))
        await eventually(lambda: table.stage == "shuffle")
        async with delay_commits(store) as delay:
            delay.cut_amid_commit(store)
            table.receive(host, ProposeCommand("1", "stop"))
            await eventually(lambda: delay.cut)
            await delay.let_go_on()
            await eventually(lambda: host.all(ReceiptMessage) or host.all(RefusedMessage))
        assert (host.all(ReceiptMessage), host.all(RefusedMessage)) == ([ReceiptMessage("1", 3)], [])
        await tables.close()
