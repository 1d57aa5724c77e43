"""Shared servers, each in a thread of the test worker, because starting a process takes seconds."""

import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

import structlog
from browser.late_messages import MAX_DELAY_S, late_app
from litestar.types import ASGIApp
from support.template_database import use_template

from prikup.server.config import ServerConfig
from prikup.server.logging import LOGGER_NAME, StdlibHandler, configure
from prikup.server.process import ServerProcess
from prikup.table.table_settings import Timing

__all__ = ["House", "log_servers", "run_server"]

START_S = 120.0
"""Timeout in seconds for a server to start or end, for busy machines."""
KEEP_ALIVE_S = 86_400
"""Seconds for which a server keeps an idle connection: for good. Otherwise it may end one just as a test sends a
request over it. That request fails, because Playwright, unlike a browser, does not send it again."""


class House(NamedTuple):
    """A server in a thread: the folder of its database `tables.sqlite`, and its URL."""

    folder: Path
    url: str

    @property
    def port(self) -> int:
        """Return the port at which it listens."""
        return int(self.url.rpartition(":")[2])


@contextmanager
def log_servers(path: Path) -> Iterator[Path]:
    """Log all servers of this process to a file; any logged error fails."""
    old_config, own_logger, web_logger = (
        structlog.get_config(),
        logging.getLogger(LOGGER_NAME),
        logging.getLogger("uvicorn"),
    )
    handler = StdlibHandler()
    with path.open("w", encoding="utf-8", buffering=1) as stream:
        configure(stream)
        web_logger.addHandler(handler)
        try:
            yield path
        finally:
            web_logger.removeHandler(handler)
            structlog.configure(**old_config)
            own_logger.handlers, own_logger.propagate = [], True
    log_text = path.read_text(encoding="utf-8")
    assert '"level":"error"' not in log_text, log_text


@contextmanager
def run_server(folder: Path, pace_s: float = 0.02, *, port: int = 0, **settings: Any) -> Iterator[House]:
    """Run a server in a thread during the block, with a database in a folder; computer players act after `pace_s`."""
    use_template()
    with closing(socket.socket()) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        started_event = threading.Event()
        options: dict[str, Any] = {"limited": False, "idle_reviews": False} | settings
        config = ServerConfig(f"sqlite:///{folder}/tables.sqlite", Timing(pace=pace_s), **options)
        process = ServerProcess(config, started_event.set)
        process.config.timeout_keep_alive = KEEP_ALIVE_S
        if MAX_DELAY_S:
            process.config.app = late_app(cast("ASGIApp", process.config.app))
        thread = threading.Thread(target=process.run, args=[[listening]], daemon=True)
        thread.start()
        try:
            assert started_event.wait(START_S), "the server did not start"
            yield House(folder, f"http://127.0.0.1:{listening.getsockname()[1]}")
        finally:
            process.should_exit = True
            thread.join(START_S)
        assert not thread.is_alive(), "the server did not end"
