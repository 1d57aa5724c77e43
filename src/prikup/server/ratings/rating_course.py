"""The course of a person's rating in a game: the rating after each match that counts."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.api.people import RatingPoint, day_of
from prikup.ratings.model import Rating
from prikup.ratings.standing import shown_margin, shown_number
from prikup.server.storage.sql_tables import rated_matches, rating_changes

__all__ = ["MAX_POINTS", "load_course"]

MAX_POINTS = 500
"""The maximum number of ratings (each after one match) in the course of a person's rating."""


async def load_course(connection: AsyncConnection, person: str, game: str) -> tuple[RatingPoint, ...]:
    """Load a person's (id) rating after each rated match of a game, in the order in which the matches were rated.

    If there are more than `MAX_POINTS` ratings, only every second (third, and so on) is included, and always the last
    one.
    """
    r, c = rated_matches.c, rating_changes.c
    query = select(r.ended, c.mu, c.sigma).join(rated_matches, r.seq == c.seq)
    query = query.where(c.person == person, c.kind.in_(("person", "forfeit")), r.game == game, r.void == "")
    rows = (await connection.execute(query.order_by(c.seq))).all()
    step = -(-len(rows) // MAX_POINTS) or 1
    chosen_rows = rows[::-step][::-1]
    return tuple(
        (day_of(ended_ms), shown_number(rating), shown_margin(rating))
        for ended_ms, rating in ((ended_ms, Rating(mu, sigma)) for ended_ms, mu, sigma in chosen_rows)
    )
