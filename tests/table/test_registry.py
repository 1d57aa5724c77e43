"""The table registry: loads a table once for all clients, unloads it when empty, releases it when a node stops."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from server.run_coroutines import run_in_event_loop
from sqlalchemy import insert, update
from support.example_games import example
from table.recording_client import Somebody
from table.stores import MemoryShelf
from table.tables import run_loop, table_test, yield_to_tasks

from prikup.device.table_store import TabStore
from prikup.rules.errors import Reason
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import moves, tables
from prikup.table.actor import Table
from prikup.table.commit import Committer
from prikup.table.host.background_workers import Inline
from prikup.table.host.services import OwnedElsewhere, TableOwnership
from prikup.table.host.storage import LENGTH, NotRead
from prikup.table.protocol.server_messages import CloseMessage
from prikup.table.registry import UNLOAD_EVERY, TableRegistry
from prikup.table.table_settings import TableSettings, Timing

SETTINGS = TableSettings(example(seats=4), "", host="vera")
IDLE_S = Timing().idle_s
STOPS = Reason("server-stops")
NO_DELAY, FIVE_SECONDS = (lambda: 0.0), (lambda: 5.0)
"""Delays in seconds before each client of a released table reconnects."""


@asynccontextmanager
async def registry(store: TabStore | SqlEventStore | None = None) -> AsyncIterator[TableRegistry]:
    """Open a registry; without a store it gets one in memory."""
    tables = TableRegistry(store or TabStore(MemoryShelf()), Inline(), Timing())
    try:
        yield tables
    finally:
        await tables.close()


@asynccontextmanager
async def sql_registry(folder: Path) -> AsyncIterator[tuple[TableRegistry, SqlEventStore]]:
    """Open the registry of a server, and its database."""
    store = await SqlEventStore.open(f"sqlite:///{folder}/tables.sqlite")
    async with registry(store) as tables:
        yield tables, store
    await store.close()


class RecordedOwnership(TableOwnership):
    """Ownership of all tables; `kept` are the tables that remained when all others were given up."""

    kept: Collection[str] = ()

    async def claim(self, table: str) -> None:
        pass

    async def release(self, table: str) -> None:
        pass

    async def release_others(self, tables: Collection[str]) -> None:
        self.kept = set(tables)


async def load_table(tables: TableRegistry, name: str = "") -> Table:
    """Return a table; without a name, a new one."""
    table = await tables.find(name or await tables.open(SETTINGS))
    assert table is not None
    return table


async def table_with_client(tables: TableRegistry, user: str = "vera") -> tuple[Table, Somebody]:
    """Return a new table and a client that has joined it."""
    table = await load_table(tables)
    table.join(person := Somebody(user))
    await run_loop()
    assert table.clients == 1
    return table, person


def goodbyes(*people: Somebody) -> list[Reason | None]:
    """Return for each client the reason why it was disconnected, or None."""
    return [person.last(CloseMessage).reason if person.code else None for person in people]


@table_test
async def test_registry_loads_table_once_for_simultaneous_requests() -> None:
    async with registry() as tables:
        name = await tables.open(SETTINGS)
        assert (len(name), len(tables)) == (LENGTH, 0)
        table, *other_tables = await asyncio.gather(*(tables.find(name) for _ in range(20)))
        assert table is not None
        assert all(other_table is table for other_table in other_tables)
        assert (table.id, table.settings, len(tables)) == (name, SETTINGS, 1)
        for unknown_name in ("nothing", "", "../../etc", "x" * 5000):
            assert await tables.find(unknown_name) is None
            assert len(tables) == 1, "a table that never was is not remembered"


@table_test
async def test_registry_unloads_and_reloads_empty_table() -> None:
    async with registry() as tables:
        first = await load_table(tables)
        await run_loop(IDLE_S)
        assert len(tables) == 1
        await run_loop(UNLOAD_EVERY)
        assert len(tables) == 0
        assert await load_table(tables, first.id) is not first


@table_test
async def test_registry_does_not_unload_table_with_clients() -> None:
    async with registry() as tables:
        table, person = await table_with_client(tables)
        unused_table = await load_table(tables)
        await run_loop(2 * IDLE_S)
        assert (table.id in tables, unused_table.id in tables) == (True, False)
        assert await load_table(tables, table.id) is table
        table.leave(person)
        await run_loop(IDLE_S + UNLOAD_EVERY)
        assert len(tables) == 0


@table_test
async def test_registry_does_not_unload_table_while_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    load = Table.load

    async def slow_load(*arguments: Any) -> Table:
        await run_loop(3 * IDLE_S)
        return await load(*arguments)

    monkeypatch.setattr(Table, "load", slow_load)
    async with registry() as tables:
        await load_table(tables)
        assert len(tables) == 1
        await run_loop(IDLE_S + UNLOAD_EVERY)
        assert len(tables) == 0


@table_test
async def test_registry_reloads_table_only_after_its_unloading_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first instance has written everything before the second reads it; clients wait meanwhile."""
    living_tables = waiting_count = 0
    load, stop = Table.load, Table.stop

    async def counting_load(*arguments: Any) -> Table:
        nonlocal living_tables
        living_tables += 1
        assert living_tables == 1
        return await load(*arguments)

    async def slow_stop(table: Table) -> None:
        nonlocal living_tables
        await run_loop(5)
        await stop(table)
        living_tables -= 1

    monkeypatch.setattr(Table, "load", counting_load)
    monkeypatch.setattr(Table, "stop", slow_stop)
    async with registry() as tables:
        name = await tables.open(SETTINGS)
        for _ in range(3):
            await load_table(tables, name)
            while len(tables):
                await run_loop(1)
            waiting_count += living_tables
    assert waiting_count == 3


@table_test
async def test_registry_retries_table_that_failed_to_load(monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: Any) -> Table:
        raise OSError

    async with registry() as tables:
        name = await tables.open(SETTINGS)
        with monkeypatch.context() as broken:
            broken.setattr(Table, "load", failing)
            with pytest.raises(NotRead):
                await tables.find(name)
            waiting = asyncio.create_task(tables.find(name))
            await yield_to_tasks()
            tables.unload()
            with pytest.raises(NotRead):
                await waiting
        assert len(tables) == 0
        await load_table(tables, name)


@table_test
async def test_registry_continues_loading_after_a_request_is_cancelled() -> None:
    async with registry() as tables:
        name = await tables.open(SETTINGS)
        cancelled_task, waiting_task = (asyncio.create_task(tables.find(name)) for _ in range(2))
        await yield_to_tasks()
        cancelled_task.cancel()
        assert await waiting_task
        assert cancelled_task.cancelled()
        tables.unload()
        waiting = [asyncio.create_task(tables.find(name)) for _ in range(2)]
        while name not in tables:
            await yield_to_tasks()
        tables.unload()
        for task in waiting:
            with pytest.raises(OwnedElsewhere):  # a client joining it would receive nothing
                await task
        assert await tables.find(name), "whoever asks again has it"


@table_test
async def test_closed_registry_has_no_tables() -> None:
    async with registry() as tables:
        table = await load_table(tables)
        await tables.close()
        assert len(tables) == 0
        with pytest.raises(OwnedElsewhere):
            await tables.find(table.id)
        read = await tables.look(table.id)
        assert read is not None
        assert (read.settings, len(tables)) == (SETTINGS, 0)


@table_test
async def test_registry_shutdown_disconnects_tables_independently(monkeypatch: pytest.MonkeyPatch) -> None:
    release, stop = asyncio.Event(), Table.stop

    async def delayed_stop(table: Table) -> None:
        if table is slow:
            await release.wait()
        await stop(table)

    monkeypatch.setattr(Table, "stop", delayed_stop)
    async with registry() as tables:
        (slow, first), (quick, second) = await table_with_client(tables), await table_with_client(tables)
        await tables.leave(STOPS, NO_DELAY)
        quick.join(early_client := Somebody("anna"))
        await run_loop()
        assert goodbyes(first, second, early_client) == [None, STOPS, STOPS]
        release.set()
        await tables.close()
        slow.join(late_client := Somebody("anna"))
        assert goodbyes(first, late_client) == [STOPS, STOPS]


@table_test
async def test_registry_shutdown_releases_tables_in_turn() -> None:
    async with registry() as tables:
        empty, (first_table, first_client), (second_table, second_client) = (
            await load_table(tables),
            await table_with_client(tables),
            await table_with_client(tables),
        )
        leaving = asyncio.create_task(tables.leave(STOPS, FIVE_SECONDS))
        await run_loop(4)
        assert goodbyes(first_client, second_client) == [STOPS, None]
        assert [table.id in tables for table in (empty, first_table, second_table)] == [False, False, True], (
            "none for nobody"
        )
        for unloaded_table in (empty, first_table):
            with pytest.raises(OwnedElsewhere):
                await tables.find(unloaded_table.id)
        assert await load_table(tables, second_table.id) is second_table
        second_table.join(new_client := Somebody("anna"))
        await run_loop()
        assert (second_table.clients, goodbyes(second_client, new_client)) == (2, [None, None])
        await run_loop(1)
        assert (leaving.done(), goodbyes(second_client, new_client)) == (False, [STOPS, STOPS])
        leaving.cancel()


@run_in_event_loop
async def test_registry_stores_seat_before_server_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash_event = asyncio.Event()

    def crash(*_: Any) -> None:
        crash_event.set()
        raise RuntimeError("nobody hears of the row")

    monkeypatch.setattr(Committer, "_announce", crash)
    async with sql_registry(tmp_path) as (tables, store):
        table = await load_table(tables)
        table.join(Somebody("vera"))
        await crash_event.wait()
        (user_table,) = await store.tables_of("vera")
        assert user_table.seat == 0


@run_in_event_loop
async def test_registry_confines_unreadable_rows_to_their_table(tmp_path: Path) -> None:
    async with sql_registry(tmp_path) as (table_registry, store):
        sound_id, *damaged_ids = [await table_registry.open(SETTINGS) for _ in range(4)]
        async with store.database.writing() as connection:
            for damage in (
                update(tables).where(tables.c.id == damaged_ids[0]).values(settings=b"no JSON"),
                insert(moves).values(table_id=damaged_ids[1], seq=1, events=b"[5]", at=0),
                insert(moves).values(table_id=damaged_ids[2], seq=2, events=b"[]", at=0),  # the first row is missing
            ):
                await connection.execute(damage)
        for name in (*damaged_ids, *damaged_ids):
            with pytest.raises(NotRead):
                await table_registry.find(name)
            assert await table_registry.find(sound_id)


@run_in_event_loop
async def test_registry_that_loads_no_more_keeps_only_tables_in_memory() -> None:
    store, claims = TabStore(MemoryShelf()), RecordedOwnership()
    tables = TableRegistry(store, Inline(), Timing(), claims=claims)
    loaded_table, other_name = await load_table(tables), await tables.open(SETTINGS)
    await tables.stop_loading()
    assert claims.kept == {loaded_table.id}
    assert await tables.find(loaded_table.id) is loaded_table
    with pytest.raises(OwnedElsewhere):
        await tables.find(other_name)
    await tables.close()


@table_test
async def test_registry_lets_named_tables_or_all_tables_check_timed_changes() -> None:
    async with registry() as tables:
        first, second = await load_table(tables), await load_table(tables)
        with patch.object(Table, "check_timed_changes", autospec=True) as look_mock:
            tables.check_timed_changes([second.id, "not in memory"])
            assert [call.args for call in look_mock.call_args_list] == [(second,)]
            look_mock.reset_mock()
            tables.check_timed_changes(None)
            assert [call.args for call in look_mock.call_args_list] == [(first,), (second,)]
