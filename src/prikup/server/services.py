"""What the parts of one running server share, from the opening of its database to the last goodbye."""

import asyncio
from pathlib import Path

from msgspec import Struct

from prikup.errors import reason
from prikup.server.accounts.accounts import Accounts
from prikup.server.http.catalogue import Catalogue
from prikup.server.http.middleware import RATES, Limits
from prikup.server.http.static_files import CLIENT, StaticFiles
from prikup.server.metrics import Meters
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.table_registry import TableRegistry
from prikup.server.websocket.connection import LEAVING, Connection
from prikup.server.worker_processes import WORKERS
from prikup.table.table_settings import Timing

__all__ = ["House", "ServerConfig"]

PATIENCE = 2.0
"""Seconds that connections have to send what they were told, goodbye too."""


class ServerConfig(Struct, frozen=True):
    """How a server is set up. `database` is a URL; `proxy`: it stands behind one of ours, whose headers are believed;
    `limited`: people are kept from doing too much too fast; `client` is the folder of the browser client."""

    database: str
    table: Timing = Timing()
    proxy: bool = False
    limited: bool = True
    client: Path = CLIENT


class House:
    """One running server. `store`, `people` and `hall` are there once it is open."""

    store: SqlEventStore
    people: Accounts
    hall: TableRegistry

    def __init__(self, site: ServerConfig) -> None:
        self.site = site
        self.limits = Limits(RATES if site.limited else {})
        self.catalogue = Catalogue()
        self.pages = StaticFiles(site.client)
        self.connections: dict[Connection, asyncio.Task[None]] = {}
        self.meters = Meters(tables=lambda: len(self.hall), sockets=lambda: len(self.connections))

    async def open(self) -> None:
        """Open the database; raises PrikupError if it cannot be."""
        self.store = await SqlEventStore.open(self.site.database, self.meters.groups.observe)
        self.people = Accounts(self.store.database)
        self.hall = TableRegistry(self.store, WORKERS, self.site.table)
        self._watch = asyncio.create_task(self.meters.watch())

    async def keep(self, connection: Connection) -> None:
        """Run a connection to its end."""
        task = asyncio.current_task()
        assert task is not None
        self.connections[connection] = task
        try:
            await connection.run()
        finally:
            del self.connections[connection]

    async def farewell(self) -> None:
        """Tell everybody goodbye, and wait until they have heard it, though not for long."""
        for connection in self.connections:
            connection.close(LEAVING, reason("server-stops"))
        if self.connections:
            await asyncio.wait(self.connections.values(), timeout=PATIENCE)

    async def close(self) -> None:
        """End everything. Nothing that was said to be done is lost."""
        self._watch.cancel()
        await self.hall.close()
        await self.store.close()
