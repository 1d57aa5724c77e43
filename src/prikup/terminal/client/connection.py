"""A connection to a table, whoever hosts it: what was told lies in a mailbox until the player's session takes it."""

import re
import socket
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from select import select
from typing import Protocol

import msgspec
from msgspec import Struct

from prikup.errors import Reason
from prikup.table.protocol import Sent, Told

__all__ = ["Connection", "Ended", "Heard", "Lost", "Mailbox", "encode", "harmless", "received"]

CONTROL = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:[bfnrt]|u00(?:[0189][0-9a-fA-F]|7[fF]))|[\x7f-\x9f]")
"""Control characters, as JSON writes them and as they are."""

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Told).decode


class Lost(Struct, frozen=True):
    """The connection is lost; it is being made again."""


class Ended(Struct, frozen=True):
    """There will be no more connection, and why."""

    reason: Reason


Heard = Told | Lost | Ended


class Connection(Protocol):
    """A connection to one table. While something waits to be taken by `heard`, the socket `news` can be read."""

    @property
    def news(self) -> socket.socket:
        """The socket that can be read while something waits."""
        ...

    def wait(self, seconds: float) -> None:
        """Return when something waits to be taken, at the latest after this time."""

    def heard(self) -> list[Heard]:
        """Return all that has come since the last call."""
        ...

    def say(self, message: Sent) -> bool:
        """Send a message; return False if there is no connection now. Whether it has arrived, only the answer tells."""
        ...

    def log(self) -> bytes:
        """Return the lines of the match up to its last finished deal. Raises OSError and PrikupError."""
        ...

    def again(self) -> None:
        """Connect once more when the connection has ended."""

    def close(self) -> None:
        """Leave the table."""


class Mailbox:
    """A box into which one thread puts messages that another takes out; what is put in together comes out together.

    A pair of sockets rings, because there are systems that wait for nothing else.
    """

    def __init__(self) -> None:
        self.news, self._bell = socket.socketpair()
        self.news.setblocking(False)
        self._bell.setblocking(False)
        self._waiting: deque[tuple[Heard, ...]] = deque()

    def put(self, heard: Iterable[Heard]) -> None:
        """Put something in."""
        self._waiting.append(tuple(heard))
        with suppress(OSError):  # it rings already, or is closed
            self._bell.send(b".")

    def wait(self, seconds: float) -> None:
        """Return when something lies in it, at the latest after this time."""
        select([self.news], [], [], seconds)

    def take(self) -> list[Heard]:
        """Take everything out."""
        with suppress(BlockingIOError):
            while self.news.recv(4096):
                pass
        found: list[Heard] = []
        while self._waiting:
            found += self._waiting.popleft()
        return found

    def close(self) -> None:
        """Stop ringing."""
        self.news.close()
        self._bell.close()


def received(data: str | bytes) -> Told | None:
    """Return a message; None for one of a later protocol."""
    try:
        message: Told = _decode(harmless(data))
        return message
    except msgspec.DecodeError:
        return None


def harmless(data: str | bytes) -> str:
    """Return JSON without control characters in its texts: a terminal would obey them."""
    return CONTROL.sub(r"\1", data if isinstance(data, str) else data.decode(errors="replace"))
