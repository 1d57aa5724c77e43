"""The tables that are in memory.

A table is loaded when somebody comes to it and unloaded when nobody has been there for a while; what happened at it
lies in the store.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any, TypeVar

import msgspec

from prikup.table.actor import Table
from prikup.table.host import NOBODY_BLOCKS, Blocks, Host
from prikup.table.state import opening_of
from prikup.table.storage import NotRead, TableStore, new_id
from prikup.table.table_settings import TableSettings, Timing
from prikup.table.timekeeper import LoopTime
from prikup.table.workers import Workers

__all__ = ["TableRegistry"]

UNLOAD_EVERY = 30.0
"""Seconds between two looks for idle tables, at most."""


R = TypeVar("R")

logger = logging.getLogger("prikup.table")


class TableRegistry:
    """All tables of a host, each at most once in memory."""

    def __init__(self, store: TableStore, workers: Workers, timing: Timing, blocks: Blocks = NOBODY_BLOCKS) -> None:
        self._store, self._timing = store, timing
        self._host = Host(store, workers, LoopTime(), blocks=blocks)
        self._tables: dict[str, asyncio.Task[Table | None]] = {}
        self._used: dict[str, float] = {}
        self._unloading: dict[str, asyncio.Task[Any]] = {}
        self._closed = False
        self._unloader = asyncio.create_task(self._unload_idle())

    def __len__(self) -> int:
        return len(self._tables)

    async def find(self, id: str) -> Table | None:  # noqa: A002  (an id everywhere in the protocol)
        """Return the table of this id, loaded, and not unloaded before the next await; None if there is none.

        Raise NotRead for one whose rows cannot be read: the others go on.
        """
        if unloading := self._unloading.get(id):
            await asyncio.shield(unloading)
        if self._closed:
            return None
        if id not in self._tables:
            self._tables[id] = asyncio.create_task(self._load(id))
        self._used[id] = monotonic()
        try:
            table = await asyncio.shield(self._tables[id])
        except Exception:
            self._forget(id)
            raise
        if table is None:
            self._forget(id)
        return table

    async def open(self, settings: TableSettings) -> str:
        """Open a table and return its id. Raises NotWritten."""
        name = new_id()
        await self._store.create(opening_of(name, settings, settings.host))
        logger.info("table-opened", extra={"told": {"table": name, "game": settings.game}})
        return name

    async def while_unloaded(self, name: str, work: Callable[[], Coroutine[Any, Any, bool]]) -> bool:
        """Do something with the rows of a table that is not in memory, and return what that returns.

        Whoever comes to the table meanwhile waits. Return False, and do nothing, for a table in memory.
        """
        if self._closed or name in self._tables or name in self._unloading:
            return False
        return await self._busy(name, work())

    def rename(self, user: str, name: str, *, guest: bool) -> None:
        """Tell every loaded table that a user has another name, or an account; the others see it when they come."""
        for loading in self._tables.values():
            if loading.done() and not loading.cancelled() and not loading.exception() and (table := loading.result()):
                table.rename(user, name, guest=guest)

    async def close(self) -> None:
        """Unload every table; nothing is loaded any more."""
        self._closed = True
        self._unloader.cancel()
        for name in list(self._tables):
            self._unload(name)
        for error in await asyncio.gather(*self._unloading.values(), return_exceptions=True):
            if isinstance(error, Exception):
                logger.error("table-failed", exc_info=error)

    def _forget(self, name: str) -> None:
        self._tables.pop(name, None)
        self._used.pop(name, None)

    async def _load(self, name: str) -> Table | None:
        encoded = await self._store.settings(name)
        if encoded is None:
            return None
        try:
            settings = msgspec.json.decode(encoded, type=TableSettings)
            table = await Table.load(name, settings, self._host, self._timing)
        except Exception as error:  # whatever stands in the rows
            logger.error("table-unreadable", extra={"told": {"table": name}}, exc_info=error)
            raise NotRead(name) from error
        table.start_task()
        return table

    async def _unload_idle(self) -> None:
        """Unload tables that nobody has been at for `idle_s` seconds."""
        while True:
            await asyncio.sleep(min(self._timing.idle_s / 2, UNLOAD_EVERY))
            for name, loading in list(self._tables.items()):
                if loading.done() and (table := loading.result()) and table.clients:
                    self._used[name] = monotonic()
                elif monotonic() - self._used[name] > self._timing.idle_s:
                    self._unload(name)

    def _unload(self, name: str) -> None:
        self._busy(name, self._stop(self._tables[name]))
        self._forget(name)

    def _busy(self, name: str, work: Coroutine[Any, Any, R]) -> asyncio.Task[R]:
        """Begin some work, for which all wait who come to this table."""
        task = self._unloading[name] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._unloading.pop(name))
        return task

    async def _stop(self, loading: asyncio.Task[Table | None]) -> None:
        table = await loading
        if table is not None:
            await table.stop()
