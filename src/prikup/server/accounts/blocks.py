"""The people whom a user has blocked, because the user does not want to play with them.

A blocked person cannot sit down at a table whose owner, or one of whose seated players, has blocked them. They may
watch, and do not learn who blocked them.
"""

import secrets
from collections.abc import Callable, Collection

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.accounts import UserBlock
from prikup.rules.errors import reason
from prikup.server.accounts.errors import AccountError
from prikup.server.accounts.friends import end_contact
from prikup.server.storage import audit
from prikup.server.storage.database import FRIENDS_CHANNEL, Database, wall_clock
from prikup.server.storage.sql_tables import blocks

__all__ = ["UserBlocks"]

MAX_BLOCKS = 500
"""Maximum number of people whom one user can block."""


class UserBlocks:
    """Stores in the database which people each user of a server has blocked.

    `wall_clock_ms` returns the wall-clock time in milliseconds. `on_change` is called with the ids of the users whose
    lists of friends a block may have changed, once the block is durable. Other servers that share the database are
    notified of each user who has blocked or unblocked somebody.
    """

    def __init__(
        self,
        database: Database,
        wall_clock_ms: Callable[[], int] = wall_clock,
        on_change: Callable[[Collection[str]], object] = lambda users: None,
    ) -> None:
        self._database, self._now, self._on_change = database, wall_clock_ms, on_change

    async def add(self, owner: str, person: str, name: str, table: str | None = None) -> None:
        """Block the user `person` on behalf of the user `owner`. Do nothing if `owner` has blocked the person already.

        `person` and `owner` are user ids. `name` is the name of the person, which the list of blocks shows. `table` is
        the id of the table where the person was blocked, None if it was not at a table. A block ends the friendship of
        the two users. Raise AccountError if they are the same user, or if `owner` has blocked `MAX_BLOCKS` people.
        """
        if owner == person:
            raise AccountError(reason("block-yourself"))
        b, now_ms = blocks.c, self._now()
        async with self._database.writing(exclusive=True) as connection:
            existing_block = select(b.id).where(b.owner == owner, b.person == person)
            if (await connection.execute(existing_block)).first():
                return
            if (await connection.scalar(select(func.count()).where(b.owner == owner)) or 0) >= MAX_BLOCKS:
                raise AccountError(reason("block-enough", most=MAX_BLOCKS))
            values = {"id": secrets.token_urlsafe(9), "owner": owner, "person": person, "name": name, "at": now_ms}
            await connection.execute(insert(blocks), values)
            await end_contact(connection, owner, person)
            await audit.note(connection, audit.NewAuditRow(now_ms, "blocked", table=table, person=person, by=owner))
            await self._announce(connection, owner, person)
        self._on_change([owner, person])

    async def blocks_of(self, owner: str) -> list[UserBlock]:
        """Return the people whom the user `owner` has blocked, the latest first."""
        b = blocks.c
        query = select(b.id, b.name, b.at).where(b.owner == owner).order_by(b.at.desc(), b.id)
        async with self._database.reading() as connection:
            return [UserBlock(*row) for row in await connection.execute(query)]

    async def users_blocked_by(self, owner: str) -> list[str]:
        """Return the ids of the people whom the user `owner` has blocked."""
        async with self._database.reading() as connection:
            return list(await connection.scalars(select(blocks.c.person).where(blocks.c.owner == owner)))

    async def remove(self, owner: str, block: str) -> None:
        """Remove the block with the id `block` from those of the user `owner`, so that the person may sit down again.

        Do nothing if there is no such block.
        """
        b = blocks.c
        async with self._database.writing() as connection:
            person = await connection.scalar(select(b.person).where(b.owner == owner, b.id == block))
            if person is None:
                return
            await connection.execute(delete(blocks).where(b.owner == owner, b.id == block))
            await audit.note(connection, audit.NewAuditRow(self._now(), "unblocked", person=person, by=owner))
            await self._announce(connection, owner)

    async def _announce(self, connection: AsyncConnection, *users: str) -> None:
        """Notify all servers that `connection`'s transaction changes blocks, or lists of friends, of these users."""
        await self._database.announce(connection, msgspec.json.encode(users), FRIENDS_CHANNEL)

    async def is_blocked_by(self, user: str, by: tuple[str, ...]) -> bool:
        """Return whether any of the users with the ids in `by` has blocked the user with the id `user`."""
        query = select(blocks.c.id).where(blocks.c.person == user, blocks.c.owner.in_(by)).limit(1)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).first() is not None
