"""The proof of work that a server wants of a new guest where many have come from one address."""

from hashlib import sha256
from itertools import count

__all__ = ["solution"]

MOST_BITS = 26
"""More bits than any server asks for: they would take minutes."""


def solution(puzzle: str) -> str:
    """Return the puzzle with the number that solves it, "" for a text that is no puzzle.

    Its first part is the number of zero bits with which the SHA-256 of the solution has to begin. 17 of them take a
    fifth of a second, and each more twice as long.
    """
    bits = puzzle.partition(".")[0]
    if not (bits.isascii() and bits.isdigit() and int(bits) <= MOST_BITS and puzzle.isascii()):
        return ""
    begun, least = sha256(f"{puzzle}.".encode()), 256 - int(bits)
    for number in count():
        tried = begun.copy()
        tried.update(b"%d" % number)
        if int.from_bytes(tried.digest()) >> least == 0:
            return f"{puzzle}.{number}"
    raise AssertionError("numbers do not end")
