"""Three servers of one PostgreSQL, whose wires can be cut and whose clocks can be set."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
from campaigns.cluster.wires import Balancer, Wire
from server.company import true
from support.postgres import PostgreSQL
from support.redis_server import PROGRAM, RedisServer
from support.serving import MAIN, free_port

__all__ = ["Cluster", "Node"]

NODES = 3


class Node:
    """A server: its process, its wires to PostgreSQL and from the other servers, and its wall clock."""

    def __init__(self, folder: Path, logs: Path, number: int, database: int, redis: str, plant: str) -> None:
        self.port, self._number = free_port(), number
        self.wire, self.peers = Wire(free_port(), database), Wire(free_port(), self.port)
        self._journal = logs / f"node{number}.log"
        self._clock = folder / f"clock{number}"
        self.set_clock(0)
        self._around = {**os.environ, "LD_PRELOAD": str(folder / "clock.so"), "PRIKUP_CLOCK": str(self._clock)}
        program = [str(Path(__file__).with_name("mischief.py")), plant] if plant else MAIN
        self._command = [
            *(
                sys.executable,
                *program,
                "serve",
                "--no-open",
                "--no-limits",
                "--pace",
                "0.05",
                "--port",
                str(self.port),
            ),
            *("--database", f"postgresql://prikup@127.0.0.1:{self.wire.port}/postgres"),
            *("--peer-address", f"127.0.0.1:{self.peers.port}", "--peer-secret-file", str(folder / "secret")),
        ]
        self._command += ["--redis", redis] if redis else []
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process."""
        with self._journal.open("ab") as journal:
            self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=journal, env=self._around)

    def set_clock(self, ahead: int) -> None:
        """Let its wall clock be so many seconds ahead."""
        with self._clock.open("r+b" if self._clock.exists() else "wb") as file:  # it is mapped: never another file
            file.write(ahead.to_bytes(8, sys.byteorder))

    def tell(self, number: signal.Signals) -> None:
        """Send it a signal, if it lives."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    async def died(self) -> None:
        """Wait for its end."""
        process = self._process
        assert process is not None
        await true(lambda: process.poll() is not None, f"node {self._number} does not end")

    async def healthy(self) -> None:
        """Wait until it serves."""
        end = time.monotonic() + 60
        async with httpx.AsyncClient(trust_env=False) as http:
            while time.monotonic() < end:
                with suppress(httpx.TransportError):
                    if (await http.get(f"http://127.0.0.1:{self.port}/health", timeout=2)).is_success:
                        return
                await asyncio.sleep(0.1)
        raise TimeoutError(f"node {self._number} does not serve: {self._journal.read_text()[-2000:]}")


class Cluster:
    """PostgreSQL, the nodes and the balancer."""

    def __init__(self, folder: Path, logs: Path, postgres: PostgreSQL, port: int, plant: str) -> None:
        self.postgres = postgres
        self.redis = RedisServer(free_port()) if PROGRAM else None
        redis = self.redis.url if self.redis else ""
        (folder / "secret").write_text(os.urandom(32).hex())
        clock = Path(__file__).with_name("clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", folder / "clock.so", clock, "-ldl"], check=True)
        self.nodes = [Node(folder, logs, number, port, redis, plant if number == 0 else "") for number in range(NODES)]
        entrance = free_port()
        self.site = f"http://127.0.0.1:{entrance}"
        self._balancer = Balancer(entrance, [node.port for node in self.nodes])

    async def begin(self) -> None:
        """Start everything, and wait until it serves."""
        if self.redis:
            await asyncio.to_thread(self.redis.start)
        for node in self.nodes:
            await node.wire.begin()
            await node.peers.begin()
            node.start()
        for node in self.nodes:
            await node.healthy()
        await self._balancer.begin()
        await asyncio.sleep(1)

    async def end(self) -> None:
        """Leave nothing behind."""
        for node in self.nodes:
            node.tell(signal.SIGCONT)
            node.tell(signal.SIGKILL)
            await node.died()
            await node.wire.end()
            await node.peers.end()
        await self._balancer.end()
        if self.redis:
            self.redis.kill()

    async def restart(self, node: Node) -> None:
        """Start a node again that has ended."""
        await node.died()
        node.start()
        await node.healthy()
