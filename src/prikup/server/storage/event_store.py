"""An event store in an SQL database, which writes the commits of many game tables in one transaction.

A commit contains the events of one change at a game table. `write` returns when its commit is durable. If the database
rejects a batch of commits because of its data, the batch is halved until the bad commit is alone; the other commits are
stored. If the database fails, the outcome is unknown: `write` raises NotWritten, and the next read waits until the
database has finished that transaction. If several servers share the database, the server instead claims the table again
(becomes its owner), which has the same effect.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from time import perf_counter
from typing import Any, Self

import msgspec
from msgspec import UNSET, Struct
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage import audit
from prikup.server.storage.batch_loader import BatchLoader
from prikup.server.storage.database import LOBBY_CHANNEL, WAITING_CHANNEL, Database, wall_clock
from prikup.server.storage.pairing_rows import settle_pairing
from prikup.server.storage.reports import add_reports
from prikup.server.storage.sql_tables import IS_UNFINISHED, health, moves, seats, tables
from prikup.server.storage.turn_rows import DecisionChanges, replace_decisions, share_pauses
from prikup.table.host.storage import AuditNote, Commit, EventStore, NewTableRecord, NotRead, NotWritten

__all__ = ["Fence", "SqlEventStore", "UserTable", "insert_table", "load_commits"]

BATCH = 1000
"""Maximum number of commits (changes of game tables) in one transaction.

Later commits wait until the transaction is durable.
"""
MAX_LISTED = 100
COMMITS_PER_DEAL = 40
"""The number of commits (changes) of a game table that proves that a whole deal was played there.

It is about the number of cards in a deal.
"""
SETTINGS_PER_QUERY, TABLES_PER_QUERY = 200, 20
"""`SETTINGS_PER_QUERY` is the maximum number of tables whose settings one query loads.

`TABLES_PER_QUERY` is the maximum number of tables whose commits (changes) one query loads. It is small because decoding
commits blocks the event loop.
"""
_Waiting = tuple[Commit, asyncio.Future[None]]
Fence = Callable[[AsyncConnection, Collection[str]], Awaitable[set[str]]]
"""The type of a function that keeps a server from writing to a table that another server owns by now.

It is called in a transaction with the ids of the tables to be written. It returns those tables that this server still
owns, and prevents other servers from becoming their owners until the transaction ends.
"""


NoteDecisions = Callable[[AsyncConnection, str, DecisionChanges], Coroutine[Any, Any, None]]
"""The type of a function that stores notices about the decisions for which a turn-based table waits.

It is called in the transaction that changes these decisions, with the id of the table and the changes. At a turn-based
table players answer within hours or days.
"""


class UserTable(Struct, frozen=True):
    """An unfinished table that a user owns or sits at.

    - `table`: the id of the table.
    - `settings`: the settings of the table as JSON.
    - `opened_ms`: the time at which the table was opened (wall clock, ms).
    - `seat`: the user's seat, None if the user only owns the table.
    - `summary`: the table's entry in lists of tables as JSON, None if an older version of the program wrote the last
      commit.
    """

    table: str
    settings: bytes
    opened_ms: int
    seat: int | None
    summary: bytes | None = None


class SqlEventStore(EventStore):
    """Stores game tables and their commits (changes) in a database.

    - `fence`: if other servers share the database, it rejects commits for tables that this server no longer owns.
    - `on_over`: called with the id of each table whose match has ended, once that is durable.
    - `on_lobby`: called once a write of this server that changes the lobby is durable.
    - `on_turns`: called with the ids of the users for whom turn-based tables have begun to wait, or no longer wait,
      once that is durable.
    - `note_decisions`: called in the transaction of each commit of a turn-based table (players answer within hours or
      days) that changes the decisions for which the table waits, with these changes.
    - `on_batch`: called after each transaction that writes commits, with the number of commits and the duration in
      seconds.
    """

    fence: Fence | None = None
    on_over: Callable[[str], object] = staticmethod(lambda table: None)
    on_lobby: Callable[[], object] = staticmethod(lambda: None)
    on_turns: Callable[[Collection[str]], object] = staticmethod(lambda users: None)
    note_decisions: NoteDecisions | None = None

    def __init__(self, database: Database, on_batch: Callable[[int, float], object] | None = None) -> None:
        self.database = database
        self._on_batch = on_batch
        self._waiting: list[_Waiting] = []
        self._settings_loader = BatchLoader(self._load_settings, SETTINGS_PER_QUERY)
        self._commits_loader = BatchLoader(self._load_commits, TABLES_PER_QUERY)
        self._doubtful, self._settling = True, asyncio.Lock()
        self._wake = asyncio.Event()
        self._closed = False
        self._writer = asyncio.create_task(self._run())

    @classmethod
    async def open(
        cls, url: str, on_batch: Callable[[int, float], object] | None = None, *, shared: bool = False
    ) -> Self:
        """Open the database at `url`; with `shared`, other servers may use it too. Raise BadDatabase if that fails.

        `on_batch` is called after each transaction that writes commits (changes of game tables), with the number of
        commits and the duration in seconds.
        """
        store = cls(await Database.open(url, shared=shared), on_batch)
        with suppress(NotRead):  # this is retried before the first read
            await store._settle()
        return store

    async def close(self) -> None:
        """Write all queued commits (changes of game tables), then close the database.

        After this call, `write` raises NotWritten.
        """
        self._closed = True
        self._wake.set()
        await self._writer
        await self.database.close()

    async def write(self, commit: Commit) -> None:
        """Write a commit (a change of a table) and return when it is durable. Raise NotWritten if that is not certain.

        The commit is written even if the caller stops waiting. Each table waits until a commit is durable before it
        writes the next one, so that tables do not produce commits faster than the database stores them.
        """
        if self._closed:
            raise NotWritten("the store is closed")
        write_future = asyncio.get_running_loop().create_future()
        self._waiting.append((commit, write_future))
        self._wake.set()
        await write_future

    async def commits(self, table: str) -> list[Commit]:
        """Return all commits (changes) of a table in the order of their numbers `seq`.

        A commit that was being written before this call is either in the result or will never be stored. Raise NotRead
        if a commit is missing or the database fails.
        """
        if self._doubtful or self._settling.locked():
            await self._settle()
        table_commits = await self._commits_loader.load(table) or []
        for seq, commit in enumerate(table_commits, 1):
            if commit.seq != seq:
                raise NotRead(f"commit {seq} of table {table} is missing")
        return table_commits

    async def create(self, opening: NewTableRecord) -> None:
        """Store a new game table, so that its commits (changes) can be written.

        Raise NotWritten if the database fails; the table may be stored nevertheless.
        """
        async with self.database.writing() as connection:
            await insert_table(connection, opening)
            if opening.notes:
                now_ms = wall_clock()
                await audit.note(connection, *(_entry(opening.table, note, now_ms) for note in opening.notes))
            if opening.listed:
                await self.database.announce(connection, b"", LOBBY_CHANNEL)
        if opening.listed:
            self.on_lobby()

    async def create_finished(self, opening: NewTableRecord, commit: Commit) -> bool:
        """Store a table whose match is over, with its only commit, which contains all events of the match.

        Return False if a table with this id exists already. Raise NotWritten if the database fails.
        """
        existing_table = select(tables.c.id).where(tables.c.id == opening.table)
        async with self.database.writing(exclusive=True) as connection:
            if (await connection.execute(existing_table)).first():
                return False
            await insert_table(connection, opening)
            await connection.execute(insert(moves), _values(commit))
            await _index(connection, commit)
        self.on_over(opening.table)
        return True

    async def settings(self, table: str) -> bytes | None:
        """Return the settings of a table as JSON; None if the table does not exist."""
        return await self._settings_loader.load(table)

    async def tables_of(self, user: str) -> list[UserTable]:
        """Return the unfinished tables that a user (id) owns or sits at, the newest first, at most 100."""
        t = tables.c
        user_seats = select(seats).where(seats.c.person == user).subquery()
        hosted_tables = select(t.id).where(IS_UNFINISHED, t.host == user)
        query = (
            select(t.id, t.settings, t.opened, user_seats.c.seat, t.summary)
            .outerjoin(user_seats, user_seats.c.table_id == t.id)
            .where(IS_UNFINISHED, t.id.in_(hosted_tables.union(select(user_seats.c.table_id))))
            .order_by(t.opened.desc(), t.id)
            .limit(MAX_LISTED)
        )
        async with self.database.reading() as connection:
            return [UserTable(*row) for row in await connection.execute(query)]

    async def find_user_with_deal(self, users: Collection[str]) -> str | None:
        """Return one of `users` (ids) who sits at a table where a whole deal was played; None if no user does."""
        query = (
            select(seats.c.person)
            .join(moves, (moves.c.table_id == seats.c.table_id) & (moves.c.seq == COMMITS_PER_DEAL))
            .where(seats.c.person.in_(users))
            .limit(1)
        )
        async with self.database.reading() as connection:
            user: str | None = (await connection.execute(query)).scalar()
            return user

    async def check_writable(self) -> None:
        """Write a row to test whether the database works, and return once the row is durable.

        Raise NotWritten if the database fails or its disk is full.
        """
        self.database.check_space()
        async with self.database.writing() as connection:
            await connection.execute(update(health).values(at=wall_clock()))

    async def _load_settings(self, names: list[str]) -> dict[str, bytes]:
        query = select(tables.c.id, tables.c.settings).where(tables.c.id.in_(names), ~tables.c.deleted)
        async with self.database.reading() as connection:
            return {row.id: row.settings for row in await connection.execute(query)}

    async def _load_commits(self, names: list[str]) -> dict[str, list[Commit]]:
        async with self.database.reading() as connection:
            return await load_commits(connection, names)

    async def _settle(self) -> None:
        """Wait until every write whose outcome is unknown has either been committed or been rolled back."""
        async with self._settling:
            if self._doubtful:
                self._doubtful = False
                try:
                    await self.database.settle()
                except BaseException:
                    self._doubtful = True
                    raise

    async def _run(self) -> None:
        while True:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            if batch:
                await self._write(batch)
            elif self._closed:
                return
            else:
                self._wake.clear()
                await self._wake.wait()

    async def _write(self, batch: list[_Waiting]) -> None:
        """Write a batch of commits (changes of tables) in one transaction, and wake the callers that wait for them.

        If the database rejects the data, write each half of the batch separately, until the bad commit is alone.
        """
        failure, start_s = None, perf_counter()
        owned_tables: Collection[str] = ()
        try:
            owned_tables, users_with_turns = await self._insert([commit for commit, _ in batch])
            if self._on_batch:
                self._on_batch(len(batch), perf_counter() - start_s)
            for commit, _ in batch:
                if commit.over and commit.table in owned_tables:
                    self.on_over(commit.table)
            if any(commit.lobby is not UNSET and commit.table in owned_tables for commit, _ in batch):
                self.on_lobby()
            if users_with_turns:
                self.on_turns(users_with_turns)
        except NotWritten as error:
            failure, self._doubtful = str(error), True
        except Exception as error:
            if len(batch) > 1:
                half = len(batch) // 2
                await self._write(batch[:half])
                await self._write(batch[half:])
                return
            failure = str(error)
        for commit, write_future in batch:
            if write_future.cancelled():
                continue
            if commit.table in owned_tables:
                write_future.set_result(None)
            else:
                write_future.set_exception(NotWritten(failure or "the table is owned by another server"))

    async def _insert(self, batch: list[Commit]) -> tuple[Collection[str], set[str]]:
        """Insert a batch of commits (changes of game tables) in one transaction.

        Return the ids of the tables whose commits were stored. If other servers share the database, these are only the
        tables that this server still owns. Return also the ids of the users for whom turn-based tables have begun to
        wait, or no longer wait.
        """
        owned_tables: Collection[str] = {commit.table for commit in batch}
        users_with_turns = set[str]()
        async with self.database.writing() as connection:
            if any(commit.decisions is not UNSET for commit in batch):
                await share_pauses(connection)
            if self.fence is not None:
                owned_tables = await self.fence(connection, owned_tables)
            commits = [commit for commit in batch if commit.table in owned_tables]
            if commits:
                await connection.execute(insert(moves), [_values(commit) for commit in commits])
            for commit in commits:
                if commit.reports:
                    await add_reports(connection, commit.table, commit.reports)
                if commit.opens:
                    await insert_table(connection, commit.opens)
                if values := _list_values(commit):
                    await connection.execute(update(tables).where(tables.c.id == commit.table).values(values))
                await _index(connection, commit)
                if commit.pairing is not UNSET:
                    await settle_pairing(connection, commit.table, commit.pairing, commit.at / 1000)
                if commit.decisions is not UNSET:
                    changes = await replace_decisions(connection, commit.table, commit.decisions)
                    if self.note_decisions is not None:
                        await self.note_decisions(connection, commit.table, changes)
                    if users := changes.users:
                        users_with_turns |= users
                        await self.database.announce(connection, msgspec.json.encode(sorted(users)), WAITING_CHANNEL)
                if commit.notes:
                    await audit.note(connection, *(_entry(commit.table, note, commit.at) for note in commit.notes))
            if any(commit.lobby is not UNSET for commit in commits):
                await self.database.announce(connection, b"", LOBBY_CHANNEL)
        return owned_tables, users_with_turns


async def load_commits(connection: AsyncConnection, names: Collection[str]) -> dict[str, list[Commit]]:
    """Load all commits (changes) of the tables with the ids `names`.

    Return the commits of each table in the order of their numbers `seq`, by table id.
    """
    c = moves.c
    query = select(c.table_id, c.seq, c.events, c.command, c.digest, c.at)
    commits_by_table: dict[str, list[Commit]] = {name: [] for name in names}
    for row in await connection.execute(query.where(c.table_id.in_(names)).order_by(c.table_id, c.seq)):
        commits_by_table[row.table_id].append(Commit(*row))
    return commits_by_table


def _values(commit: Commit) -> dict[str, Any]:
    return {
        "table_id": commit.table,
        "seq": commit.seq,
        "events": commit.events,
        "command": commit.command,
        "digest": commit.digest,
        "at": commit.at,
    }


def _list_values(commit: Commit) -> dict[str, Any]:
    """Return the new values of those columns of `tables` that lists of tables use, if a commit changes them.

    A commit is a change of a game table.
    """
    values: dict[str, Any] = {"summary": commit.summary} if commit.summary else {}
    if commit.lobby is not UNSET:
        values |= {"listed": commit.lobby.listed, "watchable": commit.lobby.watchable}
    return values


async def insert_table(connection: AsyncConnection, opening: NewTableRecord) -> None:
    """Store the new game table that `opening` describes, in a transaction of the caller."""
    values = {
        "id": opening.table,
        "settings": opening.settings,
        "host": opening.host,
        "opened": wall_clock(),
        "over": False,
        "summary": opening.summary or None,
        "listed": opening.listed,
        "by_turns": opening.by_turns,
    }
    await connection.execute(insert(tables), values)


async def _index(connection: AsyncConnection, commit: Commit) -> None:
    """Update the rows that follow from a commit (a change of a table): users' seats, and whether the match is over."""
    for user, seat in commit.sits:
        await connection.execute(delete(seats).where(seats.c.person == user, seats.c.table_id == commit.table))
        if seat is not None:
            await connection.execute(insert(seats), {"person": user, "table_id": commit.table, "seat": seat})
    if commit.over:
        await _finish(connection, commit.table)


def _entry(table: str, note: AuditNote, at: int) -> audit.NewAuditRow:
    return audit.NewAuditRow(at, note.kind, note.facts, table=table, person=note.person, by=note.by)


async def _finish(connection: AsyncConnection, table: str) -> None:
    change = update(tables).where(tables.c.id == table)
    await connection.execute(change.values(over=True, summary=None))  # it contains names, and no list shows it now
