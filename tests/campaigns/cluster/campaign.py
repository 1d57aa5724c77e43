"""Lets three servers of one PostgreSQL suffer, again and again, and looks what their players lose.

    python tests/campaigns/cluster/campaign.py [--rounds 200] [--tables 300] [--active 40] [--seed 1]
        [--faults kill zombie …] [--logs FOLDER]

PostgreSQL, Redis, three `prikup serve` and a balancer that gives each connection to the next of them run on this
machine. People sit at all tables and play at some of them, now at these, now at those; when their match is over, after
24 deals at most, they leave, and others open a table. In each round a fault is drawn and everybody goes on; then new
rows are read, and at the end all rows once more. Every receipt's row must be there once and in order, what everybody
saw at each version must equal a replay of the rows, and nothing may be answered twice. `--plant` lets one server be
wrong, and then it is a failure if that is not found. `--logs` keeps in a folder what the servers log, and the rows.
"""

import asyncio
import gc
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it has no types
import uvloop
from msgspec import Struct, field

sys.path.insert(0, str(Path(__file__).parents[2]))  # the modules that the tests share

from campaigns.cluster.faults import FAULTS
from campaigns.cluster.mischief import FAULTS as PLANTED
from campaigns.cluster.servers import Cluster, Node
from server.company import Company, Table
from server.ledger import Ledger
from server.playing import Message
from server.returning import Found, Guest
from support.command_line import parsed
from support.postgres import PostgreSQL, served
from support.redis_server import PROGRAM
from support.serving import free_port

__all__ = ["Result", "campaign"]

THINK = 0.15
"""How long people think, in the mean."""
DEALS = 24
"""The deals of a match, at most: as many as people play in an evening."""
PLAY = 2.0
"""Seconds that people play before a fault, at most."""
OLD = """SELECT count(*)
    FROM moves JOIN unnest($1::text[], $2::int[]) AS known (id, last) ON table_id = id AND seq <= last"""
NEW = """SELECT table_id, seq, events, command, digest, at
    FROM moves LEFT JOIN unnest($1::text[], $2::int[]) AS known (id, last) ON table_id = id
    WHERE seq > coalesce(last, 0) ORDER BY table_id, seq"""
"""The rows that were copied up to these last ones, and those after them."""
SHOWN = 20


class Visitor(Guest):
    """Somebody at a table of several servers: told goodbye now and then, and refused what was not written."""

    expected = frozenset({"server-stops", "not-written", "not-read", "table-failed"})
    patience = 6.0

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._answers: Counter[str] = Counter()

    async def _send(self, message: Message, think: float) -> None:
        await super()._send(message, think)
        if "id" in message and self._socket is not None:
            self._answers[message["id"]] += 1

    def _receipt(self, id: str, n: int) -> None:  # noqa: A002  (an id everywhere in the protocol)
        self._answered_once(id)
        super()._receipt(id, n)

    def _refused(self, id: str, key: str) -> None:  # noqa: A002
        if id:
            self._answered_once(id)
        elif key in self.expected:  # it had no id, so nothing else says it again
            self._last_again()
        super()._refused(id, key)

    def _answered_once(self, name: str) -> None:
        self._answers[name] -= 1
        if self._answers[name] < 0:
            self._found.fault(self, f"was answered more often than they asked: {self.commands.get(name)}")

    def _last_again(self) -> None:
        self.player.forget()
        asyncio.get_running_loop().call_later(1.0, self.go)


class Result(Struct):
    """What was found: faults, the seconds for which tables stood still by the fault, and what was acknowledged."""

    found: Found = field(default_factory=Found)
    still: dict[str, list[float]] = field(default_factory=dict)
    rounds: int = 0
    commands: int = 0
    views: int = 0
    lost: int = 0
    twice: int = 0

    def slow(self) -> list[str]:
        """The faults after which tables stood still for too long."""
        return [
            f"{name}: 99 of 100 tables went on within {_p99(took):.1f} s only"
            for name, took in self.still.items()
            if took and _p99(took) > FAULTS[name].limit
        ]


class Trial:
    """The cluster, its people, and what has been found."""

    def __init__(self, cluster: Cluster, folder: Path, active: int, seed: int) -> None:
        self.result = Result()
        self._cluster, self._folder, self._active = cluster, folder, active
        self._company = Company(cluster.site, seed, THINK, self.result.found, Visitor, DEALS)
        self._rng = random.Random(seed)
        self._copy, self._ledger = self._new("rounds")

    def _new(self, name: str) -> tuple["Copy", Ledger]:
        """A copy of no rows yet, and what reads it."""
        copy = Copy(self._cluster.postgres, self._folder / f"{name}.sqlite")
        return copy, Ledger(copy.file, [], self.result.found, views=True)

    async def begin(self, tables: int) -> None:
        """Everybody comes."""
        await self._cluster.begin()
        await self._company.come(tables)

    async def round(self, name: str) -> str:
        """Let people play, let them suffer, and look; return what is to be said of it."""
        company, result, fault = self._company, self.result, FAULTS[name]
        await company.begin_anew()
        company.choose(self._active)
        await asyncio.sleep(self._rng.uniform(PLAY / 2, PLAY))
        before = sum(bool(command.n) for command in company.commands)
        watch = asyncio.create_task(self._watch())
        await fault.does(self._cluster, await self._owner())
        for table in company.tables:
            table.mark = table.last
        await company.back()
        await company.gone_on()
        watch.cancel()
        still = await watch
        result.still.setdefault(name, []).extend(still)
        company.choose(0)
        await company.answered()
        await asyncio.sleep(0.5)
        await self._compare(self._copy, self._ledger)
        result.rounds += 1
        result.commands = sum(bool(command.n) for command in company.commands)
        result.views = sum(len(guest.seen) for guest in company.guests)
        return (
            f"{name:9} {result.commands - before:5} acknowledged, {result.lost} lost, {result.twice} twice; tables"
            f" stood still for {statistics.median(still):.1f} s in the middle, {_p99(still):.1f} s 99 of 100"
        )

    async def _owner(self) -> Node:
        """The node that has a table at which people play."""
        rows: list[tuple[Any, ...]] = []
        while not rows:  # all servers may have just given theirs up, where the machine has no time for them
            rows = await _fetch(
                self._cluster.postgres,
                "SELECT address FROM owners JOIN nodes ON nodes.id = node WHERE table_id = ANY($1) ORDER BY table_id",
                [table.id for table in self._company.active],
            )
        port = int(self._rng.choice(rows)[0].rpartition(":")[2])
        return next(node for node in self._cluster.nodes if node.peers.port == port)

    async def _watch(self) -> list[float]:
        """The longest time for which each table that is played at stood still, until this is cancelled.

        A match that is over stands still for good; its people, who come again, have forgotten that for a moment.
        """
        active = [table for table in self._company.active if not table.over]
        since = {table.id: time.monotonic() for table in active}
        last, longest = {table.id: table.last for table in active}, {table.id: 0.0 for table in active}
        with suppress(asyncio.CancelledError):
            while True:
                await asyncio.sleep(0.02)
                now = time.monotonic()
                active = [table for table in active if not table.over]
                for table in active:
                    longest[table.id] = max(longest[table.id], now - since[table.id])
                    if table.last != last[table.id]:
                        last[table.id], since[table.id] = table.last, now
        return list(longest.values()) or [0.0]

    async def whole(self) -> None:
        """Hold all rows there are to all that people asked for and saw: older rows may not have become others."""
        await self._compare(*self._new("whole"))

    def _told(self) -> tuple[int, list[int]]:
        """How much was acknowledged, and the last version that was seen at each table: a proposal makes no other."""
        company = self._company
        return sum(bool(command.n) for command in company.commands), [table.last for table in company.tables]

    async def _compare(self, copy: "Copy", ledger: Ledger) -> None:
        """Hold the rows that a copy has not had to what people asked for and saw."""
        told: tuple[int, list[int]] = (-1, [])
        while told != (told := self._told()):  # something was shuffled meanwhile, or somebody had still thought
            if not await copy.grow():
                self.result.found.fault("rows are gone that were there")
        ledger.know(Table(table.id, [guest.as_told() for guest in table.guests]) for table in self._company.tables)
        await asyncio.to_thread(_read, ledger)  # all that passes between servers and PostgreSQL passes by this loop
        self.result.lost, self.result.twice = ledger.lost, ledger.twice
        gc.freeze()  # who looks through all that is remembered holds everybody up, for seconds after many rounds

    async def end(self) -> None:
        """Leave nothing behind."""
        await self._company.leave()
        await self._cluster.end()


def _read(ledger: Ledger) -> None:
    ledger.read()
    ledger.replay()


def _p99(took: Sequence[float]) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * 0.99))]


async def _fetch(postgres: PostgreSQL, query: str, *values: object) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(postgres.url)
    try:
        return [tuple(row) for row in await connection.fetch(query, *values)]
    finally:
        await connection.close()


class Copy:
    """The rows of all tables, in a file that a ledger reads on."""

    def __init__(self, postgres: PostgreSQL, file: Path) -> None:
        self.file = file
        self.file.unlink(missing_ok=True)
        self._postgres = postgres
        self._last: dict[str, int] = {}
        with closing(sqlite3.connect(file)) as copy, copy:
            copy.execute("CREATE TABLE tables (id PRIMARY KEY, settings)")
            copy.execute("CREATE TABLE moves (table_id, seq, events, command, digest, at)")

    async def grow(self) -> bool:
        """Copy what has come since; return whether all that was copied before is still there."""
        kept = await _fetch(self._postgres, "SELECT id, settings FROM tables")
        old, rows = await _fetch(self._postgres, OLD, *self._known()), await _fetch(self._postgres, NEW, *self._known())
        with closing(sqlite3.connect(self.file)) as copy, copy:
            (copied,) = copy.execute("SELECT count(*) FROM moves").fetchone()
            copy.executemany("INSERT OR REPLACE INTO tables VALUES (?, ?)", kept)
            copy.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._last.update((table, seq) for table, seq, *_ in rows)
        return bool(old[0][0] == copied)

    def _known(self) -> tuple[list[str], list[int]]:
        return list(self._last), list(self._last.values())


async def campaign(
    faults: Sequence[str], tables: int, active: int, *, seed: int = 1, plant: str = "", logs: str = ""
) -> Result:
    """Let these faults happen, one after the other, until something is wrong."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="prikup-cluster-") as folder, served(port) as postgres:
        kept = Path(logs or folder)
        kept.mkdir(parents=True, exist_ok=True)
        cluster = Cluster(Path(folder), kept, postgres, port, plant)
        trial = Trial(cluster, kept, active, seed)
        try:
            begun = time.monotonic()
            await trial.begin(tables)
            print(f"{tables} tables after {time.monotonic() - begun:.0f} s", flush=True)
            for name in faults:
                begun = time.monotonic()
                said = await trial.round(name)
                took = f"{time.monotonic() - begun:.0f} s, load {os.getloadavg()[0]:.0f}"
                print(trial.result.rounds, said, f"({took})", flush=True)
                if trial.result.found.faults:
                    break
            else:
                await trial.whole()
        except TimeoutError as error:
            trial.result.found.fault(error)
        finally:
            await trial.end()
    return trial.result


def main() -> int:
    """The command."""
    wanted = parsed(__doc__, rounds=200, faults=tuple(FAULTS), tables=300, active=40, seed=1, plant="", logs="")
    assert wanted.plant in ("", *PLANTED), f"these can be planted: {', '.join(PLANTED)}"
    if not PROGRAM:
        print("There is no redis-server here (apt-get install redis-server): nothing is tried of Redis.")
        wanted.faults = [name for name in wanted.faults if name != "redis"]
    rng = random.Random(wanted.seed)
    faults = [*wanted.faults, *rng.choices(wanted.faults, k=wanted.rounds)][: wanted.rounds]
    result = uvloop.run(
        campaign(faults, wanted.tables, wanted.active, seed=wanted.seed, plant=wanted.plant, logs=wanted.logs)
    )
    found = list(dict.fromkeys(result.found.faults))
    wrong = [*found, *result.slow()]
    print(f"{result.rounds} rounds, {result.commands} commands acknowledged, {result.views} views compared")
    for name, took in result.still.items():
        print(f"{name:9} {statistics.median(took):5.1f} s in the middle, {_p99(took):5.1f} s 99 of 100")
    print("refused:", ", ".join(f"{key} {count}" for key, count in result.found.refused.most_common()) or "nothing")
    print("\n".join(fault[:1000] for fault in wrong[:SHOWN]) or "nothing is wrong")
    return not found if wanted.plant else bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
