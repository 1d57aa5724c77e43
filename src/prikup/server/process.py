"""The server as a process: its address, its loop, its end."""

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
from prikup.server.http.middleware import LARGEST
from prikup.server.logging import Library, begin
from prikup.server.services import House, ServerConfig

__all__ = ["Process", "address", "bound", "run"]

PORTS = range(8000, 8100)
"""Tried one after the other where no port was asked for."""
PING = 20.0
"""Seconds between two signs of life on a socket, and until a missing one ends it."""
PATIENCE = 5
"""Seconds that requests under way have to end."""
COLLECTED = (10_000, 5, 6)
"""When Python looks for garbage cycles, of which we make hardly any. While it looks through everything (some tenths of
a second at 500 tables) nobody is served; so it does when a third of a million objects have come, not every 15 s."""


class Process(uvicorn.Server):
    """A server that says when it is ready, and goodbye before it closes its connections."""

    def __init__(self, site: ServerConfig, ready: Callable[[], None]) -> None:
        app = create_app(site)
        super().__init__(_config(app))
        self.house: House = app.state.house
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin."""
        await self.house.open()
        await super().startup(sockets)
        gc.freeze()  # the program itself is never garbage
        gc.set_threshold(*COLLECTED)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: everybody is told goodbye; what was said to be done is on disk."""
        await self.house.farewell()
        await super().shutdown(sockets)
        await self.house.close()


def run(site: ServerConfig, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until the process is told to end (SIGTERM, SIGINT), with the journal on stderr; at a terminal it tells only
    what is wrong. Raises PrikupError if the database cannot be opened."""
    begin(sys.stderr, logging.WARNING if sys.stderr.isatty() else logging.INFO)
    logging.basicConfig(handlers=[Library()], level=logging.WARNING, force=True)
    with suppress(KeyboardInterrupt):  # it has ended in order by then
        Process(site, ready).run([listening])


def _config(app: Litestar) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="auto",  # uvloop where there is one
        http="h11",  # the one that limits what a request may send before its body
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )


def bound(host: str, port: int | None) -> socket.socket:
    """A socket at this port; where none was asked for, at the next one that is free. Raises OSError."""
    for one in PORTS if port is None else ():
        with suppress(OSError):
            return _bound(host, one)
    return _bound(host, port or 0)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    found = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere this would let two servers have one port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(where)
    except OSError:
        found.close()
        raise
    return found


def address(listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
