"""Kill a server under load repeatedly, and check that its users lose nothing.

    python tests/campaigns/server_crash.py [--rounds 50] [--tables 1000] [--active 40] [--seed 1]

`prikup serve` runs on a SQLite file. Users sit at all tables and play at a changing selection of them. The process is
killed at a random moment in each round, and then once at every point of `self_killing_server.POINTS`. It is restarted
at once on the same file and port, and all users reconnect and repeat unanswered commands. No acknowledged command may
be missing or be carried out twice, no version may go back or differ, and every table must continue.

The server must serve again within five seconds of its own time. Time spent waiting for a core (as counted by Linux) is
subtracted, but the server's CPU time always counts.
"""

import asyncio
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec
import uvloop
from msgspec import Struct, field

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the test helpers

from campaigns.self_killing_server import BEGINNING, POINTS
from campaigns.server_to_kill import ServerProcess
from server.expected_rows import Ledger
from server.late_joiner import join_delay
from server.many_tables import Company, wait_until
from server.reconnecting_players import Found
from support import patient
from support.command_line import parse_command_line
from support.cpu_wait import seconds_without_core

__all__ = ["ANY", "Result", "Round", "crash"]

ANY = "any"
"""The point of a kill by a signal from outside, at a random moment."""
LIMIT = 5.0
THINK = 0.15
"""The average thinking time of users, in seconds."""
LATEST = 3.0
"""The maximum number of seconds until a kill at a random moment."""
PACE = 0.05
"""The seconds that a computer player takes for each action."""
MAX_SHOWN_FAULTS = 20


class Round(Struct):
    """The results of one crash.

    `point` is the point at which the server killed itself. `acknowledged_commands` counts the commands since the last
    crash. `resent_commands` counts the commands that were sent again because they had no answer; `already_written` of
    them had been written before the crash. `lost_commands` and `duplicate_commands` count among all commands since the
    start.

    `serving` is the time in seconds until a new visitor had the state of a table, and `back` the time until all users
    had reconnected. `cpu` is the CPU time of the server until it served, in seconds, and `core_wait` the time it spent
    waiting for a core. `load` is the number of runnable processes on this machine.
    """

    point: str
    acknowledged_commands: int = 0
    resent_commands: int = 0
    already_written: int = 0
    lost_commands: int = 0
    duplicate_commands: int = 0
    serving: float = 0.0
    cpu: float = 0.0
    core_wait: float = 0.0
    back: float = 0.0
    load: float = 0.0

    @property
    def own_time(self) -> float:
        """The seconds until the server served again, without the time that is due to other processes."""
        return max(self.serving - self.core_wait, self.cpu)

    def __str__(self) -> str:
        return (
            f"{self.point:9} {self.acknowledged_commands:5} acknowledged, {self.resent_commands:3} sent "
            f"again ({self.already_written} were written),"
            f" {self.lost_commands} lost, {self.duplicate_commands} twice, serving after "
            f"{self.serving:.2f} s ({self.own_time:.2f} s its own,"
            f" {self.cpu:.2f} s of CPU), all back after {self.back:.1f} s, load {self.load:.1f}"
        )


class Result(Struct):
    """The results of all rounds.

    `tables` and `people` are the numbers of tables and users. `commands` is the number of acknowledged commands,
    `views` the number of views that users got, and `deals` the number of finished deals.
    """

    tables: int
    people: int = 0
    rounds: list[Round] = field(default_factory=list)
    findings: Found = field(default_factory=Found)
    commands: int = 0
    views: int = 0
    deals: int = 0

    def __str__(self) -> str:
        serving_times = sorted(crash_round.serving for crash_round in self.rounds) or [0.0]
        return (
            f"{len(self.rounds)} rounds, {self.tables} tables, {self.people} people; serving after"
            f" {statistics.median(serving_times):.2f} s in the middle, {serving_times[-1]:.2f} s at worst;"
            f" {self.commands} commands, {self.views} views, {self.deals} deals finished"
        )

    def slow(self) -> list[str]:
        """Return a line for each round in which the server took longer than `LIMIT`."""
        slow_rounds = (crash_round for crash_round in self.rounds if crash_round.own_time > LIMIT)
        return [
            f"the server took {crash_round.serving:.2f} s to serve again, of which {crash_round.own_time:.2f} s count"
            for crash_round in slow_rounds
        ]


class Server(ServerProcess):
    """The server process, on a SQLite file.

    `folder` is for its files, and `pace` is the time in seconds that a computer player takes for each action.
    """

    def __init__(self, folder: Path, pace: float) -> None:
        super().__init__(folder / "journal")
        self.file, self._pace = folder / "tables.sqlite", str(pace)

    def start(self, point: str, after: int) -> None:
        """Start the server so that it kills itself when it reaches the point `point` for the `after`-th time."""
        mortal = (str(Path(__file__).with_name("self_killing_server.py")), point, str(after))
        self.launch(mortal, "--no-limits", "--pace", self._pace, "--database", f"sqlite:///{self.file}")

    def complaints(self) -> list[str]:
        """Return the log lines about failures, except a line that a kill has truncated."""
        failure_lines = []
        for line in self.journal.read_text(errors="replace").splitlines():
            try:
                bad = msgspec.json.decode(line)["level"] in ("error", "critical")
            except msgspec.DecodeError:
                bad = line.startswith("Traceback")
            failure_lines += [line] if bad else []
        return failure_lines


def _start_point(point: str) -> str:
    """Return the point for the start of the server process: `ANY` if the point would be reached during the start."""
    return ANY if point in BEGINNING else point


class Trial:
    """A server, its users at `tables` tables, and the results.

    Users play at `active` tables at a time, and `think` is their average thinking time in seconds. A kill at a random
    moment comes after at most `latest` seconds. `seed` determines the random choices.
    """

    def __init__(self, server: Server, tables: int, active: int, seed: int, think: float, latest: float) -> None:
        self.server, self.result = server, Result(tables)
        self._company = Company(server.site, seed, think, self.result.findings)
        self._active, self._rng, self._latest = active, random.Random(seed), latest
        self._apart = ProcessPoolExecutor(1, get_context("spawn"))
        self._token = ""

    async def begin(self, point: str) -> None:
        """Start the server with its first point, connect all users, and start the visitor's process."""
        self._start(_start_point(point))
        await asyncio.to_thread(self.server.wait_until_healthy)
        guest = patient.post(f"{self.server.site}/api/guests", json={}).raise_for_status().json()
        self._token = guest["token"]
        await self._company.open_tables(self.result.tables)
        await self._serving(0.0)  # start the visitor's process
        self.result.people = len(self._company.guests)
        self._ledger = Ledger(self.server.file, self._company.tables, self.result.findings)

    async def round(self, point: str, next_point: str) -> Round:
        """Wait for the crash at `point`, restart the server, and return the results of the round.

        The new process crashes at `next_point`.
        """
        company, result = self._company, Round(point)
        acknowledged_before = self._acknowledged_count()
        company.choose(self._active)
        if point == ANY:  # a server that is slow to begin is not killed before it has done anything
            await wait_until(lambda: self._acknowledged_count() > acknowledged_before, "no command is acknowledged")
        await self._wait_for_crash(point)
        crash_time, wall = time.perf_counter(), time.time() * 1000
        for table in company.tables:
            table.mark = table.last
        unanswered_commands = [command for command in company.commands if not command.n and not command.refusal]
        self._start(_start_point(next_point))
        result.serving = await self._serving(crash_time)
        result.cpu, result.core_wait, result.load = (
            self.server.cpu,
            seconds_without_core(self.server.process.pid),
            os.getloadavg()[0],
        )
        await company.wait_for_reconnection()
        result.back = time.perf_counter() - crash_time
        self._ledger.read()
        result.acknowledged_commands = self._acknowledged_count() - acknowledged_before
        result.resent_commands = sum(command.resent for command in unanswered_commands)
        result.already_written = sum(0 < command.written_ms <= wall for command in unanswered_commands)
        result.lost_commands, result.duplicate_commands = self._ledger.lost, self._ledger.twice
        return result

    async def wait_for_progress(self) -> None:
        """Wait until repeated commands are answered and active tables advance.

        Also check that repeated commands are not carried out twice.
        """
        company = self._company
        resent_commands = [command for command in company.commands if command.resent]
        await wait_until(
            lambda: all(command.n or command.refusal for command in resent_commands), "something is never answered"
        )
        await company.wait_for_progress()
        await company.repeat_commands(5)

    def _acknowledged_count(self) -> int:
        return sum(bool(command.n) for command in self._company.commands)

    def _start(self, point: str) -> None:
        max_count = {"opened": 1, "loaded": max(1, len(self._company.tables) // 2)}.get(point, 60)
        self.server.start(point, 1 + self._rng.randrange(max_count))

    async def _wait_for_crash(self, point: str) -> None:
        """Wait for the crash. For a point in `BEGINNING` the server must be restarted to reach the point."""
        if point == ANY or point in BEGINNING:
            await asyncio.sleep(self._rng.uniform(0, self._latest))
            self.server.send_signal(signal.SIGKILL)
            await self._check_killed()
            if point in BEGINNING:
                self._start(point)
        else:
            self.server.send_signal(signal.SIGUSR1)
        await self._check_killed()

    async def _check_killed(self) -> None:
        if (exit_code := await self.server.wait_for_exit()) != -signal.SIGKILL:
            self.result.findings.fault(f"the server ended by itself with exit code {exit_code}")

    async def _serving(self, start: float) -> float:
        """Return the seconds from `start` until the server has sent the state of a table to a new visitor."""
        table, loop = self._rng.choice(self._company.tables).id, asyncio.get_running_loop()
        return await loop.run_in_executor(self._apart, join_delay, self.server.site, table, self._token, start)

    async def end(self) -> None:
        """Finish another deal at every active table and repeat all commands.

        Then stop the server gracefully, and check all rows from the start.
        """
        company, result = self._company, self.result
        await company.wait_for_next_deal()
        company.choose(0)
        await company.repeat_all_commands()
        await company.leave()
        self.server.send_signal(signal.SIGTERM)
        if (exit_code := await self.server.wait_for_exit()) not in (0, -signal.SIGTERM):
            result.findings.fault(f"the server ended with exit code {exit_code} after a graceful stop")
        ledger = Ledger(self.server.file, company.tables, result.findings, views=True)
        ledger.read()
        ledger.replay()
        result.commands = self._acknowledged_count()
        result.views = sum(len(guest.seen) for guest in company.guests)
        result.deals = ledger.deals

    async def stop(self) -> None:
        """Disconnect the users and kill the server."""
        self._apart.shutdown(wait=False, cancel_futures=True)
        await self._company.leave()
        self.server.send_signal(signal.SIGKILL)
        await self.server.wait_for_exit()


async def crash(
    points: Sequence[str],
    tables: int,
    active: int,
    *,
    seed: int = 1,
    think: float = THINK,
    latest: float = LATEST,
    pace: float = PACE,
) -> Result:
    """Crash a server at these points, one after another, until a check fails or all points are done.

    The other parameters are those of `Trial` and `Server`.
    """
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Server(Path(folder), pace), tables, active, seed, think, latest)
        try:
            await trial.begin(points[0])
            for point, next_point in zip(points, (*points[1:], ANY), strict=True):
                trial.result.rounds.append(await trial.round(point, next_point))
                print(len(trial.result.rounds), trial.result.rounds[-1], flush=True)
                if trial.result.findings.faults:
                    return trial.result
                await trial.wait_for_progress()
            await trial.end()
        except TimeoutError as error:
            trial.result.findings.fault(error)
        finally:
            await trial.stop()
            trial.result.findings.faults += trial.server.complaints()
    return trial.result


def main() -> int:
    """Run the campaign from the command line; return True if something is wrong."""
    arguments = parse_command_line(__doc__, rounds=50, points=tuple(POINTS), tables=1000, active=40, seed=1)
    points = (ANY,) * arguments.rounds + tuple(arguments.points)
    result = uvloop.run(crash(points, arguments.tables, arguments.active, seed=arguments.seed))
    faults = list(dict.fromkeys(result.findings.faults))
    faults += result.slow()
    print("refused:", ", ".join(f"{key} {count}" for key, count in result.findings.refusal_counts.most_common()))
    print("\n".join(fault[:1000] for fault in faults[:MAX_SHOWN_FAULTS]) or "nothing is wrong")
    print(result)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
