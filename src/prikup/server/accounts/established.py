"""Established accounts: only their owners may put rated tables into the list of open tables."""

import msgspec
from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.match_summary import StoredMatchSummary
from prikup.server.storage.sql_tables import audit, match_seats, matches, people

__all__ = ["is_established"]

MIN_AGE_MS = 86_400_000
MIN_MATCHES = 3
"""The minimum number of finished matches with other people that make an account established."""


async def is_established(connection: AsyncConnection, user: str, now_ms: int) -> bool:
    """Return whether a user's account is established: a day old, with three finished matches against other people.

    Only then may the user put rated tables into the list of open tables. `user` is the id of the account's owner, and
    `now_ms` the time (wall clock, ms). A guest has no account, so the result is False. A match that was imported from a
    file does not count, because the people in it may be invented.
    """
    p, a = people.c, audit.c
    newest_ms = now_ms - MIN_AGE_MS
    is_new = exists().where(a.person == user, a.kind == "account-opened", a.at > newest_ms)
    account = select(p.id).where(p.id == user, p.password.is_not(None), p.since <= newest_ms, ~is_new)
    if (await connection.execute(account)).first() is None:
        return False
    mine, other, m = match_seats.alias().c, match_seats.alias().c, matches.c
    has_company = exists().where(other.table_id == mine.table_id, other.seat != mine.seat, other.level == "")
    query = select(m.summary).where(mine.person == user, mine.table_id == m.table_id, has_company)
    count = 0
    async with connection.stream_scalars(query.order_by(mine.ended.desc())) as summaries:
        async for summary in summaries:
            count += not msgspec.json.decode(summary, type=StoredMatchSummary).imported
            if count == MIN_MATCHES:
                return True
    return False
