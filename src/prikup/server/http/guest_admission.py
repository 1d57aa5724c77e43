"""Admission of new guests (users without an account), so that no program can fill the database with them.

Each network address may create some guests; for more of them the client must solve puzzles. One address may stand for a
class of forty, a mobile network, or an attacking program. So no one is turned away, but each guest beyond those costs
the client seconds of computing. A puzzle is a signed text, and its solution is a number for which the SHA-256 of both
together begins with enough zero bits. The more guests an address has created recently, the more bits are required. Each
guest who has played a deal allows the address to create one more guest without a puzzle.
"""

import hmac
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from prikup.rules.errors import reason
from prikup.server.http.errors import HttpError
from prikup.server.http.rate_limits import RateLimits

__all__ = ["GuestAdmission", "zero_bits"]

FIRST_BITS, MOST_BITS = 17, 24
"""The difficulty of the puzzles that a client must solve before it may create further guests.

It is the number of zero bits with which the SHA-256 of the solution must begin: `FIRST_BITS` for an address's first
puzzle, at most `MOST_BITS` for later ones. A phone solves the easiest puzzle in 1 s and the hardest in 3 min.
"""
GUESTS_PER_BIT = 32
"""The number of guests of one address, created with puzzles, after which its puzzles require one more zero bit.

A client must solve a puzzle if its address has used up the guests that are free for it; the free ones do not count.
"""
HASHES_PER_SECOND = 100_000
"""Hashes per second that a phone computes.

From this number the server estimates how long a puzzle (the work that pays for a further guest) will take, and tells
the user. Most puzzles take less.
"""
PUZZLE_S = 600.0
"""Seconds for which the solution of a new puzzle (the work that pays for a further guest) is accepted."""
ADDRESSES, GUESTS = 10_000, 100
"""The limits on the record of the guests that each network address has created.

`ADDRESSES` is the maximum number of addresses in the record. `GUESTS` is the maximum number of guests recorded for each
address. A recorded guest who has played a deal allows the address to create another guest.
"""

FindUserWithDeal = Callable[[Collection[str]], Awaitable[str | None]]
"""The type of a function that returns one of several users (ids) who has played a whole deal; None if none has."""


class _Puzzle(NamedTuple):
    bits: int
    until: int
    number: str


class GuestAdmission:
    """Decides whether a network address may create a guest, a user without an account.

    The counts and the solved puzzles are in memory only.

    - `limits`: the rate limits, of which "guest" counts the guests of an address.
    - `find_user_with_deal`: returns one of several users who has played a whole deal.
    - `secret`: signs puzzles, so that other servers with the same secret accept their solutions; with b"" a random
      secret is generated.
    - `clock`: returns the wall-clock time in seconds.
    """

    def __init__(
        self,
        limits: RateLimits,
        find_user_with_deal: FindUserWithDeal,
        secret: bytes = b"",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._limits, self._find_user_with_deal, self._clock = limits, find_user_with_deal, clock
        self._key = secret or secrets.token_bytes(32)
        self._solved: dict[str, int] = {}  # by number of a solved puzzle: its expiry (wall clock, s)
        self._guests: dict[str, deque[str]] = {}  # by address: ids of its guests, the newest last

    async def admit(self, address: str, proof: str) -> None:
        """Check that the address may create a guest. If not, raise HttpError 429 with a puzzle to be solved.

        `proof` is the client's solution of an earlier puzzle, "" for none.
        """
        try:
            self._limits.spend("guest", address)
        except HttpError as error:
            bits = min(FIRST_BITS + self._limits.excess("guest", address) // GUESTS_PER_BIT, MOST_BITS)
            if self._accept_proof(address, proof, bits):
                self._limits.charge("guest", address)
            elif not await self._spend_guest(address):
                error.puzzle = self._puzzle(address, bits)
                error.reason = reason("guest-puzzle", seconds=max(1, round(2**bits / HASHES_PER_SECOND)))
                raise

    def remember(self, address: str, user: str) -> None:
        """Record that the address has created the guest with the id `user`.

        If this guest plays a deal, the address may create another one.
        """
        guests = self._guests.pop(address, None) or deque(maxlen=GUESTS)
        guests.append(user)
        self._guests[address] = guests
        if len(self._guests) > ADDRESSES:
            del self._guests[next(iter(self._guests))]

    async def _spend_guest(self, address: str) -> bool:
        """Let a network address create one more guest in exchange for an earlier guest who has played a deal.

        Each earlier guest counts once. Return False if none is left.
        """
        guests = self._guests.get(address, ())
        user = await self._find_user_with_deal(tuple(guests)) if guests else None
        if user is None or user not in guests:  # another request has used up this guest meanwhile
            return False
        self._guests[address].remove(user)
        return True

    def _puzzle(self, address: str, bits: int) -> str:
        puzzle = _Puzzle(bits, int(self._clock() + PUZZLE_S), secrets.token_hex(8))
        return f"{bits}.{puzzle.until}.{puzzle.number}.{self._signature(address, puzzle)}"

    def _signature(self, address: str, puzzle: _Puzzle) -> str:
        return hmac.digest(self._key, f"puzzle {address} {puzzle}".encode(), "sha256").hex()

    def _accept_proof(self, address: str, proof: str, bits: int) -> bool:
        """Return whether `proof` solves a puzzle of this address and has not been used before. If so, mark it as used.

        `bits` is the number of zero bits that a puzzle requires now. A puzzle with one bit less is accepted, because
        the requirement may have risen since the puzzle was created.
        """
        now_s, puzzle_and_signature = self._clock(), _read(proof)
        if puzzle_and_signature is None:
            return False
        puzzle, signature = puzzle_and_signature
        if not hmac.compare_digest(self._signature(address, puzzle).encode(), signature.encode()):
            return False
        if puzzle.until <= now_s or puzzle.number in self._solved or puzzle.bits < bits - 1:
            return False
        if zero_bits(proof) < puzzle.bits:
            return False
        self._solved = {number: until for number, until in self._solved.items() if until > now_s}
        self._solved[puzzle.number] = puzzle.until
        return True


def zero_bits(proof: str) -> int:
    """Return the number of leading zero bits of the SHA-256 of a proof.

    A proof is the solution of a puzzle that a client solves to be admitted as a guest.
    """
    return 256 - int.from_bytes(sha256(proof.encode()).digest()).bit_length()


def _read(proof: str) -> tuple[_Puzzle, str] | None:
    """Parse a proof (the solution of a puzzle) into the puzzle and the puzzle's signature.

    Return None if the text is not a proof.
    """
    with suppress(ValueError):
        bits, until, number, signature, _ = proof.split(".")
        if proof.isascii():
            return _Puzzle(int(bits), int(until), number), signature
    return None
