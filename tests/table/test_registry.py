import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from server.loop import in_loop
from sqlalchemy import Executable, insert, select, update
from support.example_games import example

from prikup.errors import Reason
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import moves, tables
from prikup.table.actor import Table
from prikup.table.commit import Committer
from prikup.table.host import Elsewhere
from prikup.table.protocol import Told
from prikup.table.registry import TableRegistry
from prikup.table.storage import LENGTH, NotRead
from prikup.table.table_settings import TableSettings, Timing
from prikup.table.workers import Inline

SETTINGS = TableSettings(example(seats=4), "", host="v")


class Client:
    """A connection that remembers nothing."""

    user, name, guest, came = "v", "Vera", True, 0

    def tell(self, message: Told) -> None: ...

    def close(self, code: int, reason: Reason) -> None: ...


class Listening(Client):
    """A connection that remembers its goodbye."""

    goodbye: Reason | None = None

    def __init__(self, user: str = "v") -> None:
        self.user = user

    def close(self, code: int, reason: Reason) -> None:
        self.goodbye = reason


STOPS = Reason("server-stops")


@asynccontextmanager
async def hall_at(folder: Path, idle_s: float = 600) -> AsyncIterator[TableRegistry]:
    """A hall with a store of its own."""
    store = await SqlEventStore.open(f"sqlite:///{folder}/tables.sqlite")
    hall = TableRegistry(store, Inline(), Timing(idle_s=idle_s))
    try:
        yield hall
    finally:
        await hall.close()
        await store.close()


async def becomes(true: Callable[[], bool]) -> None:
    """Wait until it is so."""
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.005)


@in_loop
async def test_all_who_come_at_once_come_to_the_same_table(tmp_path: Path) -> None:
    async with hall_at(tmp_path) as hall:
        name = await hall.open(SETTINGS)
        assert (len(name), len(hall)) == (LENGTH, 0)
        tables = await asyncio.gather(*(hall.find(name) for _ in range(20)))
        assert tables[0] is not None
        assert all(table is tables[0] for table in tables)
        assert (tables[0].id, tables[0].settings, len(hall)) == (name, SETTINGS, 1)


@pytest.mark.parametrize("name", ["nothing", "", "../../etc", "x" * 5000])
@in_loop
async def test_a_table_that_never_was_is_not_remembered(tmp_path: Path, name: str) -> None:
    async with hall_at(tmp_path) as hall:
        assert await hall.find(name) is None
        assert len(hall) == 0


@in_loop
async def test_a_table_where_nobody_is_is_put_away_and_comes_back(tmp_path: Path) -> None:
    async with hall_at(tmp_path, idle_s=0.05) as hall:
        name = await hall.open(SETTINGS)
        first = await hall.find(name)
        await becomes(lambda: len(hall) == 0)
        second = await hall.find(name)
        assert second is not None
        assert second is not first


@in_loop
async def test_a_table_that_takes_long_to_load_is_not_put_away_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = Table.load

    async def slowly(*given: Any) -> Table:
        await asyncio.sleep(0.3)
        return await load(*given)

    monkeypatch.setattr(Table, "load", slowly)
    async with hall_at(tmp_path, idle_s=0.1) as hall:
        assert await hall.find(await hall.open(SETTINGS))
        await becomes(lambda: len(hall) == 0)


@in_loop
async def test_a_table_where_somebody_is_stays(tmp_path: Path) -> None:
    async with hall_at(tmp_path, idle_s=0.5) as hall:
        used, unused = await hall.find(await hall.open(SETTINGS)), await hall.find(await hall.open(SETTINGS))
        assert used is not None
        assert unused is not None
        used.join(client := Client())
        await becomes(lambda: len(hall) == 1)
        assert await hall.find(used.id) is used
        used.leave(client)
        await becomes(lambda: len(hall) == 0)


@in_loop
async def test_who_comes_while_a_table_is_put_away_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are never two tables of one id in memory: the first has written all before the second reads it."""
    living = 0
    load, stop = Table.load, Table.stop

    async def loaded(*given: Any) -> Table:
        nonlocal living
        living += 1
        assert living == 1
        return await load(*given)

    async def stopped(table: Table) -> None:
        nonlocal living
        await asyncio.sleep(0.05)
        await stop(table)
        living -= 1

    monkeypatch.setattr(Table, "load", loaded)
    monkeypatch.setattr(Table, "stop", stopped)
    async with hall_at(tmp_path, idle_s=0.02) as hall:
        name = await hall.open(SETTINGS)
        for _ in range(5):
            assert await hall.find(name)
            await becomes(lambda: len(hall) == 0)


@in_loop
async def test_a_table_that_could_not_be_read_may_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(tmp_path) as hall:
        name = await hall.open(SETTINGS)

        async def failing(*_: Any) -> Table:
            raise OSError

        with monkeypatch.context() as broken:
            broken.setattr(Table, "load", failing)
            with pytest.raises(NotRead):
                await hall.find(name)
        assert len(hall) == 0
        assert await hall.find(name)


@in_loop
async def test_who_stops_waiting_does_not_stop_the_others(tmp_path: Path) -> None:
    async with hall_at(tmp_path) as hall:
        name = await hall.open(SETTINGS)
        hasty, patient = (asyncio.create_task(hall.find(name)) for _ in range(2))
        await asyncio.sleep(0)
        hasty.cancel()
        assert await patient
        assert hasty.cancelled()


@in_loop
async def test_a_table_that_is_given_up_while_it_is_loaded_is_nobody_s_to_join(tmp_path: Path) -> None:
    async with hall_at(tmp_path) as hall:
        name = await hall.open(SETTINGS)
        waiting = [asyncio.create_task(hall.find(name)) for _ in range(2)]
        await asyncio.sleep(0)
        hall.unload()
        for one in waiting:
            with pytest.raises(Elsewhere):
                await one
        assert await hall.find(name), "whoever asks again has it"


@in_loop
async def test_a_closed_hall_has_no_tables(tmp_path: Path) -> None:
    async with hall_at(tmp_path) as hall:
        name = await hall.open(SETTINGS)
        assert await hall.find(name)
        await hall.close()
        assert len(hall) == 0
        with pytest.raises(Elsewhere):
            await hall.find(name)
        read = await hall.look(name)
        assert read is not None
        assert (read.settings, len(hall)) == (SETTINGS, 0)


def in_company(table: Table) -> bool:
    return table.clients == 1


async def seated(hall: TableRegistry, name: str, client: Client) -> Table:
    """A table, with a client who has joined it."""
    table = await hall.find(name)
    assert table is not None
    table.join(client)
    await becomes(partial(in_company, table))
    return table


@in_loop
async def test_who_is_at_a_closed_table_is_sent_away_without_waiting_for_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = asyncio.Event()
    stop = Table.stop

    async def stopped(table: Table) -> None:
        if table.id == slow:
            await release.wait()
        await stop(table)

    async with hall_at(tmp_path) as hall:
        slow, quick = await hall.open(SETTINGS), await hall.open(SETTINGS)
        monkeypatch.setattr(Table, "stop", stopped)
        people = {name: Listening() for name in (slow, quick)}
        for name, client in people.items():
            await seated(hall, name, client)
        await hall.leave(STOPS, lambda: 0.0)
        await becomes(lambda: people[quick].goodbye is not None)
        assert people[slow].goodbye is None
        release.set()
        await hall.close()
        assert [client.goodbye for client in people.values()] == [STOPS] * 2


@in_loop
async def test_a_host_that_leaves_gives_up_one_table_after_the_other_and_goes_on_with_the_rest(tmp_path: Path) -> None:
    async with hall_at(tmp_path) as hall:
        empty, first, second = [await hall.open(SETTINGS) for _ in range(3)]
        here, there = Listening(), Listening()
        await hall.find(empty)
        await seated(hall, first, here)
        table = await seated(hall, second, there)
        leaving = asyncio.create_task(hall.leave(STOPS, lambda: 5.0))
        await becomes(lambda: here.goodbye is not None)
        assert [name in hall for name in (empty, first, second)] == [False, False, True], (
            "nobody waits for the empty one"
        )
        for gone in (empty, first):
            with pytest.raises(Elsewhere):
                await hall.find(gone)
        assert await hall.find(second) is table
        table.join(more := Listening("a"))
        await becomes(lambda: table.clients == 2)
        assert (there.goodbye, more.goodbye) == (None, None)
        leaving.cancel()
        await hall.leave(STOPS, lambda: 0.0)
        await hall.close()
        assert (there.goodbye, more.goodbye) == (STOPS, STOPS)


@in_loop
async def test_who_joins_a_table_just_as_it_is_given_up_is_sent_away_too(tmp_path: Path) -> None:
    async with hall_at(tmp_path) as hall:
        table = await seated(hall, await hall.open(SETTINGS), Listening())
        await hall.leave(STOPS, lambda: 0.0)
        table.join(before := Listening())
        await hall.close()
        table.join(after := Listening())
        assert (before.goodbye, after.goodbye) == (STOPS, STOPS)


@in_loop
async def test_who_sits_down_finds_his_table_though_the_server_falls_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fallen = asyncio.Event()

    async def falls(*_: Any) -> None:
        fallen.set()
        raise RuntimeError("nobody hears of the row")

    async with hall_at(tmp_path) as hall:
        table = await hall.find(await hall.open(SETTINGS))
        assert table is not None
        monkeypatch.setattr(Committer, "_announce", falls)
        table.join(Client())
        await fallen.wait()
        assert isinstance(hall._store, SqlEventStore)
        (found,) = await hall._store.tables_of("v")
        assert found.seat == 0


ID = select(tables.c.id).scalar_subquery()


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(update(tables).values(settings=b"no JSON"), id="settings"),
        pytest.param(insert(moves).values(table_id=ID, seq=1, events=b"[5]", at=0), id="events"),
        pytest.param(insert(moves).values(table_id=ID, seq=2, events=b"[]", at=0), id="a-row-missing"),
    ],
)
@in_loop
async def test_rows_that_cannot_be_read_spoil_one_table_alone(tmp_path: Path, spoil: Executable) -> None:
    async with hall_at(tmp_path) as hall:
        spoilt = await hall.open(SETTINGS)
        assert isinstance(hall._store, SqlEventStore)
        async with hall._store.database.writing() as connection:
            await connection.execute(spoil)
        sound = await hall.open(SETTINGS)
        for _ in range(2):
            with pytest.raises(NotRead):
                await hall.find(spoilt)
            assert await hall.find(sound) is not None
