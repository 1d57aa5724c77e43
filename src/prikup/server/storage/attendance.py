"""The people who are often absent from turn-based tables, so that computer players decide for them."""

from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import IS_BY_TURNS, match_seats

__all__ = ["COUNTED_MATCHES", "load_often_absent"]

COUNTED_MATCHES = 10
"""The number of a person's last turn-based matches that count. Nobody is often absent who has played fewer."""
MAX_PERCENT = 30
"""The percentage of decisions in these matches above which computer players have decided too often for a person."""


async def load_often_absent(connection: AsyncConnection, people: Collection[str]) -> set[str]:
    """Return those of the people with these ids who are often absent."""
    if not people:
        return set()
    s = match_seats.c
    place = func.row_number().over(partition_by=s.person, order_by=(s.ended.desc(), s.table_id))
    seats = (
        select(s.person, s.decisions, s.bot_decisions, place.label("place"))
        .where(IS_BY_TURNS, s.person.in_(people))
        .subquery()
    )
    query = (
        select(seats.c.person)
        .where(seats.c.place <= COUNTED_MATCHES)
        .group_by(seats.c.person)
        .having(
            func.count() == COUNTED_MATCHES,
            100 * func.sum(seats.c.bot_decisions) > MAX_PERCENT * func.sum(seats.c.decisions),
        )
    )
    return set(await connection.scalars(query))
