import asyncio
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Pool, event, insert, make_url, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from support.circles import depth
from support.template_database import SHIPPED_PRAGMAS
from support.waiting import eventually

from prikup.server.nodes.broadcast import Broadcast
from prikup.server.storage import migrations
from prikup.server.storage.advisory_lock import AdvisoryLock
from prikup.server.storage.database import READERS, Database, postgresql_engine
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.migrate import upgrade
from prikup.server.storage.sql_tables import IS_UNARCHIVED, IS_UNFINISHED, REVISION, metadata, people, tables
from prikup.table.host.storage import Commit, NotRead, NotWritten

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
OLDEST = (
    "INSERT INTO tables (id, settings, host, opened, over) VALUES ('t', CAST('{}' AS BYTES), 'anna', 1, false)",
    "INSERT INTO moves (table_id, seq, events, at) VALUES ('t', 1, CAST('[]' AS BYTES), 5)",
)
REVISIONS = [each.revision for each in ScriptDirectory(migrations.__path__[0]).walk_revisions()]
TESTED_REVISIONS = sorted({*REVISIONS[:: 5 // depth(5)], REVISIONS[-1]})
"""All revisions, or every fifth and the oldest."""
BYTES = {"sqlite": "BLOB", "postgresql": "BYTEA"}


async def prepare_database(url: str, *statements: str, revision: str = "") -> None:
    """Upgrade a database to a revision and run statements on it, bypassing the server."""

    def upgrade(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", "prikup.server.storage:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    parsed_url = make_url(url)
    kind = parsed_url.get_backend_name()
    engine = create_async_engine(parsed_url.set(drivername=DRIVERS[kind]))
    async with engine.begin() as connection:
        if revision:
            await connection.run_sync(upgrade)
        for statement in statements:
            await connection.exec_driver_sql(statement.replace("BYTES", BYTES[kind]))
    await engine.dispose()


async def refusal_key(url: str) -> str:
    """Return the key of the reason why a database cannot be opened."""
    with pytest.raises(BadDatabase) as error:
        await Database.open(url)
    return error.value.reason.key


async def test_migrations_produce_declared_schema(empty_url: str) -> None:
    database = await Database.open(empty_url)
    async with database.reading() as connection:
        assert await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), metadata)) == []
    await database.close()
    assert REVISIONS[0] == REVISION


async def test_database_restart_does_not_load_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/prikup.db"
    code = f"""
import asyncio, sys
import prikup.server.process
from prikup.server.storage.event_store import SqlEventStore
async def restart():
    await (await SqlEventStore.open("{url}")).close()
    print("alembic" in sys.modules)
asyncio.run(restart())
"""
    await (await SqlEventStore.open(url)).close()
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == "False\n"


@pytest.mark.parametrize("revision", TESTED_REVISIONS)
async def test_upgrade_preserves_rows_of_old_database(empty_url: str, revision: str) -> None:
    await prepare_database(empty_url, *OLDEST, revision=revision)
    store = await SqlEventStore.open(empty_url)
    assert await store.commits("t") == [Commit("t", 1, b"[]", at=5)]
    await store.write(Commit("t", 2, b"[]"))
    async with store.database.writing() as connection:
        await connection.execute(insert(people), {"id": "anna", "name": "Anna", "since": 1})
    await store.close()


async def test_upgrade_adds_skeletons_of_account_names(empty_url: str) -> None:
    people_rows = [
        ("anna", "Anna", "'anna'"),
        ("other", "\u0410nn\u0430", "'\u0430nn\u0430'"),
        ("guest", "Anna", "NULL"),
    ]
    rows = [f"INSERT INTO people (id, name, folded, since) VALUES ('{i}', '{n}', {f}, 1)" for i, n, f in people_rows]
    await prepare_database(empty_url, *rows, revision="0003")
    database = await Database.open(empty_url)
    async with database.reading() as connection:
        skeletons = dict([*await connection.execute(select(people.c.id, people.c.skeleton))])
    assert skeletons == {"anna": "anna", "other": "anna", "guest": None}
    await database.close()


async def test_upgrade_marks_archived_matches(empty_url: str) -> None:
    over = "INSERT INTO tables (id, settings, host, opened, over) VALUES ('{}', CAST('{{}}' AS BYTES), 'anna', 1, {})"
    match = (
        "INSERT INTO matches (table_id, host, ended, game, preset, deals, private, summary)"
        " VALUES ('there', 'anna', 1, 'g', 'p', 1, false, CAST('{}' AS BYTES))"
    )
    rows = [over.format("there", "true"), over.format("missing", "true"), over.format("goes-on", "false"), match]
    await prepare_database(empty_url, *rows, revision="0010")
    database = await Database.open(empty_url)
    async with database.reading() as connection:
        assert list((await connection.execute(select(tables.c.id).where(IS_UNARCHIVED))).scalars()) == ["missing"]
        assert list((await connection.execute(select(tables.c.id).where(IS_UNFINISHED))).scalars()) == ["goes-on"]
    await database.close()


async def test_upgrade_may_exceed_postgresql_answer_timeout(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(connection: Connection) -> None:
        upgrade(connection)
        if postgresql(empty_url):
            # real time: PostgreSQL itself counts how long it takes
            connection.exec_driver_sql("SELECT pg_sleep(1.5)")

    impatient = partial(postgresql_engine, answer_within=1.0)
    monkeypatch.setattr("prikup.server.storage.migrate.upgrade", slow)
    monkeypatch.setattr("prikup.server.storage.database.postgresql_engine", impatient)
    await (await Database.open(empty_url)).close()


async def test_upgrade_failure_leaves_database_unchanged(empty_url: str) -> None:
    await prepare_database(empty_url, "CREATE TABLE tokens (x INTEGER)", *OLDEST, revision="0001")
    assert await refusal_key(empty_url) == "database-failed"
    await prepare_database(empty_url, "DROP TABLE tokens")
    database = await Database.open(empty_url)  # would fail if the table `people` had remained
    async with database.reading() as connection:
        assert (await connection.execute(select(people))).all() == []
    await database.close()


async def test_database_of_newer_version_is_refused(empty_url: str) -> None:
    await prepare_database(empty_url, "UPDATE alembic_version SET version_num = 'later'", revision="head")
    assert await refusal_key(empty_url) == "database-newer"
    assert await refusal_key(empty_url) == "database-newer"  # and not "in use"


async def test_sqlite_file_is_opened_by_one_process_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "prikup.db")
    first = await Database.open(f"sqlite:///{tmp_path}/prikup.db")
    assert await refusal_key(f"sqlite:///{tmp_path}/prikup.db") == "database-in-use"
    assert await refusal_key(f"sqlite:///{tmp_path}/link.db") == "database-in-use"
    await first.close()
    await (await Database.open(f"sqlite:///{tmp_path}/link.db")).close()
    assert not list(tmp_path.glob("*.lock"))


async def test_sqlite_file_is_created_private_with_its_folder_and_pragmas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prikup.server.storage.database._PRAGMAS", SHIPPED_PRAGMAS)
    file = tmp_path / "new" / "folder" / "prikup.db"
    database = await Database.open(f"sqlite:///{file}")
    async with database.reading() as connection:
        for pragma, value in {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 5000}.items():
            assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar() == value
    assert {stat.S_IMODE(path.stat().st_mode) for path in file.parent.glob("prikup.db*")} <= {0o600, 0o644}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    await database.close()
    assert sqlite3.connect(file).execute("SELECT count(*) FROM tables").fetchone() == (0,)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("", "database-unknown"),
        ("prikup.db", "database-unknown"),
        ("mysql://localhost/prikup", "database-unknown"),
        ("sqlite://", "database-unknown"),
        ("sqlite:///:memory:", "database-unknown"),
        ("sqlite:////dev/null/prikup.db", "database-failed"),
        ("sqlite:///{}", "database-failed"),
        ("sqlite:///{}/text.db", "database-failed"),
        ("postgresql://nobody@127.0.0.1:1/prikup", "database-failed"),
    ],
)
async def test_database_refuses_invalid_url_or_file(url: str, key: str, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("These are no tables. " * 100)
    assert await refusal_key(url.format(tmp_path)) == key


async def test_sqlite_file_cannot_be_shared_by_servers(tmp_path: object) -> None:
    with pytest.raises(BadDatabase, match="database-unshared"):
        await Database.open(f"sqlite:///{tmp_path}/prikup.db", shared=True)


def test_broadcast_refuses_invalid_redis_url() -> None:
    for url in ("localhost:6379", "http://localhost", "redis://localhost:none"):
        with pytest.raises(BadDatabase, match="redis-unknown"):
            Broadcast(url, b"a secret", lambda charge: None, lambda news: None)


async def test_database_names_missing_postgresql_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert await refusal_key("postgresql://nobody@127.0.0.1:1/prikup") == "database-no-driver"


async def test_database_writer_does_not_wait_for_readers(url: str) -> None:
    """After a crash all clients reconnect at once. A separate connection for each would cost more than its query."""
    database = await Database.open(url)
    connection_count = reader_count = 0
    row_written = asyncio.Event()

    async def read() -> None:
        nonlocal reader_count
        async with database.reading() as connection:
            reader_count += 1
            await row_written.wait()
            assert (await connection.execute(select(people.c.name))).scalar() == "Anna"

    def count(*_: object) -> None:
        nonlocal connection_count
        connection_count += 1

    event.listen(Pool, "connect", count)
    readers = [asyncio.create_task(read()) for _ in range(200)]
    await eventually(lambda: reader_count == READERS)
    async with database.writing() as connection:
        await connection.execute(insert(people), {"id": "anna", "name": "Anna", "since": 1})
    row_written.set()
    await asyncio.gather(*readers)
    event.remove(Pool, "connect", count)
    assert connection_count <= READERS + 1
    await database.close()


def postgresql(url: str) -> bool:
    if url.startswith("sqlite"):
        print("SKIPPED: this is about PostgreSQL (make test-postgres)")
    return url.startswith("postgresql")


async def test_postgresql_database_is_opened_by_one_server_at_a_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.server.storage.database.HOLD_EVERY", 0.01)
    first = await Database.open(url)
    assert await refusal_key(url) == ("database-held" if postgresql(url) else "database-in-use")
    await first.close()
    monkeypatch.setattr("prikup.server.storage.database.HOLD_TRIES", 1000)  # connections end at arbitrary times
    await (await Database.open(url)).close()


async def test_database_refuses_writes_after_losing_lock_until_it_is_free(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not postgresql(url):
        return
    monkeypatch.setattr("prikup.server.storage.database.HOLD_EVERY", 0.01)
    monkeypatch.setattr("prikup.server.storage.database.HOLD_TRIES", 1000)  # connections end at arbitrary times
    first = await Database.open(url)
    with suppress(NotWritten):  # the connection with the lock ends too, as the last
        async with first.writing() as connection:
            ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            await connection.exec_driver_sql(f"{ends} ORDER BY pid = pg_backend_pid()")
    second = await Database.open(url)
    with pytest.raises(NotWritten):
        async with first.writing():
            pass
    await second.close()
    async with first.writing() as connection:
        await connection.exec_driver_sql("UPDATE health SET at = 1")
    await first.close()


async def test_lost_lock_is_noticed_before_the_driver_hears_of_it(url: str) -> None:
    if not postgresql(url):
        return

    async def steal() -> AdvisoryLock:
        """End all other connections, and take the lock that they had."""
        engine = postgresql_engine(make_url(url))
        lock = AdvisoryLock(engine)
        ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        async with engine.connect() as connection:
            await connection.exec_driver_sql(f"{ends} AND pid <> pg_backend_pid()")
        while not await lock.try_acquire():
            pass
        thieves.append(engine)
        return lock

    thieves = list[AsyncEngine]()
    engine = postgresql_engine(make_url(url))
    lock = AdvisoryLock(engine)
    assert await lock.try_acquire()
    with ThreadPoolExecutor(1) as other_server:
        runner = asyncio.Runner()
        stolen_lock = other_server.submit(runner.run, steal()).result()  # meanwhile this loop hears nothing
        assert not await lock.try_acquire()
        other_server.submit(runner.run, stolen_lock.release()).result()
        other_server.submit(runner.run, thieves[0].dispose()).result()
        other_server.submit(runner.close).result()
    assert await lock.try_acquire()
    await lock.release()
    await engine.dispose()


async def test_postgresql_url_accepts_libpq_options(url: str) -> None:
    if not postgresql(url):
        return

    def url_with(**options: str) -> str:
        return make_url(url).update_query_dict(options).render_as_string(hide_password=False)

    await (await Database.open(url_with(sslmode="prefer"))).close()
    assert await refusal_key(url_with(sslmode="sideways")) == "database-failed"
    assert await refusal_key(url_with(no_such_setting="1")) == "database-failed"


async def test_database_distinguishes_read_and_write_errors(url: str) -> None:
    database = await Database.open(url)
    with pytest.raises(NotRead):
        async with database.reading() as connection:
            await connection.exec_driver_sql("SELECT * FROM nowhere")
    with pytest.raises(NotWritten):
        async with database.writing() as connection:
            await connection.exec_driver_sql("DELETE FROM nowhere")
    await database.close()
