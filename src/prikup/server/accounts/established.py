"""Established accounts: only their owners may put rated tables into the list of open tables."""

from sqlalchemy import exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import audit, match_seats, people

__all__ = ["is_established"]

MIN_AGE_MS = 86_400_000
MIN_MATCHES = 3
"""The minimum number of finished matches with other people that make an account established."""


async def is_established(connection: AsyncConnection, user: str, now_ms: int) -> bool:
    """Return whether a user's account is established: a day old, with three finished matches against other people.

    Only then may the user put rated tables into the list of open tables. `user` is the id of the account's owner, and
    `now_ms` the time (wall clock, ms). A guest has no account, so the result is False.
    """
    p, a = people.c, audit.c
    newest_ms = now_ms - MIN_AGE_MS
    is_new = exists().where(a.person == user, a.kind == "account-opened", a.at > newest_ms)
    account = select(p.id).where(p.id == user, p.password.is_not(None), p.since <= newest_ms, ~is_new)
    if (await connection.execute(account)).first() is None:
        return False
    mine, other = match_seats.alias().c, match_seats.alias().c
    has_company = exists().where(other.table_id == mine.table_id, other.seat != mine.seat, other.level == "")
    count = await connection.scalar(select(func.count()).where(mine.person == user, has_company))
    return (count or 0) >= MIN_MATCHES
