"""The tables in memory.

A table is loaded when a user opens it and unloaded after `Timing.idle_s` seconds without a connection; its commits stay
in the store.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from prikup.rules.errors import Reason
from prikup.table.actor import Table
from prikup.table.background_workers import Workers
from prikup.table.host import NO_BLOCKS, SINGLE_HOST_CLAIMS, BlockLookup, Host, OwnedElsewhere, TableOwnership
from prikup.table.state import new_table_record
from prikup.table.storage import NotRead, TableStore, new_id
from prikup.table.table_settings import TableSettings, Timing
from prikup.table.time_source import LOOP_TIME, Timekeeper, sleep_until

__all__ = ["TableRegistry"]

UNLOAD_EVERY = 30.0
"""The maximum number of seconds between two checks for idle tables."""


R = TypeVar("R")

logger = logging.getLogger("prikup.table")


class TableRegistry:
    """All loaded tables of a host: each is in memory at most once, and claimed as long as it is.

    `time` is also the clock of the tables; the default is that of the running event loop.
    """

    def __init__(
        self,
        store: TableStore,
        workers: Workers,
        timing: Timing,
        blocks: BlockLookup = NO_BLOCKS,
        claims: TableOwnership = SINGLE_HOST_CLAIMS,
        time: Timekeeper = LOOP_TIME,
    ) -> None:
        self._store, self._timing, self._claims = store, timing, claims
        self._time = time
        self._host = Host(store, workers, self._time, blocks=blocks, claims=claims)
        self._tables: dict[str, asyncio.Task[Table | None]] = {}
        self._used: dict[str, float] = {}
        self._unloading: dict[str, asyncio.Task[Any]] = {}
        self._closed = False
        self._goodbye: Reason | None = None
        self._unloader = asyncio.create_task(self._unload_idle())

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, name: str) -> bool:
        """Return whether a table is loaded or being loaded."""
        return name in self._tables

    async def find(self, id: str) -> Table | None:  # noqa: A002  (an id everywhere in the protocol)
        """Return the table of this id, loaded, and not unloaded before the next await; None if there is none.

        Raise NotRead if its rows cannot be read; other tables are not affected. Raise Elsewhere if another host owns
        it, and for every table that is not in memory once this host is shutting down.
        """
        if unloading := self._unloading.get(id):
            await asyncio.shield(unloading)
        if id not in self._tables:
            if self._closed:
                raise OwnedElsewhere("")
            self._tables[id] = asyncio.create_task(self._load(id))
        self._used[id] = self._time.now()
        loading = self._tables[id]
        try:
            table = await asyncio.shield(loading)
        except Exception:
            self._forget_load(id, loading)
            raise
        if table is None:
            self._forget_load(id, loading)
        elif self._tables.get(id) is not loading:  # it was unloaded meanwhile: its clients would get no messages
            raise OwnedElsewhere("")
        return table

    async def look(self, id: str) -> Table | None:  # noqa: A002  (as above)
        """Return the table of this id to read from; None if there is none. Raise NotRead as `find` does.

        A table that another host owns is read from its rows and does not change.
        """
        try:
            return await self.find(id)
        except OwnedElsewhere:
            settings = await self._store.settings(id)
            return await self._read(id, settings) if settings is not None else None

    async def open(self, settings: TableSettings) -> str:
        """Create a table and return its id. Raise NotWritten if it may not be durable."""
        name = new_id()
        await self._store.create(new_table_record(name, settings, settings.host))
        logger.info("table-opened", extra={"told": {"table": name, "game": settings.game}})
        return name

    async def call_while_unloaded(self, name: str, work: Callable[[], Coroutine[Any, Any, bool]]) -> bool:
        """Call `work` on the rows of a table that is not in memory, and return its result.

        Users who open the table meanwhile wait. Return False, without calling `work`, if the table is in memory here or
        owned by another host.
        """
        if self._closed or name in self._tables or name in self._unloading:
            return False
        return await self._busy(name, self._claim(name, work))

    def rename(self, user: str, name: str, *, guest: bool) -> None:
        """Pass a user's new name or account status to every loaded table.

        Other tables get it when the user joins them.
        """
        for loading in self._tables.values():
            if (table := _loading_result(loading)) is not None:
                table.rename(user, name, guest=guest)

    def unload(self) -> None:
        """Start unloading every table; users who open one wait until it is unloaded."""
        for name in list(self._tables):
            self._unload(name)

    async def leave(self, goodbye: Reason, pace: Callable[[], float]) -> None:
        """Start unloading the tables one after the other; no table is loaded any more.

        The clients of each are disconnected with `goodbye` as soon as another host may claim it. They reconnect to that
        host, and would wait there if all came at the same time: so the next table stays loaded for `pace()` seconds per
        client, and continues meanwhile.
        """
        self._closed, self._goodbye = True, goodbye
        self._unloader.cancel()
        for name, loading in list(self._tables.items()):
            if self._tables.get(name) is loading:  # it may have been unloaded meanwhile
                table = _loading_result(loading)
                seconds = pace() * (table.clients if table is not None else 0)
                self._unload(name)
                await sleep_until(self._time, self._time.now() + seconds)

    async def close(self) -> None:
        """Unload every table and wait until that is done; no table is loaded any more."""
        self._closed = True
        self._unloader.cancel()
        self.unload()
        for error in await asyncio.gather(*self._unloading.values(), return_exceptions=True):
            if isinstance(error, Exception):
                logger.error("table-failed", exc_info=error)

    def _forget_load(self, name: str, loading: asyncio.Task[Table | None]) -> None:
        """Forget a load that failed or found no table, but never a newer one."""
        if self._tables.get(name) is loading:
            self._forget(name)

    def _forget(self, name: str) -> None:
        self._tables.pop(name, None)
        self._used.pop(name, None)

    async def _load(self, name: str) -> Table | None:
        settings = await self._store.settings(name)
        if settings is None:
            return None
        await self._claims.claim(name)  # before the commits are read: no other host can add to them from now on
        try:
            table = await self._read(name, settings)
        except NotRead:
            await self._claims.release(name)
            raise
        table.start_task()
        if name in self._used:  # else it was unloaded meanwhile
            self._used[name] = self._time.now()
        return table

    async def _read(self, name: str, settings: bytes) -> Table:
        try:
            return await Table.load(name, msgspec.json.decode(settings, type=TableSettings), self._host, self._timing)
        except Exception as error:  # whatever the rows contain
            logger.error("table-unreadable", extra={"told": {"table": name}}, exc_info=error)
            raise NotRead(name) from error

    async def _claim(self, name: str, work: Callable[[], Coroutine[Any, Any, bool]]) -> bool:
        try:
            await self._claims.claim(name)
        except OwnedElsewhere:
            return False
        try:
            return await work()
        finally:
            await self._claims.release(name)

    async def _unload_idle(self) -> None:
        """Unload tables that have had no connection for `idle_s` seconds."""
        while True:
            await sleep_until(self._time, self._time.now() + min(self._timing.idle_s / 2, UNLOAD_EVERY))
            for name, loading in list(self._tables.items()):
                table = _loading_result(loading)
                if not loading.done() or (table is not None and table.clients):
                    self._used[name] = self._time.now()
                elif self._time.now() - self._used[name] > self._timing.idle_s:
                    self._unload(name)

    def _unload(self, name: str) -> None:
        self._busy(name, self._stop(self._tables[name]))
        self._forget(name)

    def _busy(self, name: str, work: Coroutine[Any, Any, R]) -> asyncio.Task[R]:
        """Start a task for which all wait who open this table."""
        task = self._unloading[name] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._unloading.pop(name))
        return task

    async def _stop(self, loading: asyncio.Task[Table | None]) -> None:
        try:
            table = await loading
        except (OwnedElsewhere, NotRead):  # the caller of `find` gets the error
            return
        if table is not None:
            await table.stop()
            await self._claims.release(table.id)
            if self._goodbye is not None:
                table.dismiss(self._goodbye)


def _loading_result(loading: asyncio.Task[Table | None]) -> Table | None:
    """Return the table that a task has loaded; None if it has not, or could not."""
    if not loading.done() or loading.cancelled() or loading.exception():
        return None
    return loading.result()
