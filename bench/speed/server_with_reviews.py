"""Measure how fast moves are processed while the server reviews deals.

Run `python -m bench.speed.server_with_reviews [--tables 100] [--rate 50] [--people 8] [--deals 3]`.

`prikup serve` runs with its usual settings, on all cores. First `--people` guests each play a match of `--deals` deals
against computer players. Then all `--tables` tables together make `--rate` moves per second: first for `--seconds`
seconds without reviews, then while the deals of those matches are reviewed. The guests request all reviews at once, and
the phase ends when all reviews are done, or after `--seconds` seconds. Times run from sending an action to the player's
next View. The cores printed are the cores that the server process used, the cores that it waited for, and the cores
that its child processes used.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil
import uvloop
from websockets.asyncio.client import connect

from bench.speed.server_with_bots import Person, Tally
from bench.speed.socket_players import Load, open_table, pace

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))  # for the test helpers in `support`

from support.cpu_wait import seconds_without_core
from support.server_process import Server

from prikup.games import GAMES

BUILD = Path("build")
LOOK_EVERY = 0.5
"""The pause between two requests that ask whether a review is done, in seconds; a page polls at the same rate."""


async def _play_match(url: str, game: str, deals: int, seed: int) -> tuple[httpx.AsyncClient, str]:
    """Play a match to its end as a new guest; return a client signed in as this guest, and the id of the match.

    `url` is the address of the server, `game` the game, `deals` the number of deals, and `seed` determines the guest's
    actions.
    """
    http = httpx.AsyncClient(base_url=url, timeout=60)
    guest = (await http.post("/api/guests", json={})).raise_for_status().json()
    http.headers["Authorization"] = f"Bearer {guest['token']}"
    table_settings = {"game": game, "level": "rule", "bots": True, "deals": deals}
    match: str = (await http.post("/api/tables", json=table_settings)).raise_for_status().json()["id"]
    ticket = (await http.post("/api/tickets", json={})).raise_for_status().json()["ticket"]
    address = f"{url.replace('http', 'ws', 1)}/ws/tables/{match}?ticket={ticket}"
    person = Person(Tally(), seed)
    async with connect(address, compression=None, max_queue=None) as socket:
        async for text in socket:
            message = msgspec.json.decode(text)
            if answer := person.answer(message):
                await socket.send(msgspec.json.encode(answer), text=True)
            if message["type"] == "seats" and message["stage"] == "over":
                break
    return http, match


async def _request_reviews(http: httpx.AsyncClient, match: str, deals: int, finished_addresses: list[str]) -> None:
    """Request the reviews of all deals of a match, and wait until they are done.

    `match` is the id of the match, and `deals` the number of its deals. The address of each finished review is added to
    `finished_addresses`.
    """
    addresses = [f"/api/matches/{match}/deals/{deal}/review" for deal in range(1, deals + 1)]
    for address in addresses:
        (await http.post(address, json={})).raise_for_status()
    for address in addresses:
        while (state := (await http.get(address)).raise_for_status().json()["state"]) != "done":
            if state == "failed":
                sys.exit("a deal is not reviewed")
            await asyncio.sleep(LOOK_EVERY)
        finished_addresses.append(address)


def _cpu_seconds(process: psutil.Process) -> tuple[float, float, float]:
    """Return three durations of a server process since its start, in seconds.

    They are the processor time that it used, the time that it waited for a core, and the processor time of its child
    processes.
    """
    processes = sum(sum(child.cpu_times()[:2]) for child in process.children(recursive=True))
    return sum(process.cpu_times()[:2]), seconds_without_core(process.pid), processes


class Phases:
    """The figures of the moves in each phase of the measurement, as table rows in `lines`."""

    def __init__(self, load: Load, process: psutil.Process) -> None:
        self.lines: list[dict[str, Any]] = []
        self._load, self._process = load, process
        self.begin()

    def begin(self) -> None:
        """Start measuring a phase."""
        self._load.times, self._begun, self._before = [], time.perf_counter(), _cpu_seconds(self._process)

    def end(self, name: str) -> None:
        """Add a row with the figures since `begin`, under the name of the phase."""
        seconds, times = time.perf_counter() - self._begun, self._load.times
        cuts = statistics.quantiles(times, n=1000)
        cpu_now = _cpu_seconds(self._process)
        server_cpu, waiting, processes = (later - earlier for later, earlier in zip(cpu_now, self._before, strict=True))
        self.lines.append(
            {
                "phase": name,
                "seconds": round(seconds, 1),
                "moves": len(times),
                "p50_ms": round(cuts[499] * 1e3, 2),
                "p99_ms": round(cuts[989] * 1e3, 2),
                "max_ms": round(max(times) * 1e3, 2),
                "cores": round(server_cpu / seconds, 2),
                "cores_missing": round(waiting / seconds, 2),
                "cores_processes": round(processes / seconds, 2),
                "load": round(os.getloadavg()[0], 1),
            }
        )


async def measure(server: Server, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play without reviews and then with reviews, and return the figures by name.

    `arguments` are those of the command line.
    """
    load, games = Load(), tuple(GAMES)
    finished_matches = [
        await _play_match(server.url, games[number % len(games)], arguments.deals, number)
        for number in range(arguments.people)
    ]
    async with httpx.AsyncClient(base_url=server.url, headers={"Origin": server.url}, timeout=60) as http:
        for number in range(arguments.tables):
            await open_table(load, http, server.url, number)
    while len(load.ready) < arguments.tables * 0.98:
        await asyncio.sleep(0.1)
    playing = asyncio.create_task(pace(load, arguments.rate, float("inf")))
    await asyncio.sleep(2)
    phases = Phases(load, psutil.Process(server.process.pid))
    await asyncio.sleep(arguments.seconds)
    phases.end("nobody reviews")
    phases.begin()
    finished_addresses: list[str] = []
    review_tasks = [
        asyncio.create_task(_request_reviews(client, match, arguments.deals, finished_addresses))
        for client, match in finished_matches
    ]
    await asyncio.wait(review_tasks, timeout=arguments.seconds)
    phases.end("reviews")
    for task in (*review_tasks, playing):
        task.cancel()
    return {
        "tables": arguments.tables,
        "rate": arguments.rate,
        "phases": phases.lines,
        "reviews": len(finished_addresses),
        "without_receipt": load.acts - load.receipts,
        "faults": load.faults[:5],
    }


def main() -> None:
    """Parse the command line, start a server, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        server = Server(Path(folder).resolve(), "--pace", "0")
        server.start()
        try:
            measurements = uvloop.run(measure(server, arguments))
        finally:
            server.stop()
    if arguments.json:
        print(json.dumps(measurements))
        return
    for line in measurements.pop("phases"):
        print("  ".join(f"{name} {value}" for name, value in line.items()))
    for name, value in measurements.items():
        print(f"{name:16} {value}")


if __name__ == "__main__":
    main()
