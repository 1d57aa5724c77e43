"""Measure several servers (nodes) that share one PostgreSQL.

Run `python -m bench.speed.nodes [--only moves relay sockets] [--json]`. PostgreSQL, the servers and the simulated users
share this machine, and no process is pinned to a core. There are three measurements.

`moves`: all users at `--tables` tables of three act at once, as fast as the servers accept it, for `--seconds` seconds.
This is measured with SQLite, and with PostgreSQL and one, two and three servers. Each table is opened and played on one
of the servers. Every move is a row that is durable before any client is informed.

`relay`: users make `--rate` moves a second at tables owned by one of two servers. First all users connect to the owner;
then two of three users connect to the other server, which relays their messages. The additional processor time of both
servers is the cost of relaying. It is given per relayed message, in either direction.

`sockets`: `--sockets` users sit at tables of three on two servers, in deals that have started, and do nothing. Then one
server is killed, and its users reconnect through the other.
"""

import argparse
import asyncio
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
import uvloop
from websockets.exceptions import WebSocketException

from bench.figures import show
from bench.speed.socket_players import SEATS, Load, Player, open_table, pace

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))  # for the test helpers in `support`

from support.run_on_postgres import running_postgres
from support.server_process import MAIN, free_port

from prikup.terminal.client.web_socket import RETRY_PAUSES_S

AT_ONCE = 16
"""The maximum number of tables that are being opened at the same time."""


class Node:
    """A server process (a node of several that share a database), with its address `url`.

    `folder` is for its files, and `database` is the URL of the database. With `peers`, other servers share it.
    """

    def __init__(self, folder: Path, database: str, *, peers: bool) -> None:
        self.port, self._folder = free_port(), folder
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, *MAIN, "serve", "--no-open", "--no-limits", "--port", str(self.port)]
        command += ["--no-idle-reviews", "--database", database]
        command += (
            ["--peer-address", f"127.0.0.1:{self.port}", "--peer-secret-file", f"{folder}/secret"] if peers else []
        )
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._own = psutil.Process(self._process.pid)

    async def wait_until_healthy(self) -> None:
        """Wait until the server answers requests for /health with success."""
        async with httpx.AsyncClient(trust_env=False) as http, asyncio.timeout(60):
            while True:
                with suppress(httpx.TransportError):
                    if (await http.get(f"{self.url}/health")).is_success:
                        return
                await asyncio.sleep(0.1)

    @property
    def cpu(self) -> float:
        """The processor time that the server has used so far, in seconds."""
        return sum(self._own.cpu_times()[:2])

    @property
    def memory(self) -> int:
        """The resident memory of the server in bytes."""
        return self._own.memory_info().rss

    def kill(self) -> None:
        """Kill the server without a shutdown, as a power failure would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


@asynccontextmanager
async def nodes(folder: Path, database: str, count: int) -> AsyncIterator[list[Node]]:
    """Start `count` servers on one database, yield them, and kill them at the end of the block.

    `folder` is for their files, and `database` is the URL of the database.
    """
    (folder / "secret").write_text(os.urandom(32).hex())
    servers = [Node(folder, database, peers=database.startswith("postgresql")) for _ in range(count)]
    try:
        for server in servers:
            await server.wait_until_healthy()
        yield servers
    finally:
        for server in servers:
            server.kill()


async def seat_players(
    load: Load, tables: int, address_pairs: Sequence[tuple[str, str]], kind: type[Player] = Player
) -> list[list[Player]]:
    """Open tables and seat three users at each; return the users by table once all tables are ready.

    The tables take the pairs of server addresses in `address_pairs` in turn. The first user of a table connects to the
    first address of the pair. The two others connect to the second address, or also to the first if the second is "".
    `kind` is the class of the users.
    """
    ready = asyncio.Semaphore(AT_ONCE)

    async def open_with_limit(number: int) -> list[Player]:
        base, other_base = address_pairs[number % len(address_pairs)]
        async with ready, httpx.AsyncClient(base_url=base, headers={"Origin": base}, timeout=60) as http:
            return await open_table(load, http, base, number, other_base=other_base, kind=kind)

    players_by_table = await asyncio.gather(*(open_with_limit(number) for number in range(tables)))
    async with asyncio.timeout(120):
        while len(load.ready) < tables:
            await asyncio.sleep(0.1)
    return players_by_table


async def leave(players_by_table: Sequence[Sequence[Player]]) -> None:
    """Close the connections of all users; `players_by_table` are the users at each table."""
    for players in players_by_table:
        for player in players:
            if player.socket is not None:
                player.socket.transport.abort()
    await asyncio.sleep(0.5)


def _ms(times: Sequence[float], of_100: int) -> float:
    return round(statistics.quantiles(times, n=100)[of_100 - 1] * 1e3, 1)


async def moves(tables: int, seconds: float) -> list[dict[str, Any]]:
    """Measure how many moves per second become durable, for each kind of database and number of servers.

    All users at `tables` tables act at once for `seconds` seconds. Return one table row for each case.
    """
    rows = []
    for name, count in (("SQLite", 1), ("PostgreSQL", 1), ("PostgreSQL", 2), ("PostgreSQL", 3)):
        async with AsyncExitStack() as stack:
            folder, database = new_database(stack, name)
            servers = await stack.enter_async_context(nodes(folder, database, count))
            load = Load()
            players_by_table = await seat_players(load, tables, [(server.url, "") for server in servers])
            cpu_before, own_cpu_before = sum(server.cpu for server in servers), time.process_time()
            load.paced, (ready, load.ready) = False, (load.ready, deque())
            start = time.perf_counter()
            for player, brief in ready:
                await player.act(brief)
            await asyncio.sleep(seconds)
            elapsed_s = time.perf_counter() - start
            rows.append(
                {
                    "durable rows": name,
                    "servers": count,
                    "moves/s": round(len(load.times) / elapsed_s),
                    "p50 ms": _ms(load.times, 50),
                    "p99 ms": _ms(load.times, 99),
                    "cores: servers": round((sum(server.cpu for server in servers) - cpu_before) / elapsed_s, 2),
                    "players": round((time.process_time() - own_cpu_before) / elapsed_s, 2),
                    "load": round(os.getloadavg()[0], 1),
                    "faults": len(load.faults),
                }
            )
            await leave(players_by_table)
    return rows


async def relay(tables: int, rate: float, seconds: float) -> list[dict[str, Any]]:
    """Measure the cost of users who connect through a server that does not own their table and relays their messages.

    Users at `tables` tables make `rate` moves per second for `seconds` seconds. Return a table row without relaying and
    one with it.
    """
    rows: list[dict[str, Any]] = []
    for name in ("nobody", "two of three"):
        async with AsyncExitStack() as stack:
            folder, database = new_database(stack, "PostgreSQL")
            owner_node, relay_node = await stack.enter_async_context(nodes(folder, database, 2))
            load = Load()
            players_by_table = await seat_players(load, tables, [(owner_node.url, relay_node.url if rows else "")])
            relayed_players = [player for players in players_by_table for player in players[1:]]
            cpu_before, received_before, sent_before = (
                (owner_node.cpu, relay_node.cpu),
                load.received_messages,
                sum(player.count for player in relayed_players),
            )
            load.times = []
            await pace(load, rate, seconds)
            cpu = owner_node.cpu - cpu_before[0] + relay_node.cpu - cpu_before[1]
            frames = (
                (load.received_messages - received_before) * 2 / SEATS
                + sum(player.count for player in relayed_players)
                - sent_before
            )
            rows.append(
                {
                    "relayed": name,
                    "moves": len(load.times),
                    "p50 ms": _ms(load.times, 50),
                    "p99 ms": _ms(load.times, 99),
                    "CPU s": round(cpu, 2),
                    "µs a message more": round((cpu - rows[0]["CPU s"]) / frames * 1e6) if rows else 0,
                    "load": round(os.getloadavg()[0], 1),
                    "faults": len(load.faults),
                }
            )
            await leave(players_by_table)
    return rows


class Survivor(Player):
    """A user who reconnects through the other server after their own server was killed.

    `back` is the time at which the table was shown again, or 0 before that.
    """

    back = 0.0

    def forget_table(self) -> None:
        """Forget what the server has sent about the table."""
        self.seen_versions.clear()

    @property
    def is_shown(self) -> bool:
        """Whether a server has sent the table since it was forgotten."""
        return bool(self.seen_versions)

    async def stay(self, other_base: str) -> None:
        """Try to reconnect, with pauses between the attempts, until the table is shown.

        `other_base` is the address of the server that still runs.
        """
        failures = 0
        self.forget_table()
        while not self.back:
            try:
                await self.connect_to_table(other_base)
                listening = asyncio.create_task(self.listen())
                while not self.is_shown and not listening.done():
                    await asyncio.sleep(0.02)
                if self.is_shown:
                    self.back = time.perf_counter()
                    return
            except (OSError, WebSocketException):
                pass
            await asyncio.sleep(RETRY_PAUSES_S[min(failures, len(RETRY_PAUSES_S) - 1)] * self.rng.uniform(0.8, 1.2))
            failures += 1


async def sockets(count: int) -> list[dict[str, Any]]:
    """Measure the cost of `count` idle users on two servers, and how fast they reconnect after one server is killed."""
    async with AsyncExitStack() as stack:
        folder, database = new_database(stack, "PostgreSQL")
        killed_node, surviving_node = await stack.enter_async_context(nodes(folder, database, 2))
        load = Load()
        empty = killed_node.memory, surviving_node.memory
        start = time.perf_counter()
        players_by_table = await seat_players(
            load, count // SEATS, [(killed_node.url, ""), (surviving_node.url, "")], Survivor
        )
        arrival_s = time.perf_counter() - start
        disconnected_players = [player for players in players_by_table[::2] for player in players]
        kilobytes_per_user = [
            (server.memory - memory_before) / len(disconnected_players) / 1e3
            for server, memory_before in zip((killed_node, surviving_node), empty, strict=True)
        ]
        await asyncio.sleep(5)
        cpu, start = surviving_node.cpu, time.perf_counter()
        await asyncio.sleep(10)
        idle_cores = (surviving_node.cpu - cpu) / (time.perf_counter() - start)
        cpu = surviving_node.cpu
        killed_node.kill()
        died = time.perf_counter()
        random.Random(1).shuffle(disconnected_players)
        survivors = [player for player in disconnected_players if isinstance(player, Survivor)]
        await asyncio.gather(*(player.stay(surviving_node.url) for player in survivors))
        times = [player.back - died for player in survivors]
        row = {
            "sockets": len(players_by_table) * SEATS,
            "came in s": round(arrival_s),
            "kB each": f"{kilobytes_per_user[0]:.0f}, {kilobytes_per_user[1]:.0f}",
            "cores at rest": round(idle_cores, 3),
            "back": len(times),
            "p50 s": round(statistics.median(times), 1),
            "p99 s": round(statistics.quantiles(times, n=100)[98], 1),
            "most s": round(max(times), 1),
            "CPU s": round(surviving_node.cpu - cpu, 1),
            "MB then": round(surviving_node.memory / 1e6),
            "load": round(os.getloadavg()[0], 1),
            "faults": len(load.faults),
        }
        await leave(players_by_table)
        return [row]


def new_database(stack: AsyncExitStack, name: str) -> tuple[Path, str]:
    """Create a temporary folder and an empty database of the kind `name` (SQLite or PostgreSQL).

    Return the folder and the URL of the database. Both are removed when `stack` is closed.
    """
    Path("build").mkdir(exist_ok=True)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir="build"))).resolve()
    if name == "SQLite":
        return folder, f"sqlite:///{folder}/bench.sqlite"
    port = free_port()
    stack.enter_context(running_postgres(port))
    return folder, f"postgresql://prikup@127.0.0.1:{port}/postgres"


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = ("moves", "relay", "sockets")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()

    async def measure() -> dict[str, list[dict[str, Any]]]:
        rows_by_title = {}
        if "moves" in arguments.only:
            rows_by_title["Durable moves"] = await moves(arguments.tables, arguments.seconds)
        if "relay" in arguments.only:
            rows_by_title["The relay"] = await relay(arguments.tables, arguments.rate, arguments.seconds)
        if "sockets" in arguments.only:
            rows_by_title["People at rest, and after a death"] = await sockets(arguments.sockets)
        return rows_by_title

    show(uvloop.run(measure()), as_json=arguments.json)


if __name__ == "__main__":
    main()
