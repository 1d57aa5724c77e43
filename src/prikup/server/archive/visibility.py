"""The visibility of finished matches: which users may see a match, and which players' names they see."""

from collections.abc import Awaitable, Callable

from sqlalchemy import exists, or_, select, update

from prikup.server.archive.level_sums import add_to_sums, subtract_from_sums
from prikup.server.archive.tallies import COUNTING_MARK
from prikup.server.storage.database import Database
from prikup.server.storage.sql_tables import IS_UNARCHIVED, match_seats, matches, people, tables
from prikup.server.storage.sql_tables import seats as table_seats

__all__ = ["MatchVisibility"]


class MatchVisibility:
    """The privacy of finished matches: the owner of a match can make it private, and players can hide their names.

    The owner of a match is the user who opened its table. `add_if_over` is called with the id of a table, and adds the
    match to the archive if the match is over but the archive lacks it. If the database fails, methods that read raise
    NotRead, and methods that write raise NotWritten.
    """

    def __init__(self, database: Database, add_if_over: Callable[[str], Awaitable[None]]) -> None:
        self._database, self._add_if_over = database, add_if_over

    async def is_hidden(self, table: str, user: str) -> bool:
        """Return whether a user may not see the table of a finished match.

        `table` is the id of the match, and `user` the id of the user, "" for someone who is not signed in. The players
        and the owner may always see the table, even before the archive contains the match. It is hidden from everyone
        else if the match is private, or if a player hides their name, because the table would show the name.
        """
        if user and await self._played_unarchived_match(table, user):
            return False
        m, s, p = matches.c, match_seats.c, people.c
        played_by_user = exists().where(s.table_id == table, s.person == user)
        nameless = exists().where(s.table_id == table, s.person == p.id, p.hides_name)
        is_closed = or_(m.private, nameless)
        query = select(m.table_id).where(m.table_id == table, is_closed, m.host != user, ~played_by_user)
        await self._add_if_over(table)
        async with self._database.reading() as connection:
            return (await connection.execute(query)).first() is not None

    async def _played_unarchived_match(self, table: str, user: str) -> bool:
        """Return whether a user owns, or has a seat at, a table whose finished match is not in the archive yet."""
        is_seated = exists().where(table_seats.c.table_id == table, table_seats.c.person == user)
        query = select(tables.c.id).where(tables.c.id == table, IS_UNARCHIVED, or_(tables.c.host == user, is_seated))
        async with self._database.reading() as connection:
            return await connection.scalar(query) is not None

    async def set_private(self, table: str, user: str, private: bool) -> bool:
        """Make a match private or public on behalf of its owner `user`.

        `table` is the id of the match. Return False if the user does not own the match. The public statistics of
        computer players do not include private matches.
        """
        await self._add_if_over(table)
        m = matches.c
        async with self._database.writing(exclusive=True) as connection:
            change = update(matches).where(m.table_id == table, m.host == user, m.deals > 0).values(private=private)
            theirs = bool((await connection.execute(change)).rowcount)
            if theirs and private:
                await subtract_from_sums(connection, table)
            elif theirs:
                await add_to_sums(connection, [table], COUNTING_MARK)
        return theirs

    async def hides_name(self, user: str) -> bool:
        """Return whether a user hides their name from people who open a link to a match in which they did not play."""
        query = select(people.c.hides_name).where(people.c.id == user)
        async with self._database.reading() as connection:
            return bool(await connection.scalar(query))

    async def hide_name(self, user: str, hides: bool) -> None:
        """Set whether a user's name is hidden from people who open a link to a match in which they did not play."""
        async with self._database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == user).values(hides_name=hides))
