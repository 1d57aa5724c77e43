import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from server.storage.test_database import REVISIONS, postgresql, prepare_database
from sqlalchemy import make_url, select

from prikup.server.storage import backup, postgresql_tools
from prikup.server.storage.backup import restore, write_backup
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.sql_tables import audit
from prikup.table.host.storage import AuditNote, Commit, NewTableRecord

NOTE = AuditNote("seated", "anna", {"seat": 1, "name": "Anna"})


def row(seq: int, size: int = 200) -> Commit:
    return Commit("t", seq, b"[%s]" % (b"1," * size + b"1"), f"anna/{seq}", "d" * 64, seq, notes=(NOTE,))


def file_of(url: str) -> Path:
    return Path(make_url(url).database or "")


async def open_filled_store(url: str, rows: int) -> SqlEventStore:
    """Return a store with one table of `rows` rows."""
    store = await SqlEventStore.open(url)
    await store.create(NewTableRecord("t", b"{}", "host"))
    for seq in range(1, rows + 1):
        await store.write(row(seq))
    return store


async def count_intact_rows(url: str) -> int:
    """Check that the rows of the table are intact, each with its audit note, and that more can be written; return their
    number."""
    store = await SqlEventStore.open(url)
    commits = await store.commits("t")
    assert commits == [
        Commit("t", commit.seq, commit.events, commit.command, commit.digest, commit.at) for commit in commits
    ]
    async with store.database.reading() as connection:
        assert len((await connection.execute(select(audit))).all()) == len(commits)
    await store.write(row(len(commits) + 1))
    await store.close()
    return len(commits)


async def refusal_key(url: str, file: Path, **options: bool) -> str:
    """Return the key of the reason why a backup (with `options`) or a restore is refused."""
    with pytest.raises(BadDatabase) as error:
        await (write_backup(url, file, **options) if options else restore(url, file))
    return error.value.reason.key


async def test_backup_contains_every_acknowledged_commit(url: str, tmp_path: Path) -> None:
    """Play continues meanwhile: the backup has every row acknowledged before its start, and no partial later one."""
    file, acknowledged_seq, playing = tmp_path / "backup", 0, True
    store = await open_filled_store(url, 20)

    async def play() -> None:
        nonlocal acknowledged_seq
        seq = 20
        while playing:
            seq += 1
            await store.write(row(seq, size=5000))
            acknowledged_seq = seq

    task = asyncio.create_task(play())
    lower_bounds, upper_bounds = [], []
    for seq in range(21, 26):
        while acknowledged_seq < seq:
            await asyncio.sleep(0)  # real time: none passes; they play on
        lower_bounds.append(acknowledged_seq)
        await asyncio.to_thread(lambda: asyncio.run(write_backup(url, file, force=True)))
        upper_bounds.append(acknowledged_seq)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    playing = False
    await task
    await store.close()
    written_count = await count_intact_rows(url) + 1
    await restore(url, file)
    restored_count = await count_intact_rows(url)
    assert lower_bounds[-1] <= restored_count <= upper_bounds[-1] + 1 <= written_count
    assert lower_bounds[-1] > 20
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


async def test_backup_is_restored_to_new_location(tmp_path: Path) -> None:
    store = await open_filled_store(url := f"sqlite:///{tmp_path}/prikup.db", 5)
    await write_backup(url, tmp_path / "backup")
    await store.close()
    new_url = f"sqlite:///{tmp_path}/new/folder/tables.sqlite"
    assert await restore(new_url, tmp_path / "backup") is None
    assert await count_intact_rows(new_url) == 5
    assert stat.S_IMODE(file_of(new_url).stat().st_mode) == 0o600


async def test_restore_saves_previous_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the backup goes to the working directory
    store = await open_filled_store(url := f"sqlite:///{tmp_path}/prikup.db", 5)
    await write_backup(url, Path("backup"))
    await store.write(row(6))
    await store.close()
    old_file = tmp_path / "prikup.db.before-restore"
    for number in ("", "-2", "-3"):
        assert await restore(url, Path("backup")) == old_file.with_name(old_file.name + number)
        assert await count_intact_rows(url) == 5
    assert await count_intact_rows(f"sqlite:///{old_file}") == 6  # the state at the time of the first backup


async def test_backup_replaces_existing_file_only_with_force(url: str, tmp_path: Path) -> None:
    store = await open_filled_store(url, 1)
    (tmp_path / "backup").write_text("a diary")
    assert await refusal_key(url, tmp_path / "backup", force=False) == "backup-exists"
    assert (tmp_path / "backup").read_text() == "a diary"
    await write_backup(url, tmp_path / "backup", force=True)
    if url.startswith("sqlite"):
        for force in (False, True):
            assert await refusal_key(url, file_of(url), force=force) == "backup-itself"
    await store.close()
    await restore(url, tmp_path / "backup")
    assert await count_intact_rows(url) == 1


async def test_restore_refuses_database_in_use(url: str, tmp_path: Path) -> None:
    store = await open_filled_store(url, 3)
    await write_backup(url, tmp_path / "backup")
    in_use = "database-in-use" if url.startswith("sqlite") else "database-held"
    assert await refusal_key(url, tmp_path / "backup") == in_use
    await store.write(row(4))
    await store.close()
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(file_of(url))) as reader:
            assert reader.execute("SELECT count(*) FROM moves").fetchone() == (4,)
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM moves").fetchone()
            assert await refusal_key(url, tmp_path / "backup") == "database-in-use"
    assert await count_intact_rows(url) == 4


async def test_restore_refuses_unreadable_backup_without_changes(url: str, tmp_path: Path) -> None:
    store = await open_filled_store(url, 3)
    whole = tmp_path / "whole"
    await write_backup(url, whole)
    await store.close()
    text, empty, cut = tmp_path / "text", tmp_path / "empty", tmp_path / "cut"
    text.write_text("These are no tables. " * 100)
    empty.touch()
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3])
    foreign = {"sqlite": b"PGDMP", "postgresql": b"SQLite format 3\0"}[make_url(url).get_backend_name()]
    (tmp_path / "foreign").write_bytes(foreign + b"\0" * 1000)
    for file in (text, empty, tmp_path / "foreign"):
        assert await refusal_key(url, file) == "backup-unreadable"
    assert await refusal_key(url, cut) in ("backup-unreadable", "tool-failed")
    with pytest.raises(FileNotFoundError):
        await restore(url, tmp_path / "missing")
    assert await count_intact_rows(url) == 3


async def test_backup_and_restore_refuse_foreign_database(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other")) as foreign_database:
        foreign_database.execute("CREATE TABLE diary (line TEXT)")
    assert await refusal_key(f"sqlite:///{tmp_path}/prikup.db", tmp_path / "other") == "backup-foreign"
    assert await refusal_key(f"sqlite:///{tmp_path}/other", tmp_path / "backup", force=False) == "backup-foreign"
    assert await refusal_key(f"sqlite:///{tmp_path}/nothing", tmp_path / "backup", force=False) == "database-missing"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other"]


async def test_restore_refuses_newer_schema_in_backup_or_database(url: str, tmp_path: Path) -> None:
    await (await open_filled_store(url, 3)).close()
    await write_backup(url, tmp_path / "backup")
    await prepare_database(url, "UPDATE alembic_version SET version_num = 'later'")
    assert await refusal_key(url, tmp_path / "backup") == "database-newer"
    if url.startswith("postgresql"):  # make the archive one of a PostgreSQL database
        await write_backup(url, tmp_path / "newer")
    else:
        file_of(url).rename(tmp_path / "newer")
    assert await refusal_key(url, tmp_path / "newer") == "database-newer"


async def test_restored_older_backup_is_upgraded_on_next_start(empty_url: str, tmp_path: Path) -> None:
    old = "INSERT INTO tables (id, settings, host, opened, over) VALUES ('old', CAST('{}' AS BYTES), 'anna', 1, false)"
    await prepare_database(empty_url, old, revision="0003")
    await write_backup(empty_url, tmp_path / "backup")
    await (await open_filled_store(empty_url, 3)).close()
    await restore(empty_url, tmp_path / "backup")
    store = await SqlEventStore.open(empty_url)
    assert await store.settings("old") == b"{}"
    assert await store.settings("t") is None
    await store.close()


async def test_restore_sets_damaged_database_aside(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/prikup.db"
    await (await open_filled_store(url, 3)).close()
    await write_backup(url, tmp_path / "backup")
    file_of(url).write_bytes(b"nothing" * 1000)
    file_of(url).with_name("prikup.db-wal").write_bytes(b"x" * 5000)
    assert await refusal_key(url, tmp_path / "another", force=False) == "database-failed"
    old_file = await restore(url, tmp_path / "backup")
    assert old_file is not None
    assert old_file.read_bytes().startswith(b"nothing")
    assert await count_intact_rows(url) == 3


@pytest.mark.parametrize("step", ["_copy", "_revisions", "_save_previous", "_to_disk"])
async def test_restore_crash_leaves_old_database_intact(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/prikup.db"
    store = await open_filled_store(url, 5)
    await write_backup(url, tmp_path / "backup")
    await store.write(row(6))
    await store.close()
    original = getattr(backup, step)

    def falls(*arguments: object) -> object:
        original(*arguments)
        os._exit(9)

    monkeypatch.setattr(backup, step, falls)
    if not (child := os.fork()):
        try:
            asyncio.run(restore(url, tmp_path / "backup"))
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert await count_intact_rows(url) == 6


async def test_backup_and_restore_report_missing_or_old_postgresql_tools(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not postgresql(url):
        return
    await (await open_filled_store(url, 3)).close()
    await write_backup(url, tmp_path / "backup")
    for name in ("pg_dump", "pg_restore"):
        tool = tmp_path / name
        tool.write_text('#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.1"\n')
        tool.chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", str(tmp_path))
        assert await refusal_key(url, tmp_path / "b", force=False) == "tool-old"
        assert await refusal_key(url, tmp_path / "backup") == "tool-old"
    monkeypatch.setenv("PATH", "/nowhere")
    assert await refusal_key(url, tmp_path / "b", force=False) == "tool-missing"
    assert await refusal_key(url, tmp_path / "backup") == "tool-missing"


async def test_restore_changes_nothing_when_archive_ends_early(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not postgresql(url):
        return
    store = await open_filled_store(url, 3)
    await write_backup(url, tmp_path / "backup")
    await store.write(row(4))
    await store.close()
    real = postgresql_tools._tool("pg_restore")
    lame = tmp_path / "pg_restore"
    shell_case = f'case "$*" in *data-only*|*version*) exec {real} "$@";; esac'
    lame.write_text(f'#!/bin/sh\n{shell_case}\n{real} "$@" | head -c 3000\nexit 1\n')
    lame.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert await refusal_key(url, tmp_path / "backup") == "tool-failed"
    assert await count_intact_rows(url) == 4


async def test_backup_and_restore_report_unreachable_database(tmp_path: Path) -> None:
    (tmp_path / "backup").write_bytes(b"PGDMP" + b"\0" * 100)
    for url in ("postgresql://nobody@127.0.0.1:1/prikup", "postgresql://nobody@127.0.0.1:1/prikup?nonsense=1"):
        assert await refusal_key(url, tmp_path / "b", force=False) in ("database-failed", "tool-missing")
        assert await refusal_key(url, tmp_path / "backup") in ("database-failed", "tool-missing")
    assert await refusal_key("prikup.db", tmp_path / "b", force=False) == "database-unknown"


# Foreign files


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS version_num FROM n"
ALTERATIONS = (
    ("a dropped table", "DROP TABLE moves", "backup-lacks"),
    ("a dropped index", "DROP INDEX {index}", "backup-lacks"),
    ("a trigger", "CREATE TRIGGER t AFTER INSERT ON moves BEGIN DELETE FROM moves; END", "backup-extra"),
    ("an endless view", f"CREATE VIEW people_of_all AS {ENDLESS}", "backup-extra"),
    ("another table", "CREATE TABLE diary (line TEXT)", "backup-extra"),
    ("a virtual table", "CREATE VIRTUAL TABLE diary USING fts5(line)", "backup-extra"),
    ("a view instead of a table", f"DROP TABLE moves; CREATE VIEW moves AS {ENDLESS}", "backup-lacks"),
    (
        "a view that names the revision",
        f"DROP TABLE alembic_version; CREATE VIEW alembic_version AS {ENDLESS}",
        "backup-foreign",
    ),
    ("a new column", "ALTER TABLE moves ADD COLUMN more TEXT", "backup-differs"),
    ("a dropped column", "ALTER TABLE people DROP COLUMN name", "backup-differs"),
    (
        "a column that may be empty",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'audit'",
        "backup-differs",
    ),
    ("a unique index", "CREATE UNIQUE INDEX once ON people (name)", "backup-extra"),
    ("two revisions", "INSERT INTO alembic_version VALUES ('0001')", "backup-revisions"),
    ("no revision", "DELETE FROM alembic_version", "backup-foreign"),
    ("a revision of later", "UPDATE alembic_version SET version_num = 'later'", "database-newer"),
    ("a revision of before", "UPDATE alembic_version SET version_num = '0001'", "backup-extra"),
)


async def test_restore_refuses_sqlite_file_whose_schema_differs_from_revision(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/prikup.db"
    await (await open_filled_store(url, 3)).close()
    await write_backup(url, whole := tmp_path / "whole")
    old_bytes = file_of(url).read_bytes()
    faults = []
    for name, statements, key in ALTERATIONS:
        (file := tmp_path / "altered").write_bytes(whole.read_bytes())
        with closing(sqlite3.connect(file)) as database:
            (index,) = database.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql <> ''").fetchone()
            database.executescript(statements.format(index=index))
        try:
            refusal = await refusal_key(url, file)
        except pytest.fail.Exception:
            refusal = "restored"
        if refusal != key:
            faults.append(f"{name}: {refusal}, not {key}")
        if name in ("two revisions", "no revision"):
            assert await refusal_key(f"sqlite:///{file}", tmp_path / "another", force=False) == key
        if file_of(url).read_bytes() != old_bytes:
            faults.append(f"{name}: something was replaced")
            file_of(url).write_bytes(old_bytes)
    assert not faults, "\n".join(faults)
    with closing(sqlite3.connect(whole)) as database:
        database.executescript("CREATE INDEX faster ON people (name); ANALYZE")
    await restore(url, whole)
    assert await count_intact_rows(url) == 3


async def test_restore_accepts_every_revision(tmp_path: Path) -> None:
    for revision in REVISIONS:
        await prepare_database(f"sqlite:///{tmp_path}/{revision}", revision=revision)
        await restore(f"sqlite:///{tmp_path}/prikup.db", tmp_path / revision)


async def test_restore_refuses_archive_whose_schema_differs_from_revision(empty_url: str, tmp_path: Path) -> None:
    if not postgresql(empty_url):
        return
    await (await open_filled_store(empty_url, 3)).close()
    await write_backup(empty_url, tmp_path / "whole")
    faults = []
    for statement, undo_statement, key in (
        ("ALTER TABLE moves ADD COLUMN more TEXT", "ALTER TABLE moves DROP COLUMN more", "backup-differs"),
        (
            "INSERT INTO alembic_version VALUES ('0001')",
            "DELETE FROM alembic_version WHERE version_num = '0001'",
            "backup-revisions",
        ),
        ("CREATE RULE nothing AS ON DELETE TO moves DO INSTEAD NOTHING", "DROP RULE nothing ON moves", "backup-extra"),
        ("ALTER TABLE reports RENAME TO others", "ALTER TABLE others RENAME TO reports", "backup-lacks"),
    ):
        await prepare_database(empty_url, statement)
        await write_backup(empty_url, tmp_path / "altered", force=True)
        await prepare_database(empty_url, undo_statement)
        try:
            refusal = await refusal_key(empty_url, tmp_path / "altered")
        except pytest.fail.Exception:
            refusal = "restored"
        if refusal != key:
            faults.append(f"{statement}: {refusal}, not {key}")
    assert not faults, "\n".join(faults)
    await restore(empty_url, tmp_path / "whole")
    assert await count_intact_rows(empty_url) == 3
