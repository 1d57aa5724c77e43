"""The database: a SQLite file, or PostgreSQL.

The rest of the server does not depend on which of the two it is.
"""

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self

from sqlalchemy import URL, ColumnElement, Connection, Float, cast, event, func, inspect, literal_column, make_url, text
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from prikup.history.file_lock import FileLock, InUse
from prikup.rules.errors import reason
from prikup.server.storage.advisory_lock import CHORES, EXCLUSIVE_WRITES, UPGRADE, AdvisoryLock, wait_for_lock
from prikup.server.storage.errors import BadDatabase
from prikup.server.storage.sql_tables import REVISION
from prikup.table.host.storage import NotRead, NotWritten

__all__ = [
    "CHANNEL",
    "FAILURES",
    "FRIENDS_CHANNEL",
    "LOBBY_CHANNEL",
    "MIN_FREE",
    "POSTGRESQL_TIME",
    "READERS",
    "TURNS_CHANNEL",
    "WAITING_CHANNEL",
    "Database",
    "database_error",
    "parse_url",
    "postgresql_engine",
    "reading_snapshot",
    "wall_clock",
]

READERS = 4
"""Maximum number of connections that read at a time. Further readers wait for a free connection, without a timeout."""
_POOL: Any = {"pool_size": READERS + 1, "max_overflow": 0}
CONNECT_WITHIN, ANSWER_WITHIN = 5.0, 10.0
"""`CONNECT_WITHIN` is the number of seconds that PostgreSQL has to accept a connection.

`ANSWER_WITHIN` is the number of seconds that it has to answer a command.
"""
IDLE_WITHIN = 4.0
"""Seconds without a command after which PostgreSQL ends a transaction, if several servers share the database.

This is needed because the server that began the transaction may be cut off from the database.
"""
SETTLES_WITHIN = 5.0
"""Maximum number of seconds to wait until PostgreSQL has ended the transactions of connections that were lost."""
HOLD_TRIES, HOLD_EVERY = 5, 1.0
"""The limits on how long a starting server waits until a previous server releases the lock of the database.

`HOLD_TRIES` is the number of attempts to get the lock, and `HOLD_EVERY` the number of seconds between two attempts.
"""
CHANNEL = "prikup"
"""The PostgreSQL channel on which servers that share a database notify each other of changes to cached data."""
LOBBY_CHANNEL = "lobby"
"""The PostgreSQL channel on which servers that share a database notify each other of changes of the lobby's tables."""
FRIENDS_CHANNEL = "friends"
"""The PostgreSQL channel on which servers that share a database name the users whose friends or blocks have changed."""
TURNS_CHANNEL = "turns"
"""The PostgreSQL channel on which servers that share a database name turn-based tables that must check what is due.

The due times of decisions at these tables have moved, or a player has changed whether the table plays a card at once if
it is the only legal one.
"""
WAITING_CHANNEL = "waiting"
"""The PostgreSQL channel on which servers that share a database name the users whose turns have begun or ended.

These are turns at turn-based tables, at which players answer within hours or days.
"""
LISTEN_AGAIN, LOOK_EVERY = 1.0, 5.0
"""`LISTEN_AGAIN` is the number of seconds after which a server that has stopped receiving notifications reconnects.

`LOOK_EVERY` is the number of seconds between two checks whether the connection for notifications still works.
"""
POSTGRESQL_TIME: ColumnElement[float] = cast(func.extract("epoch", func.clock_timestamp()), Float)
"""An SQL expression: the time of PostgreSQL's clock in seconds since 1970."""
_SQLITE_TIME: ColumnElement[float] = literal_column("(julianday('now') - 2440587.5) * 86400.0", Float)
"""An SQL expression: the time of SQLite's clock, which is the clock of the machine, in seconds since 1970."""
MIN_FREE = 1 << 20
"""Number of free bytes below which the disk of a SQLite file counts as full.

One transaction that stores commits (changes of game tables) takes some ten thousand bytes.
"""
_ANNOUNCE = text("SELECT pg_notify(:channel, :news)")
_WRITERS = text("LOCK TABLE moves IN SHARE MODE")
"""The SQL statement that waits until all transactions that have written commits (changes of game tables) have ended."""
_PRAGMAS = ("busy_timeout = 5000", "synchronous = FULL", "foreign_keys = ON")


FAILURES = (SQLAlchemyError, OSError, TypeError, ValueError)
"""The exceptions that the use of a database connection may raise.

The driver raises TypeError or ValueError for a URL parameter that it does not know.
"""


def database_error(error: BaseException) -> BadDatabase:
    """Return the BadDatabase error that reports `error`, an exception from the use of a database connection."""
    return BadDatabase(reason("database-failed", error=str(getattr(error, "orig", error))))


def wall_clock() -> int:
    """Return the time of the wall clock, in milliseconds."""
    return time.time_ns() // 1_000_000


class Database:
    """An open database whose schema is up to date.

    `engine` makes its connections. `lock` is the lock on the SQLite file or the PostgreSQL database: until `close` is
    called, no other server can use the database, unless it was opened with `shared` (PostgreSQL only).
    """

    def __init__(self, engine: AsyncEngine, lock: FileLock | AdvisoryLock, *, shared: bool) -> None:
        self._engine = engine
        self._lock, self._shared = lock, shared
        self._turn = asyncio.Lock()  # SQLite has one writer at a time: queue here rather than in its busy handler
        self._waiting, self._pressing = (
            asyncio.Lock(),
            asyncio.Lock(),
        )  # one waiting exclusive transaction, and one urgent transaction, at a time
        self._readers = asyncio.Semaphore(READERS)  # one connection is always left for the writer

    @classmethod
    async def open(cls, url: str, *, shared: bool = False) -> Self:
        """Open the database at `url`, and bring its schema up to date.

        `url` is `sqlite:///file` or `postgresql://…`. With `shared`, other servers may use the database too. Raise
        BadDatabase if it cannot be opened.
        """
        parsed_url = parse_url(url)
        if shared and parsed_url.get_backend_name() != "postgresql":
            raise BadDatabase(reason("database-unshared"))
        database = cls(*_engine(parsed_url, shared=shared), shared=shared)
        try:
            await database._acquire_lock()
            async with database._engine.connect() as connection:
                up_to_date = await connection.run_sync(_up_to_date)
            if not up_to_date:
                await database._upgrade(parse_url(url))
        except BaseException as error:
            await database.close()
            if isinstance(error, FAILURES):
                raise database_error(error) from error
            raise
        return database

    async def _upgrade(self, url: URL) -> None:
        """Bring the schema up to date.

        On PostgreSQL a command may take longer than usual (`ANSWER_WITHIN`) while this runs.
        """
        from prikup.server.storage.migrate import upgrade  # imports Alembic: slow, and rarely needed

        postgresql = isinstance(self._lock, AdvisoryLock)
        engine = postgresql_engine(url, answer_within=None) if postgresql else self._engine
        try:
            async with engine.begin() as connection:
                await wait_for_lock(connection, UPGRADE)  # another server may start at the same time
                await connection.run_sync(upgrade)
        finally:
            if postgresql:
                await engine.dispose()

    async def close(self) -> None:
        """Close all connections and release the lock of the file or database."""
        if isinstance(self._lock, AdvisoryLock):
            await self._lock.release()
        await self._engine.dispose()
        if isinstance(self._lock, FileLock):
            self._lock.release()

    async def _acquire_lock(self) -> None:
        """Acquire the lock of the database. If a stopping server still has the lock, wait some seconds for it.

        Raise BadDatabase if the lock cannot be acquired.
        """
        for _ in range(HOLD_TRIES):
            if not isinstance(self._lock, AdvisoryLock) or await self._lock.try_acquire():
                return
            await asyncio.sleep(HOLD_EVERY)
        raise BadDatabase(reason("database-held"))

    @asynccontextmanager
    async def writing(self, *, exclusive: bool = False) -> AsyncIterator[AsyncConnection]:
        """Run a block in one transaction, which is durable when the block ends; an exception rolls it back.

        Only one such block of this server runs at a time. With `exclusive`, only one such block of all servers that
        share the database runs at a time; this is for writes that depend on data read before. Raise NotWritten if the
        database fails. IntegrityError, which means that the written data is invalid, is raised unchanged.
        """
        with _convert_write_errors():
            async with (
                self._exclusive_transaction()
                if exclusive and self._shared
                else self._transaction_in_turn() as connection
            ):
                yield connection

    def check_space(self) -> None:
        """Raise NotWritten if the database is a SQLite file and its disk is full.

        A write alone does not show this: a full disk still accepts rows for some seconds, as long as they fit into the
        existing write-ahead log.
        """
        file = self._engine.url.database
        if not isinstance(self._lock, FileLock) or file is None:
            return
        with suppress(OSError):  # if the folder is gone, the write itself fails
            if shutil.disk_usage(Path(file).resolve().parent).free < MIN_FREE:
                raise NotWritten("the disk is full")

    @asynccontextmanager
    async def _transaction_in_turn(self) -> AsyncIterator[AsyncConnection]:
        async with self._turn:
            await self._look()
            async with self._engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def _exclusive_transaction(self) -> AsyncIterator[AsyncConnection]:
        """Run a block in a transaction while no other server that shares the database runs a block of this method.

        The method waits for the other servers first, and only then for its turn on this server, so that waiting blocks
        no other writer of this server.
        """
        async with self._waiting, self._engine.connect() as connection, connection.begin() as transaction:
            await wait_for_lock(connection, EXCLUSIVE_WRITES)
            async with self._turn:
                await self._look()
                yield connection
                await transaction.commit()  # before the next block gets the turn

    @asynccontextmanager
    async def writing_urgently(self) -> AsyncIterator[AsyncConnection]:
        """Run a block in a transaction for an urgent write, such as renewing a lease (permission to act for tables).

        The block must write only rows that no other transaction writes. On PostgreSQL the block waits only for other
        urgent transactions of this server. Raise NotWritten if the database fails.
        """
        with _convert_write_errors():
            async with self._pressing, self._engine.begin() as connection:
                yield connection

    @property
    def shared(self) -> bool:
        """Whether other servers may use the database at the same time."""
        return self._shared

    @property
    def time(self) -> ColumnElement[float]:
        """The time of the database's clock in seconds since 1970, as an SQL expression."""
        return _SQLITE_TIME if self._engine.dialect.name == "sqlite" else POSTGRESQL_TIME

    async def settle(self) -> None:
        """Wait until no transaction of a lost connection can add commits (changes of game tables) any more.

        Only after that does loading the commits return all of them. Raise NotRead if the wait takes too long.
        PostgreSQL may still be running a transaction of this server, or of the server that used the database before it.
        SQLite has no such transactions. If servers share the database, nothing is done here: a server claims each table
        (becomes its owner) before it loads the table, and the claim has the same effect.
        """
        if self._shared or not isinstance(self._lock, AdvisoryLock):
            return
        try:
            async with self.writing() as connection:
                await connection.execute(text(f"SET LOCAL lock_timeout = {round(SETTLES_WITHIN * 1000)}"))
                await connection.execute(_WRITERS)
        except NotWritten as error:
            raise NotRead(str(error)) from error

    async def _look(self) -> None:
        if isinstance(self._lock, AdvisoryLock) and not await self._lock.try_acquire():
            raise NotWritten("another server has the database")

    async def announce(self, connection: AsyncConnection, news: bytes, channel: str = CHANNEL) -> None:
        """Notify all servers that share the database of a change, once the transaction of `connection` is durable.

        `news` describes the change as JSON, and `channel` is the PostgreSQL channel of the notification.
        """
        if self._shared:
            await connection.execute(_ANNOUNCE, {"channel": channel, "news": news.decode()})

    async def listen(self, hear: Mapping[str, Callable[[str | None], object]]) -> None:
        """Pass on the notifications of all servers that share the database, until cancelled.

        `hear` has a function for each channel to listen to. The function is called with the JSON text of each
        notification on this channel, or with None when some notifications may have been missed.
        """
        while True:
            with suppress(*FAILURES):
                async with self._engine.connect() as connection:
                    try:
                        await _listen(connection, hear)
                    finally:
                        await connection.invalidate()
            await asyncio.sleep(LISTEN_AGAIN)

    @asynccontextmanager
    async def chore(self) -> AsyncIterator[bool]:
        """Run a block of clean-up work, which only one server at a time may do. Raise NotRead if the database fails.

        The context manager yields True if this server may do the work now, and False while another server is doing it;
        then the block must do nothing.
        """
        if not self._shared:
            yield True
            return
        lock = AdvisoryLock(self._engine, CHORES)
        try:
            try:
                ours = await lock.try_acquire()
            except FAILURES as error:
                raise NotRead(str(error)) from error
            yield ours
        finally:
            await lock.release()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Run a block with a connection for reading. Raise NotRead if the database fails."""
        async with self._readers:
            try:
                async with self._engine.connect() as connection:
                    yield connection
            except (SQLAlchemyError, OSError) as error:
                raise NotRead(str(error)) from error


@contextmanager
def _convert_write_errors() -> Iterator[None]:
    """Run a block, and raise NotWritten in place of the database errors that it raises.

    IntegrityError, which means that the written data is invalid, is raised unchanged.
    """
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as error:
        raise NotWritten(str(error)) from error


async def _listen(connection: AsyncConnection, hear: Mapping[str, Callable[[str | None], object]]) -> None:
    """Pass each notification that a connection receives to the function of its channel, until the connection is lost.

    `hear` has these functions by channel. At first call all of them with None, because notifications may have been
    missed before.
    """
    driver: Any = (await connection.get_raw_connection()).driver_connection
    is_lost = asyncio.Event()
    driver.add_termination_listener(lambda _: is_lost.set())
    for channel, hear_channel in hear.items():
        await driver.add_listener(channel, partial(_pass_on, hear_channel))
    for hear_channel in hear.values():
        hear_channel(None)
    while not is_lost.is_set():
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_EVERY):
                await is_lost.wait()
        await driver.execute("SELECT 1")


def _pass_on(hear: Callable[[str | None], object], *arguments: Any) -> None:
    """Call `hear` with the text of a notification, which is the last of the `arguments` from the database driver."""
    hear(arguments[-1])


def parse_url(url: str) -> URL:
    """Parse the URL of a SQLite file or of a PostgreSQL database. Raise BadDatabase for any other text."""
    try:
        parsed_url = make_url(url)
    except ArgumentError:
        raise BadDatabase(reason("database-unknown")) from None
    kind = parsed_url.get_backend_name()
    if kind == "postgresql" or (kind == "sqlite" and parsed_url.database not in (None, "", ":memory:")):
        return parsed_url
    raise BadDatabase(reason("database-unknown"))


@asynccontextmanager
async def reading_snapshot(url: str) -> AsyncIterator[AsyncConnection]:
    """Run a block with a connection that reads one snapshot of the database at `url`, even while a server uses it.

    Raise BadDatabase if the database is missing, has the schema of another version of the program, or fails.
    """
    parsed_url = parse_url(url)
    if parsed_url.get_backend_name() == "postgresql":
        engine = postgresql_engine(parsed_url).execution_options(isolation_level="REPEATABLE READ")
    else:
        path = Path(parsed_url.database or "").resolve()
        if not path.exists():
            raise BadDatabase(reason("database-missing", file=str(path)))
        readable = {"mode": "ro", "uri": "true"}
        engine = create_async_engine(URL.create("sqlite+aiosqlite", database=path.as_uri(), query=readable))
        event.listen(engine.sync_engine, "begin", _begin)
    try:
        async with engine.connect() as connection:
            if not await connection.run_sync(_up_to_date):
                raise BadDatabase(reason("database-other-schema"))
            yield connection
    except FAILURES as error:
        raise database_error(error) from error
    finally:
        await engine.dispose()


def _engine(url: URL, *, shared: bool) -> tuple[AsyncEngine, FileLock | AdvisoryLock]:
    if url.get_backend_name() == "postgresql":
        engine = postgresql_engine(url, idle_within=IDLE_WITHIN if shared else None)
        return engine, AdvisoryLock(engine, shared=shared)
    lock = _lock_file(Path(url.database or "").resolve())
    engine = create_async_engine(url.set(drivername="sqlite+aiosqlite"), hide_parameters=True, **_POOL)
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine, lock


def postgresql_engine(
    url: URL, answer_within: float | None = ANSWER_WITHIN, idle_within: float | None = None
) -> AsyncEngine:
    """Return an engine for PostgreSQL. Raise BadDatabase if its driver is not installed.

    A command fails after `answer_within` seconds without an answer, and a transaction after `idle_within` seconds
    without a command; None means no limit. The URL may contain the parameter `sslmode` of PostgreSQL's own tools, which
    the driver calls `ssl`.
    """
    query = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}
    patience: dict[str, Any] = {"timeout": CONNECT_WITHIN, "command_timeout": answer_within}
    if idle_within is not None:
        patience["server_settings"] = {"idle_in_transaction_session_timeout": str(round(idle_within * 1000))}
    try:
        return create_async_engine(
            url.set(drivername="postgresql+asyncpg", query=query),
            hide_parameters=True,
            connect_args=patience,
            pool_size=READERS + 6,  # writer, lock, chore lock, listener, `exclusive`, `writing_urgently`
            max_overflow=0,
        )
    except ModuleNotFoundError:
        raise BadDatabase(reason("database-no-driver")) from None


def _lock_file(path: Path) -> FileLock:
    """Lock the SQLite file at `path` and return the lock.

    If the file is missing, create it so that only its owner may read it. Raise BadDatabase if this fails.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        lock = FileLock(path)
    except InUse:
        raise BadDatabase(reason("database-in-use", file=str(path))) from None
    except OSError as error:
        raise BadDatabase(reason("database-failed", error=str(error))) from None
    try:
        with closing(sqlite3.connect(path)) as file:
            file.execute("PRAGMA journal_mode = WAL")  # the file stores this mode
    except sqlite3.Error as error:
        lock.release()
        raise BadDatabase(reason("database-failed", error=str(error))) from None
    return lock


def _prepare(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:  # by itself, the driver would not begin a transaction before CREATE TABLE
    connection.exec_driver_sql("BEGIN")


def _up_to_date(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    return bool(connection.scalar(text("SELECT version_num FROM alembic_version")) == REVISION)
