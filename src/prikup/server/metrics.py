"""Metrics of a running server, for Prometheus."""

import asyncio
from importlib.metadata import version
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest

from prikup.server.logging import LINES

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE = "text/plain; version=0.0.4"
LAG_EVERY = 0.1
"""Seconds between two measurements of how late the event loop runs a timer."""
PAIRING_SECONDS = (5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800)
"""The upper bounds of the buckets in the histogram of the seconds for which people look for a table."""
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
"""The upper bounds of the buckets in histograms of durations, in seconds."""


class Metrics:
    """The Prometheus metrics of one server, in a registry of their own.

    The attributes are counters, histograms and gauges. A gauge shows a current value, such as the number of tables in
    memory. The object that owns the value supplies it by calling the gauge's `set_function`.
    """

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)  # memory, files and CPU time, only on systems with /proc
        Info("prikup_build", "Version of the running program", registry=registry).info({"version": version("prikup")})
        registry.register(LINES)
        # Tables and connections
        self.tables = Gauge("prikup_tables", "Tables currently in memory", registry=registry)
        self.sockets = Gauge("prikup_sockets", "Open WebSockets of tables", registry=registry)
        self.sockets_closed = Counter(
            "prikup_sockets_closed",
            "WebSockets of tables that ended, by the close code of the server (0: closed by the client)",
            ["code"],
            registry=registry,
        )
        self.sockets_declined = Counter(
            "prikup_sockets_declined",
            "WebSockets that the server did not accept, by reason",
            ["reason"],
            registry=registry,
        )
        self.connections = Gauge("prikup_connections", "Open network connections", registry=registry)
        self.connections_most = Gauge(
            "prikup_connections_most", "Maximum number of network connections", registry=registry
        )
        self.connections_most.set(float("inf"))
        self.connections_refused = Counter(
            "prikup_connections_refused",
            "Network connections refused, by the limit that was reached",
            ["full"],
            registry=registry,
        )
        self.connections_cut = Counter(
            "prikup_connections_cut",
            "Network connections cut by the server, by the fault of the client",
            ["why"],
            registry=registry,
        )
        self.lobby_sockets = Gauge("prikup_lobby_sockets", "Open WebSockets of the lobby", registry=registry)
        self.lobby_rows = Counter(
            "prikup_lobby_rows", "Changed rows of open tables sent to WebSockets of the lobby", registry=registry
        )
        self.chore_held = Gauge(
            "prikup_chore_held",
            "1 if this server does a job that one server at a time does for all, by the name of the job",
            ["chore"],
            registry=registry,
        )
        self.seeks_waiting = Gauge(
            "prikup_seeks_waiting",
            "People who look for a table, by kind of match; 0 on all servers but the one that does quick pairing",
            ["lane"],
            registry=registry,
        )
        self.pairing_seconds = Histogram(
            "prikup_pairing_seconds",
            "Seconds from the start of a person's search until a table was found, on the server that found it",
            buckets=PAIRING_SECONDS,
            registry=registry,
        )
        self.ratings_due = Gauge(
            "prikup_ratings_due",
            "Finished rated matches of all servers that waited for their rating when this server last looked",
            registry=registry,
        )
        # Requests
        self.requests = Counter("prikup_requests", "HTTP requests, by status", ["status"], registry=registry)
        self.refused = Counter("prikup_refused", "Messages of clients that a table refused", registry=registry)
        self.latency = Histogram(
            "prikup_move_seconds",
            "Seconds from the receipt of an action until its commit is durable",
            buckets=SECONDS,
            registry=registry,
        )
        self.notices = Counter(
            "prikup_notices",
            "Notices to users who were not connected, by kind, channel and outcome",
            ["kind", "channel", "outcome"],
            registry=registry,
        )
        # Resources
        self.write_rows = Histogram(
            "prikup_write_rows",
            "Rows written in one transaction",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
            registry=registry,
        )
        self.write_seconds = Histogram(
            "prikup_write_seconds", "Seconds until a transaction is durable", buckets=SECONDS, registry=registry
        )
        self.lag = Histogram(
            "prikup_loop_lag_seconds",
            "Seconds by which the event loop ran a timer late",
            buckets=(0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1),
            registry=registry,
        )
        self.worker_processes = Gauge(
            "prikup_worker_processes", "Worker processes of computer players", registry=registry
        )
        self.worker_calls = Gauge(
            "prikup_worker_calls", "Decisions of computer players in progress or waiting", registry=registry
        )
        # Create the counters with 0: Prometheus sees no increase in a counter whose first value is not 0.
        for full in ("address", "server"):
            self.connections_refused.labels(full)
        for why in ("too-slow", "frames-flood", "pings-unread", "pings-unanswered"):
            self.connections_cut.labels(why)

    def count_batch(self, rows: int, seconds: float) -> None:
        """Count a database transaction that wrote `rows` rows and took `seconds` until it was durable."""
        self.write_rows.observe(rows)
        self.write_seconds.observe(seconds)

    def exposition(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)

    async def measure_lag(self) -> None:
        """Measure every `LAG_EVERY` seconds how late the event loop runs a timer, until this coroutine is cancelled."""
        while True:
            due = perf_counter() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.lag.observe(perf_counter() - due)
