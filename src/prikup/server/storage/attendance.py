"""Finds people who are often absent from turn-based tables, at which players answer within hours or days.

If a person does not answer in time, a computer player decides for them.
"""

from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.server.storage.sql_tables import IS_BY_TURNS, match_seats

__all__ = ["COUNTED_MATCHES", "load_often_absent"]

COUNTED_MATCHES = 10
"""The number of a person's last turn-based matches that count. A person with fewer matches is not often absent."""
MAX_PERCENT = 30
"""The percentage of a person's decisions in these matches above which computer players have decided too often."""


async def load_often_absent(connection: AsyncConnection, people: Collection[str]) -> set[str]:
    """Return those of the people with these ids who are often absent from turn-based tables.

    At these tables players answer within hours or days; computer players have often decided for these people.
    """
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
