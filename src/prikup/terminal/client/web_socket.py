"""The connection to a table on a server. It runs in a thread, which reconnects when the connection is lost."""

import logging
from collections.abc import Callable
from socket import socket
from threading import Event, Thread
from typing import NamedTuple

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from prikup.rules.errors import Reason, reason
from prikup.table.protocol.client_messages import ClientCommand
from prikup.table.protocol.server_messages import CloseMessage
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

RETRY_PAUSES_S = (0.2, 0.5, *(1.0,) * 10, 2.0, 4.0)
"""The seconds to wait between attempts to connect; the last value repeats.

For about ten seconds there is one attempt per second. In this time a server can restart, or another server can take
over the tables of a server that has failed.
"""
NETWORK_TIMEOUT_S = 10
"""The timeout in seconds for connecting.

It is also the interval between pings (messages that test the connection), and the timeout for the answer to a ping.
"""
CLOSE_TIMEOUT_S = 2
"""The timeout in seconds for closing the connection."""
MAX_MESSAGE_BYTES = 2**24
"""The maximum number of bytes in a message from the server; a larger one closes the connection."""
FINAL_CODES = {4000, 4001, 4003, 4004, 4008}
"""The codes with which a server closes a WebSocket if reconnecting would not help.

4000 stands for an unreadable message, 4001 for another connection of the same user, 4003 for a refusal, 4004 for a
table that does not exist, and 4008 for too many messages.
"""


logger = logging.getLogger("prikup.terminal")


class _ConnectionEnd(NamedTuple):
    """The end of a connection, and why it ended.

    - `message_arrived`: whether any message has arrived over the connection.
    - `cause`: the message that says why the connection ended.
    - `is_final`: whether reconnecting would not help.
    """

    message_arrived: bool
    cause: Reason
    is_final: bool


class WebSocketConnection:
    """A connection to a table on a server, which a guest user (`visitor`) opens.

    It has a thread of its own, which connects and reconnects by itself. `table` is the id of the table.
    """

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
        """Start the thread that connects to the server. This also works after the connection has ended."""
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def send(self, message: ClientCommand) -> bool:
        """Send a command to the table and return True, or return False if there is no connection.

        A result of True does not mean that the message has arrived. Only an answer from the table confirms that.
        """
        socket = self._socket
        if socket is None:
            return False
        try:
            socket.send(encode(message).decode())
        except (OSError, WebSocketException):  # the thread notices this as well
            return False
        return True

    def log(self) -> bytes:
        """Return the log of the match (a line of JSON for each event) up to its last finished deal."""
        return self._visitor.log(self._table)

    def close(self) -> None:
        """Leave the table and close the connection for good."""
        self._leaving.set()
        if (socket := self._socket) is not None:
            socket.close()
        self._thread.join(CLOSE_TIMEOUT_S)
        self._mailbox.close()

    # The connection's thread

    def _run(self) -> None:
        failures = 0
        while not self._leaving.is_set():
            try:
                end = self._run_connection()
            except RequestDeclined as error:
                end = _ConnectionEnd(False, error.reason, not error.passing)
            if self._leaving.is_set():
                return
            logger.info("connection-lost", extra={"told": {"table": self._table, "cause": str(end.cause)}})
            if end.is_final:
                self._mailbox.put([ConnectionEnded(end.cause)])
                return
            if end.message_arrived or not failures:
                self._mailbox.put([ConnectionLost(end.cause)])
                failures = 0
            self._leaving.wait(RETRY_PAUSES_S[min(failures, len(RETRY_PAUSES_S) - 1)])
            failures += 1

    def _run_connection(self) -> _ConnectionEnd:
        """Open one connection and receive its messages until it closes. Raise RequestDeclined if the server refuses it.

        The returned cause is the reason in the server's close message. If there is none, it is the code with which the
        server has closed the connection, or the error of the network.
        """
        cause: Reason | None = None
        code: int | None = None
        message_arrived = False
        try:
            with connect(
                self._visitor.websocket_url(self._table),
                open_timeout=NETWORK_TIMEOUT_S,
                ping_interval=NETWORK_TIMEOUT_S,
                ping_timeout=NETWORK_TIMEOUT_S,
                close_timeout=CLOSE_TIMEOUT_S,
                max_size=MAX_MESSAGE_BYTES,
            ) as socket:
                self._socket = socket
                for text in socket:
                    message_arrived = True
                    message = decode_message(text)
                    if isinstance(message, CloseMessage):
                        cause = message.reason
                    elif message is not None:
                        self._mailbox.put([message])
                code = socket.close_code
        except ConnectionClosed as error:
            code = error.rcvd.code if error.rcvd else None
            cause = cause or (None if code else _network_error(error))
        except (OSError, WebSocketException) as error:  # connecting failed
            cause = _network_error(error)
        self._socket = None
        return _ConnectionEnd(message_arrived, cause or reason("connection-ended", code=code or 0), code in FINAL_CODES)


def _network_error(error: Exception) -> Reason:
    """Return the message about an error of the network or of the WebSocket protocol."""
    return reason("connection-failed", error=str(error) or type(error).__name__)
