"""Measure the lobby of three servers that share one PostgreSQL, next to tables at which people play.

Run `python -m bench.speed.lobby [--json]`. PostgreSQL, the servers and the simulated people share this machine. Users
at `--tables` tables of three make `--rate` moves a second for `--seconds` seconds, three times: first with the lobby
empty, then while `--readers` WebSockets show the lobby, and then with the lobby empty again. Before that `--listed`
hosts have opened a table for anybody. While the lobby is shown, `--changes` of them a second lock their table or unlock
it again.

The WebSockets that show the lobby have a process of their own, so that what it costs to read them does not delay the
moves in the process that measures these. Both share the processors with the servers.

The first table of figures compares the moves. A receipt is the server's answer that a move is durable.

The second table is about the lobby. A push is a message with the changes of the list; it is sent at most once in 2
seconds, or in 5 seconds to many. `push p99 ms` is the time from the first arrival of a push at any WebSocket of a
server to its arrival at 99 of 100 of them. `change p99 s` is the time from a host's command to its arrival, with the
wait for the next push.
"""

import argparse
import asyncio
import multiprocessing
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from multiprocessing.connection import Connection
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.figures import show
from bench.speed.nodes import Node, leave, new_database, nodes, seat_players
from bench.speed.socket_players import GAME, Load, Player, pace
from prikup.server.lobby.lobby import MAX_PER_USER
from prikup.server.lobby.messages import LobbyMessage, LookCommand, RowsMessage, TablesMessage
from prikup.table.protocol.client_messages import LockCommand, SitCommand

SERVERS = 3
AT_ONCE = 32
"""The maximum number of connections that are being opened at the same time."""

_encode = msgspec.json.Encoder().encode
decode_message = msgspec.json.Decoder(LobbyMessage).decode
"""Decode a message of the lobby."""


class Pushes:
    """What the readers of one server have received.

    - `arrivals` has the times at which each push arrived, by its content, and `contents` the push itself.
    - `size` is the number of bytes of all messages, and `lists` the number of whole lists.
    """

    def __init__(self) -> None:
        self.arrivals = defaultdict[bytes, list[float]](list)
        self.size = self.lists = 0

    def delays_s(self) -> list[float]:
        """Return by how much each arrival of a push was later than its first one, in seconds."""
        return [arrival - times[0] for times in self.arrivals.values() for arrival in times]


async def guest_cookie(http: httpx.AsyncClient, name: str) -> str:
    """Return the cookie of a new guest."""
    http.cookies.clear()
    (await http.post("/api/guests", json={"name": name})).raise_for_status()
    return "; ".join(f"{key}={value}" for key, value in http.cookies.items())


async def open_listed_table(load: Load, server: Node, number: int, kind: type[Player] = Player) -> Player:
    """Open a table for anybody and seat its host; return the host, of the class `kind`, once they sit."""
    host = kind(load, 0, number)
    async with httpx.AsyncClient(base_url=server.url, headers={"Origin": server.url}, timeout=60) as http:
        host.cookie = await guest_cookie(http, f"H{number}")
        response = await http.post("/api/tables", json={"game": GAME, "options": "", "open": True})
        host.table = response.raise_for_status().json()["id"]
    await host.connect_to_table(server.url)
    asyncio.create_task(host.listen())  # noqa: RUF006  (the socket keeps the task alive)
    await host.send(SitCommand(0))
    await host.sitting.wait()
    return host


async def connect_to_lobby(url: str, cookie: str) -> ClientConnection:
    """Return a new WebSocket of the lobby, to which the server will send the list."""
    socket = await connect(
        f"{url.replace('http', 'ws')}/ws/lobby",
        additional_headers={"Cookie": cookie, "Origin": url},
        compression=None,
        max_queue=None,
        ping_interval=None,
    )
    await socket.send(_encode(LookCommand()), text=True)
    return socket


async def open_lobby(url: str, cookie: str, pushes: Pushes) -> ClientConnection:
    """Show the lobby on a new WebSocket; return it once it has the list. All that arrives is added to `pushes`."""
    socket = await connect_to_lobby(url, cookie)
    has_list = asyncio.Event()

    async def listen() -> None:
        with suppress(ConnectionClosed):
            async for data in socket:
                arrival, content = time.perf_counter(), data.encode() if isinstance(data, str) else data
                pushes.size += len(content)
                if content.startswith(b'{"type":"rows"'):
                    pushes.arrivals[content].append(arrival)
                elif isinstance(decode_message(content), TablesMessage):
                    pushes.lists += 1
                    has_list.set()

    asyncio.create_task(listen())  # noqa: RUF006  (the socket keeps the task alive)
    await has_list.wait()
    return socket


async def open_lobbies(urls: Sequence[str], readers: int) -> tuple[list[ClientConnection], dict[str, Pushes]]:
    """Show the lobby on `readers` WebSockets of all servers; return them, and what arrives by server address."""
    gate = asyncio.Semaphore(AT_ONCE)
    pushes = {url: Pushes() for url in urls}

    async def open_some(number: int) -> list[ClientConnection]:
        url, count = urls[number % len(urls)], min(MAX_PER_USER, readers - number * MAX_PER_USER)
        async with gate, httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=60) as http:
            cookie = await guest_cookie(http, f"R{number}")
            return [await open_lobby(url, cookie, pushes[url]) for _ in range(count)]

    groups = await asyncio.gather(*(open_some(number) for number in range(-(-readers // MAX_PER_USER))))
    return [socket for group in groups for socket in group], pushes


async def read_lobbies(pipe: Connection, urls: Sequence[str], readers: int) -> None:
    """Show the lobby on `readers` WebSockets. Send their number on the pipe; at an answer, send what has arrived since.

    This is what the process of the readers does.
    """
    sockets, pushes = await open_lobbies(urls, readers)
    sizes_before = sum(received.size for received in pushes.values())
    pipe.send(len(sockets))
    await asyncio.to_thread(pipe.recv)
    pipe.send((sum(received.size for received in pushes.values()) - sizes_before, pushes))
    for socket in sockets:
        socket.transport.abort()


def run_readers(pipe: Connection, urls: Sequence[str], readers: int) -> None:
    """Run `read_lobbies` in a process of its own."""
    uvloop.run(read_lobbies(pipe, urls, readers))


async def start_readers(
    run: Callable[[Connection, Sequence[str], int], None], urls: Sequence[str], readers: int
) -> tuple[Connection, int]:
    """Start the process of the readers, and return a pipe to it and the number of readers once all of them have a list.

    The process runs `run(pipe, urls, readers)`, where `urls` are the addresses of the servers. It ends by itself after
    it has answered on the pipe.
    """
    context = multiprocessing.get_context("spawn")
    pipe, other_end = context.Pipe()
    context.Process(target=run, args=(other_end, urls, readers)).start()
    other_end.close()  # so that the end of that process is noticed
    return pipe, await asyncio.to_thread(pipe.recv)


async def change_listings(hosts: Sequence[Player], rate: float) -> dict[str, list[float]]:
    """Let hosts lock their table or unlock it again, `rate` times a second, until cancelled.

    Return the times of the changes, by table.
    """
    times = defaultdict[str, list[float]](list)
    start, done = time.perf_counter(), 0
    with suppress(asyncio.CancelledError):
        while True:
            host, locked = hosts[done % len(hosts)], done // len(hosts) % 2 == 0
            times[host.table].append(time.perf_counter())
            await host.send(LockCommand(locked=locked))
            done += 1
            await asyncio.sleep(max(0.0, start + done / rate - time.perf_counter()))
    return times


def change_delays_s(change_times: dict[str, list[float]], pushes: dict[str, Pushes]) -> list[float]:
    """Return the times in seconds from each change to its arrival at each WebSocket."""
    delays = []
    for received in pushes.values():
        for content, arrivals in received.arrivals.items():
            message = decode_message(content)
            assert isinstance(message, RowsMessage)
            for table in (*message.gone, *(row.id for row in message.set)):
                sent = max((time for time in change_times.get(table, ()) if time < arrivals[0]), default=None)
                delays += [] if sent is None else [arrival - sent for arrival in arrivals]
    return delays


def _percentile(values: Sequence[float], of_100: int) -> float:
    return statistics.quantiles(values, n=100)[of_100 - 1] if len(values) > 1 else float("nan")


async def play(load: Load, name: str, rate: float, seconds: float, servers: Sequence[Node]) -> dict[str, Any]:
    """Let people move for a time; return the table row of the moves."""
    load.times, cpu_before = [], sum(server.cpu for server in servers)
    await pace(load, rate, seconds)
    return {
        "lobby": name,
        "moves": len(load.times),
        "p50 ms": round(_percentile(load.times, 50) * 1e3, 1),
        "p99 ms": round(_percentile(load.times, 99) * 1e3, 1),
        "cores: servers": round((sum(server.cpu for server in servers) - cpu_before) / seconds, 2),
        "load": round(os.getloadavg()[0], 1),
        "faults": len(load.faults),
    }


async def measure(arguments: argparse.Namespace) -> dict[str, list[dict[str, Any]]]:
    """Run all three parts; return the rows by title."""
    async with AsyncExitStack() as stack:
        servers = await stack.enter_async_context(nodes(*new_database(stack, "PostgreSQL"), SERVERS))
        load, quiet_load = Load(), Load()
        players = await seat_players(load, arguments.tables, [(server.url, "") for server in servers])
        hosts = [
            await open_listed_table(quiet_load, servers[number % SERVERS], number) for number in range(arguments.listed)
        ]
        moves = [await play(load, "empty", arguments.rate, arguments.seconds, servers)]
        memory_before = sum(server.memory for server in servers)
        start = time.perf_counter()
        pipe, readers = await start_readers(run_readers, [server.url for server in servers], arguments.readers)
        arrival_s = time.perf_counter() - start
        memory = sum(server.memory for server in servers) - memory_before
        changing = asyncio.create_task(change_listings(hosts, arguments.changes))
        moves.append(await play(load, f"{readers} readers", arguments.rate, arguments.seconds, servers))
        changing.cancel()
        change_times = await changing
        pipe.send("the end")
        size, pushes = await asyncio.to_thread(pipe.recv)
        await asyncio.sleep(5)
        moves.append(await play(load, "empty again", arguments.rate, arguments.seconds, servers))
        delays = [delay for received in pushes.values() for delay in received.delays_s()]
        lobby = {
            "readers": readers,
            "came in s": round(arrival_s),
            "kB each": round(memory / readers / 1e3, 1),
            "pushes": sum(len(received.arrivals) for received in pushes.values()),
            "kB a reader a minute": round(size / readers / 1e3 / arguments.seconds * 60, 1),
            "push p50 ms": round(_percentile(delays, 50) * 1e3),
            "push p99 ms": round(_percentile(delays, 99) * 1e3),
            "change p99 s": round(_percentile(change_delays_s(change_times, pushes), 99), 1),
            "lists sent again": sum(received.lists for received in pushes.values()) - readers,
            "faults": len(quiet_load.faults),
        }
        await leave([*players, hosts])
        return {"Moves beside the lobby": moves, "The lobby": [lobby]}


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--listed", type=int, default=300)
    parser.add_argument("--readers", type=int, default=6500)
    parser.add_argument("--changes", type=float, default=2)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    show(uvloop.run(measure(arguments)), as_json=arguments.json)


if __name__ == "__main__":
    main()
