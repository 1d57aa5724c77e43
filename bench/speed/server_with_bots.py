"""Measure a server while the strongest computer players think.

Run `python -m bench.speed.server_with_bots [--tables 50] [--seconds 120]`.

`prikup serve` runs with its usual settings, except that computer players do not pause before they act. At each table
one simulated user, who answers at once with a random legal action, plays against computer players of one level. The
games rotate over the tables. The program measures how late the server's event loop runs (from the histogram in
`/metrics`; each sample counts as the upper bound of its class), the number of decisions of computer players, how long
users wait for one, and the cores and memory that the server and its child processes use.
"""

import argparse
import asyncio
import hashlib
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil
from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))  # for the test helpers in `support`

from support.server_process import Server

from prikup.games import GAMES

BUILD = Path("build")
LAG = 'prikup_loop_lag_seconds_bucket{le="'
Message = dict[str, Any]


class Tally:
    """The figures of all tables: the number of decisions by computer players, and how long users waited, in seconds."""

    def __init__(self) -> None:
        self.decisions = 0
        self.waits: list[float] = []


class Person:
    """A simulated user at a table with computer players, who acts at random; the figures go to `tally`.

    `seed` determines the actions.
    """

    def __init__(self, tally: Tally, seed: int) -> None:
        self._tally, self._rng = tally, random.Random(seed)
        self._waiting = False
        self._seat: int | None = None
        self._stage = ""
        self._since = 0.0
        self._mixed: set[tuple[Any, ...]] = set()
        self._entropy = f"{self._rng.getrandbits(128):032x}"

    def answer(self, message: Message) -> Message | None:
        """Return the command that answers a message of the server, or None if the message needs none.

        Raise ValueError if the server has refused a command.
        """
        match message["type"]:
            case "seats":
                is_new_stage = message["stage"] != self._stage
                self._seat, self._stage = message["you"], message["stage"]
                return {"type": "next"} if is_new_stage and self._stage == "rest" else None
            case "sealed" if (step := (message["deal"], message["attempt"], message["step"])) not in self._mixed:
                self._mixed.add(step)
                return self._mix(message)
            case "view":
                return self._view(message)
            case "receipt":  # arrives before the view that follows it
                self._waiting = False
            case "refused":
                raise ValueError(message)
        return None

    def _view(self, message: Message) -> Message | None:
        received_at = time.perf_counter()
        decisions = sum(move["seat"] != self._seat for move in message["moved"])
        self._tally.decisions += decisions
        if decisions and self._since:
            self._tally.waits.append(received_at - self._since)
        self._since = received_at if message["asked"] and self._seat not in message["asked"] else 0.0
        if self._waiting or not message["legal"]:
            return None
        self._waiting = True
        return {"type": "act", "n": message["n"], "id": f"n{message['n']}", "act": self._rng.choice(message["legal"])}

    def _mix(self, message: Message) -> Message | None:
        deal_attempt = {"deal": message["deal"], "attempt": message["attempt"]}
        match message["step"]:
            case "hashes":
                return {"type": "hash", **deal_attempt, "hash": hashlib.sha256(self._entropy.encode()).hexdigest()}
            case "entropies":
                return {"type": "entropy", **deal_attempt, "entropy": self._entropy}
            case "cut" if message["cutter"] == self._seat:
                return {"type": "cut", **deal_attempt, "cut": self._rng.randrange(1, 32)}
        return None


async def _play(tally: Tally, http: httpx.AsyncClient, game: str, level: str, seed: int) -> None:
    """Play matches of `game` against computer players of one level, as one guest, until cancelled.

    `seed` determines the guest's actions. Each match is at a new table. The figures go to `tally`.
    """
    guest = (await http.post("/api/guests", json={})).raise_for_status().json()
    headers = {"Authorization": f"Bearer {guest['token']}"}
    while True:
        person = Person(tally, seed)
        table_settings = {"game": game, "level": level, "bots": True}
        table = (await http.post("/api/tables", json=table_settings, headers=headers)).raise_for_status().json()["id"]
        ticket = (await http.post("/api/tickets", json={}, headers=headers)).raise_for_status().json()["ticket"]
        address = f"{str(http.base_url).replace('http', 'ws', 1)}/ws/tables/{table}?ticket={ticket}"
        async with connect(address, compression=None, max_queue=None) as socket:
            async for text in socket:
                message = msgspec.json.decode(text)
                if answer := person.answer(message):
                    await socket.send(msgspec.json.encode(answer), text=True)
                if message["type"] == "seats" and message["stage"] == "over":
                    break


async def _lag(http: httpx.AsyncClient) -> dict[str, float]:
    """Return the server's histogram of how late its event loop runs.

    The histogram has, by upper bound in seconds, the number of samples that were late by at most this bound.
    """
    page = (await http.get("/metrics")).raise_for_status().text
    lines = (line.removeprefix(LAG).split('"} ') for line in page.splitlines() if line.startswith(LAG))
    return {bound: float(count) for bound, count in lines}


def _lag_bound(lag_before: dict[str, float], lag_after: dict[str, float], share: float) -> float:
    """Return the lateness of the event loop, in milliseconds, that the fraction `share` of the samples did not exceed.

    The samples are those between the histograms `lag_before` and `lag_after`. The result is one of the histogram's
    bounds.
    """
    looks = {bound: count - lag_before[bound] for bound, count in lag_after.items()}
    return next(float(bound) * 1000 for bound, count in looks.items() if count >= share * looks["+Inf"])


def _memory(process: psutil.Process) -> int:
    """Return the resident memory of a process in megabytes."""
    return round(process.memory_info().rss / 1e6)


def _cpu_seconds(processes: Iterable[psutil.Process]) -> float:
    """Return the processor seconds used by these processes."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


async def measure(server: Server, level: str, tables: int, seconds: float) -> dict[str, Any]:
    """Play against computer players of one level, and return the figures by name.

    There are `tables` tables, and the measurement lasts `seconds` seconds.
    """
    process = psutil.Process(server.process.pid)
    tally, games = Tally(), tuple(GAMES)
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http, asyncio.TaskGroup() as group:
        empty = _memory(process)
        playing = [
            group.create_task(_play(tally, http, games[number % len(games)], level, number)) for number in range(tables)
        ]
        while tally.decisions < tables:
            await asyncio.sleep(0.1)
        tally.decisions = 0
        tally.waits.clear()
        player_processes = process.children(recursive=True)
        lag_before, server_cpu, player_cpu = await _lag(http), _cpu_seconds([process]), _cpu_seconds(player_processes)
        start = time.perf_counter()
        await asyncio.sleep(seconds)
        elapsed_s = time.perf_counter() - start
        lag_after, server_cpu, player_cpu = (
            await _lag(http),
            _cpu_seconds([process]) - server_cpu,
            _cpu_seconds(player_processes) - player_cpu,
        )
        rss, rss_heads = _memory(process), [_memory(player_process) for player_process in player_processes]
        for task in playing:
            task.cancel()
    return {
        "level": level,
        "tables": tables,
        "seconds": round(elapsed_s, 1),
        "loop_lag_p50_ms": _lag_bound(lag_before, lag_after, 0.5),
        "loop_lag_p99_ms": _lag_bound(lag_before, lag_after, 0.99),
        "loop_lag_max_ms": _lag_bound(lag_before, lag_after, 1.0),
        "decisions_a_second": round(tally.decisions / elapsed_s, 1),
        "wait_p50_s": round(statistics.median(tally.waits), 2),
        "wait_p99_s": round(statistics.quantiles(tally.waits, n=100)[98], 2),
        "cores": round(server_cpu / elapsed_s, 2),
        "cores_processes": round(player_cpu / elapsed_s, 2),
        "rss_empty_mb": empty,
        "rss_mb": rss,
        "rss_processes_mb": rss_heads,
    }


def main() -> None:
    """Parse the command line, start a server, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="master")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        server = Server(Path(folder).resolve(), "--pace", "0")
        server.start()
        try:
            measurements = asyncio.run(measure(server, arguments.level, arguments.tables, arguments.seconds))
        finally:
            server.stop()
    if arguments.json:
        print(json.dumps(measurements))
        return
    for name, value in measurements.items():
        print(f"{name:20} {value}")


if __name__ == "__main__":
    main()
