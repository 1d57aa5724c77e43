"""Kill one of three servers while thousands of people show its lobby and sit at its tables.

Run `python -m bench.speed.lobby_death [--json]`. PostgreSQL, the servers and the simulated people share this machine.
Users sit at `--tables` tables of three in deals that have started, `--listed` hosts have opened a table for anybody, of
which `--changes` a second are locked or unlocked, and `--readers` WebSockets show the lobby. One server is killed; its
people connect to the two others, with the pauses of our clients.

The figures are the times from the death until the people are back: a player and a host once they are sent their table
again, a reader once it is sent the list again. At the end all changes stop. Then the list of each reader has to be the
one that a new visitor gets (`wrong lists`), and what is stored about listed tables has to follow from the tables
(`prikup tables --check`).
"""

import argparse
import asyncio
import itertools
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import uvloop
from websockets.exceptions import WebSocketException

from bench.figures import show
from bench.speed.lobby import (
    AT_ONCE,
    SERVERS,
    change_listings,
    connect_to_lobby,
    decode_message,
    guest_cookie,
    open_listed_table,
    start_readers,
)
from bench.speed.nodes import Survivor, leave, new_database, nodes, seat_players
from bench.speed.socket_players import Load

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))  # for the test helpers in `support`

from support.server_process import MAIN

from prikup.server.lobby.lobby import BUSY_PUSH_EVERY, MAX_PER_USER
from prikup.server.lobby.messages import RowsMessage, TablesMessage
from prikup.terminal.client.web_socket import RETRY_PAUSES_S

PUSH_WAIT_S = 3 * BUSY_PUSH_EVERY
"""The seconds from the last change until every reader must have been sent it."""


class Host(Survivor):
    """A survivor who sits at a table at which no deal has started, so that the server sends only who sits there."""

    def forget_table(self) -> None:
        self.sitting.clear()

    @property
    def is_shown(self) -> bool:
        return self.sitting.is_set()


class Reader:
    """A page that shows the lobby, and connects to another server when its own has died.

    `urls` are the addresses of the servers, its own first, and `number` is the number of the reader. `tables` are the
    ids of the open tables that it shows. `back` is the time at which another server has sent it the list, or 0.
    """

    def __init__(self, urls: Sequence[str], cookie: str, number: int) -> None:
        self.urls, self._cookie, self._rng = urls, cookie, random.Random(number)
        self.has_list = asyncio.Event()
        self.tables = set[str]()
        self.back = 0.0

    async def run(self) -> None:
        """Show the lobby until cancelled."""
        failures = 0
        for url in itertools.cycle(self.urls):
            with suppress(OSError, WebSocketException):
                await self._show(url)
                failures = 0  # the connection had been open
            await asyncio.sleep(RETRY_PAUSES_S[min(failures, len(RETRY_PAUSES_S) - 1)] * self._rng.uniform(0.8, 1.2))
            failures += 1

    async def _show(self, url: str) -> None:
        socket = await connect_to_lobby(url, self._cookie)
        async for data in socket:
            message = decode_message(data)
            if isinstance(message, TablesMessage):
                self.tables = {row.id for row in message.rows}
                if self.has_list.is_set() and not self.back:
                    self.back = time.perf_counter()
                self.has_list.set()
            elif isinstance(message, RowsMessage):
                self.tables = self.tables.difference(message.gone).union(row.id for row in message.set)


async def read_lobbies(pipe: Connection, urls: Sequence[str], count: int) -> None:
    """Show the lobby on `count` WebSockets of all servers, and send their number on the pipe.

    At an answer, send for each reader the address of its own server, the tables that it shows, and the time of its
    return. This is what the process of the readers does.
    """
    gate, readers = asyncio.Semaphore(AT_ONCE), list[Reader]()
    tasks = list[asyncio.Task[None]]()

    async def open_some(user: int) -> None:
        own_urls = [urls[(user + place) % len(urls)] for place in range(len(urls))]
        async with gate, httpx.AsyncClient(base_url=own_urls[0], headers={"Origin": own_urls[0]}, timeout=60) as http:
            cookie = await guest_cookie(http, f"R{user}")
            for number in range(user * MAX_PER_USER, min(count, (user + 1) * MAX_PER_USER)):
                reader = Reader(own_urls, cookie, number)
                tasks.append(asyncio.create_task(reader.run()))
                await reader.has_list.wait()
                readers.append(reader)

    await asyncio.gather(*(open_some(user) for user in range(-(-count // MAX_PER_USER))))
    pipe.send(len(readers))
    await asyncio.to_thread(pipe.recv)
    pipe.send([(reader.urls[0], reader.tables, reader.back) for reader in readers])
    for task in tasks:
        task.cancel()


def run_readers(pipe: Connection, urls: Sequence[str], count: int) -> None:
    """Run `read_lobbies` in a process of its own."""
    uvloop.run(read_lobbies(pipe, urls, count))


def _returns(who: str, times: Sequence[float], death: float) -> dict[str, Any]:
    """Return the table row about the return of some people: `times` are when they were back, 0 for who was not."""
    delays = [time_back - death for time_back in times if time_back]
    return {
        "who": who,
        "people": len(times),
        "back": len(delays),
        "p50 s": round(statistics.median(delays), 1),
        "p99 s": round(statistics.quantiles(delays, n=100)[98], 1),
        "most s": round(max(delays), 1),
    }


async def measure(arguments: argparse.Namespace) -> dict[str, list[dict[str, Any]]]:
    """Fill the servers, kill one, and return the rows of the tables of figures by title."""
    async with AsyncExitStack() as stack:
        folder, database = new_database(stack, "PostgreSQL")
        servers = await stack.enter_async_context(nodes(folder, database, SERVERS))
        urls = [server.url for server in servers]
        load = Load()
        addresses = [(url, "") for url in urls]
        players_by_table = await seat_players(load, arguments.tables, addresses, Survivor)
        hosts = [
            await open_listed_table(load, servers[number % SERVERS], number, Host) for number in range(arguments.listed)
        ]
        pipe, readers = await start_readers(run_readers, urls, arguments.readers)
        staying_hosts = [host for number, host in enumerate(hosts) if number % SERVERS]
        changing = asyncio.create_task(change_listings(staying_hosts, arguments.changes))
        await asyncio.sleep(BUSY_PUSH_EVERY)
        servers[0].kill()
        death = time.perf_counter()
        lost_players = [player for players in players_by_table[::SERVERS] for player in players]
        lost_hosts = hosts[::SERVERS]
        lost = [person for person in (*lost_players, *lost_hosts) if isinstance(person, Survivor)]
        random.Random(1).shuffle(lost)
        others = urls[1:]
        returning = [person.stay(others[number % len(others)]) for number, person in enumerate(lost)]
        await asyncio.gather(*returning)
        await asyncio.sleep(BUSY_PUSH_EVERY)
        changing.cancel()
        await changing
        await asyncio.sleep(PUSH_WAIT_S)
        async with httpx.AsyncClient(base_url=urls[1], timeout=60) as http:
            rows = (await http.get("/api/lobby")).raise_for_status().json()["rows"]
        expected = {row["id"] for row in rows}
        pipe.send("the end")
        shown: list[tuple[str, set[str], float]] = await asyncio.to_thread(pipe.recv)
        check = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, *MAIN, "tables", "--check", "--database", database],
            capture_output=True,
        )
        sys.stderr.write((check.stdout + check.stderr).decode() if check.returncode else "")
        await leave([*players_by_table, hosts])
        lost_readers = [back for url, _, back in shown if url == urls[0]]
        returns = [
            _returns("players", [player.back for player in lost_players if isinstance(player, Survivor)], death),
            _returns("hosts", [host.back for host in lost_hosts if isinstance(host, Survivor)], death),
            _returns("readers", lost_readers, death),
        ]
        lists = {
            "readers": readers,
            "rows": len(expected),
            "wrong lists": sum(tables != expected for _, tables, _ in shown),
            "tables --check": check.returncode,
            "load": round(os.getloadavg()[0], 1),
            "faults": len(load.faults),
        }
        return {"Back after the death of their server": returns, "The lists at the end": [lists]}


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--listed", type=int, default=300)
    parser.add_argument("--readers", type=int, default=6500)
    parser.add_argument("--changes", type=float, default=2)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    show(uvloop.run(measure(arguments)), as_json=arguments.json)


if __name__ == "__main__":
    main()
