"""What is counted while the server runs, for Prometheus."""

import asyncio
from collections.abc import Callable
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Meters"]

TEXT = "text/plain; version=0.0.4"
PERIOD = 0.1
"""Seconds between two looks at how late the loop is."""


class Meters:
    """The meters of one server, in a registry of their own."""

    def __init__(self, tables: Callable[[], int], sockets: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        live = Gauge("prikup_tables", "Tables in memory", registry=self.registry)
        live.set_function(tables)
        connected = Gauge("prikup_sockets", "Connections to tables", registry=self.registry)
        connected.set_function(sockets)
        self.latency = Histogram(
            "prikup_move_seconds",
            "From the receipt of an action until it was durable",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )
        self.groups = Histogram(
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

    def page(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self.registry)

    async def watch(self) -> None:
        """Measure how late the loop is, for as long as it runs."""
        while True:
            due = perf_counter() + PERIOD
            await asyncio.sleep(PERIOD)
            self.lag.observe(perf_counter() - due)
