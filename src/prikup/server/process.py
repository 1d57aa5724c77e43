"""The server as a process: its address, its event loop, its start and its end."""

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

from prikup.server.http.app import create_app
from prikup.server.http.middleware import MAX_BODY
from prikup.server.logging import StdlibHandler, configure, logger
from prikup.server.metrics import Metrics
from prikup.server.network import PER_ADDRESS, SPARE_FILES, ConnectionLimits, NetworkConfig, raise_file_limit
from prikup.server.services import ServerConfig, Services
from prikup.table.timekeeper import LOOP_TIME, Timekeeper, pause

__all__ = ["ServerProcess", "browser_url", "listen", "serve"]

PORTS = range(8000, 8100)
"""Tried one after the other where no port was asked for."""
PING = 20.0
"""Seconds between two pings on a WebSocket, and until a missing answer ends it."""
DRAIN_S, DRAIN_EVERY = 3.0, 0.1
"""Seconds for which a server that is told to stop goes on, if there are others: by then no balancer sends anybody to it
who would find nobody at the door. And between two looks at whether it is told so again."""
SHUTDOWN_WITHIN = 5
"""Seconds that requests under way have to end."""
GC_THRESHOLD = (10_000, 5, 6)
"""The thresholds at which Python looks for garbage cycles, of which we make hardly any.

While it looks through everything (some tenths of a second at 500 tables) nobody is served; so it does when a third of a
million objects have come, not every 15 s.
"""


M_MMAP_THRESHOLD, LARGE = -3, 1 << 20
"""The setting of glibc that says from how many bytes on memory is given back to the system as soon as it is free."""

ELSEWHERE = (OSError, AttributeError, TypeError)
"""The errors of asking for what glibc has on a system that has another C library."""
TRIM_TICKS = 300
"""The number of tenths of a second after which free memory is given back again."""


class ServerProcess(uvicorn.Server):
    """The web server. It calls `ready` once it accepts requests, and says goodbye before it closes its connections."""

    def __init__(self, config: ServerConfig, ready: Callable[[], None], keeper: Timekeeper = LOOP_TIME) -> None:
        self.services = Services(config, keeper)
        metrics, limits = self.services.metrics, _limits(config, self.services.metrics, keeper)
        super().__init__(_uvicorn_config(create_app(self.services), limits, metrics, keeper))
        metrics.connections.set_function(lambda: len(self.server_state.connections))
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the database and accept requests."""
        await self.services.open()
        await super().startup(sockets)
        gc.freeze()  # the program itself is never garbage
        gc.set_threshold(*GC_THRESHOLD)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Look whether it is time to end; from time to time give free memory back."""
        if counter % TRIM_TICKS == 0:
            _give_back_memory()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Give up the tables, say goodbye, end all connections, close the database: nothing acknowledged is lost.

        Before that `/health` says for a while that this is to come, where other servers have the database too.
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
    """Serve until the process is told to end (SIGTERM, SIGINT). Raise PrikupError if the database cannot be opened.

    The log goes to stderr: at a terminal only warnings and errors.
    """
    configure(sys.stderr, logging.WARNING if sys.stderr.isatty() else logging.INFO)
    logging.basicConfig(handlers=[StdlibHandler()], level=logging.WARNING, force=True)
    _keep_no_large_blocks()
    with suppress(KeyboardInterrupt):  # it has ended in order by then
        ServerProcess(config, ready).run([listening])


def _keep_no_large_blocks() -> None:
    """Let large blocks be given back when they are free; glibc would keep 20 MB for each password that is hashed."""
    with suppress(*ELSEWHERE):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)


def _give_back_memory() -> None:
    """Give back what is free between blocks that are not, after a crowd has gone; this takes a millisecond."""
    with suppress(*ELSEWHERE):
        ctypes.CDLL(None).malloc_trim(0)


def _limits(config: ServerConfig, metrics: Metrics, keeper: Timekeeper) -> ConnectionLimits | None:
    """Return the limits of connections; those of one address are a proxy's to keep, and peers have many."""
    if not config.limited:
        return None
    most = max(SPARE_FILES, raise_file_limit() - SPARE_FILES)
    logger.info("connections", most=most)
    return ConnectionLimits(metrics, most, most if config.proxy or config.peers else PER_ADDRESS, keeper.now)


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
    """Return a socket bound to this port, or with None to the next free one from 8000 on. Raises OSError."""
    for free in PORTS if port is None else ():
        with suppress(OSError):
            return _bound(host, free)
    return _bound(host, port or 0)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    found = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere this would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
    except OSError:
        found.close()
        raise
    return found


def browser_url(listening: socket.socket, root_path: str = "") -> str:
    """Return the URL that a browser on this machine opens."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}{root_path}/"
