"""The proof of work that a server requires of new guests if many guests have come from one network address."""

from hashlib import sha256
from itertools import count

__all__ = ["solution"]

MAX_BITS = 26
"""The maximum difficulty of a puzzle that the client solves, in bits (see `solution`).

A harder puzzle would take minutes, and no server sets one.
"""


def solution(puzzle: str) -> str:
    """Solve `puzzle`, a server's proof of work, and return the puzzle followed by the number that solves it.

    Return "" if the text is not a puzzle, or is one that is too hard. The puzzle starts with the number of leading zero
    bits that the SHA-256 of the returned text must have. A puzzle of 17 bits takes about a fifth of a second; each
    further bit doubles the time.
    """
    bits = puzzle.partition(".")[0]
    if not (bits.isascii() and bits.isdigit() and int(bits) <= MAX_BITS and puzzle.isascii()):
        return ""
    prefix_hash, shift = sha256(f"{puzzle}.".encode()), 256 - int(bits)
    for number in count():
        candidate_hash = prefix_hash.copy()
        candidate_hash.update(b"%d" % number)
        if int.from_bytes(candidate_hash.digest()) >> shift == 0:
            return f"{puzzle}.{number}"
    raise AssertionError("unreachable: count() never ends")
