"""The strength of players. Quick pairing uses it to bring together people of equal strength."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.ratings.standing import is_provisional, shown_number
from prikup.server.ratings.rating_rows import load_standings

__all__ = ["UNRATED", "Strength", "load_strengths"]


class Strength(NamedTuple):
    """The rating of a player in a game. `is_new` is True if the rating is not established yet."""

    rating: int
    is_new: bool


UNRATED = Strength(1500, True)
"""The assumed strength of a player who has no rating."""


async def load_strengths(connection: AsyncConnection, game: str, people: Collection[str]) -> dict[str, Strength]:
    """Return the strengths of these people (ids) in a game, by user id."""
    standings = await load_standings(connection, game, people)
    rated = {
        person: Strength(shown_number(standing.rating), is_provisional(standing))
        for person, standing in standings.items()
    }
    return dict.fromkeys(people, UNRATED) | rated
