"""Tickets for sockets: signed, so that whoever has the secret can tell whose they are, and nobody keeps them."""

import base64
import hmac
import secrets
import struct
from collections.abc import Callable

from prikup.table.timekeeper import LOOP_TIME

__all__ = ["TICKET_S", "Tickets"]

TICKET_S = 30.0
"""Seconds for which a ticket is valid."""
_CLAIM = struct.Struct(">d12s32s")
"""A ticket as bytes: the time until which it is valid, a number that no other has, the digest of its token."""
_SIGNATURE = 32


class Tickets:
    """Issues tickets and redeems them, each once.

    A ticket is known by its signature alone: it is valid wherever its `secret` is, once at each such place, and lasts
    by `clock`, in seconds, which nobody must set and all such places share. Without a secret there is a random one.
    Those of one `purpose` are worth nothing for another.
    """

    def __init__(
        self, clock: Callable[[], float] = LOOP_TIME.now, secret: bytes = b"", purpose: bytes = b"ticket"
    ) -> None:
        self._clock, self._purpose = clock, purpose
        self._secret = secret or secrets.token_bytes(_SIGNATURE)
        self._used: dict[bytes, float] = {}  # until when, by number; in the order in which they were redeemed

    def issue(self, digest: str) -> str:
        """Return a ticket for the token of this SHA-256 in hex."""
        return self._signed(_CLAIM.pack(self._clock() + TICKET_S, secrets.token_bytes(12), bytes.fromhex(digest)))

    def redeem(self, ticket: str) -> str | None:
        """Return the digest of the token that a ticket stands for; None if it is not ours, used, or too old."""
        claim = _decoded(ticket)[:-_SIGNATURE]
        if len(claim) != _CLAIM.size or not hmac.compare_digest(self._signed(claim).encode(), _bytes(ticket)):
            return None
        until, number, digest = _CLAIM.unpack(claim)
        if number in self._used or self._clock() >= until:
            return None
        self._forget_old()
        self._used[number] = until
        return bytes.hex(digest)

    def _signed(self, claim: bytes) -> str:
        signature = hmac.digest(self._secret, self._purpose + b" " + claim, "sha256")
        return base64.urlsafe_b64encode(claim + signature).decode()

    def _forget_old(self) -> None:
        """Forget the used ones that have become too old, up to the first that has not."""
        now = self._clock()
        while self._used and self._used[first := next(iter(self._used))] <= now:
            del self._used[first]


def _decoded(ticket: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(_bytes(ticket))
    except ValueError:
        return b""


def _bytes(ticket: str) -> bytes:
    return ticket.encode(errors="surrogatepass")
