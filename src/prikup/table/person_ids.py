"""Opaque ids, which identify the people at one table to each other without revealing their user ids."""

from functools import lru_cache
from hashlib import sha256

__all__ = ["person_id"]

DIGITS = 16


@lru_cache(maxsize=4096)
def person_id(table: str, user: str) -> str:
    """Return the opaque id of a user at a table; "" if `user` is "".

    The id is the same for all connections of the user and after every restart. User ids are secrets of 96 bits, so no
    one can recover them from opaque ids, or find out that two opaque ids at different tables belong to one user.
    """
    return sha256(f"{table}/{user}".encode()).hexdigest()[:DIGITS] if user else ""
