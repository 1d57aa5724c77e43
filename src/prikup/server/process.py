"""The server process: its socket, event loop, startup and shutdown."""

import ctypes
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from litestar import Litestar

from prikup.server.config import ServerConfig
from prikup.server.connection_limits import PER_ADDRESS, SPARE_FILES, ConnectionLimits, NetworkConfig, raise_file_limit
from prikup.server.http.app import create_app
from prikup.server.http.middleware import MAX_BODY
from prikup.server.logging import StdlibHandler, configure, logger
from prikup.server.metrics import Metrics
from prikup.server.services import Services
from prikup.table.host.time_source import LOOP_TIME, Timekeeper, pause

__all__ = ["ServerProcess", "browser_url", "listen", "serve"]

PORTS = range(8000, 8100)
"""The ports that are tried, in this order, if the operator has not chosen a port."""
PING = 20.0
"""Seconds between two pings on a WebSocket. If the answer takes longer than this, the WebSocket is closed."""
DRAIN_S, DRAIN_EVERY = 3.0, 0.1
"""`DRAIN_S` is the time in seconds for which a stopping server still serves, if other servers share its database.

During this time `/health` announces the stop, so that load balancers send no new users before the server closes its
socket. Every `DRAIN_EVERY` seconds the server checks whether a second stop signal asks it to stop at once.
"""
SHUTDOWN_WITHIN = 5
"""Seconds that requests in progress have to finish when the server stops."""
GC_THRESHOLD = (10_000, 5, 6)
"""The thresholds of Python's cyclic garbage collector. They are high, because this program creates hardly any cycles.

A full collection takes some tenths of a second at 500 tables, and no request is served meanwhile. With these thresholds
it runs once per third of a million new objects. With Python's own thresholds it would run every 15 s.
"""


M_MMAP_THRESHOLD, LARGE = -3, 1 << 20
"""`M_MMAP_THRESHOLD` is the number of an option of glibc's memory allocator, and `LARGE` is its new value in bytes.

Memory blocks of at least this size are returned to the operating system as soon as they are freed.
"""

NOT_GLIBC_ERRORS = (OSError, AttributeError, TypeError)
"""The errors raised when a glibc function is called on a system with another C library."""
TRIM_TICKS = 300
"""The number of uvicorn's ticks (tenths of a second) between two calls that return free memory to the operating system.
"""


class ServerProcess(uvicorn.Server):
    """The web server, an extension of uvicorn's, which also starts and stops the server's own services.

    `config` are the settings of the services. The server calls `ready` once it accepts requests. When it stops, it
    sends a close message over every WebSocket before it closes the connections. `keeper` is its source of time.
    """

    def __init__(self, config: ServerConfig, ready: Callable[[], None], keeper: Timekeeper = LOOP_TIME) -> None:
        self.services = Services(config, keeper)
        metrics, limits = self.services.metrics, _limits(config, self.services.metrics, keeper)
        super().__init__(_uvicorn_config(create_app(self.services), limits, metrics, keeper))
        metrics.connections.set_function(lambda: len(self.server_state.connections))
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the database, then accept requests on `sockets`."""
        await self.services.open()
        await super().startup(sockets)
        gc.freeze()  # objects of the program itself never become garbage
        gc.set_threshold(*GC_THRESHOLD)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Return True if the server must stop. uvicorn calls this every tenth of a second.

        `counter` is the number of these calls so far. Every `TRIM_TICKS` calls, also return free memory to the
        operating system.
        """
        if counter % TRIM_TICKS == 0:
            _give_back_memory()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Give up all tables, send close messages, end all connections and close the database.

        A server that gives up a table lets another server take it over. Nothing that was acknowledged to a client is
        lost. If other servers share the database, `/health` first announces the stop for `DRAIN_S` seconds. `sockets`
        are the sockets on which the server has accepted requests.
        """
        if self.services.config.peers is not None:
            keeper = self.services.keeper
            self.services.draining, until = True, keeper.now() + DRAIN_S
            while keeper.now() < until and not self.force_exit:
                await pause(keeper, DRAIN_EVERY)
        await self.services.leave(lambda: self.force_exit)
        await super().shutdown(sockets)
        await self.services.close()


def serve(config: ServerConfig, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Run a server on the socket `listening` until the process receives SIGTERM or SIGINT.

    `ready` is called once the server accepts requests. The log goes to stderr: all entries from level INFO on, or only
    warnings and errors if stderr is a terminal. Raise PrikupError if the database cannot be opened.
    """
    configure(sys.stderr, logging.WARNING if sys.stderr.isatty() else logging.INFO)
    logging.basicConfig(handlers=[StdlibHandler()], level=logging.WARNING, force=True)
    _keep_no_large_blocks()
    with suppress(KeyboardInterrupt):  # the server has already shut down properly
        ServerProcess(config, ready).run([listening])


def _keep_no_large_blocks() -> None:
    """Make glibc return large memory blocks to the operating system as soon as they are freed.

    Otherwise glibc keeps 20 MB for each password that is hashed.
    """
    with suppress(*NOT_GLIBC_ERRORS):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)


def _give_back_memory() -> None:
    """Return free memory that lies between used blocks to the operating system, for example after a peak of users.

    This takes 1 ms.
    """
    with suppress(*NOT_GLIBC_ERRORS):
        ctypes.CDLL(None).malloc_trim(0)


def _limits(config: ServerConfig, metrics: Metrics, keeper: Timekeeper) -> ConnectionLimits | None:
    """Return the limits of network connections; None if the server is configured without limits.

    There is no limit per address if the server is behind a proxy, because the proxy has to enforce it. There is none
    either if several servers share the database, because they open many connections to each other from one address.
    """
    if not config.limited:
        return None
    max_connections = max(SPARE_FILES, raise_file_limit() - SPARE_FILES)
    logger.info("connections", most=max_connections)
    return ConnectionLimits(
        metrics, max_connections, max_connections if config.proxy or config.peers else PER_ADDRESS, keeper.now
    )


def _uvicorn_config(
    app: Litestar, limits: ConnectionLimits | None, metrics: Metrics, keeper: Timekeeper
) -> NetworkConfig:
    return NetworkConfig(
        app,
        limits,
        metrics,
        keeper,
        loop="auto",  # uvloop where it is installed
        ws_max_size=MAX_BODY,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_WITHIN,
    )


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that is bound to `port`, or to the first free one of `PORTS` if `port` is None.

    `host` is the name or the address on which the server listens. If none of `PORTS` is free, use any free port. Raise
    OSError if the socket cannot be bound, for example because `port` is in use.
    """
    for free in PORTS if port is None else ():
        with suppress(OSError):
            return _bind(host, free)
    return _bind(host, port or 0)


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound_socket = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # on Windows this would let two servers share a port
            bound_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound_socket.bind(address)
    except OSError:
        bound_socket.close()
        raise
    return bound_socket


def browser_url(listening: socket.socket, root_path: str = "") -> str:
    """Return the URL at which a browser on this machine reaches the server that has the socket `listening`.

    `root_path` is the path prefix of all pages of the server, "" for none.
    """
    host, port = listening.getsockname()[:2]
    url_host = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{url_host}]' if ':' in url_host else url_host}:{port}{root_path}/"
