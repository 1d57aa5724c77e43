"""The honest users during an attack, in a separate process: players, new visitors, and a health check.

All times are measured here, as the users experience them: from sending an action to its receipt, from a request for
`/health` to its response, and from a visitor's first request to the message with the seats of a table.
"""

import asyncio
import itertools
import random
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import uvloop
from campaigns.attack.network import FAULTS, address, client
from msgspec import Struct, field
from server.expected_rows import Ledger
from server.many_tables import Company, Table
from server.reconnecting_players import Found, Guest, Site, decode
from server.socket_player import Message
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

__all__ = ["Honest", "Measured", "Verdict"]

THINK = 2.0
"""The average thinking time of a player, in seconds."""
HEALTH_EVERY, NEWCOMER_EVERY = 0.1, 1.0
PATIENCE = 20.0
"""The timeout in seconds for the arrival of a visitor and for a health check."""
PEOPLE, HEALTH, NEWCOMERS = 1, 2, 3
"""The numbers of the loopback networks (127.1.… and so on) of players, health checks and new visitors."""
GUESTS_AN_ADDRESS = 5


class Measured(Struct):
    """The figures of one attack; times are in seconds.

    `moves`, `health` and `newcomers` are the times of receipts, of successful health checks and of new visitors.
    `unhealthy` are the times of failed health checks, and `turned_away` the errors of visitors. `refusal_counts` counts
    refusals by key, `lost_connections` counts connections that ended, and `faults` describe what must not happen.
    """

    moves: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    newcomers: list[float] = field(default_factory=list)
    unhealthy: list[float] = field(default_factory=list)
    turned_away: list[str] = field(default_factory=list)
    refusal_counts: dict[str, int] = field(default_factory=dict)
    lost_connections: int = 0
    faults: list[str] = field(default_factory=list)


class Verdict(Struct):
    """The result of comparing the stored rows with everything that users received.

    `lost_commands` and `duplicate_commands` count among the acknowledged `commands`. `deals` is the number of finished
    deals, and `faults` describe what is wrong.
    """

    commands: int
    lost_commands: int
    duplicate_commands: int
    deals: int
    faults: list[str]


class Person(Guest):
    """A player whose actions are timed, with an address of their own.

    The constructor has the parameters of `Guest`. Refusals that a database fault may cause are only counted.
    """

    patience = 15.0  # the server may drop messages to a slow reader
    measurements = Measured()
    """The figures shared by all players."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._sent_at: dict[str, float] = {}

    def _handle_loss(self) -> None:
        self.measurements.lost_connections += self.here
        self._sent_at.clear()
        super()._handle_loss()

    async def _send(self, message: Message, think: float) -> None:
        await super()._send(message, think)
        if message["type"] == "act" and self._socket is not None:
            self._sent_at[message["id"]] = perf_counter()

    def _receipt(self, command_id: str, n: int) -> None:
        if sent_at := self._sent_at.pop(command_id, 0.0):
            self.measurements.moves.append(perf_counter() - sent_at)
        super()._receipt(command_id, n)

    def _handle_refusal(self, command_id: str, key: str) -> None:
        self._sent_at.pop(command_id, None)
        self.measurements.refusal_counts[key] = self.measurements.refusal_counts.get(key, 0) + 1
        if key not in FAULTS:
            super()._handle_refusal(command_id, key)
        elif command := self.commands.get(command_id):
            command.refusal = key

    def _hear(self, told: Message) -> None:
        if told["type"] == "seats":
            self._still_theirs(told)
        super()._hear(told)

    def _still_theirs(self, seats: Message) -> None:
        """Check that no connected player has lost the seat to a computer player, for example because of a clock."""
        if seats["you"] is not None and self.here and seats["seats"][seats["you"]]["level"]:
            self._found.fault(self, "has lost the seat to a computer player")


class Crowd(Company):
    """The tables and their users; each table has an address of its own."""

    bold = 0.0

    async def _open_table(self, http: httpx.AsyncClient, number: int) -> Table:
        local = address(PEOPLE, number)
        async with client(self._site, local) as table_client:
            table = await super()._open_table(table_client, number)
        for guest in table.guests:
            guest.local = local
        return table


class Honest:
    """The suite's interface to the process of the honest users.

    `site` and `file` are the server's address and database, and `tables` is the number of tables.
    """

    def __init__(self, site: Site, file: Path, tables: int) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_live, args=[theirs, site, file, tables], daemon=True)
        self._process.start()

    def ask(self, request: str) -> Any:
        """Call the method `request` of `_Life` in the process, and return its result.

        Raise TimeoutError if the method fails.
        """
        self._pipe.send(request)
        answer = self._pipe.recv()
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def stop(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.join()


def _live(pipe: Connection, site: Site, file: Path, tables: int) -> None:
    uvloop.run(_Life(site, file, tables).run(pipe))


class _Life:
    """The program of the honest users' process, which executes requests and measures all the time.

    `site` and `file` are the server's address and database, and `tables` is the number of tables.
    """

    def __init__(self, site: Site, file: Path, tables: int) -> None:
        self._site, self._file, self._tables = site, file, tables
        self._found = Found()
        self._crowd = Crowd(site, 1, THINK, self._found, Person)
        self._beside: list[asyncio.Task[None]] = []
        self._numbers = itertools.count()

    async def run(self, pipe: Connection) -> None:
        """Execute requests until the pipe closes."""
        loop = asyncio.get_running_loop()
        with suppress(EOFError):
            while True:
                request = await loop.run_in_executor(None, pipe.recv)
                try:
                    pipe.send(await getattr(self, request)())
                except Exception as error:
                    pipe.send(TimeoutError(f"{type(error).__name__}: {error}"))

    async def begin(self) -> list[str]:
        """Connect all users, take seats and start to play; return the ids of the tables."""
        await self._crowd.open_tables(self._tables)
        self._crowd.choose(self._tables)
        self._ledger = Ledger(self._file, self._crowd.tables, self._found)
        self._beside = [asyncio.create_task(self._ask_health()), asyncio.create_task(self._come_anew())]
        return [table.id for table in self._crowd.tables]

    async def measured(self) -> Measured:
        """Return the figures since the last call."""
        measurements, Person.measurements = Person.measurements, Measured()
        measurements.faults, self._found.faults = self._found.faults, []
        return measurements

    async def mark(self) -> None:
        """Store the current version of each table."""
        for table in self._crowd.tables:
            table.mark = table.last

    async def gone_on(self) -> None:
        """Wait until all users are connected and all tables have advanced since the last `mark`."""
        await self._crowd.wait_for_reconnection()
        await self._crowd.wait_for_progress()

    async def come_again(self) -> None:
        """Disconnect a tenth of the users, and wait until they have reconnected with their tokens."""
        for guest in self._crowd.guests[::10]:
            if guest._socket is not None:
                guest._socket.transport.abort()
        await asyncio.sleep(0.5)
        await self._crowd.wait_for_reconnection()

    async def secrets(self) -> list[str]:
        """Return the users' tokens, which must not appear in any log."""
        guests = self._crowd.guests
        return [guest._headers["Cookie"].partition("=")[2] for guest in guests]

    async def end(self) -> Verdict:
        """Stop playing, and compare the stored rows with everything that users received."""
        self._crowd.choose(0)
        await self._crowd.wait_for_answers()
        for task in self._beside:
            task.cancel()
        await self._crowd.leave()
        ledger = Ledger(self._file, self._crowd.tables, self._found, views=True)
        ledger.read()
        ledger.replay()
        acknowledged_count = sum(bool(command.n) for command in self._crowd.commands)
        return Verdict(acknowledged_count, ledger.lost, ledger.twice, ledger.deals, self._found.faults)

    async def _ask_health(self) -> None:
        async with client(self._site, address(HEALTH, 0)) as http:
            while True:
                start, status = perf_counter(), 0
                with suppress(httpx.TimeoutException):
                    try:
                        status = (await http.get("/health")).status_code
                    except httpx.TransportError:  # the server is down, or has just closed the idle connection
                        await asyncio.sleep(HEALTH_EVERY)
                        continue
                duration_s = perf_counter() - start
                (Person.measurements.health if status == 200 else Person.measurements.unhealthy).append(duration_s)
                await asyncio.sleep(max(0.0, HEALTH_EVERY - duration_s))

    async def _come_anew(self) -> None:
        pending: set[asyncio.Task[None]] = set()
        while True:
            pending.add(task := asyncio.create_task(self._newcomer(next(self._numbers))))
            task.add_done_callback(pending.discard)
            await asyncio.sleep(NEWCOMER_EVERY)

    async def _newcomer(self, number: int) -> None:
        """Create a new guest who connects to a table, and record the time this takes or the error.

        `number` is the number of the guest, which determines their address.
        """
        start, local = perf_counter(), address(NEWCOMERS, number // GUESTS_AN_ADDRESS)
        table = random.choice(self._crowd.tables).id
        try:
            async with asyncio.timeout(PATIENCE), client(self._site, local) as http:
                guest = (await http.post("/api/guests", json={})).raise_for_status().json()
                bearer = {"Authorization": f"Bearer {guest['token']}"}
                ticket = (await http.post("/api/tickets", json={}, headers=bearer)).raise_for_status().json()
                url = f"{self._site.replace('http', 'ws')}/ws/tables/{table}?ticket={ticket['ticket']}"
                async with connect(url, compression=None, proxy=None, local_addr=(local, 0)) as socket:
                    while (message := decode(await socket.recv()))["type"] != "seats":
                        assert message["type"] != "goodbye", message["reason"]["key"]
        except (OSError, httpx.HTTPError, WebSocketException, TimeoutError, AssertionError) as error:
            Person.measurements.turned_away.append(f"{type(error).__name__}: {error}"[:200])
        else:
            Person.measurements.newcomers.append(perf_counter() - start)
