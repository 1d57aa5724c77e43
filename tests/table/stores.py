"""The kinds of hosts that the table tests run on: where each stores its commits."""

import os
import secrets
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

import msgspec
from sqlalchemy import NullPool, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from prikup.device.table_store import TabStore
from prikup.server.storage.event_store import SqlEventStore
from prikup.table.host.storage import Commit, EventStore, NewTableRecord
from prikup.table.table_settings import TableSettings
from prikup.terminal.host.match_file import MatchFile

__all__ = ["CURRENT_HOST", "EACH_HOST", "MEMORY", "STORES", "MemoryShelf", "OpenStore"]

TABLE, MEMORY = "table0", "memory"
SERVER = os.environ.get("PRIKUP_POSTGRES", "")
"""For example `postgresql://postgres@localhost:5432/postgres`: test databases are created there
(tests/support/run_on_postgres.py)."""


class OpenStore(EventStore, Protocol):
    """An open event store."""

    async def close(self) -> None: ...


class Hosted:
    """The kind of host that a test is running on, and the folder for its files."""

    kind = MEMORY
    root: Path | None = None

    def folder(self) -> Path:
        """Create a new folder for one table."""
        root = self.root or Path("build") / "tables"
        folder = root / secrets.token_hex(8)
        if self.kind != MEMORY:
            folder.mkdir(parents=True)
        return folder


CURRENT_HOST = Hosted()
_commits_by_folder: dict[Path, list[Commit]] = {}


class Memory:
    """An event store in memory."""

    def __init__(self, folder: Path) -> None:
        self._commits = _commits_by_folder.setdefault(folder, [])

    async def write(self, commit: Commit) -> None:
        self._commits.append(commit)

    async def commits(self, table: str) -> list[Commit]:
        return list(self._commits)

    async def close(self) -> None:
        pass


async def memory(folder: Path, settings: TableSettings) -> OpenStore:
    return Memory(folder)


class OpenMatchFile(MatchFile):
    """A match file that can be closed like a database."""

    async def close(self) -> None:  # type: ignore[override]
        super().close()


async def match_file(folder: Path, settings: TableSettings) -> OpenStore:
    return OpenMatchFile(folder / "match.jsonl")


class MemoryShelf:
    """A browser's row store, in memory: keys are unique, and a write adds all rows or none."""

    def __init__(self, stored_rows: Mapping[tuple[str, str], str] = MappingProxyType({})) -> None:
        self.rows_by_key = dict(stored_rows)

    async def add(self, rows: str) -> None:
        new = {(box, key): text for box, key, text in msgspec.json.decode(rows)}
        if repeated_keys := new.keys() & self.rows_by_key.keys():
            raise KeyError(f"kept already: {repeated_keys}")
        self.rows_by_key |= new

    async def put(self, rows: str) -> None:
        self.rows_by_key |= {(box, key): text for box, key, text in msgspec.json.decode(rows)}

    async def row(self, box: str, key: str) -> str | None:
        return self.rows_by_key.get((box, key))

    async def rows(self, box: str, prefix: str) -> list[str]:
        return [
            text
            for (row_box, key), text in sorted(self.rows_by_key.items())
            if row_box == box and key.startswith(prefix)
        ]


_shelves: dict[Path, MemoryShelf] = {}


class OpenTabStore(TabStore):
    """The event store of a browser tab, closable like a database."""

    async def close(self) -> None:
        pass


async def tab(folder: Path, settings: TableSettings) -> OpenStore:
    return OpenTabStore(_shelves.setdefault(folder, MemoryShelf()))


async def sqlite(folder: Path, settings: TableSettings) -> OpenStore:
    return await database(f"sqlite:///{folder}/tables.sqlite", settings)


async def database(url: str, settings: TableSettings) -> OpenStore:
    """Return a database that contains the table."""
    store = await SqlEventStore.open(url)
    if await store.settings(TABLE) is None:
        await store.create(NewTableRecord(TABLE, msgspec.json.encode(settings), settings.host))
    return store


async def postgresql(folder: Path, settings: TableSettings) -> OpenStore:
    """Return a new database at the server named by PRIKUP_POSTGRES."""
    name = f"prikup_{folder.name}"
    server = create_async_engine(
        make_url(SERVER).set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT", poolclass=NullPool
    )
    async with server.connect() as connection:
        if not await connection.scalar(text("SELECT 1 FROM pg_database WHERE datname = :name"), {"name": name}):
            await connection.exec_driver_sql(f"CREATE DATABASE {name}")
    await server.dispose()
    return await database(make_url(SERVER).set(database=name).render_as_string(hide_password=False), settings)


STORES: dict[str, Callable[[Path, TableSettings], Awaitable[OpenStore]]] = {
    MEMORY: memory,
    "match file": match_file,
    "tab": tab,
    "sqlite": sqlite,
    "postgresql": postgresql,
}
EACH_HOST = ("postgresql",) if SERVER else ("memory", "match file", "tab", "sqlite")
"""The hosts that host-dependent tests run on."""
