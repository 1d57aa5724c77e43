"""The matches of a guest who has logged in to an account."""

from sqlalchemy import exists, update
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import match_seats, matches

__all__ = ["move_matches"]


async def move_matches(connection: AsyncConnection, guest: str, user: str) -> None:
    """Give the archived matches of a guest to the account `user`, because the guest has logged in to it.

    If the guest and `user` both have a seat in a match, the owner of the guest's seat does not change.
    """
    s = match_seats.c
    other_seats = match_seats.alias()
    both_played = exists().where(other_seats.c.table_id == s.table_id, other_seats.c.person == user)
    await connection.execute(update(match_seats).where(s.person == guest, ~both_played).values(person=user))
    await connection.execute(update(matches).where(matches.c.host == guest).values(host=user))
