"""The people with whom others do not want to play.

Whom the host of a table or anybody who sits there has blocked cannot sit down there. They may watch, and they are not
told who it was.
"""

import secrets
from collections.abc import Callable

from msgspec import Struct
from sqlalchemy import delete, func, insert, select

from prikup.errors import reason
from prikup.server.accounts.errors import AccountError
from prikup.server.storage import audit
from prikup.server.storage.database import Database, wall_clock
from prikup.server.storage.sql_tables import blocks

__all__ = ["Block", "Blocks"]

MOST = 500
"""The number of people whom one person can block."""


class Block(Struct, frozen=True):
    """Somebody whom a user has blocked: the id of the block, their name then, and when (wall clock, ms)."""

    id: str
    name: str
    at: int


class Blocks:
    """All blocks of a server, in its database."""

    def __init__(self, database: Database, now: Callable[[], int] = wall_clock) -> None:
        self._database, self._now = database, now

    async def add(self, owner: str, person: str, name: str, table: str) -> None:
        """Let a user block a person, of this name at a table; nothing where it is so. Raises AccountError."""
        if owner == person:
            raise AccountError(reason("block-yourself"))
        b, now = blocks.c, self._now()
        async with self._database.writing() as connection:
            known = select(b.id).where(b.owner == owner, b.person == person)
            if (await connection.execute(known)).first():
                return
            if (await connection.scalar(select(func.count()).where(b.owner == owner)) or 0) >= MOST:
                raise AccountError(reason("block-enough", most=MOST))
            values = {"id": secrets.token_urlsafe(9), "owner": owner, "person": person, "name": name, "at": now}
            await connection.execute(insert(blocks), values)
            await audit.note(connection, audit.Entry(now, "blocked", table=table, person=person, by=owner))

    async def of(self, owner: str) -> list[Block]:
        """Return the people whom a user has blocked, the last one first."""
        b = blocks.c
        query = select(b.id, b.name, b.at).where(b.owner == owner).order_by(b.at.desc(), b.id)
        async with self._database.reading() as connection:
            return [Block(*found) for found in await connection.execute(query)]

    async def remove(self, owner: str, block: str) -> None:
        """Take a user's block back; nothing where there is none."""
        b = blocks.c
        async with self._database.writing() as connection:
            person = await connection.scalar(select(b.person).where(b.owner == owner, b.id == block))
            if person is None:
                return
            await connection.execute(delete(blocks).where(b.owner == owner, b.id == block))
            await audit.note(connection, audit.Entry(self._now(), "unblocked", person=person, by=owner))

    async def blocked(self, user: str, by: tuple[str, ...]) -> bool:
        """Return whether any of some users has blocked a user."""
        query = select(blocks.c.id).where(blocks.c.person == user, blocks.c.owner.in_(by)).limit(1)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).first() is not None
