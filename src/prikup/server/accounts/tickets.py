"""Signed tickets: texts with which programs and other servers open WebSockets for a signed-in user.

A ticket replaces the cookie of a browser. Any server with the secret can verify it, and no server has to store it.
"""

import base64
import hmac
import secrets
import struct
from collections.abc import Callable

from prikup.table.host.time_source import LOOP_TIME

__all__ = ["TICKET_S", "Tickets"]

TICKET_S = 30.0
"""Seconds for which a ticket (a text with which a WebSocket is opened) is valid."""
_CLAIM = struct.Struct(">d12s32s")
"""The binary layout of a ticket: its expiry in seconds, a unique number, and the digest of the user's sign-in token."""
_SIGNATURE = 32


class Tickets:
    """Issues tickets (texts with which a WebSocket is opened for a signed-in user), and redeems each of them once.

    A ticket is verified by its signature alone. So it is valid in every process with the same `secret`, but each of
    these processes redeems it only once. If `secret` is empty, a random one is used, and the tickets are valid in this
    process only. `clock` returns the time in seconds by which tickets expire; it must be monotonic, and all processes
    with the same secret must share it. A ticket issued for one `purpose` is not valid for another: programs and
    relaying servers have different purposes.
    """

    def __init__(
        self, clock: Callable[[], float] = LOOP_TIME.now, secret: bytes = b"", purpose: bytes = b"ticket"
    ) -> None:
        self._clock, self._purpose = clock, purpose
        self._secret = secret or secrets.token_bytes(_SIGNATURE)
        self._used: dict[bytes, float] = {}  # expiry by ticket number, in the order of redeeming

    def issue(self, digest: str) -> str:
        """Return a ticket for the user whose sign-in token has the SHA-256 `digest` (in hex)."""
        return self._sign(_CLAIM.pack(self._clock() + TICKET_S, secrets.token_bytes(12), bytes.fromhex(digest)))

    def redeem(self, ticket: str) -> str | None:
        """Return the SHA-256 digest of the sign-in token that a ticket was issued for, and mark the ticket as used.

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
        """Remove tickets from the record of used tickets, the earliest used first, until one has not expired."""
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
