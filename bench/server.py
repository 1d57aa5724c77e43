"""The server under load: `python bench/server.py [--tables 1000] [--rate 250] [--seconds 180] [--json]`.

One process serves on the first core; this one plays on the second: a socket a player, three players a table, who act at
random. First all tables together make `rate` moves a second for `seconds` seconds; then everybody acts at once, as fast
as the server takes it. Checked all the while: every act has one receipt, the versions that a player sees only grow, and
all players of a table see the same ones. Times go from sending an act to the player's own View after it.
"""

import argparse
import asyncio
import hashlib
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psutil
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from prikup.games import GAMES
from prikup.table.protocol import (
    Act,
    Cut,
    Entropy,
    Hash,
    Next,
    Receipt,
    Refused,
    Sealed,
    Seats,
    Sent,
    Sit,
    Start,
)

BUILD = Path("build")
GAME = next(iter(GAMES))
SEATS = 3
SATURATED = 20
"""The seconds for which everybody acts at once."""

_encode = msgspec.json.Encoder().encode


class Other(msgspec.Struct, tag_field="type", tag="other"):
    """A message that this client does not need."""


class Head(msgspec.Struct):
    """The part of a message that says what it is called."""

    type: str


class Brief(msgspec.Struct):
    """The part of an Update that a player without a mind needs."""

    n: int
    legal: tuple[int, ...]


_head = msgspec.json.Decoder(Head).decode
_brief = msgspec.json.Decoder(Brief).decode
_known: dict[str, msgspec.json.Decoder[Any]] = {
    name: msgspec.json.Decoder(kind)
    for name, kind in {"receipt": Receipt, "refused": Refused, "sealed": Sealed, "seats": Seats}.items()
}


class Load:
    """All players together: who is ready to act, and what has been measured."""

    def __init__(self) -> None:
        self.ready: deque[tuple[Player, Brief]] = deque()
        self.paced = True
        self.times: list[float] = []
        self.acts = self.receipts = 0
        self.faults: list[str] = []
        self.rests = 0


class Player:
    """A player at a socket."""

    def __init__(self, load: Load, seat: int, seed: int) -> None:
        self.load, self.seat, self.rng = load, seat, random.Random(seed)
        self.socket: ClientConnection | None = None
        self.seen: list[int] = []
        self.sent: dict[str, float] = {}
        self.waiting: tuple[float, int] | None = None
        self.count = 0
        self.stage = ""
        self.sitting = asyncio.Event()
        self.answered: tuple[Any, ...] = ()
        self.entropy = f"{self.rng.getrandbits(128):032x}"

    async def say(self, message: Sent) -> None:
        """Send one message."""
        assert self.socket is not None
        await self.socket.send(_encode(message), text=True)

    async def act(self, brief: Brief) -> None:
        """Answer a View with any legal action."""
        self.count += 1
        name = f"{self.seat}-{self.count}"
        self.sent[name] = now = time.perf_counter()
        self.waiting = (now, brief.n)
        self.load.acts += 1
        await self.say(Act(brief.n, name, self.rng.choice(brief.legal)))

    async def listen(self) -> None:
        """Hear everything this player is told, to the end."""
        assert self.socket is not None
        async for text in self.socket:
            kind = _head(text).type
            if kind == "view":
                await self._view(_brief(text))
            elif kind in _known:
                await self._told(_known[kind].decode(text))

    async def _view(self, brief: Brief) -> None:
        if self.waiting and brief.n > self.waiting[1]:
            self.load.times.append(time.perf_counter() - self.waiting[0])
            self.waiting = None
        if self.seen and brief.n < self.seen[-1]:
            self.load.faults.append(f"version {brief.n} after {self.seen[-1]}")
        if not self.seen or brief.n != self.seen[-1]:
            self.seen.append(brief.n)
            if brief.legal:
                if self.load.paced:
                    self.load.ready.append((self, brief))
                else:
                    await self.act(brief)

    async def _told(self, message: Any) -> None:
        match message:
            case Receipt(id):
                self.load.receipts += 1
                if self.sent.pop(id, None) is None:
                    self.load.faults.append(f"a receipt for {id}, which was not sent")
            case Refused(why):
                self.load.faults.append(f"refused: {why}")
            case Sealed():
                await self._mix(message)
            case Seats():
                await self._seated(message)

    async def _seated(self, seats: Seats) -> None:
        if seats.you is not None:
            self.sitting.set()
        if seats.stage == "rest" != self.stage:
            self.load.rests += 1
            await self.say(Next())
        self.stage = seats.stage

    async def _mix(self, sealed: Sealed) -> None:
        """Do this player's part in the shuffle, once for each step."""
        step = (sealed.deal, sealed.attempt, sealed.step)
        if step == self.answered:
            return
        self.answered = step
        at = sealed.deal, sealed.attempt
        if sealed.step == "hashes":
            await self.say(Hash(*at, hashlib.sha256(self.entropy.encode()).hexdigest()))
        elif sealed.step == "entropies":
            await self.say(Entropy(*at, self.entropy))
        elif sealed.step == "cut" and sealed.cutter == self.seat:
            await self.say(Cut(*at, self.rng.randrange(1, 32)))


async def _table(load: Load, http: httpx.AsyncClient, base: str, number: int) -> list[Player]:
    """Return the players of a new table, who have sat down and begun."""
    players = [Player(load, seat, number * SEATS + seat) for seat in range(SEATS)]
    table = ""
    for player in players:
        http.cookies.clear()
        (await http.post("/api/guests", json={"name": f"P{number}-{player.seat}"})).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        if not table:
            opened = await http.post("/api/tables", json={"game": GAME, "options": next(iter(GAMES[GAME].presets))})
            table = opened.raise_for_status().json()["id"]
        player.socket = await connect(
            f"{base.replace('http', 'ws')}/ws/tables/{table}",
            additional_headers={"Cookie": cookie, "Origin": base},
            compression=None,
            max_queue=None,
            ping_interval=None,
        )
        asyncio.create_task(player.listen())  # noqa: RUF006  (the socket keeps it)
        await player.say(Sit(player.seat))
        await player.sitting.wait()
    await players[0].say(Start())
    return players


async def _pace(load: Load, rate: float, seconds: float) -> None:
    """Let players act, `rate` times a second."""
    start, done = time.perf_counter(), 0
    while (gone := time.perf_counter() - start) < seconds:
        while done < gone * rate and load.ready:
            player, brief = load.ready.popleft()
            done += 1
            await player.act(brief)
        await asyncio.sleep(0.002)


def _line(name: str, moves: int, seconds: float, times: list[float]) -> dict[str, Any]:
    cuts = statistics.quantiles(times, n=1000)
    return {
        "phase": name,
        "moves_a_second": round(moves / seconds, 1),
        "p50_ms": round(cuts[499] * 1e3, 2),
        "p99_ms": round(cuts[989] * 1e3, 2),
        "max_ms": round(max(times) * 1e3, 2),
    }


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def _uneven(tables: Iterable[list[Player]]) -> int:
    """Return the tables whose players saw different versions."""
    return sum(len({tuple(p.seen) for p in players}) > 1 for players in tables)


async def measure(base: str, server: psutil.Process, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Play and return what was measured, by name."""
    load = Load()
    empty = server.memory_info().rss
    async with httpx.AsyncClient(base_url=base, headers={"Origin": base}, timeout=30) as http:
        seated = [await _table(load, http, base, number) for number in range(tables)]
    while len(load.ready) < tables * 0.98:
        await asyncio.sleep(0.1)
    _say(f"{tables} tables play, {rate:g} moves a second for {seconds:g} s")
    lines = []
    await _pace(load, rate, seconds)
    await asyncio.sleep(1)
    lines.append(_line("steady", len(load.times), seconds, load.times))
    memory = server.memory_info().rss
    _say(f"everybody acts at once for {SATURATED} s")
    load.times, load.paced = [], False
    ready, load.ready = load.ready, deque()
    start = time.perf_counter()
    for player, brief in ready:
        await player.act(brief)
    await asyncio.sleep(SATURATED)
    moves, gone = len(load.times), time.perf_counter() - start
    lines.append(_line("saturated", moves, gone, load.times))
    load.paced = True
    await asyncio.sleep(3)
    left = sum(len(p.sent) for players in seated for p in players)
    return {
        "tables": tables,
        "players": tables * SEATS,
        "phases": lines,
        "acts": load.acts,
        "receipts": load.receipts,
        "without_receipt": left,
        "faults": load.faults[:5],
        "fault_count": len(load.faults),
        "uneven_tables": _uneven(seated),
        "deals_finished": load.rests // SEATS,
        "rss_empty_mb": round(empty / 1e6, 1),
        "rss_mb": round(memory / 1e6, 1),
        "rss_allowed_mb": round(150 + tables * SEATS * 0.06, 1),
    }


async def _up(base: str) -> None:
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
    """Start a server on the first core, play on the second and return what was measured."""
    base = f"http://127.0.0.1:{port}"
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        program = str(Path(sys.executable).with_name("prikup"))
        command = [program, "serve", "--port", str(port), "--no-open", "--no-limits"]
        command += ["--database", f"sqlite:///{Path(folder).resolve()}/bench.sqlite"]
        server = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)
        try:
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(server.pid, cores[:1])
            os.sched_setaffinity(0, cores[1:2] or cores)
            await _up(base)
            return await measure(base, psutil.Process(server.pid), tables, rate, seconds)
        finally:
            server.terminate()
            await server.wait()


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=250)
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--port", type=int, default=8401)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    found = uvloop.run(bench(wanted.tables, wanted.rate, wanted.seconds, wanted.port))
    if wanted.json:
        print(json.dumps(found))
        return
    for line in found.pop("phases"):
        print("  ".join(f"{name} {value}" for name, value in line.items()))
    for name, value in found.items():
        print(f"{name:16} {value}")


if __name__ == "__main__":
    main()
