"""Nodes that share a database; leases are renewed only when a test says so."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from server.still_time import StillTime
from sqlalchemy import update

from prikup.server.nodes.node import Node
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import nodes
from prikup.table.host.services import OwnedElsewhere

__all__ = ["claim_table", "lapse", "node", "open_shared_database"]


@asynccontextmanager
async def open_shared_database(url: str) -> AsyncIterator[Database]:
    """Open a shared database."""
    database = await Database.open(url, shared=True)
    try:
        yield database
    finally:
        await database.close()


async def node(
    database: Database, address: str, time: StillTime | None = None, on_lapse: Callable[[], None] = lambda: None
) -> Node:
    """Return a node whose lease has just been renewed."""
    new_node = Node(database, address, on_lapse, time or StillTime())
    await new_node.renew()
    return new_node


async def lapse(database: Database, address: str) -> None:
    """Expire the lease of a node in the database."""
    async with database.writing() as connection:
        await connection.execute(update(nodes).where(nodes.c.address == address).values(until=0.0))


async def claim_table(node: Node, table: str) -> str:
    """Claim a table for a node; return "" if that succeeded, else the owner's address or "nowhere"."""
    try:
        await node.claim(table)
    except OwnedElsewhere as elsewhere:
        return elsewhere.address or "nowhere"
    return ""
