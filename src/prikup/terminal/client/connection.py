"""The connection interface of a table client; incoming messages wait in a mailbox for the session."""

import re
import socket
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from select import select
from typing import Protocol

import msgspec
from msgspec import Struct

from prikup.rules.errors import Reason
from prikup.table.protocol import ClientCommand, ServerMessage

__all__ = [
    "ConnectionEnded",
    "ConnectionLost",
    "IncomingMessage",
    "Mailbox",
    "TableConnection",
    "decode_message",
    "encode",
    "remove_control_characters",
]

CONTROL = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:[bfnrt]|u00(?:[0189][0-9a-fA-F]|7[fF]))|[\x7f-\x9f]")
"""Control characters, both as JSON escapes and raw."""

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ServerMessage).decode


class ConnectionLost(Struct, frozen=True):
    """The connection is lost; it is being re-established."""


class ConnectionEnded(Struct, frozen=True):
    """The connection has ended for good, with the reason."""

    reason: Reason


IncomingMessage = ServerMessage | ConnectionLost | ConnectionEnded


class TableConnection(Protocol):
    """A connection to one table. The socket `news` is readable while messages wait for `take_messages`."""

    @property
    def news(self) -> socket.socket:
        """A socket that is readable while messages wait."""
        ...

    def wait(self, seconds: float) -> None:
        """Wait until a message arrives, for at most `seconds`."""

    def take_messages(self) -> list[IncomingMessage]:
        """Return all messages since the last call."""
        ...

    def say(self, message: ClientCommand) -> bool:
        """Send a message; return False if there is no connection. Only the answer confirms that it has arrived."""
        ...

    def log(self) -> bytes:
        """Return the log of the match up to its last finished deal. Raise OSError or PrikupError."""
        ...

    def reconnect(self) -> None:
        """Reconnect after the connection has ended."""

    def close(self) -> None:
        """Leave the table."""


class Mailbox:
    """A queue between two threads; messages that are put together are taken together.

    Its socket pair makes it usable with `select`, since some systems can only wait for sockets.
    """

    def __init__(self) -> None:
        self.news, self._bell = socket.socketpair()
        self.news.setblocking(False)
        self._bell.setblocking(False)
        self._waiting: deque[tuple[IncomingMessage, ...]] = deque()

    def put(self, messages: Iterable[IncomingMessage]) -> None:
        """Add messages and wake the reader."""
        self._waiting.append(tuple(messages))
        with suppress(OSError):  # full: already signalled; or closed
            self._bell.send(b".")

    def wait(self, seconds: float) -> None:
        """Wait until a message arrives, for at most `seconds`."""
        select([self.news], [], [], seconds)

    def take(self) -> list[IncomingMessage]:
        """Remove and return all messages."""
        with suppress(BlockingIOError):
            while self.news.recv(4096):
                pass
        messages: list[IncomingMessage] = []
        while self._waiting:
            messages += self._waiting.popleft()
        return messages

    def close(self) -> None:
        """Close the sockets."""
        self.news.close()
        self._bell.close()


def decode_message(data: str | bytes) -> ServerMessage | None:
    """Decode a message; return None if it belongs to a later protocol."""
    try:
        message: ServerMessage = _decode(remove_control_characters(data))
        return message
    except msgspec.DecodeError:
        return None


def remove_control_characters(data: str | bytes) -> str:
    """Remove control characters from the texts of a JSON document, which a terminal would interpret."""
    return CONTROL.sub(r"\1", data if isinstance(data, str) else data.decode(errors="replace"))
