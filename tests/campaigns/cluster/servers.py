"""Three servers on one PostgreSQL, with connections that can be cut and clocks that can be set."""

import asyncio
import os
import signal
from pathlib import Path

from campaigns.cluster.wires import Balancer, Wire
from campaigns.server_to_kill import ServerProcess, WallClock
from support.redis_server import PROGRAM, RedisServer
from support.run_on_postgres import PostgreSQL
from support.server_process import MAIN, free_port

__all__ = ["Cluster", "Node"]

NODES = 3


class Node(ServerProcess):
    """A server with its process, its connections to PostgreSQL and from the other servers, and its wall clock.

    `number` is its number from 0, `folder` and `logs` are for its files, `database` is the port of PostgreSQL, `redis`
    the address of Redis ("" for none), and `plant` the fault planted in it ("" for none).
    """

    def __init__(self, folder: Path, logs: Path, number: int, database: int, redis: str, plant: str) -> None:
        self.clock = WallClock(folder, f"clock{number}")
        super().__init__(logs / f"node{number}.log", self.clock.environment)
        self.wire, self.peers = Wire(free_port(), database), Wire(free_port(), self.port)
        self._program = [str(Path(__file__).with_name("mischief.py")), plant] if plant else MAIN
        database_url = f"postgresql://prikup@127.0.0.1:{self.wire.port}/postgres"
        self._options = ["--no-limits", "--pace", "0.05", "--database", database_url]
        self._options += ["--peer-address", f"127.0.0.1:{self.peers.port}", "--peer-secret-file", f"{folder}/secret"]
        self._options += ["--redis", redis] if redis else []

    def start(self) -> None:
        """Start the process."""
        self.launch(self._program, *self._options)


class Cluster:
    """PostgreSQL, Redis, the nodes and the load balancer.

    `folder` and `logs` are for its files, `port` is the port of PostgreSQL, and `plant` is the fault planted in one
    node ("" for none).
    """

    def __init__(self, folder: Path, logs: Path, postgres: PostgreSQL, port: int, plant: str) -> None:
        self.postgres = postgres
        self.redis = RedisServer() if PROGRAM else None
        redis = self.redis.url if self.redis else ""
        (folder / "secret").write_text(os.urandom(32).hex())
        self.nodes = [Node(folder, logs, number, port, redis, plant if number == 0 else "") for number in range(NODES)]
        entrance = free_port()
        self.site = f"http://127.0.0.1:{entrance}"
        self._balancer = Balancer(entrance, [node.port for node in self.nodes])

    async def begin(self) -> None:
        """Start everything, and wait until all nodes are healthy."""
        if self.redis:
            await asyncio.to_thread(self.redis.start)
        for node in self.nodes:
            await node.wire.begin()
            await node.peers.begin()
            node.start()
        for node in self.nodes:
            await asyncio.to_thread(node.wait_until_healthy)
        await self._balancer.begin()
        await asyncio.sleep(1)

    async def end(self) -> None:
        """Stop everything."""
        for node in self.nodes:
            node.send_signal(signal.SIGCONT)
            node.send_signal(signal.SIGKILL)
            await node.wait_for_exit()
            await node.wire.end()
            await node.peers.end()
        await self._balancer.end()
        if self.redis:
            self.redis.kill()

    async def restart(self, node: Node) -> None:
        """Wait until a node has ended, and start it again."""
        await node.wait_for_exit()
        node.start()
        await asyncio.to_thread(node.wait_until_healthy)
