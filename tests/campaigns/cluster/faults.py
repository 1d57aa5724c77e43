"""What servers of one PostgreSQL suffer, and for how long tables may stand still by it."""

import asyncio
import signal
from collections.abc import Awaitable, Callable

from campaigns.cluster.servers import Cluster, Node
from msgspec import Struct

__all__ = ["FAULTS", "Fault"]

AWAY = 8.0
"""Seconds for which something is cut."""
DEAD, PLANNED = 10.0, 2.0
"""Seconds that 99 of 100 tables may stand still after a death, and where the end was planned."""


class Fault(Struct, frozen=True):
    """A fault: what is done, and the seconds that 99 of 100 tables may stand still."""

    does: Callable[[Cluster, Node], Awaitable[None]]
    limit: float


async def kill(cluster: Cluster, node: Node) -> None:
    """Kill a node, and start it again when the others have its tables."""
    node.tell(signal.SIGKILL)
    await asyncio.sleep(AWAY)
    await cluster.restart(node)


async def revive(cluster: Cluster, node: Node) -> None:
    """Kill a node, and start it again at once."""
    node.tell(signal.SIGKILL)
    await cluster.restart(node)


async def zombie(_: Cluster, node: Node) -> None:
    """Let a node stand still until others have its tables, and then believe that nothing has happened."""
    node.tell(signal.SIGSTOP)
    await asyncio.sleep(20)
    node.tell(signal.SIGCONT)


async def cut(_: Cluster, node: Node) -> None:
    """Cut a node from PostgreSQL."""
    node.wire.cut()
    await asyncio.sleep(AWAY)
    node.wire.mend()


async def freeze(_: Cluster, node: Node) -> None:
    """Let nothing come from PostgreSQL to a node, nor back."""
    node.wire.freeze()
    await asyncio.sleep(AWAY)
    node.wire.mend()


async def part(_: Cluster, node: Node) -> None:
    """Cut a node from the other nodes: nobody is relayed to it."""
    node.peers.cut()
    await asyncio.sleep(AWAY)
    node.peers.mend()


async def muffle(_: Cluster, node: Node) -> None:
    """Let nothing come from the other nodes to a node, nor back, though all connections stand."""
    node.peers.freeze()
    await asyncio.sleep(AWAY)
    node.peers.mend()


async def astray(_: Cluster, node: Node) -> None:
    """Let a node's wall clock be a minute ahead, and then right again."""
    node.set_clock(60)
    await asyncio.sleep(AWAY)
    node.set_clock(0)


async def database(cluster: Cluster, _: Node) -> None:
    """Let PostgreSQL fall, and start it again."""
    await asyncio.to_thread(cluster.postgres.stop)
    await asyncio.to_thread(cluster.postgres.start)


async def redis(cluster: Cluster, _: Node) -> None:
    """Kill Redis, and start it again when all have noticed."""
    assert cluster.redis is not None
    cluster.redis.kill()
    await asyncio.sleep(AWAY)
    await asyncio.to_thread(cluster.redis.start)


async def stop(cluster: Cluster, node: Node) -> None:
    """Restart a node in order."""
    node.tell(signal.SIGTERM)
    await cluster.restart(node)


async def rolling(cluster: Cluster, _: Node) -> None:
    """Restart all nodes in order, one after the other."""
    for node in cluster.nodes:
        node.tell(signal.SIGTERM)
        await cluster.restart(node)
        await asyncio.sleep(2)


FAULTS = {
    "kill": Fault(kill, DEAD),
    "revive": Fault(revive, DEAD),
    "zombie": Fault(zombie, DEAD),
    "cut": Fault(cut, DEAD),
    "freeze": Fault(freeze, DEAD),
    "part": Fault(part, DEAD),
    "muffle": Fault(muffle, DEAD),
    "astray": Fault(astray, PLANNED),
    "database": Fault(database, DEAD),
    "redis": Fault(redis, PLANNED),
    "stop": Fault(stop, PLANNED),
    "rolling": Fault(rolling, PLANNED),
}
