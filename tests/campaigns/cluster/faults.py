"""Faults of servers that share a PostgreSQL, and for how long they may stop tables."""

import asyncio
import signal
from collections.abc import Awaitable, Callable

from campaigns.cluster.servers import Cluster, Node
from msgspec import Struct

__all__ = ["FAULTS", "Fault"]

AWAY = 8.0
"""Duration of a cut, in seconds."""
DEAD, PLANNED = 10.0, 2.0
"""Seconds that 99 of 100 tables may stand still after a crash, and after a planned stop."""


Does = Callable[[Cluster, Node], Awaitable[None]]


class Fault(Struct, frozen=True):
    """A fault: its action, and the seconds that 99 of 100 tables may stand still."""

    does: Does
    limit: float


async def kill(cluster: Cluster, node: Node) -> None:
    """Kill a node, and restart it when the others have its tables."""
    node.tell(signal.SIGKILL)
    await asyncio.sleep(AWAY)
    await cluster.restart(node)


async def revive(cluster: Cluster, node: Node) -> None:
    """Kill a node, and restart it at once."""
    node.tell(signal.SIGKILL)
    await cluster.restart(node)


async def zombie(_: Cluster, node: Node) -> None:
    """Suspend a node until others have its tables, then let it continue unaware."""
    node.tell(signal.SIGSTOP)
    await asyncio.sleep(20)
    node.tell(signal.SIGCONT)


def passing(begin: Callable[[Node], None], end: Callable[[Node], None]) -> Does:
    """Return a fault of a node that ends after a while."""

    async def does(_: Cluster, node: Node) -> None:
        begin(node)
        await asyncio.sleep(AWAY)
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
    await asyncio.sleep(AWAY)
    await asyncio.to_thread(cluster.redis.start)


async def stop(cluster: Cluster, node: Node) -> None:
    """Restart a node gracefully."""
    node.tell(signal.SIGTERM)
    await cluster.restart(node)


async def rolling(cluster: Cluster, _: Node) -> None:
    """Restart all nodes gracefully, one after another."""
    for node in cluster.nodes:
        node.tell(signal.SIGTERM)
        await cluster.restart(node)
        await asyncio.sleep(2)


FAULTS = {
    "kill": Fault(kill, DEAD),
    "revive": Fault(revive, DEAD),
    "zombie": Fault(zombie, DEAD),
    # Between a node and PostgreSQL: connections are cut, or frozen.
    "cut": Fault(passing(lambda node: node.wire.cut(), lambda node: node.wire.mend()), DEAD),
    "freeze": Fault(passing(lambda node: node.wire.freeze(), lambda node: node.wire.mend()), DEAD),
    # The same between a node and the other nodes.
    "part": Fault(passing(lambda node: node.peers.cut(), lambda node: node.peers.mend()), DEAD),
    "muffle": Fault(passing(lambda node: node.peers.freeze(), lambda node: node.peers.mend()), DEAD),
    # A node's wall clock is a minute ahead, then correct again.
    "astray": Fault(passing(lambda node: node.clock.move(60), lambda node: node.clock.move(0)), PLANNED),
    "database": Fault(database, DEAD),
    "redis": Fault(redis, PLANNED),
    "stop": Fault(stop, PLANNED),
    "rolling": Fault(rolling, PLANNED),
}
