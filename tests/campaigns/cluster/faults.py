"""Faults of servers that share a PostgreSQL, each with a limit for how long it may stop tables."""

import asyncio
import signal
from collections.abc import Awaitable, Callable

from campaigns.cluster.servers import Cluster, Node
from msgspec import Struct

__all__ = ["FAULTS", "Fault"]

FAULT_DURATION_S = 8.0
"""The duration of a temporary fault, in seconds."""
CRASH_LIMIT_S, PLANNED_STOP_LIMIT_S = 10.0, 2.0
"""The seconds for which 99 of 100 tables may stand still after a crash, and after a planned stop."""


Does = Callable[[Cluster, Node], Awaitable[None]]


class Fault(Struct, frozen=True):
    """A fault of a cluster.

    `does` applies the fault, and `limit` is the number of seconds for which 99 of 100 tables may then stand still.
    """

    does: Does
    limit: float


async def kill(cluster: Cluster, node: Node) -> None:
    """Kill a node, and restart it when the other nodes have its tables."""
    node.send_signal(signal.SIGKILL)
    await asyncio.sleep(FAULT_DURATION_S)
    await cluster.restart(node)


async def revive(cluster: Cluster, node: Node) -> None:
    """Kill a node, and restart it at once."""
    node.send_signal(signal.SIGKILL)
    await cluster.restart(node)


async def zombie(_: Cluster, node: Node) -> None:
    """Suspend a node until other nodes have its tables, then let it continue without knowing this."""
    node.send_signal(signal.SIGSTOP)
    await asyncio.sleep(20)
    node.send_signal(signal.SIGCONT)


def temporary_fault(begin: Callable[[Node], None], end: Callable[[Node], None]) -> Does:
    """Return a function that causes a fault of a node for `FAULT_DURATION_S` seconds.

    `begin` causes the fault of a node, and `end` ends it.
    """

    async def does(_: Cluster, node: Node) -> None:
        begin(node)
        await asyncio.sleep(FAULT_DURATION_S)
        end(node)

    return does


async def database(cluster: Cluster, _: Node) -> None:
    """Stop PostgreSQL, and restart it."""
    await asyncio.to_thread(cluster.postgres.stop)
    await asyncio.to_thread(cluster.postgres.start)


async def redis(cluster: Cluster, _: Node) -> None:
    """Kill Redis, and restart it when all nodes have noticed."""
    assert cluster.redis is not None
    cluster.redis.kill()
    await asyncio.sleep(FAULT_DURATION_S)
    await asyncio.to_thread(cluster.redis.start)


async def stop(cluster: Cluster, node: Node) -> None:
    """Stop a node gracefully, and restart it."""
    node.send_signal(signal.SIGTERM)
    await cluster.restart(node)


async def rolling(cluster: Cluster, _: Node) -> None:
    """Restart all nodes gracefully, one after another."""
    for node in cluster.nodes:
        node.send_signal(signal.SIGTERM)
        await cluster.restart(node)
        await asyncio.sleep(2)


FAULTS = {
    "kill": Fault(kill, CRASH_LIMIT_S),
    "revive": Fault(revive, CRASH_LIMIT_S),
    "zombie": Fault(zombie, CRASH_LIMIT_S),
    # The connections between a node and PostgreSQL are cut or frozen.
    "cut": Fault(temporary_fault(lambda node: node.wire.cut(), lambda node: node.wire.restore()), CRASH_LIMIT_S),
    "freeze": Fault(temporary_fault(lambda node: node.wire.freeze(), lambda node: node.wire.restore()), CRASH_LIMIT_S),
    # The connections between a node and the other nodes are cut or frozen.
    "part": Fault(temporary_fault(lambda node: node.peers.cut(), lambda node: node.peers.restore()), CRASH_LIMIT_S),
    "muffle": Fault(
        temporary_fault(lambda node: node.peers.freeze(), lambda node: node.peers.restore()), CRASH_LIMIT_S
    ),
    # The wall clock of a node is a minute ahead for a while.
    "astray": Fault(
        temporary_fault(lambda node: node.clock.move(60), lambda node: node.clock.move(0)), PLANNED_STOP_LIMIT_S
    ),
    "database": Fault(database, CRASH_LIMIT_S),
    "redis": Fault(redis, PLANNED_STOP_LIMIT_S),
    "stop": Fault(stop, PLANNED_STOP_LIMIT_S),
    "rolling": Fault(rolling, PLANNED_STOP_LIMIT_S),
}
