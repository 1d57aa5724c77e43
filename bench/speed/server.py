"""Measure a server under load: `python -m bench.speed.server [--tables 1000] [--rate 250] [--seconds 180] [--json]`.

One server process runs on the first core; this program runs on the second core and plays random actions, with one
socket per player and three players per table. First all tables together make `--rate` moves per second for `--seconds`
seconds; then all players act at once, as fast as the server accepts it. The program checks throughout that every action
has one receipt, that the versions which a player sees only grow, and that all players of a table see the same versions.
Times run from sending an action to the player's next View.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import psutil
import uvloop

from bench.speed.socket_players import SEATS, Load, Player, open_table, pace

BUILD = Path("build")
SATURATION_S = 20
"""The length in seconds of the phase in which all players act at once."""


def _line(name: str, moves: int, seconds: float, times: list[float]) -> dict[str, Any]:
    cuts = statistics.quantiles(times, n=1000)
    return {
        "phase": name,
        "moves_a_second": round(moves / seconds, 1),
        "p50_ms": round(cuts[499] * 1e3, 2),
        "p99_ms": round(cuts[989] * 1e3, 2),
        "max_ms": round(max(times) * 1e3, 2),
    }


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def _count_uneven_tables(tables: Iterable[list[Player]]) -> int:
    """Return the number of tables whose players saw different versions of the table.

    `tables` has the players at each table.
    """
    return sum(len({tuple(p.seen_versions) for p in players}) > 1 for players in tables)


async def measure(base: str, server: psutil.Process, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Play both phases at `tables` tables of the server at the address `base`, and return the figures by name.

    `server` is the server's process. In the first phase users make `rate` moves per second for `seconds` seconds.
    """
    load = Load()
    empty = server.memory_info().rss
    async with httpx.AsyncClient(base_url=base, headers={"Origin": base}, timeout=30) as http:
        players_by_table = [await open_table(load, http, base, number) for number in range(tables)]
    while len(load.ready) < tables * 0.98:
        await asyncio.sleep(0.1)
    _say(f"{tables} tables play, {rate:g} moves a second for {seconds:g} s")
    lines = []
    await pace(load, rate, seconds)
    await asyncio.sleep(1)
    lines.append(_line("steady", len(load.times), seconds, load.times))
    memory = server.memory_info().rss
    _say(f"everybody acts at once for {SATURATION_S} s")
    load.times, load.paced = [], False
    ready, load.ready = load.ready, deque()
    start = time.perf_counter()
    for player, brief in ready:
        await player.act(brief)
    await asyncio.sleep(SATURATION_S)
    moves, elapsed_s = len(load.times), time.perf_counter() - start
    lines.append(_line("saturated", moves, elapsed_s, load.times))
    load.paced = True
    await asyncio.sleep(3)
    acts_without_receipt = sum(len(p.sent) for players in players_by_table for p in players)
    return {
        "tables": tables,
        "players": tables * SEATS,
        "phases": lines,
        "acts": load.acts,
        "receipts": load.receipts,
        "without_receipt": acts_without_receipt,
        "faults": load.faults[:5],
        "fault_count": len(load.faults),
        "uneven_tables": _count_uneven_tables(players_by_table),
        "deals_finished": load.rests // SEATS,
        "rss_empty_mb": round(empty / 1e6, 1),
        "rss_mb": round(memory / 1e6, 1),
        "rss_allowed_mb": round(150 + tables * SEATS * 0.06, 1),
    }


async def _wait_until_up(base: str) -> None:
    async with httpx.AsyncClient() as http:
        for _ in range(1200):
            try:
                if (await http.get(f"{base}/health")).is_success:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)
    sys.exit("the server did not come up")


async def bench(tables: int, rate: float, seconds: float, port: int) -> dict[str, Any]:
    """Start a server on the first core, play on the second core, and return the figures by name.

    `port` is the port of the server; the other parameters are those of `measure`.
    """
    base = f"http://127.0.0.1:{port}"
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        program = str(Path(sys.executable).with_name("prikup"))
        command = [program, "serve", "--port", str(port), "--no-open", "--no-limits", "--no-idle-reviews"]
        command += ["--database", f"sqlite:///{Path(folder).resolve()}/bench.sqlite"]
        server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
        try:
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(server.pid, cores[:1])
            os.sched_setaffinity(0, cores[1:2] or cores)
            await _wait_until_up(base)
            return await measure(base, psutil.Process(server.pid), tables, rate, seconds)
        finally:
            server.terminate()
            await server.wait()


def main() -> None:
    """Parse the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=250)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--port", type=int, default=8401)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    measurements = uvloop.run(bench(arguments.tables, arguments.rate, arguments.seconds, arguments.port))
    if arguments.json:
        print(json.dumps(measurements))
        return
    for line in measurements.pop("phases"):
        print("  ".join(f"{name} {value}" for name, value in line.items()))
    for name, value in measurements.items():
        print(f"{name:16} {value}")


if __name__ == "__main__":
    main()
