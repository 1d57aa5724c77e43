"""Opaque ids, which identify the people at one table to each other without revealing their user ids."""

from functools import lru_cache
from hashlib import sha256

__all__ = ["person_id"]

DIGITS = 16


@lru_cache(maxsize=4096)
def person_id(table: str, user: str) -> str:
    """Return the opaque id of a user at a table; "" if `user` is "".

    The id is the same for all connections of the user and after every restart. User ids are secrets of 96 bits.
    Therefore no one can compute a user id from an opaque id, or find out that opaque ids at two tables belong to the
    same user.
    """
    return sha256(f"{table}/{user}".encode()).hexdigest()[:DIGITS] if user else ""
