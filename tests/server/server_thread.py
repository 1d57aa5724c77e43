"""Run a real server in a thread of this process, with a client that uses it."""

import asyncio
import io
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import msgspec
from server.captured_log import capture_log
from support import patient
from support.server_process import Server
from support.waiting import DEADLINE_S, until
from websockets.asyncio.client import ClientConnection, connect

from prikup.server.config import Peers, ServerConfig
from prikup.server.http.caller import BROWSER_COOKIE
from prikup.server.logging import StdlibHandler
from prikup.server.process import ServerProcess
from prikup.server.services import Services
from prikup.table.host.time_source import LOOP_TIME, Timekeeper
from prikup.table.protocol.client_messages import ClientCommand
from prikup.table.table_settings import Timing

__all__ = ["HASTY", "QUICK", "Running", "Visitor", "problem", "receive", "run_server", "say", "until"]

QUICK = Timing(pace=0.0)
"""Computer players act without delay."""
HASTY = Timing(pace=0.0, hash_s=0.0, entropy_s=0.0, cut_s=0.0)
"""The shuffle does not wait for players who do not take part either."""
PEER_SECRET = b"a secret of the tests, known to all servers"


class Running:
    """A running server: its address, its log, and its services."""

    def __init__(self, process: ServerProcess, log_stream: io.StringIO, port: int) -> None:
        self._process, self._log_stream = process, log_stream
        self.services: Services = process.services
        self.address = f"127.0.0.1:{port}"
        self.url = f"http://{self.address}"

    @property
    def journal(self) -> str:
        """Return all lines of the log."""
        return self._log_stream.getvalue()

    def stop(self) -> None:
        """Stop the server, as SIGTERM does."""
        self._process.should_exit = True

    def hurry(self) -> None:
        """Stop the server at once, as a second SIGTERM does."""
        self._process.force_exit = True


@contextmanager
def run_server(
    folder: Path,
    config: Timing = QUICK,
    *,
    database: str = "",
    redis: str = "",
    keeper: Timekeeper = LOOP_TIME,
    **site: Any,
) -> Iterator[Running]:
    """Run a server during the block, with a database of its own or a shared one. Its rate limits do not replenish,
    however long the block takes."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    ready = threading.Event()
    settings: dict[str, Any] = {"limited": False, "idle_reviews": False} | site
    if database:
        settings["peers"] = Peers(f"127.0.0.1:{listening.getsockname()[1]}", PEER_SECRET, redis)
    database_url = database or f"sqlite:///{folder}/tables.sqlite"
    process = ServerProcess(ServerConfig(database_url, config, **settings), ready.set, keeper)
    process.services.rate_limits._clock = lambda: 0.0
    handler = StdlibHandler()
    thread = threading.Thread(target=process.run, args=[[listening]], daemon=True)
    with capture_log() as log_stream:
        logging.getLogger("uvicorn").addHandler(handler)
        thread.start()
        try:
            assert ready.wait(DEADLINE_S), log_stream.getvalue()
            yield Running(process, log_stream, listening.getsockname()[1])
        finally:
            process.should_exit = True
            thread.join(DEADLINE_S)
            logging.getLogger("uvicorn").removeHandler(handler)
    assert not thread.is_alive(), "the server did not end"


class Visitor:
    """A program that uses a server: a guest with a token, who opens sockets with tickets.

    `local` is the address of this machine from which it connects, and `browser` the cookie that identifies the browser
    of its sockets, "" for none.
    """

    def __init__(self, running: Running | Server, name: str = "Vera", local: str = "127.0.0.1") -> None:
        self._running, self.local, self.browser = running, local, ""
        transport = httpx.HTTPTransport(local_address=local, verify=patient.TLS)
        self.http = patient.Client(base_url=running.url, transport=transport)
        self.me: dict[str, Any] = self.post("guests", name=name)
        self.token: str = self.me["token"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def post(self, path: str, **body: Any) -> Any:
        """Return the decoded response to a POST request, which must succeed."""
        answer = self.http.post(f"/api/{path}", json=body)
        assert answer.is_success, f"{answer.text}\n{self._running.journal[-3000:]}"
        return answer.json()

    def get(self, path: str) -> Any:
        """Return the decoded response to a GET request, which must succeed."""
        answer = self.http.get(f"/api/{path}")
        assert answer.is_success, f"{answer.text}\n{self._running.journal[-3000:]}"
        return answer.json()

    def recognised_user(self) -> Any:
        """Return the user whom the server recognises."""
        return self.get("bootstrap")["me"]

    def tables(self) -> list[Any]:
        """Return the visitor's unfinished tables."""
        return list(self.get("bootstrap")["tables"])

    def table(self, **settings: Any) -> str:
        """Open a table; return its id."""
        table_id: str = self.post("tables", **settings)["id"]
        return table_id

    def socket(self, table: str) -> connect:
        """Return a socket to a table, with a new ticket."""
        return self._connect(f"tables/{table}")

    def lobby_socket(self) -> connect:
        """Return a socket to the lobby, with a new ticket."""
        return self._connect("lobby")

    def _connect(self, path: str) -> connect:
        ticket = self.post("tickets")["ticket"]
        address = self._running.url.replace("http", "ws", 1)
        cookies = {"Cookie": f"{BROWSER_COOKIE}={self.browser}"} if self.browser else {}
        return patient.connect(
            f"{address}/ws/{path}?ticket={ticket}",
            max_queue=None,
            local_addr=(self.local, 0),
            additional_headers=cookies,
        )


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Return the status of a response and the key of its reason."""
    return answer.status_code, answer.json()["reason"]["key"]


async def say(socket: ClientConnection, message: ClientCommand) -> None:
    """Send a message of the protocol."""
    await socket.send(msgspec.json.encode(message).decode())


async def receive(socket: ClientConnection, kind: str, seconds: float = DEADLINE_S) -> dict[str, Any]:
    """Return the next message of a type, skipping others."""
    async with asyncio.timeout(seconds):
        while True:
            message: dict[str, Any] = msgspec.json.decode(await socket.recv())
            if message["type"] == kind:
                return message
