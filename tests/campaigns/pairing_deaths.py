"""Kill the server that does the chore of quick pairing again and again, and check that nobody is lost or found twice.

    python tests/campaigns/pairing_deaths.py [--rounds 10] [--people 300] [--seed 1]

Three processes of `prikup serve` share one PostgreSQL. In each round all people look for a table, one after the other
within `ARRIVE_S` seconds, each on a random server, and open the table that is found. At a random moment the server with
the chore `pairing` is killed by SIGKILL; people who were connected to it connect to another one and look again. When
all matches have begun, the rows are checked: each person is reserved a seat at exactly one table of the round, or still
looks for one. After each kill a table must be found within eight seconds, not counting the time that the other servers
waited for a core.
"""

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg  # type: ignore[import-untyped]  # no type hints
import httpx
import msgspec
import uvloop
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from campaigns.server_to_kill import ServerProcess
from support.command_line import parse_command_line
from support.cpu_wait import seconds_without_core
from support.run_on_postgres import bring_template_up_to_date, running_postgres
from support.server_process import MAIN, free_port

from prikup.table.opening.lanes import lanes

__all__ = ["Result", "Search", "find_faults", "kill_pairing"]

NODES = 3
LIMIT_S = 8.0
"""The maximum number of seconds from a kill to the next pairing."""
ROUND_S = 240.0
"""The maximum number of seconds of a round, for a busy machine."""
START_S = 300.0
"""The maximum number of seconds until a server is healthy, for a busy machine."""
ARRIVE_S = 20.0
"""The seconds within which all people begin to look for a table."""
EARLIEST_KILL_S, LATEST_KILL_S = 2.0, 8.0
ANSWER_S = 30.0
LOST = (OSError, TimeoutError, WebSocketException)
"""The errors of a connection to a server that was killed."""


class Result(Struct):
    """The results of all rounds.

    - `pauses_s`: the seconds from each kill to the next pairing, without the time that the servers waited for a core.
    - `tables`: the number of tables whose matches have begun.
    - `annulled`: the number of tables that were given up because somebody did not come in time.
    - `faults`: the broken rules.
    """

    pauses_s: list[float] = field(default_factory=list)
    tables: int = 0
    annulled: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        pauses = " ".join(f"{pause:.1f}" for pause in self.pauses_s)
        return f"{len(self.pauses_s)} kills, {self.tables} matches begun, {self.annulled} given up; pauses {pauses} s"


class Search(NamedTuple):
    """What a person knows of their search: the user id, the table where they play ("" for none), and missed tables."""

    user: str
    table: str = ""
    missed: int = 0


def find_faults(
    searches: Iterable[Search], reserved: Mapping[str, Collection[str]], searching: Collection[str]
) -> list[str]:
    """Return the broken rules: each person has a seat at exactly one table, or still looks for one.

    `reserved` are the people (user ids) for whom each table was found, and `searching` those with a row in `seeks`.
    """
    faults: list[str] = []
    counts = Counter(user for users in reserved.values() for user in users)
    for user, table, missed in searches:
        if counts[user] > 1:
            faults.append(f"{user} has seats at {counts[user]} tables")
        if table and user not in reserved.get(table, ()):
            faults.append(f"{user} plays at a table of others")
        if not table and not counts[user] and user not in searching and not missed:
            faults.append(f"{user} neither plays nor looks for a table")
    return faults


class Node(ServerProcess):
    """One of the servers. `number` is its number, `folder` is for its files, and `database` the URL of PostgreSQL."""

    def __init__(self, folder: Path, number: int, database: str) -> None:
        super().__init__(folder / f"node{number}.log")
        self.address = f"127.0.0.1:{self.port}"
        self._options = ["--no-limits", "--pace", "5", "--database", database, "--no-idle-reviews"]
        self._options += ["--peer-address", self.address, "--peer-secret-file", f"{folder}/secret"]

    def start(self) -> None:
        """Start the process."""
        self.launch(MAIN, *self._options)


class Person:
    """A guest who looks for a table until their match has begun; then `table` is its id."""

    def __init__(self, nodes: list[Node], http: httpx.AsyncClient, dice: random.Random) -> None:
        self._nodes, self._http, self._dice, self._token = nodes, http, dice, ""
        self.user = self.table = ""
        self.missed = 0

    async def play(self) -> None:
        """Look for a table, and open it, until a match begins. Reconnect whenever a server dies."""
        await asyncio.sleep(self._dice.uniform(0, ARRIVE_S))
        while not self.table:
            with suppress(*LOST, httpx.HTTPError):
                await self._search()
                continue
            await asyncio.sleep(0.2)

    async def _search(self) -> None:
        async with await self._socket("lobby") as lobby:
            names = [name for name, lane in lanes().items() if lane.seats == 3]
            await lobby.send(msgspec.json.encode({"type": "seek", "lanes": names[:2]}).decode())
            while True:
                message = await _receive(lobby)
                match message["type"]:
                    case "found":
                        if await self._begins(message["table"]):
                            self.table = message["table"]
                            return
                    case "refused" if message["reason"]["key"] == "seek-missed":
                        self.missed += 1
                        await asyncio.sleep(message["reason"]["numbers"]["seconds"])
                        return
                    case "refused" | "goodbye":
                        await asyncio.sleep(0.2)
                        return

    async def _begins(self, table: str) -> bool:
        """Open a table, and return whether its match begins; it does not if somebody has not come."""
        for _ in range(100):
            with suppress(*LOST, httpx.HTTPError):
                async with await self._socket(f"tables/{table}") as socket:
                    while True:
                        message = await _receive(socket)
                        if message["type"] == "seats" and message["stage"] != "open":
                            return True
                        if message["type"] == "goodbye":
                            if message["reason"]["key"] in ("table-annulled", "no-such-table"):
                                return False
                            break
            await asyncio.sleep(0.2)
        return False

    async def _socket(self, path: str) -> ClientConnection:
        node = self._dice.choice(self._nodes)
        if not self._token:
            me = (await self._http.post(f"{node.site}/api/guests", json={"name": ""})).raise_for_status().json()
            self._token, self.user = me["token"], me["id"]
        headers = {"Authorization": f"Bearer {self._token}"}
        answer = await self._http.post(f"{node.site}/api/tickets", json={}, headers=headers)
        ticket = answer.raise_for_status().json()["ticket"]
        return await connect(f"ws://{node.address}/ws/{path}?ticket={ticket}", open_timeout=ANSWER_S)


async def _receive(socket: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(ANSWER_S):
        return dict(msgspec.json.decode(await socket.recv()))


class Trial:
    """The servers and the rows of one campaign."""

    def __init__(
        self, nodes: list[Node], rows: asyncpg.Connection, http: httpx.AsyncClient, people: int, seed: int
    ) -> None:
        self._nodes, self._rows, self._http, self._people = nodes, rows, http, people
        self._dice = random.Random(seed)
        self.result = Result()

    async def round(self) -> None:
        """Let all people find a table while the server with the chore is killed, and check the rows."""
        start = await self._rows.fetchval("SELECT coalesce(max(opened), 0) FROM tables")
        people = [Person(self._nodes, self._http, self._dice) for _ in range(self._people)]
        playing = [asyncio.create_task(person.play()) for person in people]
        await asyncio.sleep(self._dice.uniform(EARLIEST_KILL_S, LATEST_KILL_S))
        dead = await self._kill_holder()
        killed_ms = time.time() * 1000
        pids = [node.process.pid for node in self._nodes if node is not dead]
        waits = {pid: seconds_without_core(pid) for pid in pids}
        pause = asyncio.create_task(self._pause(killed_ms))
        _, pending = await asyncio.wait(playing, timeout=ROUND_S)
        pause_s = await pause
        core_wait_s = max(seconds_without_core(pid) - waits[pid] for pid in pids) if pause_s > LIMIT_S else 0.0
        self.result.pauses_s.append(max(0.0, pause_s - core_wait_s))
        for task in pending:
            task.cancel()
        if pending:
            await asyncio.wait(pending)
        await self._check(people, start, len(pending))
        print(self.result, flush=True)
        dead.start()
        await asyncio.to_thread(dead.wait_until_healthy, START_S)

    async def _kill_holder(self) -> Node:
        query = "SELECT address FROM nodes JOIN chores ON chores.node = nodes.id WHERE chores.name = 'pairing'"
        while (address := await self._rows.fetchval(query)) is None:
            await asyncio.sleep(0.1)
        holder = next(node for node in self._nodes if node.address == address)
        holder.send_signal(signal.SIGKILL)
        await holder.wait_for_exit()
        return holder

    async def _pause(self, killed_ms: float) -> float:
        """Return the seconds from a kill to the next pairing; 0 if all people had been found before."""
        while True:
            opened = await self._fetch("SELECT min(opened) FROM tables WHERE opened > $1", killed_ms)
            if opened is not None:
                return float(opened - killed_ms) / 1000
            if not await self._fetch("SELECT count(*) FROM seeks WHERE table_id = ''") and not await self._fetch(
                "SELECT count(*) FROM seeks"
            ):
                return 0.0
            await asyncio.sleep(0.1)

    async def _fetch(self, query: str, *arguments: Any) -> Any:
        return await self._rows.fetchval(query, *arguments)

    async def _check(self, people: list[Person], start: int, pending: int) -> None:
        """Check that each person has a seat at one table of this round, or still looks for one."""
        query = "SELECT id, settings, deleted FROM tables WHERE opened > $1"
        records = await self._rows.fetch(query, start)
        reserved = {
            record["id"]: [user for user in msgspec.json.decode(record["settings"])["reserved"] if user]
            for record in records
            if not record["deleted"]
        }
        self.result.annulled += sum(record["deleted"] for record in records)
        searching = {record["person"] for record in await self._rows.fetch("SELECT person FROM seeks")}
        searches = [Search(person.user, person.table, person.missed) for person in people]
        self.result.faults += find_faults(searches, reserved, searching)
        self.result.tables += len({person.table for person in people if person.table})
        if pending > 2 and not any(person.missed for person in people):
            self.result.faults.append(f"{pending} people found no table in {ROUND_S} s")
        await self._rows.execute("DELETE FROM seeks")
        await self._rows.execute("DELETE FROM misses")


async def kill_pairing(rounds: int, people: int, seed: int = 1) -> Result:
    """Kill the server with the chore in each of `rounds` rounds, in which this number of people look for tables."""
    port = free_port()
    with running_postgres(port) as postgres, tempfile.TemporaryDirectory() as name:
        await asyncio.to_thread(lambda: asyncio.run(bring_template_up_to_date(postgres.url)))
        folder, url = Path(name), f"postgresql://prikup@127.0.0.1:{port}/postgres"
        (folder / "secret").write_text(os.urandom(32).hex())
        nodes = [Node(folder, number, url) for number in range(NODES)]
        try:
            for node in nodes:
                node.start()
                await asyncio.to_thread(node.wait_until_healthy, START_S)
            rows = await asyncpg.connect(url)
            async with httpx.AsyncClient(timeout=ANSWER_S, trust_env=False) as http:
                trial = Trial(nodes, rows, http, people, seed)
                for _ in range(rounds):
                    await trial.round()
            await rows.close()
        finally:
            for node in nodes:
                node.send_signal(signal.SIGKILL)
                await node.wait_for_exit()
        result = trial.result
        result.faults += [f"a pause of {pause:.1f} s" for pause in result.pauses_s if pause > LIMIT_S]
        return result


def main() -> int:
    """Run the campaign from the command line; return True if something is wrong."""
    arguments = parse_command_line(__doc__, rounds=10, people=300, seed=1)
    result = uvloop.run(kill_pairing(arguments.rounds, arguments.people, arguments.seed))
    print("\n".join(result.faults[:20]) or "nothing is wrong")
    print(result)
    return bool(result.faults)


if __name__ == "__main__":
    sys.exit(main())
