"""Attack a server while users play there, and measure how the attacks affect them: `make attack`.

    python tests/campaigns/attack/suite.py [--tables 100] [--seconds 15] [--frames 200000] [--settle 60]
        [--only NAME …]

`prikup serve` runs with its rate limits, on a SQLite file in a separate file system. Without root rights there is no
such file system: the full disk is simulated by a limit for the size of files, and the read-only case is skipped. Honest
users play at human speed, a health check runs ten times per second, and a new visitor arrives every second. Attacks run
one after another, and after each group the server is left alone for a minute. Everything runs on this machine.
"""

import os
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles

import httpx
from msgspec import Struct, field

sys.path.insert(0, str(Path(__file__).parents[2]))  # for the test helpers

from campaigns.attack.attacked_server import Besieged, Volume, events
from campaigns.attack.attackers import PASSWORD, Attack, attack
from campaigns.attack.honest import Honest, Measured, Verdict
from campaigns.server_to_kill import WallClock
from server.reconnecting_players import decode
from support.command_line import parse_command_line
from websockets.sync.client import connect

__all__ = ["Row", "Suite"]

MOVE_MS, HEALTH_MS, UNHEALTHY_MS = 100.0, 250.0, 2250.0
"""Limits for the 99th percentile in milliseconds: of receipts, and of `/health` responses with 200 and with 503."""
GROWTH = 1.1
"""The limit for the memory a minute after a group of attacks, relative to the memory before the group."""
LINES = 12
"""The number of log lines per event that an attack may cause, and again in each minute."""
ORDINARY = {"request", "joined", "left", "table-opened", "connections"}
LATE = {"stale", "shuffle-later"}
"""The keys of refusals for players who act too late, as humans do."""
DAY = 86_400


class Row(Struct):
    """The results of one attack, with the users' figures.

    `name` is the attack, and `summary` says what it did. `load` is the machine's load average at the start. `memory` is
    the server's memory before, at its maximum, and after, in megabytes. `cpu` is the server's processor time in
    seconds. `event_counts` are the log lines by event, and `faults` describe what must not happen.
    """

    name: str
    load: float
    summary: str = ""
    measurements: Measured = field(default_factory=Measured)
    memory: list[float] = field(default_factory=list)
    cpu: float = 0.0
    event_counts: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


class Phase(Struct, frozen=True):
    """An attack with its expected log events and its minimum duration.

    `name` is a key of `attackers.ATTACKS`. One of `expected_events` must be logged, unless there are none. The attack
    lasts at least `min_seconds`, but with a `size` it lasts until this number of frames or spectators is reached.
    """

    name: str
    expected_events: tuple[str, ...] = ()
    min_seconds: float = 0.0
    size: int = 0


def _phases(frames: int) -> tuple[tuple[Phase, ...], ...]:
    """Return the groups of attacks; `frames` is the number of malformed frames to send."""
    return (
        (
            Phase("pings", ("pings-unread", "frames-flood")),
            Phase("fragments", ("frames-flood",)),
            Phase("halves", ("too-slow",), min_seconds=25),
            Phase("silence", ("connections-full",), min_seconds=25),
        ),
        (
            Phase("slow-readers", ("pings-unanswered",), min_seconds=45),
            Phase("storm", ("limit-reached",)),
            Phase("seat-toggling", ("too-often",)),
            Phase("chat-flood", ("too-often",)),
        ),
        (
            Phase("guesses", ("limit-reached",)),
            Phase("tickets", ("declined",)),
            Phase("malformed", ("sent-away",), size=frames),
            Phase("watchers", size=1000),
        ),
    )


def _p(cut: int, times: list[float]) -> float:
    """Return the percentile `cut` of times in seconds, converted to milliseconds."""
    return round(quantiles(times, n=100)[cut - 1] * 1e3, 1) if len(times) > 1 else 0.0


class Suite:
    """The server, the honest users at `tables` tables, and the results; `folder` is for the server's files.

    Each attack lasts `seconds`, the rest after a group of attacks `settle` seconds. `selected_names` are the attacks to
    run, all if it is empty.
    """

    def __init__(self, folder: Path, tables: int, seconds: float, settle: float, selected_names: list[str]) -> None:
        self.rows: list[Row] = []
        self.verdict: Verdict | None = None
        self._seconds, self._settle, self._only = seconds, settle, selected_names
        self.volume, self._clock = Volume(folder), WallClock(folder)
        self.server = Besieged(folder, self.volume, self._clock)
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1)
        self._pin()
        self._spare = [self._create_spare_table(), self._create_spare_table()]
        self._honest = Honest(self.server.site, self.server.file, tables)
        self._tables: list[str] = self._honest.ask("begin")
        self._secrets: list[str] = self._honest.ask("secrets")
        self.server.new_log_lines()
        self._honest.ask("measured")

    @staticmethod
    def _pin() -> None:
        """Reserve the first core for the server if there are several."""
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[1:] or cores)

    def _create_spare_table(self) -> str:
        """Create a table with a few rows, which a later test corrupts; return its id."""
        with httpx.Client(base_url=self.server.site, timeout=20) as http:
            token = http.post("/api/guests", json={"name": "Spare"}).raise_for_status().json()["token"]
            bearer = {"Authorization": f"Bearer {token}"}
            table_settings = {"game": "preferans", "bots": True}
            table: str = http.post("/api/tables", json=table_settings, headers=bearer).raise_for_status().json()["id"]
        url = f"{self.server.site.replace('http', 'ws')}/ws/tables/{table}"
        headers = {"Cookie": f"prikup={token}", "Origin": self.server.site}
        with connect(url, additional_headers=headers, proxy=None) as host:
            while decode(host.recv(20))["type"] != "view":
                pass
        return table

    def close(self) -> None:
        """Stop all processes, and unmount the file system."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._honest.stop()
        self.server.close()
        self.volume.close()

    # Measurements

    def is_selected(self, name: str) -> bool:
        """Return whether the command line selects the attack `name`."""
        return not self._only or name in self._only

    @contextmanager
    def measure(self, name: str, *, healthy: bool = True) -> Iterator[Row]:
        """Measure what happens within the block, and yield the row `name` for the results.

        If `healthy` is False, the health check must fail at least once within the block.
        """
        row, server = Row(name, os.getloadavg()[0]), self.server
        print(f"{time.strftime('%H:%M:%S')} {name} …", file=sys.stderr, flush=True)
        self._honest.ask("measured")
        server.new_log_lines()
        memory_before, cpu, start = server.rss / 1e6, server.cpu, time.monotonic()
        server.watch()
        yield row
        seconds, row.cpu = time.monotonic() - start, server.cpu - cpu
        row.measurements = self._honest.ask("measured")
        self._judge(row, healthy)
        self._read_log(row, seconds, healthy)
        row.memory = [memory_before, server.peak / 1e6, server.rss / 1e6]
        self.rows.append(row)
        print(_line(row), file=sys.stderr, flush=True)

    def _judge(self, row: Row, healthy: bool) -> None:
        measurements = row.measurements
        row.faults += measurements.faults
        if healthy:
            self._bound(row, "a receipt", measurements.moves, MOVE_MS)
            self._bound(row, "/health", measurements.health, HEALTH_MS)
            row.faults += [f"/health said no {len(measurements.unhealthy)} times"] * bool(measurements.unhealthy)
            row.faults += [f"a newcomer was turned away: {why}" for why in dict.fromkeys(measurements.turned_away)]
            row.faults += [f"{measurements.lost_connections} honest connections were lost"] * bool(
                measurements.lost_connections
            )
            row.faults += [
                f"{count} refused with {key}" for key, count in measurements.refusal_counts.items() if key not in LATE
            ]
        elif not measurements.unhealthy:
            row.faults.append("/health never reported that the database fails")
        else:
            self._bound(row, "/health with 503", measurements.unhealthy, UNHEALTHY_MS)

    @staticmethod
    def _bound(row: Row, label: str, times: list[float], limit_ms: float) -> None:
        if (ms := _p(99, times)) > limit_ms:
            row.faults.append(f"{label} took {ms} ms, at most {limit_ms:g} are allowed")

    def _read_log(self, row: Row, seconds: float, healthy: bool) -> None:
        lines = self.server.new_log_lines()
        row.event_counts = dict(events(lines).most_common())
        max_lines = LINES * (1 + seconds / 60)
        row.faults += [
            f"{n} lines {name}" for name, n in row.event_counts.items() if name not in ORDINARY and n > max_lines
        ]
        library_lines = [line for line in lines if line["event"] == "library" and "said" in line]
        bad = {"not-json", "failed"} if healthy and row.name != "damaged rows" else {"not-json"}
        row.faults += [str(line)[:300] for line in lines if line["event"] in bad][:3]
        row.event_counts |= {
            f"library: {message}": n for message, n in Counter(str(line["said"]) for line in library_lines).items()
        }

    def check_memory_after_rest(self, name: str, memory_before: float) -> None:
        """Leave the server alone for a while, and compare its memory with that before the attacks.

        `name` is the name of the row for the results, and `memory_before` the memory before the attacks in MB.
        """
        with self.measure(name) as row:
            time.sleep(self._settle)
        row.summary = f"{row.memory[-1] / memory_before:.2f} of {memory_before:.0f} MB"
        if row.memory[-1] > memory_before * GROWTH:
            row.faults.append(f"memory is {row.summary}")

    # Attacks

    def idle(self) -> None:
        """Measure the honest users without an attack."""
        with self.measure("nobody attacks"):
            time.sleep(self._seconds)

    def group(self, number: int, phases: tuple[Phase, ...]) -> None:
        """Run the attacks `phases` of the group with this number, then leave the server alone."""
        memory_before = self.server.rss / 1e6
        selected_phases = [phase for phase in phases if self.is_selected(phase.name)]
        for phase in selected_phases:
            self._attack(phase, NETWORKS[phase.name])
        if selected_phases and self._settle:
            self.check_memory_after_rest(f"… a minute later ({number})", memory_before)

    def _attack(self, phase: Phase, network: int) -> None:
        with self.measure(phase.name) as row:
            seconds = 3600 if phase.size else max(self._seconds, phase.min_seconds)
            target = Attack(self.server.site, seconds, self._tables, network, phase.size, self.server.process.pid)
            try:
                result = self._pool.submit(attack, phase.name, target).result()
                row.summary, row.faults = str(result), result.faults
            except Exception as error:
                row.faults.append(f"the attack itself failed: {type(error).__name__}: {error}")
        self._check_log_events(row, phase.expected_events)
        time.sleep(3)

    def _check_log_events(self, row: Row, expected_events: tuple[str, ...]) -> None:
        """Check that one of `expected_events` was logged while this row or the previous one was measured.

        The previous row counts too, because each kind of event is limited to a few lines per minute.
        """
        recent_events = row.event_counts.keys() | self.rows[-2].event_counts.keys()
        if expected_events and not recent_events & set(expected_events):
            row.faults.append(f"the log has none of the expected events ({' or '.join(expected_events)})")

    # Machine faults

    def fault(self, name: str, begin: Callable[[], object], end: Callable[[], object]) -> None:
        """Make the database fail for a while with `begin`, and repair it with `end`.

        `name` is the name of the row for the results. The health check must report the failure, no acknowledged command
        may be lost, and all tables must continue afterwards.
        """
        if not self.is_selected(name):
            return
        with self.measure(name, healthy=False) as row:
            begin()
            time.sleep(self._seconds)
            self._honest.ask("mark")
            end()
            row.summary = f"in health again after {self.server.wait_until_healthy(30):.1f} s"
            self._honest.ask("gone_on")
        self._check_log_events(row, ("unhealthy", "not-written"))
        time.sleep(3)

    def full_disk(self) -> None:
        """Fill the disk (ENOSPC)."""

        def begin() -> None:
            self.server.checkpoint()
            self.volume.fill() if self.volume.real else self.server.bound_files(1)

        def end() -> None:
            self.volume.empty() if self.volume.real else self.server.bound_files(None)

        self.fault("full disk" if self.volume.real else "files bounded", begin, end)

    def lock_database(self) -> None:
        """Lock the database from another process."""
        connection = sqlite3.connect(self.server.file, isolation_level=None, timeout=30)
        with closing(connection):
            self.fault("locked", lambda: connection.execute("BEGIN EXCLUSIVE"), lambda: connection.execute("ROLLBACK"))

    def clock_jumps(self) -> None:
        """Move the wall clock a day ahead, then a day back, while users reconnect and the clocks of tables run."""
        for name, ahead in (("clock a day ahead", DAY), ("clock a day back", -DAY), ("clock right again", 0)):
            if not self.is_selected("clock"):
                return
            if not self._clock.environment:
                print(f"SKIPPED {name}: there is no C compiler", file=sys.stderr)
                continue
            with self.measure(name) as row:
                self._clock.move(ahead)
                time.sleep(self._seconds / 2)
                row.summary = f"{ahead:+} s"
            with self.measure(f"{name}, people come back") as row:
                self._honest.ask("come_again")
                row.summary = "a tenth of the people came back with their tokens"
            row.faults = [fault for fault in row.faults if "connections were lost" not in fault]

    def read_only(self) -> None:
        """Make the file system read-only (EROFS), corrupt two tables while the server is down, and restart it."""
        if not self.is_selected("read-only"):
            return
        if not self.volume.real:
            print("SKIPPED read-only: only root may make a file system that fails", file=sys.stderr)
            return
        with self.measure("read-only", healthy=False) as row:
            self.volume.fail()
            time.sleep(self._seconds)
            row.summary = "until the server ends"
        self._check_log_events(row, ("unhealthy", "not-written"))
        self._honest.ask("mark")
        self.server.stop()
        self.volume.repair()
        self._spoil()
        self.server.start()
        self._honest.ask("gone_on")
        self._honest.ask("measured")
        self._check_damaged_tables()

    def _spoil(self) -> None:
        """Corrupt a row of one spare table, and delete a row of the other."""
        with closing(sqlite3.connect(self.server.file)) as database, database:
            database.execute("UPDATE moves SET events = x'00ff' WHERE table_id = ? AND seq = 1", self._spare[:1])
            database.execute("DELETE FROM moves WHERE table_id = ? AND seq = 1", self._spare[1:])

    def _check_damaged_tables(self) -> None:
        with self.measure("damaged rows") as row:
            end, status_counts = time.monotonic() + self._seconds, Counter[str]()
            with httpx.Client(base_url=self.server.site, timeout=20) as http:
                while time.monotonic() < end:
                    for table in self._spare:
                        status_counts[str(http.get(f"/api/tables/{table}").status_code)] += 1
                    time.sleep(0.2)
            row.summary = ", ".join(f"{count} × {status}" for status, count in status_counts.items())
        if set(status_counts) != {"503"}:
            row.faults.append(f"requests for an unreadable table were answered {row.summary}")
        self._check_log_events(row, ("table-unreadable",))

    # Final checks

    def end(self) -> None:
        """Compare all rows with everything that users received, and search the log for secrets."""
        self.verdict = self._honest.ask("end")
        text = self.server.journal.read_text(errors="replace")
        leaked_secrets = [word for word in (*self._secrets, PASSWORD, "Guessed", '"P1-0"', "buy 1") if word in text]
        self.verdict.faults += [f"the log holds {word[:6]}…" for word in leaked_secrets]


NETWORKS = {phase.name: 9 + 4 * number for number, phase in enumerate(phase for group in _phases(0) for phase in group)}
"""The number of the first of four loopback networks for each attack."""


def _line(row: Row) -> str:
    measurements = row.measurements
    health = f"{_p(99, measurements.health):.0f}" if measurements.health else "–"
    if measurements.unhealthy:
        health += f" ({len(measurements.unhealthy)} × 503 in {_p(99, measurements.unhealthy):.0f})"
    memory = ", ".join(f"{megabytes:.0f}" for megabytes in row.memory)
    event_text = ", ".join(
        f"{name} {n}" for name, n in row.event_counts.items() if name not in ORDINARY and ":" not in name
    )
    newcomers = f"{len(measurements.newcomers)}" + (
        f" (not {len(measurements.turned_away)})" if measurements.turned_away else ""
    )
    return (
        f"| {row.name} | {row.summary} | {len(measurements.moves)} | {_p(50, measurements.moves)}, "
        f"{_p(99, measurements.moves)} | {health} |"
        f" {newcomers} | {memory} | {row.cpu:.1f} | {event_text} |"
    )


HEAD = (
    "| attack | what was done | moves | p50, p99 ms | `/health` p99 ms | newcomers | MB before, peak, after"
    " | CPU s | log |\n|---|---|---|---|---|---|---|---|---|"
)


def report(suite: Suite) -> list[str]:
    """Print the table of results, and return all faults."""
    print(HEAD)
    print("\n".join(map(_line, suite.rows)))
    faults = [f"{row.name}: {fault}" for row in suite.rows for fault in dict.fromkeys(row.faults)]
    if (verdict := suite.verdict) is not None:
        faults += verdict.faults
        print(
            f"\n{verdict.commands:,} commands acknowledged, {verdict.lost_commands} lost, "
            f"{verdict.duplicate_commands} done twice;"
            f" {verdict.deals} deals finished; load {min(row.load for row in suite.rows):.1f} to"
            f" {max(row.load for row in suite.rows):.1f} on {os.cpu_count()} cores"
        )
    print("\n".join(fault[:500] for fault in faults) or "nothing is wrong")
    return faults


def main() -> int:
    """Run the selected attacks from the command line."""
    arguments = parse_command_line(__doc__, tables=100, seconds=15.0, settle=60.0, frames=200_000, only=[])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the file system must be unmounted in any case
    with tempfile.TemporaryDirectory(prefix="prikup-attack-") as folder:
        suite = Suite(Path(folder), arguments.tables, arguments.seconds, arguments.settle, arguments.only)
        try:
            suite.idle()
            for number, phases in enumerate(_phases(arguments.frames), 1):
                suite.group(number, phases)
            suite.clock_jumps()
            suite.full_disk()
            suite.lock_database()
            suite.read_only()
            suite.end()
        finally:
            suite.close()
        return bool(report(suite))


if __name__ == "__main__":
    sys.exit(main())
