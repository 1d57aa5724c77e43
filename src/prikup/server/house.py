"""What the parts of one running server share, from the opening of its database to the last goodbye."""

import asyncio
from pathlib import Path

from msgspec import Struct

from prikup.errors import reason
from prikup.server.catalogue import Catalogue
from prikup.server.guard import RATES, Limits
from prikup.server.hall import Hall
from prikup.server.metrics import Meters
from prikup.server.pages import CLIENT, Pages
from prikup.server.people import People
from prikup.server.settings import Config
from prikup.server.sockets import LEAVING, Connection
from prikup.server.store import Store

__all__ = ["House", "Site"]

PATIENCE = 2.0
"""Seconds that connections have to send what they were told, goodbye too."""


class Site(Struct, frozen=True):
    """How a server is set up. `database` is a URL; `proxy`: it stands behind one of ours, whose headers are believed;
    `limited`: people are kept from doing too much too fast; `client` is the folder of the browser client."""

    database: str
    table: Config = Config()
    proxy: bool = False
    limited: bool = True
    client: Path = CLIENT


class House:
    """One running server. `store`, `people` and `hall` are there once it is open."""

    store: Store
    people: People
    hall: Hall

    def __init__(self, site: Site) -> None:
        self.site = site
        self.limits = Limits(RATES if site.limited else {})
        self.catalogue = Catalogue()
        self.pages = Pages(site.client)
        self.connections: dict[Connection, asyncio.Task[None]] = {}
        self.meters = Meters(tables=lambda: len(self.hall), sockets=lambda: len(self.connections))

    async def open(self) -> None:
        """Open the database; raises PrikupError if it cannot be."""
        self.store = await Store.open(self.site.database, self.meters.groups.observe)
        self.people = People(self.store.database)
        self.hall = Hall(self.store, self.site.table)
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
