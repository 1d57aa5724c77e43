"""The compressed form in which reviews (evaluations of all decisions in a deal) are stored in the database."""

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from prikup.archive.match_records import SEED
from prikup.review.review import VERSION
from prikup.review.review_json import ReviewRecord
from prikup.server.storage.sql_tables import reviews

__all__ = ["compress_review", "decompress_review", "load_reviews"]


def compress_review(review: Mapping[str, Any]) -> bytes:
    """Compress a review, which is JSON data, into the bytes that are stored in the database."""
    return zlib.compress(msgspec.json.encode(review))


def decompress_review(row: bytes) -> ReviewRecord:
    """Decompress a review from the bytes `row`, as stored in the database, and return it as JSON data."""
    review: ReviewRecord = msgspec.json.decode(zlib.decompress(row))
    return review


async def load_reviews(connection: AsyncConnection, table: str) -> dict[int, ReviewRecord]:
    """Load the stored reviews of the match with the id `table`: a mapping from deal number to review (JSON data).

    Reviews that another version of the program has computed are left out.
    """
    r = reviews.c
    query = select(r.deal, r.review).where(r.table_id == table, r.seed == SEED, r.version == VERSION)
    return {row.deal: decompress_review(row.review) for row in await connection.execute(query)}
