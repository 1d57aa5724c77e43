"""Start a Redis server for tests in a temporary folder; the server can be killed and started again."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from support.held_port import HeldPort
from support.waiting import DEADLINE_S

__all__ = ["PROGRAM", "RedisServer", "running_redis"]

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server") or ""


class RedisServer:
    """A Redis server on a local port that stores nothing on disk; `url` is its address."""

    def __init__(self) -> None:
        self._port = HeldPort()
        self.url = f"redis://127.0.0.1:{self._port.number}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it answers PING."""
        command = [PROGRAM, "--port", str(self._port.number), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        end = time.monotonic() + DEADLINE_S
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self._port.number), timeout=1) as connection:
                    connection.sendall(b"PING\r\n")
                    if connection.recv(7) == b"+PONG\r\n":
                        return
            except OSError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.05)  # real time: another program is starting

    def kill(self) -> None:
        """Kill the server without a shutdown, as a power failure would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@contextmanager
def running_redis() -> Iterator[RedisServer]:
    """Run a Redis server within the block, on a free port."""
    server = RedisServer()
    server.start()
    try:
        yield server
    finally:
        server.kill()
