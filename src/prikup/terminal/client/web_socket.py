"""The connection to a table on a server, run by a thread that reconnects when it is lost."""

from collections.abc import Callable
from socket import socket
from threading import Event, Thread

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from prikup.rules.errors import Reason, reason
from prikup.table.protocol import ClientCommand, CloseMessage
from prikup.terminal.client.connection import (
    ConnectionEnded,
    ConnectionLost,
    IncomingMessage,
    Mailbox,
    decode_message,
    encode,
)
from prikup.terminal.client.http_client import RequestDeclined, Visitor

__all__ = ["WebSocketConnection"]

PAUSES = (0.2, 0.5, *(1.0,) * 10, 2.0, 4.0)
"""Seconds between attempts to connect; the last value repeats.

For about ten seconds there is one attempt per second: a restart, or a takeover of a dead server's tables, takes as
long.
"""
PATIENCE = 10
"""Timeout in seconds for connecting, and for a sign of life."""
CLOSING = 2
"""Timeout in seconds for closing."""
LONGEST = 2**24
FINAL = {4000, 4001, 4003, 4004, 4008}
"""Close codes after which the client does not reconnect."""


class WebSocketConnection:
    """A visitor's connection to a table on a server; the thread connects and reconnects by itself."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self._visitor, self._table = visitor, table
        self._mailbox = Mailbox()
        self.news: socket = self._mailbox.news
        self.wait: Callable[[float], None] = self._mailbox.wait
        self.take_messages: Callable[[], list[IncomingMessage]] = self._mailbox.take
        self._socket: ClientConnection | None = None
        self._leaving = Event()
        self.reconnect()

    def reconnect(self) -> None:
        """Connect; also used to reconnect after the connection has ended."""
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def say(self, message: ClientCommand) -> bool:
        """Send a message; return False if there is no connection. Only the answer confirms that it has arrived."""
        socket = self._socket
        if socket is None:
            return False
        try:
            socket.send(encode(message).decode())
        except (OSError, WebSocketException):  # the thread notices this as well
            return False
        return True

    def log(self) -> bytes:
        """Return the log of the match up to its last finished deal."""
        return self._visitor.log(self._table)

    def close(self) -> None:
        """Leave the table."""
        self._leaving.set()
        if (socket := self._socket) is not None:
            socket.close()
        self._thread.join(CLOSING)
        self._mailbox.close()

    # The connection's thread

    def _run(self) -> None:
        failures = 0
        while not self._leaving.is_set():
            try:
                message_arrived, goodbye = self._run_connection()
            except RequestDeclined as error:
                message_arrived, goodbye = False, None if error.passing else error.reason
            if self._leaving.is_set():
                return
            if goodbye is not None:
                self._mailbox.put([ConnectionEnded(goodbye)])
                return
            if message_arrived or not failures:
                self._mailbox.put([ConnectionLost()])
                failures = 0
            self._leaving.wait(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    def _run_connection(self) -> tuple[bool, Reason | None]:
        """Run one connection until it closes. Raise Declined.

        Return whether any message arrived, and the reason if the client should not reconnect.
        """
        goodbye: Reason | None = None
        code: int | None = None
        message_arrived = False
        try:
            with connect(
                self._visitor.socket(self._table),
                open_timeout=PATIENCE,
                ping_interval=PATIENCE,
                ping_timeout=PATIENCE,
                close_timeout=CLOSING,
                max_size=LONGEST,
            ) as socket:
                self._socket = socket
                for text in socket:
                    message_arrived = True
                    message = decode_message(text)
                    if isinstance(message, CloseMessage):
                        goodbye = message.reason
                    elif message is not None:
                        self._mailbox.put([message])
                code = socket.close_code
        except ConnectionClosed as error:
            code = error.rcvd.code if error.rcvd else None
        except (OSError, WebSocketException):  # connecting failed
            pass
        self._socket = None
        if code not in FINAL:
            return message_arrived, None
        return message_arrived, goodbye or reason("connection-ended", code=code or 0)
