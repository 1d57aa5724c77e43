"""The rows in which the reviews of deals are kept."""

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.archive.records import SEED
from prikup.review.review import VERSION
from prikup.server.storage.sql_tables import reviews

__all__ = ["kept_reviews", "packed", "unpacked"]


def packed(review: Mapping[str, Any]) -> bytes:
    """Return a review, as JSON holds it, as a row holds it."""
    return zlib.compress(msgspec.json.encode(review))


def unpacked(row: bytes) -> dict[str, Any]:
    """Return the review of a row, as JSON holds it."""
    found: dict[str, Any] = msgspec.json.decode(zlib.decompress(row))
    return found


async def kept_reviews(connection: AsyncConnection, table: str) -> dict[int, dict[str, Any]]:
    """Return the reviews of a match that are kept, as JSON holds them, by the place of their deal."""
    r = reviews.c
    query = select(r.deal, r.review).where(r.table_id == table, r.seed == SEED, r.version == VERSION)
    return {row.deal: unpacked(row.review) for row in await connection.execute(query)}
