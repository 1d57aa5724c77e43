"""The ids under which people know each other at one table."""

from functools import lru_cache
from hashlib import sha256

__all__ = ["person_id"]

DIGITS = 16


@lru_cache(maxsize=4096)
def person_id(table: str, user: str) -> str:
    """Return the opaque id of a user at a table, "" for nobody.

    It is the same for all their connections and after every restart. The id of a user is a secret of 96 bits, so
    nobody can find it from this one, nor see that two ids at two tables are one person's.
    """
    return sha256(f"{table}/{user}".encode()).hexdigest()[:DIGITS] if user else ""
