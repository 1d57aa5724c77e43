"""Measure how hostile requests slow down the players and visitors of a server.

Run `python -m bench.speed.hostile_requests [--tables 40] [--requests 8] [--seconds 5]`.

`prikup serve` runs without rate limits, so nothing holds the attacker back. At all tables users act as fast as the
server accepts it. From one address, `--requests` requests are in flight all the time, each as costly as possible: a
match to score, or an analysis. They are sent by a client that does next to nothing else, because it shares the machine
with the server, and an attacker would not. A visitor at another address requests the scoring of an empty match and an
empty analysis in turn. Each of `--rounds` rounds has a phase without an attack and one phase with each kind of attack.

The program prints the receipts (confirmed actions of the users) per second, and their share of those without an attack
in the same round, as medians over the rounds, and the longest waits of the visitor. It also prints the processor time
of the server's main process per receipt, in milliseconds, which depends less than the number of receipts on other load
on the machine.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from operator import truediv
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psutil
import uvloop

from bench.speed.socket_players import GAME, Load, open_table

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))  # for the test helpers in `support`

from support.server_process import Server

from prikup.games import GAMES
from prikup.positions.open_deal import OpenDeal
from prikup.rules.match import Match

BUILD = Path("build")
ATTACKER, VISITOR = "127.0.0.2", "127.0.0.3"
ENTRIES = 1_000
"""The number of entries, and also of steps, in a hostile match to score; the server accepts no more."""
PAUSE = 0.2
"""The pause between two requests of the visitor, in seconds."""
READ_BYTES = 1 << 20
"""The number of bytes of a response that the attacker reads at a time."""

Ask = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]
"""A function with which the visitor sends a request."""


class Attack(NamedTuple):
    """A hostile request: its path, and its body as JSON."""

    path: str
    body: bytes

    async def send(self, url: str) -> int:
        """Send the request from the attacker's address to the server at `url`, and return the status of the response.

        The whole response is read.
        """
        host, port = url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(ATTACKER, 0), limit=READ_BYTES)
        try:
            head = f"POST {self.path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n"
            head += f"Content-Type: application/json\r\nContent-Length: {len(self.body)}\r\n\r\n"
            writer.write(head.encode() + self.body)
            status = int((await reader.readline()).split()[1])
            while await reader.read(READ_BYTES):
                pass
            return status
        finally:
            writer.close()


def _head(entries: int) -> dict[str, Any]:
    names = [f"P{seat}" for seat in range(GAMES[GAME].build(next(iter(GAMES[GAME].presets.values()))).seats)]
    options = next(iter(GAMES[GAME].presets))
    notes = [{"id": f"n{index}", "at": 0, "what": {"type": "note", "text": "x"}} for index in range(entries)]
    return {"game": GAME, "rules": 1, "options": options, "names": names, "dealer": 0, "at": 0, "entries": notes}


def _score_body(entries: int) -> bytes:
    """Return the body of a request to score a match by real cards, as costly as possible.

    The match has `entries` entries and as many edit steps, each of which moves an entry.
    """
    steps = [{"type": "move", "id": f"n{index * 7 % entries}"} for index in range(entries)]
    body = {
        "head": _head(entries),
        "steps": steps,
        "task": {},
        "step": {"type": "move", "id": "n1"} if entries else None,
    }
    return json.dumps(body).encode()


def _post(path: str, content: bytes) -> Ask:
    return lambda http: http.post(path, content=content, headers={"Content-Type": "application/json"})


def _analysis_body(text: str) -> bytes:
    return json.dumps({"text": text}).encode()


def _full_deal() -> str:
    """Return the text of a four-player deal before its first trick.

    It is the text of an analysis in which only one hand is known, which makes the request costly.
    """
    for name, kind in GAMES.items():
        preset, options = next(iter(kind.presets.items()))
        if (game := kind.build(options)).seats == 4:
            hands = tuple(Match.begin(game).deal_random(random.Random(7)).hands)
            contract = next(
                open_contract.name for open_contract in game.analysis.open_contracts if open_contract.goal == "fewest"
            )
            return OpenDeal(name, preset, hands, contract, 0, leader=0, known=(0,)).text
    raise LookupError("no game of four")


ATTACKS = {
    "score": Attack("/api/score", _score_body(ENTRIES)),
    "analyse": Attack("/api/analyse", _analysis_body(_full_deal())),
}
VISITS = {"score": _post("/api/score", _score_body(0)), "analyse": _post("/api/analyse", _analysis_body(""))}


def _visitor(url: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=VISITOR, retries=0)
    return httpx.AsyncClient(base_url=url, timeout=120, transport=transport)


LONG_MATCH = "pool=1000"
"""House rules under which no match ends while the benchmark runs."""


class Counts:
    """The counts of one phase: the responses to the attacker by HTTP status, and the visitor's waits in seconds."""

    def __init__(self) -> None:
        self.answers: dict[int, int] = defaultdict(int)
        self.waits: dict[str, list[float]] = defaultdict(list)

    async def attack(self, url: str, attack: Attack) -> None:
        """Send the same request again and again, each after the response to the last one, until cancelled."""
        while True:
            self.answers[await attack.send(url)] += 1

    async def visit(self, http: httpx.AsyncClient) -> None:
        """Send the visitor's different requests in turn, with a pause after each, until cancelled."""
        while True:
            for name, ask in VISITS.items():
                start = time.perf_counter()
                try:
                    (await ask(http)).raise_for_status()
                finally:  # also when the phase ends before a response has arrived
                    self.waits[name].append(time.perf_counter() - start)
                await asyncio.sleep(PAUSE)


async def measure(url: str, server: psutil.Process, arguments: argparse.Namespace) -> dict[str, Any]:
    """Run the phase without an attack and the phases with each attack, and return the figures by name.

    `url` is the address of the server, `server` is the server's main process, and `arguments` are those of the command
    line.
    """
    load = Load()
    async with (
        httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=60) as http,
        _visitor(url) as visitor,
    ):
        for number in range(arguments.tables):
            await open_table(load, http, url, number, options=LONG_MATCH)
        while len(load.ready) < arguments.tables * 0.98:
            await asyncio.sleep(0.1)
        await asyncio.gather(*(attack.send(url) for attack in ATTACKS.values()))  # start the processes
        await asyncio.gather(*(ask(visitor) for ask in VISITS.values()))
        load.paced = False
        ready, load.ready = load.ready, deque()
        for player, brief in ready:
            await player.act(brief)
        rates: dict[str, list[float]] = defaultdict(list)
        costs: dict[str, list[float]] = defaultdict(list)
        counts: dict[str, Counts] = defaultdict(Counts)
        names = ["nobody", *ATTACKS]
        for _ in range(arguments.rounds):
            names.reverse()  # the machine may become slower during a round
            for name in names:
                phase_counts = counts[name]
                tasks = [asyncio.create_task(phase_counts.visit(visitor))]
                if name in ATTACKS:
                    tasks += [
                        asyncio.create_task(phase_counts.attack(url, ATTACKS[name])) for _ in range(arguments.requests)
                    ]
                start, receipts, cpu_before = time.perf_counter(), load.receipts, sum(server.cpu_times()[:2])
                await asyncio.sleep(arguments.seconds)
                receipt_count = load.receipts - receipts
                rates[name].append(receipt_count / (time.perf_counter() - start))
                costs[name].append((sum(server.cpu_times()[:2]) - cpu_before) / receipt_count)
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
        load.paced = True
    return {
        "tables": arguments.tables,
        "phases": [
            {
                "attack": name,
                "receipts_a_second": round(statistics.median(rates[name]), 1),
                "of_nobody": round(statistics.median(map(truediv, rates[name], rates["nobody"])), 3),
                "server_ms_a_receipt": round(statistics.median(costs[name]) * 1e3, 2),
                "answers": dict(phase_counts.answers),
                **{f"visitor_{ask}_max_s": round(max(waits), 3) for ask, waits in phase_counts.waits.items()},
            }
            for name, phase_counts in sorted(counts.items(), key=lambda item: ["nobody", *ATTACKS].index(item[0]))
        ],
        "faults": load.faults[:5],
    }


def main() -> None:
    """Parse the command line, start a server, measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--requests", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        server = Server(Path(folder).resolve(), "--pace", "0")
        server.start()
        try:
            measurements = uvloop.run(measure(server.url, psutil.Process(server.process.pid), arguments))
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
