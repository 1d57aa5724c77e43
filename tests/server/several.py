"""Nodes that share a database, as tests have them: leases are renewed when they are told to."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from server.still_time import StillTime
from sqlalchemy import update

from prikup.server.nodes.node import Node
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import nodes
from prikup.table.host import Elsewhere

__all__ = ["lapse", "node", "shared", "whose"]


@asynccontextmanager
async def shared(url: str) -> AsyncIterator[Database]:
    """A database that is shared."""
    database = await Database.open(url, shared=True)
    try:
        yield database
    finally:
        await database.close()


async def node(
    database: Database, address: str, time: StillTime | None = None, on_lapse: Callable[[], None] = lambda: None
) -> Node:
    """A node that renews its lease when it is told to."""
    found = Node(database, address, on_lapse, time or StillTime())
    await found.renew()
    return found


async def lapse(database: Database, address: str) -> None:
    """Let the lease of a node be over in the database."""
    async with database.writing() as connection:
        await connection.execute(update(nodes).where(nodes.c.address == address).values(until=0.0))


async def whose(node: Node, table: str) -> str:
    """Where a node finds a table: "" if it is its own now."""
    try:
        await node.claim(table)
    except Elsewhere as elsewhere:
        return elsewhere.address or "nowhere"
    return ""
