"""The strength of players, by which quick pairing brings equals together."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = ["UNRATED", "Strength", "load_strengths"]


class Strength(NamedTuple):
    """The `rating` of a player in a game, and whether it is not established yet (`is_new`)."""

    rating: int
    is_new: bool


UNRATED = Strength(1500, True)
"""The strength of a player without a rating."""


async def load_strengths(connection: AsyncConnection, game: str, people: Collection[str]) -> dict[str, Strength]:
    """Return the strength of each of these people in a game, by person. No results are rated yet."""
    return dict.fromkeys(people, UNRATED)
