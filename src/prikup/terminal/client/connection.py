"""The interface of a client's connection to a table, and the queue of incoming messages."""

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
from prikup.table.protocol.client_messages import ClientCommand
from prikup.table.protocol.server_messages import ServerMessage

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
"""A pattern that finds control characters in JSON text, both raw characters and JSON escapes.

Its group 1 contains the pairs of backslashes before an escape. Each pair stands for a literal backslash and has to be
kept.
"""

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ServerMessage).decode


class ConnectionLost(Struct, frozen=True):
    """A notice to the session that the connection is lost. The connection is being re-established automatically.

    `cause` is the message that tells the player why it was lost.
    """

    cause: Reason


class ConnectionEnded(Struct, frozen=True):
    """A notice to the session that the connection has ended and will not be re-established automatically.

    `reason` is the message that tells the player why.
    """

    reason: Reason


IncomingMessage = ServerMessage | ConnectionLost | ConnectionEnded


class TableConnection(Protocol):
    """A client's connection to one table. Incoming messages wait until `take_messages` is called."""

    @property
    def news(self) -> socket.socket:
        """A socket that is readable while messages wait, so that the caller can use `select` to wait for messages."""
        ...

    def wait(self, seconds: float) -> None:
        """Wait until a message arrives, for at most `seconds`."""

    def take_messages(self) -> list[IncomingMessage]:
        """Return all messages that have arrived since the last call."""
        ...

    def send(self, message: ClientCommand) -> bool:
        """Send a command to the table and return True, or return False if there is no connection.

        A result of True does not mean that the message has arrived. Only an answer from the table confirms that.
        """
        ...

    def log(self) -> bytes:
        """Return the log of the match (a line of JSON for each event) up to its last finished deal.

        Raise OSError or PrikupError if the log cannot be fetched.
        """
        ...

    def reconnect(self) -> None:
        """Reconnect after the connection has ended."""

    def close(self) -> None:
        """Leave the table and close the connection."""


class Mailbox:
    """A queue of incoming messages between the thread of the connection and the thread of the session.

    All messages that one call of `put` adds are returned by a single call of `take`.

    A pair of sockets signals that messages wait. That makes the queue usable with `select` even on systems where
    `select` accepts only sockets.
    """

    def __init__(self) -> None:
        self.news, self._bell = socket.socketpair()
        self.news.setblocking(False)
        self._bell.setblocking(False)
        self._waiting: deque[tuple[IncomingMessage, ...]] = deque()

    def put(self, messages: Iterable[IncomingMessage]) -> None:
        """Add messages to the queue, and wake up the thread that waits for them."""
        self._waiting.append(tuple(messages))
        with suppress(OSError):  # full, so the signal is already there; or closed
            self._bell.send(b".")

    def wait(self, seconds: float) -> None:
        """Wait until a message arrives, for at most `seconds`."""
        select([self.news], [], [], seconds)

    def take(self) -> list[IncomingMessage]:
        """Remove all messages from the queue and return them."""
        with suppress(BlockingIOError):
            while self.news.recv(4096):
                pass
        messages: list[IncomingMessage] = []
        while self._waiting:
            messages += self._waiting.popleft()
        return messages

    def close(self) -> None:
        """Close the pair of sockets."""
        self.news.close()
        self._bell.close()


def decode_message(data: str | bytes) -> ServerMessage | None:
    """Decode `data`, a message from the table as JSON.

    Return None if the message cannot be decoded, for example because it belongs to a later version of the protocol.
    """
    try:
        message: ServerMessage = _decode(remove_control_characters(data))
        return message
    except msgspec.DecodeError:
        return None


def remove_control_characters(data: str | bytes) -> str:
    """Remove control characters from the strings in the JSON document `data`, and return it as text.

    A terminal would interpret them, for example as movements of the cursor.
    """
    return CONTROL.sub(r"\1", data if isinstance(data, str) else data.decode(errors="replace"))
