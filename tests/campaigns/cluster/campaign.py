"""Subject three servers on one PostgreSQL to repeated faults, and check that their users lose nothing.

    python tests/campaigns/cluster/campaign.py [--rounds 200] [--tables 300] [--active 40] [--seed 1]
        [--faults kill zombie …] [--logs FOLDER]

PostgreSQL, Redis, three processes of `prikup serve` and a load balancer run on this machine; the balancer gives each
connection to the next server in turn. Users sit at all tables and play at a changing selection of them. When a match is
over, after 24 deals at most, its users leave, and others open a table.

In each round a random fault is applied and play continues; then the new rows are compared, and at the end all rows
again. The row of every receipt must exist once and in order, every view must equal a replay of the rows, and no command
may be processed twice. `--plant` makes one server faulty, which the campaign must detect. `--logs` saves the servers'
logs and the rows in a folder.
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

import asyncpg  # type: ignore[import-untyped]  # no type hints
import uvloop
from msgspec import Struct, field

sys.path.insert(0, str(Path(__file__).parents[2]))  # for the test helpers

from campaigns.cluster.faults import FAULTS
from campaigns.cluster.mischief import FAULTS as PLANTED
from campaigns.cluster.servers import Cluster, Node
from server.expected_rows import Ledger
from server.many_tables import Company, Table
from server.reconnecting_players import Found, Guest
from server.socket_player import Message
from support.command_line import parse_command_line
from support.redis_server import PROGRAM
from support.run_on_postgres import PostgreSQL, running_postgres
from support.server_process import free_port

__all__ = ["Result", "campaign"]

THINK = 0.15
"""The average thinking time of users, in seconds."""
DEALS = 24
"""The maximum number of deals in a match, which is about one evening."""
PLAY = 2.0
"""The maximum time of play before a fault, in seconds."""
OLD = """SELECT count(*)
    FROM moves JOIN unnest($1::text[], $2::int[]) AS known (id, last) ON table_id = id AND seq <= last"""
NEW = """SELECT table_id, seq, events, command, digest, at
    FROM moves LEFT JOIN unnest($1::text[], $2::int[]) AS known (id, last) ON table_id = id
    WHERE seq > coalesce(last, 0) ORDER BY table_id, seq"""
"""The SQL that selects the rows of PostgreSQL that have not been copied yet.

`OLD` is the SQL for the number of rows that were copied before.
"""
MAX_SHOWN_FAULTS = 20


class Visitor(Guest):
    """A user at a table of a cluster.

    The constructor has the parameters of `Guest`. The connection may be lost, and the server may refuse commands that
    it could not write.
    """

    expected_keys = frozenset({"server-stops", "not-written", "not-read", "table-failed"})
    patience = 6.0

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._answers: Counter[str] = Counter()

    async def _send(self, message: Message, think: float) -> None:
        await super()._send(message, think)
        if "id" in message and self._socket is not None:
            self._answers[message["id"]] += 1

    def _receipt(self, command_id: str, n: int) -> None:
        self._count_answer(command_id)
        super()._receipt(command_id, n)

    def _handle_refusal(self, command_id: str, key: str) -> None:
        if command_id:
            self._count_answer(command_id)
        elif key in self.expected_keys:  # a command without an id is not repeated otherwise
            self._repeat_last()
        super()._handle_refusal(command_id, key)

    def _count_answer(self, name: str) -> None:
        self._answers[name] -= 1
        if self._answers[name] < 0:
            self._found.fault(self, f"was answered more often than they asked: {self.commands.get(name)}")

    def _repeat_last(self) -> None:
        self.player.forget()
        asyncio.get_running_loop().call_later(1.0, self.go)


class Result(Struct):
    """The results of the campaign.

    `commands` is the number of acknowledged commands, of which `lost_commands` and `duplicate_commands` were lost or
    done twice. `views` is the number of views that users got. `standstills` has, by kind of fault, the seconds for
    which each table stood still.
    """

    findings: Found = field(default_factory=Found)
    standstills: dict[str, list[float]] = field(default_factory=dict)
    rounds: int = 0
    commands: int = 0
    views: int = 0
    lost_commands: int = 0
    duplicate_commands: int = 0

    def slow(self) -> list[str]:
        """Return a line for each kind of fault after which tables stood still for too long."""
        return [
            f"{name}: 99 of 100 tables needed up to {_p99(took):.1f} s to continue"
            for name, took in self.standstills.items()
            if took and _p99(took) > FAULTS[name].limit
        ]


class Trial:
    """The cluster, its users, and the results.

    `folder` is for the copies of the rows. Users play at `active` tables at a time, and `seed` determines the random
    choices.
    """

    def __init__(self, cluster: Cluster, folder: Path, active: int, seed: int) -> None:
        self.result = Result()
        self._cluster, self._folder, self._active = cluster, folder, active
        self._company = Company(cluster.site, seed, THINK, self.result.findings, Visitor, DEALS)
        self._rng = random.Random(seed)
        self._copy, self._ledger = self._new("rounds")

    def _new(self, name: str) -> tuple["Copy", Ledger]:
        """Return an empty copy of the rows in a file called `name`, and a ledger that reads the copy."""
        copy = Copy(self._cluster.postgres, self._folder / f"{name}.sqlite")
        return copy, Ledger(copy.file, [], self.result.findings, views=True)

    async def begin(self, tables: int) -> None:
        """Start the cluster, and connect the users at `tables` tables."""
        await self._cluster.begin()
        await self._company.open_tables(tables)

    async def round(self, name: str) -> str:
        """Play, apply the fault `name`, and check the rows; return a line about the round."""
        company, result, fault = self._company, self.result, FAULTS[name]
        await company.replace_finished_tables()
        company.choose(self._active)
        await asyncio.sleep(self._rng.uniform(PLAY / 2, PLAY))
        acknowledged_before = sum(bool(command.n) for command in company.commands)
        watch = asyncio.create_task(self._watch())
        await fault.does(self._cluster, await self._owner())
        for table in company.tables:
            table.mark = table.last
        await company.wait_for_reconnection()
        await company.wait_for_progress()
        watch.cancel()
        standstills = await watch
        result.standstills.setdefault(name, []).extend(standstills)
        company.choose(0)
        await company.wait_for_answers()
        await asyncio.sleep(0.5)
        await self._compare(self._copy, self._ledger)
        result.rounds += 1
        result.commands = sum(bool(command.n) for command in company.commands)
        result.views = sum(len(guest.seen) for guest in company.guests)
        return (
            f"{name:9} {result.commands - acknowledged_before:5} acknowledged, {result.lost_commands} "
            f"lost, {result.duplicate_commands} twice; tables"
            f" stood still for {statistics.median(standstills):.1f} s in the middle, "
            f"{_p99(standstills):.1f} s 99 of 100"
        )

    async def _owner(self) -> Node:
        """Return the node that owns a random active table."""
        rows: list[tuple[Any, ...]] = []
        while not rows:  # on an overloaded machine, all servers may have just released their tables
            rows = await _fetch(
                self._cluster.postgres,
                "SELECT address FROM owners JOIN nodes ON nodes.id = node WHERE table_id = ANY($1) ORDER BY table_id",
                [table.id for table in self._company.active],
            )
        port = int(self._rng.choice(rows)[0].rpartition(":")[2])
        return next(node for node in self._cluster.nodes if node.peers.port == port)

    async def _watch(self) -> list[float]:
        """Measure the longest standstill of each active table until cancelled, and return them in seconds.

        Tables whose match is over are left out, because they stand still for good.
        """
        active = [table for table in self._company.active if not table.over]
        last_change = {table.id: time.monotonic() for table in active}
        last, longest = {table.id: table.last for table in active}, {table.id: 0.0 for table in active}
        with suppress(asyncio.CancelledError):
            while True:
                await asyncio.sleep(0.02)
                current_time = time.monotonic()
                active = [table for table in active if not table.over]
                for table in active:
                    longest[table.id] = max(longest[table.id], current_time - last_change[table.id])
                    if table.last != last[table.id]:
                        last[table.id], last_change[table.id] = table.last, current_time
        return list(longest.values()) or [0.0]

    async def compare_all_rows(self) -> None:
        """Compare all rows again with all commands and views, because no older row may have changed."""
        await self._compare(*self._new("whole"))

    def _progress(self) -> tuple[int, list[int]]:
        """Return the number of acknowledged commands, and the last version seen at each table.

        Both are needed, because proposals do not change the version.
        """
        company = self._company
        return sum(bool(command.n) for command in company.commands), [table.last for table in company.tables]

    async def _compare(self, copy: "Copy", ledger: Ledger) -> None:
        """Copy the new rows, and compare them with commands and views."""
        progress: tuple[int, list[int]] = (-1, [])
        while progress != (progress := self._progress()):  # copy again if something happened meanwhile
            if not await copy.copy_new_rows():
                self.result.findings.fault("rows have disappeared")
        ledger.know(Table(table.id, [guest.snapshot() for guest in table.guests]) for table in self._company.tables)
        await asyncio.to_thread(_read, ledger)  # keep this event loop free: it forwards all connections to PostgreSQL
        self.result.lost_commands, self.result.duplicate_commands = ledger.lost, ledger.twice
        gc.freeze()  # a full garbage collection would block everything for seconds after many rounds

    async def end(self) -> None:
        """Disconnect the users, and stop the cluster."""
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
    """The rows of all tables, copied to a SQLite file for a ledger."""

    def __init__(self, postgres: PostgreSQL, file: Path) -> None:
        self.file = file
        self.file.unlink(missing_ok=True)
        self._postgres = postgres
        self._last: dict[str, int] = {}
        with closing(sqlite3.connect(file)) as copy, copy:
            copy.execute("CREATE TABLE tables (id PRIMARY KEY, settings)")
            copy.execute("CREATE TABLE moves (table_id, seq, events, command, digest, at)")

    async def copy_new_rows(self) -> bool:
        """Copy the new rows, and return whether all rows copied before still exist."""
        table_rows = await _fetch(self._postgres, "SELECT id, settings FROM tables")
        old, rows = (
            await _fetch(self._postgres, OLD, *self._copied_versions()),
            await _fetch(self._postgres, NEW, *self._copied_versions()),
        )
        with closing(sqlite3.connect(self.file)) as copy, copy:
            (copied_count,) = copy.execute("SELECT count(*) FROM moves").fetchone()
            copy.executemany("INSERT OR REPLACE INTO tables VALUES (?, ?)", table_rows)
            copy.executemany("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", rows)
        self._last.update((table, seq) for table, seq, *_ in rows)
        return bool(old[0][0] == copied_count)

    def _copied_versions(self) -> tuple[list[str], list[int]]:
        return list(self._last), list(self._last.values())


async def campaign(
    faults: Sequence[str], tables: int, active: int, *, seed: int = 1, plant: str = "", logs: str = ""
) -> Result:
    """Apply these faults one after another until a check fails or all are done, and return the results.

    There are `tables` tables, of which `active` are played at a time. `seed` determines the random choices, `plant` is
    the fault planted in one server, and `logs` is the folder for logs; "" stands for none.
    """
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="prikup-cluster-") as folder, running_postgres(port) as postgres:
        log_folder = Path(logs or folder)
        log_folder.mkdir(parents=True, exist_ok=True)
        cluster = Cluster(Path(folder), log_folder, postgres, port, plant)
        trial = Trial(cluster, log_folder, active, seed)
        try:
            start = time.monotonic()
            await trial.begin(tables)
            print(f"{tables} tables after {time.monotonic() - start:.0f} s", flush=True)
            for name in faults:
                start = time.monotonic()
                summary = await trial.round(name)
                took = f"{time.monotonic() - start:.0f} s, load {os.getloadavg()[0]:.0f}"
                print(trial.result.rounds, summary, f"({took})", flush=True)
                if trial.result.findings.faults:
                    break
            else:
                await trial.compare_all_rows()
        except TimeoutError as error:
            trial.result.findings.fault(error)
        finally:
            await trial.end()
    return trial.result


def main() -> int:
    """Run the campaign from the command line; return True if something is wrong."""
    arguments = parse_command_line(
        __doc__, rounds=200, faults=tuple(FAULTS), tables=300, active=40, seed=1, plant="", logs=""
    )
    assert arguments.plant in ("", *PLANTED), f"these can be planted: {', '.join(PLANTED)}"
    if not PROGRAM:
        print("There is no redis-server here (apt-get install redis-server): nothing is tried of Redis.")
        arguments.faults = [name for name in arguments.faults if name != "redis"]
    rng = random.Random(arguments.seed)
    faults = [*arguments.faults, *rng.choices(arguments.faults, k=arguments.rounds)][: arguments.rounds]
    result = uvloop.run(
        campaign(
            faults, arguments.tables, arguments.active, seed=arguments.seed, plant=arguments.plant, logs=arguments.logs
        )
    )
    play_faults = list(dict.fromkeys(result.findings.faults))
    wrong = [*play_faults, *result.slow()]
    print(f"{result.rounds} rounds, {result.commands} commands acknowledged, {result.views} views compared")
    for name, took in result.standstills.items():
        print(f"{name:9} {statistics.median(took):5.1f} s in the middle, {_p99(took):5.1f} s 99 of 100")
    print(
        "refused:",
        ", ".join(f"{key} {count}" for key, count in result.findings.refusal_counts.most_common()) or "nothing",
    )
    print("\n".join(fault[:1000] for fault in wrong[:MAX_SHOWN_FAULTS]) or "nothing is wrong")
    return not play_faults if arguments.plant else bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
