"""A server that does the chore of quick pairing whenever a test says so."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from server.still_time import StillTime
from sqlalchemy import insert, select
from support.waiting import eventually
from table.recording_client import Somebody

from prikup.server.accounts.accounts import LoginSession, User
from prikup.server.lobby.pairing_chore import PairingChore
from prikup.server.lobby.seekers import Seekers
from prikup.server.metrics import Metrics
from prikup.server.nodes.chore_lease import ChoreLease
from prikup.server.storage import pairing_rows
from prikup.server.storage.event_store import SqlEventStore
from prikup.server.storage.pairing_rows import Search
from prikup.server.storage.sql_tables import friends, people, tables
from prikup.table.actor import Table
from prikup.table.host.background_workers import Inline
from prikup.table.opening.lanes import Lane, lanes
from prikup.table.registry import TableRegistry
from prikup.table.table_settings import TableSettings, Timing

__all__ = ["LANE", "OTHER_LANE", "PARTNER_LANE", "PairingServer", "Reader", "pairing_server"]

LANES = list(lanes().values())
LANE = next(lane for lane in LANES if lane.seats == 3)
PARTNER_LANE = next(lane for lane in LANES if lane.partners)
OTHER_LANE = next(lane for lane in LANES if lane.seats == 3 and lane != LANE)


class PairingServer:
    """A server that does the chore whenever a test says so."""

    def __init__(self, store: SqlEventStore, registry: TableRegistry, clock: StillTime) -> None:
        self.store, self.database, self.registry, self.clock = store, store.database, registry, clock
        self.metrics = Metrics()
        self.lease = ChoreLease(store.database, "pairing", "node", self.metrics, clock)
        self.seekers = Seekers(store.database, "node", clock.wall, clock)
        self.networks: dict[str, str] = {}
        self.chore = PairingChore(
            self.lease,
            store.database,
            registry,
            clock.wall,
            self.metrics,
            self.seekers.look,
            lambda: self.networks | self.seekers.networks,
        )

    async def seek(self, person: str, waited_s: float = 0, *found_lanes: Lane, **wishes: object) -> None:
        """Let a person look for a table since some seconds ago."""
        now = self.clock.wall()
        names = tuple(lane.name for lane in found_lanes or (LANE,))
        search = Search(person, names, now - waited_s, **wishes)  # type: ignore[arg-type]  # fields by name
        async with self.database.writing() as connection:
            await pairing_rows.start_search(connection, search, "node", now)

    async def work(self) -> None:
        """Do one round of the chore."""
        await self.lease.renew()
        await self.chore.work()

    async def account(self, person: str) -> None:
        """Store an account whose name is the id of its user."""
        row = {"id": person, "name": person.upper(), "folded": person, "password": "-", "since": 1}
        async with self.database.writing() as connection:
            await connection.execute(insert(people), row)

    async def befriend(self, person: str, friend: str) -> None:
        """Store the friendship of two users."""
        low, high = sorted((person, friend))
        row = {"low": low, "high": high, "asked_by": person, "asked": 0, "since": 0}
        async with self.database.writing() as connection:
            await connection.execute(insert(friends), row)

    async def searches(self, people: Iterable[str]) -> dict[str, Search]:
        async with self.database.reading() as connection:
            return await pairing_rows.searches_of(connection, list(people))

    async def tables(self) -> dict[str, TableSettings]:
        """Return the settings of the tables that are not deleted."""
        async with self.database.reading() as connection:
            rows = await connection.execute(select(tables.c.id, tables.c.settings).where(~tables.c.deleted))
            return {row.id: msgspec.json.decode(row.settings, type=TableSettings) for row in rows}

    async def waiting(self, people: Iterable[str]) -> str:
        """Return those of the people who still look for a table."""
        return "".join(sorted(p for p, search in (await self.searches(people)).items() if search.found is None))

    async def come(self, table_id: str, people: Iterable[str]) -> tuple[Table, list[Somebody]]:
        """Let people open the page of a table."""
        table = await self.registry.find(table_id)
        assert table is not None
        clients = [Somebody(person) for person in people]
        for client in clients:
            table.join(client)
        await eventually(lambda: all(client.messages for client in clients))
        return table, clients

    async def misses(self, people: Iterable[str]) -> dict[str, list[float]]:
        async with self.database.reading() as connection:
            return await pairing_rows.miss_times(connection, list(people), self.clock.wall())


@asynccontextmanager
async def pairing_server(url: str, *, shared: bool = False) -> AsyncIterator[PairingServer]:
    """Run such a server; with `shared`, others may use the database at the same time."""
    clock = StillTime()
    clock.advance(1_700_000_000)
    store = await SqlEventStore.open(url, shared=shared)
    registry = TableRegistry(store, Inline(), Timing(pace=0), time=clock)
    try:
        yield PairingServer(store, registry, clock)
    finally:
        await registry.close()
        await store.close()


class Reader:
    """A WebSocket of the lobby that records the messages it is sent."""

    def __init__(self, person: str, *, guest: bool = False, device: str = "", network: str = "") -> None:
        self.session: LoginSession | None = LoginSession(User(person, person, guest), "token")
        self.device, self.network = device, network
        self.messages: list[Any] = []

    def send(self, data: bytes) -> None:
        self.messages.append(msgspec.json.decode(data))

    def take(self) -> list[Any]:
        """Return the messages since the last call."""
        messages, self.messages = self.messages, []
        return messages
