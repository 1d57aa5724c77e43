"""Signed tickets for opening WebSockets.

Any server with the secret can verify them, and no server has to store them.
"""

import base64
import hmac
import secrets
import struct
from collections.abc import Callable

from prikup.table.time_source import LOOP_TIME

__all__ = ["TICKET_S", "Tickets"]

TICKET_S = 30.0
"""Seconds for which a ticket is valid."""
_CLAIM = struct.Struct(">d12s32s")
"""The binary layout of a ticket: its expiry, a unique number, and the digest of the user's token."""
_SIGNATURE = 32


class Tickets:
    """Issues tickets, and redeems each of them once.

    A ticket is verified by its signature alone, so it is valid in every process with the same `secret`, once in each.
    If `secret` is empty, a random one is used. `clock` returns the time in seconds by which tickets expire; it must be
    monotonic, and all these processes must share it. A ticket issued for one `purpose` is not valid for another.
    """

    def __init__(
        self, clock: Callable[[], float] = LOOP_TIME.now, secret: bytes = b"", purpose: bytes = b"ticket"
    ) -> None:
        self._clock, self._purpose = clock, purpose
        self._secret = secret or secrets.token_bytes(_SIGNATURE)
        self._used: dict[bytes, float] = {}  # expiry by ticket number, in the order of redeeming

    def issue(self, digest: str) -> str:
        """Return a ticket for the token whose SHA-256 in hex is `digest`."""
        return self._sign(_CLAIM.pack(self._clock() + TICKET_S, secrets.token_bytes(12), bytes.fromhex(digest)))

    def redeem(self, ticket: str) -> str | None:
        """Return the token digest in a ticket.

        Return None if the ticket was not issued with this secret, or is used or expired.
        """
        claim = _decode(ticket)[:-_SIGNATURE]
        if len(claim) != _CLAIM.size or not hmac.compare_digest(self._sign(claim).encode(), _bytes(ticket)):
            return None
        until, number, digest = _CLAIM.unpack(claim)
        if number in self._used or self._clock() >= until:
            return None
        self._forget_old()
        self._used[number] = until
        return bytes.hex(digest)

    def _sign(self, claim: bytes) -> str:
        signature = hmac.digest(self._secret, self._purpose + b" " + claim, "sha256")
        return base64.urlsafe_b64encode(claim + signature).decode()

    def _forget_old(self) -> None:
        """Remove expired tickets from the list of used ones, up to the first that has not expired."""
        now_s = self._clock()
        while self._used and self._used[first := next(iter(self._used))] <= now_s:
            del self._used[first]


def _decode(ticket: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(_bytes(ticket))
    except ValueError:
        return b""


def _bytes(ticket: str) -> bytes:
    return ticket.encode(errors="surrogatepass")
