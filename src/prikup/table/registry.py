"""The registry of the tables that a host (a program that runs tables) has in memory.

A table is loaded when a user opens it, and unloaded after `Timing.idle_s` seconds without a connection. Its commits
(stored groups of events) remain in the store.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Any, TypeVar

import msgspec

from prikup.rules.errors import Reason
from prikup.table.actor import Table
from prikup.table.host.background_workers import Workers
from prikup.table.host.services import (
    NO_BLOCKS,
    NO_CALENDAR,
    NO_DEPARTURES,
    NO_RATED_PLAYERS,
    SINGLE_HOST_CLAIMS,
    BlockLookup,
    DepartureLookup,
    Host,
    OwnedElsewhere,
    RatedPlayerLookup,
    TableOwnership,
    TurnCalendar,
)
from prikup.table.host.storage import NotRead, TableStore, new_id
from prikup.table.host.time_source import LOOP_TIME, Timekeeper, sleep_until
from prikup.table.protocol.message_parts import RatingEffect
from prikup.table.state.summary import new_table_record
from prikup.table.table_settings import TableSettings, Timing

__all__ = ["TableRegistry"]

UNLOAD_EVERY = 30.0
"""The maximum number of seconds between two checks for tables without a connection, which may be unloaded."""


R = TypeVar("R")

logger = logging.getLogger("prikup.table")


class TableRegistry:
    """The tables that a host (a program that runs tables) has in memory.

    Each table is in memory at most once, and the host owns it as long as it is in memory. This means that no other host
    with the same store may change it.

    - `store`: the store of the tables.
    - `workers`: run the long computations of all tables.
    - `timing`: the time limits and delays of the tables.
    - `blocks`: knows which users have blocked which other users.
    - `claims`: decides which of several hosts owns a table.
    - `time`: the clock of the registry and of its tables, by default the clock of the running event loop.
    - `departures`: knows which users have left too many open tables lately.
    - `rated_players`: knows which users are playing rated matches.
    - `calendar`: knows when the clocks of players pause at turn-based tables (players answer within hours or days).
    """

    def __init__(
        self,
        store: TableStore,
        workers: Workers,
        timing: Timing,
        blocks: BlockLookup = NO_BLOCKS,
        claims: TableOwnership = SINGLE_HOST_CLAIMS,
        time: Timekeeper = LOOP_TIME,
        departures: DepartureLookup = NO_DEPARTURES,
        rated_players: RatedPlayerLookup = NO_RATED_PLAYERS,
        calendar: TurnCalendar = NO_CALENDAR,
    ) -> None:
        self._store, self._timing, self._claims = store, timing, claims
        self._time = time
        self._host = Host(
            store,
            workers,
            self._time,
            blocks=blocks,
            claims=claims,
            departures=departures,
            rated_players=rated_players,
            calendar=calendar,
        )
        self._tables: dict[str, asyncio.Task[Table | None]] = {}
        self._used: dict[str, float] = {}
        self._unloading: dict[str, asyncio.Task[Any]] = {}
        self._closed = False
        self._goodbye: Reason | None = None
        self._unloader = asyncio.create_task(self._unload_idle())

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, name: str) -> bool:
        """Return whether the table with the id `name` is loaded or being loaded."""
        return name in self._tables

    async def find(self, id: str) -> Table | None:  # noqa: A002  (an id everywhere in the protocol)
        """Return the table with this id, after loading it if necessary; None if there is no such table.

        The table stays loaded at least until the caller awaits something. Raise NotRead if the table cannot be loaded
        from its stored rows. Raise OwnedElsewhere if another host owns the table, or if this host is shutting down and
        the table is not in memory.
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
        elif self._tables.get(id) is not loading:  # the table was unloaded meanwhile, so clients would get no messages
            raise OwnedElsewhere("")
        return table

    async def look(self, id: str) -> Table | None:  # noqa: A002  (as above)
        """Return the table with this id, for a caller that only inspects its state; None if there is no such table.

        If another host owns the table, return a copy that is loaded from the table's stored rows and then never
        changes. Raise NotRead if the table cannot be loaded.
        """
        try:
            return await self.find(id)
        except OwnedElsewhere:
            settings = await self._store.settings(id)
            return await self._read(id, settings) if settings is not None else None

    async def open(self, settings: TableSettings) -> str:
        """Create a table with these settings in the store and return its id.

        Raise NotWritten if it is unknown whether the new table is durable.
        """
        name = new_id()
        await self._store.create(new_table_record(name, settings, settings.host))
        logger.info("table-opened", extra={"told": {"table": name, "game": settings.game}})
        return name

    async def call_while_unloaded(self, name: str, work: Callable[[], Coroutine[Any, Any, bool]]) -> bool:
        """Call `work`, which changes the stored rows of the table `name`, while no host has the table in memory.

        Return the result of `work`. Users who open the table meanwhile have to wait. Return False without calling
        `work` if this host has the table in memory, if another host owns it, or if this host is shutting down.
        """
        if self._closed or name in self._tables or name in self._unloading:
            return False
        return await self._busy(name, self._claim(name, work))

    def rename(self, user: str, name: str, *, guest: bool) -> None:
        """Pass the new display name `name` of the user with the id `user` to every loaded table.

        `guest` is false if the user owns an account. A table that is not loaded learns the name when the user joins it.
        """
        for loading in self._tables.values():
            if (table := _loading_result(loading)) is not None:
                table.rename(user, name, guest=guest)

    def show_ratings(self, name: str, ratings: tuple[RatingEffect | None, ...]) -> None:
        """Pass the effect of a rated match on the players' ratings to the table `name`, if that table is loaded.

        `ratings` has the effect for each seat, None for a computer player, and None for all seats of a void match.
        """
        loading = self._tables.get(name)
        if loading is not None and (table := _loading_result(loading)) is not None:
            table.show_ratings(ratings)

    @property
    def tables_without_ratings(self) -> list[str]:
        """The ids of the loaded tables whose rated match is over, but that do not know its effect on ratings yet."""
        tables = map(_loading_result, self._tables.values())
        return [table.id for table in tables if table is not None and table.lacks_ratings]

    def check_timed_changes(self, names: Collection[str] | None) -> None:
        """Let the tables with the ids `names` check which timed changes are due; None stands for all tables.

        Tables that are not in memory are skipped. A timed change happens without a command, for example when the time
        for a decision is over.
        """
        for name in self._tables if names is None else names:
            if name in self._tables and (table := _loading_result(self._tables[name])) is not None:
                table.check_timed_changes()

    def unload(self) -> None:
        """Start unloading all tables from memory; users who open one of them meanwhile wait until it is unloaded."""
        for name in list(self._tables):
            self._unload(name)

    async def stop_loading(self) -> None:
        """Stop loading tables, and give up the ownership of tables that are not in memory.

        This host may own such a table if it has tried to claim it and the outcome is unknown. Without this call other
        hosts could load that table only after this host has given up all its tables.
        """
        self._closed = True
        self._unloader.cancel()
        await self._claims.release_others({*self._tables, *self._unloading})

    async def leave(self, goodbye: Reason, pace: Callable[[], float]) -> None:
        """Hand all tables over to other hosts, because this host is shutting down; load no more tables.

        The tables are unloaded one after the other. As soon as other hosts may take over a table, its clients are
        disconnected with the reason `goodbye`, so that they reconnect to another host. If all clients reconnected at
        the same time, they would have to wait. Therefore the next table is unloaded only after `pace()` seconds for
        each client of the last one. Until then the match of the next table continues at this host.
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
        """Unload all tables and wait until that is done; load no more tables."""
        self._closed = True
        self._unloader.cancel()
        self.unload()
        for error in await asyncio.gather(*self._unloading.values(), return_exceptions=True):
            if isinstance(error, Exception):
                logger.error("table-failed", exc_info=error)

    def _forget_load(self, name: str, loading: asyncio.Task[Table | None]) -> None:
        """Forget an attempt to load a table, which has failed or found no table.

        `loading` is the task of this attempt. A newer attempt to load the same table is kept.
        """
        if self._tables.get(name) is loading:
            self._forget(name)

    def _forget(self, name: str) -> None:
        self._tables.pop(name, None)
        self._used.pop(name, None)

    async def _load(self, name: str) -> Table | None:
        settings = await self._store.settings(name)
        if settings is None:
            return None
        await self._claims.claim(name)  # before the commits are loaded, so that no other host can add any later
        try:
            table = await self._read(name, settings)
        except NotRead:
            await self._claims.release(name)
            raise
        table.start_task()
        if name in self._used:  # otherwise the table was unloaded meanwhile
            self._used[name] = self._time.now()
        return table

    async def _read(self, name: str, settings: bytes) -> Table:
        try:
            return await Table.load(name, msgspec.json.decode(settings, type=TableSettings), self._host, self._timing)
        except Exception as error:  # any error: the rows may contain anything
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
        """Check at regular intervals for tables without a connection for `Timing.idle_s` seconds, and unload them."""
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
        """Start `work` on the table `name` as a task, and return the task.

        Users who open the table wait until the task is done.
        """
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
    """Return the table that a task has loaded; None if the task is not finished, found no table, or failed."""
    if not loading.done() or loading.cancelled() or loading.exception():
        return None
    return loading.result()
