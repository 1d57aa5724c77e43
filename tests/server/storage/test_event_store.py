import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from sqlalchemy import delete, make_url, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from support.waiting import eventually

from prikup.server.storage import event_store as module
from prikup.server.storage.database import MIN_FREE, Database
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import health, moves, tables
from prikup.table.host.storage import Commit, NewTableRecord, NotRead, NotWritten


@asynccontextmanager
async def open_store(url: str, tables: int = 1) -> AsyncIterator[SqlEventStore]:
    """Open a store with `tables` tables named "0", "1", …"""
    store = await SqlEventStore.open(url)
    for table in range(tables):
        await store.create(NewTableRecord(str(table), b"{}", "host"))
    try:
        yield store
    finally:
        await store.close()


def row(table: int = 0, seq: int = 1, command: str | None = None) -> Commit:
    return Commit(str(table), seq, b'[{"seq":%d}]' % seq, command, "d" * 64 if command else None, 1_000 + seq)


class Watched:
    """Counts the transactions of a database from now on, and can keep each open for a while."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.start_count = 0
        self.go = asyncio.Event()
        self.go.set()
        writing = Database.writing

        @asynccontextmanager
        async def watch_writing(database: Database) -> AsyncIterator[AsyncConnection]:
            async with writing(database) as connection:
                self.start_count += 1
                yield connection
                await self.go.wait()

        patch.setattr(Database, "writing", watch_writing)


async def outcomes(store: SqlEventStore, rows: list[Commit]) -> list[bool]:
    """Write rows concurrently; return for each whether it was written."""
    results = await asyncio.gather(*(store.write(row) for row in rows), return_exceptions=True)
    assert all(error is None or isinstance(error, NotWritten) for error in results)
    return [error is None for error in results]


async def test_no_rows_are_read_before_failed_writes_are_settled(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_store(url, tables=2) as store:
        steps, is_settling, go = list[str](), asyncio.Event(), asyncio.Event()
        load = store._commits_loader._load_many

        async def settle() -> None:
            is_settling.set()
            await go.wait()
            steps.append("settled")

        async def note_and_load(names: list[str]) -> dict[str, list[Commit]]:
            steps.append("read")
            return await load(names)

        monkeypatch.setattr(store.database, "settle", settle)
        monkeypatch.setattr(store._commits_loader, "_load_many", note_and_load)
        store._doubtful = True  # as after a write with unknown outcome
        async with asyncio.TaskGroup() as group:
            group.create_task(store.commits("0"))
            await is_settling.wait()
            group.create_task(store.commits("1"))
            for _ in range(5):
                await asyncio.sleep(0)  # real time: none passes; lets the second reader begin
            go.set()
        assert steps[0] == "settled"


async def test_event_store_returns_rows_as_written(url: str) -> None:
    written_rows = [row(0, 1, "anna/1"), row(0, 2), row(0, 3, "boris/1")]
    async with open_store(url, tables=2) as store:
        for commit in written_rows:
            await store.write(commit)
        await store.write(row(1, 1, "anna/1"))
        assert await store.commits("0") == written_rows
    second_store = await SqlEventStore.open(url)
    assert await second_store.commits("0") == written_rows
    assert await second_store.commits("1") == [row(1, 1, "anna/1")]
    assert await second_store.commits("2") == []
    await second_store.close()


async def test_event_store_transaction_writes_at_most_one_batch(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 10)
    async with open_store(url) as store:
        transactions = Watched(monkeypatch)
        assert all(await outcomes(store, [row(seq=seq) for seq in range(1, 36)]))
        assert transactions.start_count == 4


async def test_event_store_confirms_after_commit_and_batches_writes_meanwhile(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(url) as store:
        transactions = Watched(monkeypatch)
        transactions.go.clear()
        first_task = asyncio.create_task(store.write(row(seq=1)))
        await eventually(lambda: transactions.start_count)
        later_tasks = [asyncio.create_task(store.write(row(seq=seq))) for seq in range(2, 30)]
        for _ in range(100):
            await asyncio.sleep(0)  # real time: none passes; lets the store do all that it can
        assert transactions.start_count == 1
        assert not any(task.done() for task in (first_task, *later_tasks))
        assert await store.commits("0") == []
        transactions.go.set()
        await asyncio.gather(first_task, *later_tasks)
        assert transactions.start_count == 2


async def test_event_store_reports_rows_and_time_of_each_transaction(url: str) -> None:
    reports: list[tuple[int, float]] = []
    store = await SqlEventStore.open(url, lambda rows, seconds: reports.append((rows, seconds)))
    await store.create(NewTableRecord("0", b"{}", "host"))
    await asyncio.gather(*(store.write(row(seq=seq)) for seq in (1, 2, 3)))
    await store.close()
    assert sum(rows for rows, _ in reports) == 3
    assert all(0 < seconds < 60 for _, seconds in reports)


async def test_event_store_rejects_repeated_command_or_number_at_a_table(url: str) -> None:
    async with open_store(url, tables=2) as store:
        await store.write(row(0, 1, "anna/1"))
        for duplicate in (row(0, 2, "anna/1"), row(0, 1, "anna/2")):
            with pytest.raises(NotWritten):
                await store.write(duplicate)
        await store.write(row(0, 2, "boris/1"))
        await store.write(row(1, 1, "anna/1"))
        assert [commit.command for commit in await store.commits("0")] == ["anna/1", "boris/1"]


async def test_event_store_rejects_invalid_row_without_affecting_its_batch(url: str) -> None:
    rows = [row(table, 1, f"u{table}/1") for table in range(30)]
    rows[7] = row(99, 1)  # there is no such table
    rows[20] = row(0, 2, "u0/1")  # a command id already used by table 0 in this batch
    async with open_store(url, tables=30) as store:
        assert await outcomes(store, rows) == [index not in (7, 20) for index in range(30)]
        commits = [await store.commits(str(table)) for table in range(30)]
        assert commits == [[] if table in (7, 20) else [rows[table]] for table in range(30)]


async def test_event_store_error_reveals_no_row_content_and_later_writes_work(url: str) -> None:
    async with open_store(url) as store:
        for bad in (Commit("0", 1, b"secret", "secret", at=1 << 70), Commit("9", 1, b"secret", "secret")):
            with pytest.raises(NotWritten) as error:
                await store.write(bad)
            assert "secret" not in str(error.value)
        await store.write(row())


@contextmanager
def full_disk(*files: Path) -> Iterator[None]:
    """Limit the file size of this process to the largest of these files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(file.stat().st_size for file in files), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_event_store_full_disk_fails_pending_writes_only(tmp_path: Path) -> None:
    rows = [Commit("0", seq, b"x" * 40_000) for seq in range(1, 21)]
    async with open_store(f"sqlite:///{tmp_path}/prikup.db") as store:
        await store.write(rows[0])
        with full_disk(tmp_path / "prikup.db", tmp_path / "prikup.db-wal"):
            assert not any(await outcomes(store, rows[1:]))
            with pytest.raises(NotWritten):
                await store.create(NewTableRecord("1", b"x" * 40_000, "host"))
            assert await store.commits("0") == rows[:1]
        assert all(await outcomes(store, rows[1:]))
        assert await store.commits("0") == rows


async def test_event_store_lost_connection_fails_pending_writes_only(url: str) -> None:
    async with open_store(url) as store:
        await store.write(row(seq=1))
        if url.startswith("sqlite"):  # closest equivalent: another program locks the file for too long
            blocking_connection = sqlite3.connect(make_url(url).database or "", isolation_level=None)
            async with store.database.writing() as connection:
                await connection.exec_driver_sql("PRAGMA busy_timeout = 1")
            blocking_connection.execute("BEGIN IMMEDIATE")
            assert not any(await outcomes(store, [row(seq=2), row(seq=3)]))
            blocking_connection.close()
        else:
            engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"))
            async with engine.connect() as connection:
                await connection.exec_driver_sql("LOCK TABLE moves IN EXCLUSIVE MODE")
                pending_writes = asyncio.create_task(outcomes(store, [row(seq=2), row(seq=3)]))
                waits = text("SELECT count(*) FROM pg_locks WHERE relation = 'moves'::regclass AND NOT granted")
                while not await connection.scalar(waits):
                    pass
                await connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
                assert not any(await pending_writes)
            await engine.dispose()
        assert all(await outcomes(store, [row(seq=2), row(seq=3)]))
        assert await store.commits("0") == [row(seq=1), row(seq=2), row(seq=3)]


async def test_event_store_close_writes_pending_rows_and_refuses_later_ones(url: str) -> None:
    store = await SqlEventStore.open(url)
    await store.create(NewTableRecord("0", b"{}", "host"))
    rows = [row(seq=seq) for seq in range(1, 101)]
    waiting = [asyncio.create_task(store.write(commit)) for commit in rows]
    await asyncio.sleep(0)  # real time: none passes; the tasks begin
    await store.close()
    assert all(task.done() for task in waiting)
    await asyncio.gather(*waiting)
    with pytest.raises(NotWritten):
        await store.write(row(seq=101))
    await store.close()
    async with open_store(url, tables=0) as second_store:
        assert await second_store.commits("0") == rows


async def test_event_store_cancellation_does_not_affect_other_writes(url: str) -> None:
    async with open_store(url) as store:
        tasks = [asyncio.create_task(store.write(row(seq=seq))) for seq in range(1, 6)]
        await asyncio.sleep(0)  # real time: none passes; the tasks begin
        tasks[1].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(error) for error in results] == [type(None), asyncio.CancelledError, *[type(None)] * 3]
        assert {1, 3, 4, 5} <= {commit.seq for commit in await store.commits("0")}


async def test_event_store_opens_rematch_table_only_with_its_commit(url: str) -> None:
    async with open_store(url) as store:
        opening = NewTableRecord("again", b'{"game":"x"}', "anna")
        await store.write(replace(row(seq=1), opens=opening))
        assert await store.settings("again") == opening.settings
        refused_rows = [
            replace(row(seq=1), opens=NewTableRecord("never", b"{}", "anna")),
            replace(row(seq=2), opens=opening),  # table id already exists
        ]
        assert await outcomes(store, refused_rows) == [False, False]
        assert await store.settings("never") is None
        assert [commit.seq for commit in await store.commits("0")] == [1]


async def test_event_store_lists_tables_of_host_and_seated_users(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(100))
    monkeypatch.setattr(module, "wall_clock", lambda: next(times))

    async def tables_of(user: str) -> list[tuple[str, int | None]]:
        return [(user_table.table, user_table.seat) for user_table in await store.tables_of(user)]

    async with open_store(url, tables=4) as store:
        assert await tables_of("host") == [("3", None), ("2", None), ("1", None), ("0", None)]
        assert await tables_of("anna") == []
        await store.write(replace(row(1, 1), sits=(("anna", 0), ("host", 1))))
        await store.write(replace(row(3, 1), sits=(("anna", 2),)))
        await store.write(replace(row(3, 2), sits=(("boris", 1),)))
        assert await tables_of("anna") == [("3", 2), ("1", 0)]
        assert await tables_of("boris") == [("3", 1)]
        assert await tables_of("host") == [("3", None), ("2", None), ("1", 1), ("0", None)]
        await store.write(replace(row(3, 3), sits=(("anna", 0),)))  # she changes her seat
        assert await tables_of("anna") == [("3", 0), ("1", 0)]
        assert await outcomes(store, [replace(row(3, 3), sits=(("anna", 2),), over=True)]) == [False]
        assert await tables_of("anna") == [("3", 0), ("1", 0)]
        await store.write(replace(row(1, 2), sits=(("anna", None),)))
        await store.write(replace(row(3, 4), over=True))
        assert await tables_of("anna") == []
        assert await tables_of("host") == [("2", None), ("1", 1), ("0", None)]
        assert (await store.tables_of("host"))[0] == module.UserTable("2", b"{}", 2, None)


async def test_event_store_stores_table_summary_until_match_is_over(url: str) -> None:
    async with open_store(url, tables=1) as store:

        async def stored_summary() -> bytes | None:
            return (await store.tables_of("host"))[0].summary

        assert await stored_summary() is None, "as of an older program"
        await store.write(replace(row(seq=1), summary=b"one"))
        await store.write(row(seq=2))
        assert await stored_summary() == b"one"
        assert await outcomes(store, [replace(row(seq=2), summary=b"never")]) == [False]
        assert await stored_summary() == b"one"
        await store.create(NewTableRecord("new", b"{}", "host", b"an empty table"))
        assert await stored_summary() == b"an empty table"
        await store.write(replace(row(seq=3), summary=b"the end", over=True))
        async with store.database.reading() as connection:
            summaries = await connection.execute(select(tables.c.summary).where(tables.c.over))
            assert summaries.all() == [(None,)], "who is deleted is named there no more"


async def test_event_store_reports_missing_row_on_read(url: str) -> None:
    async with open_store(url) as store:
        for seq in range(1, 6):
            await store.write(row(seq=seq))
        async with store.database.writing() as connection:
            await connection.execute(delete(moves).where(moves.c.seq == 3))
        with pytest.raises(NotRead, match="commit 3 of table 0 is missing"):
            await store.commits("0")


async def test_check_writable_fails_before_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write may still succeed for seconds after the disk is full, in space that the write-ahead log already has."""
    free = MIN_FREE
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    async with open_store(f"sqlite:///{tmp_path}/tables.sqlite") as store:
        await store.check_writable()
        free -= 1
        await store.write(row())
        with pytest.raises(NotWritten, match="disk"):
            await store.check_writable()
        free += 1
        await store.check_writable()


async def test_check_writable_writes_a_row(url: str) -> None:
    async with open_store(url) as store:
        for last_time in (0, 5):
            await store.check_writable()
            async with store.database.writing() as connection:
                write_time = await connection.scalar(select(health.c.at))
                assert write_time is not None
                assert write_time > last_time
                await connection.execute(update(health).values(at=last_time))
