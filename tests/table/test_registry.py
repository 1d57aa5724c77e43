"""The table registry: loads a table once for all clients, unloads it when empty, releases it when a node stops."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from server.run_coroutines import run_in_event_loop
from sqlalchemy import insert, update
from support.example_games import example
from table.stores import MemoryShelf
from table.tables import Somebody, at_table, others_run, quiet

from prikup.device.table_store import TabStore
from prikup.rules.errors import Reason
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import moves, tables
from prikup.table.actor import Table
from prikup.table.background_workers import Inline
from prikup.table.commit import Committer
from prikup.table.host import Elsewhere
from prikup.table.protocol import Goodbye
from prikup.table.registry import UNLOAD_EVERY, TableRegistry
from prikup.table.storage import LENGTH, NotRead
from prikup.table.table_settings import TableSettings, Timing

SETTINGS = TableSettings(example(seats=4), "", host="vera")
IDLE_S = Timing().idle_s
STOPS = Reason("server-stops")
NOW, LATER = (lambda: 0.0), (lambda: 5.0)
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


async def loaded(tables: TableRegistry, name: str = "") -> Table:
    """Return a table; without a name, a new one."""
    table = await tables.find(name or await tables.open(SETTINGS))
    assert table is not None
    return table


async def visited(tables: TableRegistry, user: str = "vera") -> tuple[Table, Somebody]:
    """Return a new table and a client that has joined it."""
    table = await loaded(tables)
    table.join(person := Somebody(user))
    await quiet()
    assert table.clients == 1
    return table, person


def goodbyes(*people: Somebody) -> list[Reason | None]:
    """Return for each client the reason why it was disconnected, or None."""
    return [person.last(Goodbye).reason if person.code else None for person in people]


@at_table
async def test_registry_loads_one_table_for_all_who_come_at_once() -> None:
    async with registry() as tables:
        name = await tables.open(SETTINGS)
        assert (len(name), len(tables)) == (LENGTH, 0)
        table, *others = await asyncio.gather(*(tables.find(name) for _ in range(20)))
        assert table is not None
        assert all(other is table for other in others)
        assert (table.id, table.settings, len(tables)) == (name, SETTINGS, 1)
        for nothing in ("nothing", "", "../../etc", "x" * 5000):
            assert await tables.find(nothing) is None
            assert len(tables) == 1, "a table that never was is not remembered"


@at_table
async def test_registry_unloads_and_reloads_empty_table() -> None:
    async with registry() as tables:
        first = await loaded(tables)
        await quiet(IDLE_S)
        assert len(tables) == 1
        await quiet(UNLOAD_EVERY)
        assert len(tables) == 0
        assert await loaded(tables, first.id) is not first


@at_table
async def test_registry_keeps_table_where_somebody_is() -> None:
    async with registry() as tables:
        table, person = await visited(tables)
        unused = await loaded(tables)
        await quiet(2 * IDLE_S)
        assert (table.id in tables, unused.id in tables) == (True, False)
        assert await loaded(tables, table.id) is table
        table.leave(person)
        await quiet(IDLE_S + UNLOAD_EVERY)
        assert len(tables) == 0


@at_table
async def test_registry_does_not_unload_what_is_still_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    load = Table.load

    async def slowly(*given: Any) -> Table:
        await quiet(3 * IDLE_S)
        return await load(*given)

    monkeypatch.setattr(Table, "load", slowly)
    async with registry() as tables:
        await loaded(tables)
        assert len(tables) == 1
        await quiet(IDLE_S + UNLOAD_EVERY)
        assert len(tables) == 0


@at_table
async def test_registry_has_no_table_twice_while_it_is_unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first instance has written everything before the second reads it; clients wait meanwhile."""
    living = waited = 0
    load, stop = Table.load, Table.stop

    async def counted(*given: Any) -> Table:
        nonlocal living
        living += 1
        assert living == 1
        return await load(*given)

    async def slowly(table: Table) -> None:
        nonlocal living
        await quiet(5)
        await stop(table)
        living -= 1

    monkeypatch.setattr(Table, "load", counted)
    monkeypatch.setattr(Table, "stop", slowly)
    async with registry() as tables:
        name = await tables.open(SETTINGS)
        for _ in range(3):
            await loaded(tables, name)
            while len(tables):
                await quiet(1)
            waited += living
    assert waited == 3


@at_table
async def test_registry_tries_again_to_read_what_could_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: Any) -> Table:
        raise OSError

    async with registry() as tables:
        name = await tables.open(SETTINGS)
        with monkeypatch.context() as broken:
            broken.setattr(Table, "load", failing)
            with pytest.raises(NotRead):
                await tables.find(name)
            waiting = asyncio.create_task(tables.find(name))
            await others_run()
            tables.unload()
            with pytest.raises(NotRead):
                await waiting
        assert len(tables) == 0
        await loaded(tables, name)


@at_table
async def test_registry_goes_on_loading_for_those_who_still_wait() -> None:
    async with registry() as tables:
        name = await tables.open(SETTINGS)
        hasty, patient = (asyncio.create_task(tables.find(name)) for _ in range(2))
        await others_run()
        hasty.cancel()
        assert await patient
        assert hasty.cancelled()
        tables.unload()
        waiting = [asyncio.create_task(tables.find(name)) for _ in range(2)]
        while name not in tables:
            await others_run()
        tables.unload()
        for one in waiting:
            with pytest.raises(Elsewhere):  # a client joining it would receive nothing
                await one
        assert await tables.find(name), "whoever asks again has it"


@at_table
async def test_closed_registry_has_no_tables() -> None:
    async with registry() as tables:
        table = await loaded(tables)
        await tables.close()
        assert len(tables) == 0
        with pytest.raises(Elsewhere):
            await tables.find(table.id)
        read = await tables.look(table.id)
        assert read is not None
        assert (read.settings, len(tables)) == (SETTINGS, 0)


@at_table
async def test_leaving_registry_sends_people_away_from_each_table_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    release, stop = asyncio.Event(), Table.stop

    async def stopped(table: Table) -> None:
        if table is slow:
            await release.wait()
        await stop(table)

    monkeypatch.setattr(Table, "stop", stopped)
    async with registry() as tables:
        (slow, first), (quick, second) = await visited(tables), await visited(tables)
        await tables.leave(STOPS, NOW)
        quick.join(before := Somebody("anna"))
        await quiet()
        assert goodbyes(first, second, before) == [None, STOPS, STOPS]
        release.set()
        await tables.close()
        slow.join(after := Somebody("anna"))
        assert goodbyes(first, after) == [STOPS, STOPS]


@at_table
async def test_leaving_registry_gives_up_one_table_after_the_other() -> None:
    async with registry() as tables:
        empty, (first, here), (second, there) = await loaded(tables), await visited(tables), await visited(tables)
        leaving = asyncio.create_task(tables.leave(STOPS, LATER))
        await quiet(4)
        assert goodbyes(here, there) == [STOPS, None]
        assert [table.id in tables for table in (empty, first, second)] == [False, False, True], "none for nobody"
        for gone in (empty, first):
            with pytest.raises(Elsewhere):
                await tables.find(gone.id)
        assert await loaded(tables, second.id) is second
        second.join(more := Somebody("anna"))
        await quiet()
        assert (second.clients, goodbyes(there, more)) == (2, [None, None])
        await quiet(1)
        assert (leaving.done(), goodbyes(there, more)) == (False, [STOPS, STOPS])
        leaving.cancel()


@run_in_event_loop
async def test_registry_knows_who_sits_where_though_the_server_falls_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fallen = asyncio.Event()

    def falls(*_: Any) -> None:
        fallen.set()
        raise RuntimeError("nobody hears of the row")

    monkeypatch.setattr(Committer, "_announce", falls)
    async with sql_registry(tmp_path) as (tables, store):
        table = await loaded(tables)
        table.join(Somebody("vera"))
        await fallen.wait()
        (found,) = await store.tables_of("vera")
        assert found.seat == 0


@run_in_event_loop
async def test_rows_that_cannot_be_read_spoil_one_table_alone(tmp_path: Path) -> None:
    async with sql_registry(tmp_path) as (registered, store):
        sound, *spoilt = [await registered.open(SETTINGS) for _ in range(4)]
        async with store.database.writing() as connection:
            for spoil in (
                update(tables).where(tables.c.id == spoilt[0]).values(settings=b"no JSON"),
                insert(moves).values(table_id=spoilt[1], seq=1, events=b"[5]", at=0),
                insert(moves).values(table_id=spoilt[2], seq=2, events=b"[]", at=0),  # the first row is missing
            ):
                await connection.execute(spoil)
        for name in (*spoilt, *spoilt):
            with pytest.raises(NotRead):
                await registered.find(name)
            assert await registered.find(sound)
