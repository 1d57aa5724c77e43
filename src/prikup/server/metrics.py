"""Counters and timings of a running server, for Prometheus."""

import asyncio
from collections.abc import Callable
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["CONTENT_TYPE", "Metrics"]

CONTENT_TYPE = "text/plain; version=0.0.4"
LAG_EVERY = 0.1
"""Seconds between two measurements of how late the event loop is."""


class Metrics:
    """The metrics of one server, in a registry of their own. `tables` and `sockets` are asked when they are read."""

    def __init__(self, tables: Callable[[], int], sockets: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        loaded = Gauge("prikup_tables", "Tables in memory", registry=self.registry)
        loaded.set_function(tables)
        connected = Gauge("prikup_sockets", "Connections to tables", registry=self.registry)
        connected.set_function(sockets)
        self.latency = Histogram(
            "prikup_move_seconds",
            "From the receipt of an action until it was durable",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )
        self.batches = Histogram(
            "prikup_write_rows",
            "Rows in one transaction",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
            registry=self.registry,
        )
        self.refused = Counter("prikup_refused", "Messages that were not acted upon", registry=self.registry)
        self.errors = Counter("prikup_errors", "Errors of the program itself", registry=self.registry)
        self.requests = Counter("prikup_requests", "Requests by status", ["status"], registry=self.registry)
        self.lag = Histogram(
            "prikup_loop_lag_seconds",
            "How late the loop came to a timer",
            buckets=(0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1),
            registry=self.registry,
        )

    def exposition(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)

    async def measure_lag(self) -> None:
        """Measure how late the event loop is, until this is cancelled."""
        while True:
            due = perf_counter() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.lag.observe(perf_counter() - due)
