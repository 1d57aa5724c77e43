"""The opaque ids by which people know each other at one table."""

from functools import lru_cache
from hashlib import sha256

__all__ = ["person_id"]

DIGITS = 16


@lru_cache(maxsize=4096)
def person_id(table: str, user: str) -> str:
    """Return the opaque id of a user at a table, "" for no user.

    It is the same for all their connections and after every restart. User ids are secrets of 96 bits, so they cannot be
    recovered from opaque ids, and the ids of one user at two tables cannot be linked.
    """
    return sha256(f"{table}/{user}".encode()).hexdigest()[:DIGITS] if user else ""
