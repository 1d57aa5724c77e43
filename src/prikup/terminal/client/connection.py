"""The connection to a table: kept, and made again when it is lost, by a thread of its own."""

import os
from collections import deque
from collections.abc import Callable
from select import select
from threading import Event, Thread

import msgspec
from msgspec import Struct
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from prikup.errors import Reason, reason
from prikup.table.protocol import Goodbye, Sent, Told
from prikup.terminal.client.http_client import Declined, harmless

__all__ = ["Ended", "Heard", "Link", "Lost", "received"]

PAUSES = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Seconds between two attempts to connect; the last of them for ever."""
PATIENCE = 10
"""Seconds in which a connection is made, and in which it gives a sign of life."""
CLOSING = 2
"""Seconds that leaving may take."""
LONGEST = 2**24
FINAL = {4000, 4001, 4003, 4004, 4008}
"""Codes with which a server closes for good."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Told).decode


class Lost(Struct, frozen=True):
    """The connection is lost; it is being made again."""


class Ended(Struct, frozen=True):
    """There will be no more connection, and why."""

    reason: Reason


Heard = Told | Lost | Ended


class Link:
    """A connection to a table. `address` gives the address of a new socket each time it is called; raises OSError and
    Declined. The file descriptor `news` can be read while something waits to be taken by `heard`."""

    def __init__(self, address: Callable[[], str]) -> None:
        self._address = address
        self._waiting: deque[Heard] = deque()
        self._socket: ClientConnection | None = None
        self._leaving = Event()
        self.news, self._bell = os.pipe()
        os.set_blocking(self._bell, False)
        self.again()

    def again(self) -> None:
        """Begin, or begin again when it has ended."""
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Until something waits to be taken, but no longer."""
        select([self.news], [], [], seconds)

    def heard(self) -> list[Heard]:
        """All that has come since."""
        found = []
        while self._waiting:
            os.read(self.news, 1)
            found.append(self._waiting.popleft())
        return found

    def say(self, message: Sent) -> bool:
        """Say something; False if there is no connection now. Whether it has arrived, only the answer tells."""
        socket = self._socket
        if socket is None:
            return False
        try:
            socket.send(encode(message).decode())
        except (OSError, WebSocketException):  # the thread hears of it too
            return False
        return True

    def close(self) -> None:
        """Leave."""
        self._leaving.set()
        if (socket := self._socket) is not None:
            socket.close()
        self._thread.join(CLOSING)
        if not self._thread.is_alive():
            os.close(self.news)
            os.close(self._bell)

    # The thread

    def _put(self, heard: Heard) -> None:
        self._waiting.append(heard)
        os.write(self._bell, b".")

    def _run(self) -> None:
        failures = 0
        while not self._leaving.is_set():
            try:
                came, goodbye = self._connected()
            except Declined as error:
                came, goodbye = False, None if error.passing else error.reason
            if self._leaving.is_set():
                return
            if goodbye is not None:
                self._put(Ended(goodbye))
                return
            if came or not failures:
                self._put(Lost())
                failures = 0
            self._leaving.wait(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    def _connected(self) -> tuple[bool, Reason | None]:
        """One connection, from its beginning to its end: whether anything was heard, and why there will be no other.
        Raises Declined."""
        goodbye: Reason | None = None
        code: int | None = None
        heard = False
        try:
            with connect(
                self._address(),
                open_timeout=PATIENCE,
                ping_interval=PATIENCE,
                ping_timeout=PATIENCE,
                close_timeout=CLOSING,
                max_size=LONGEST,
            ) as socket:
                self._socket = socket
                for text in socket:
                    heard = True
                    message = received(text)
                    if isinstance(message, Goodbye):
                        goodbye = message.reason
                    elif message is not None:
                        self._put(message)
                code = socket.close_code
        except ConnectionClosed as error:
            code = error.rcvd.code if error.rcvd else None
        except (OSError, WebSocketException):  # it could not be made
            pass
        self._socket = None
        if code not in FINAL:
            return heard, None
        return heard, goodbye or reason("connection-ended", code=code or 0)


def received(data: str | bytes) -> Told | None:
    """A message; None for one of a later protocol."""
    try:
        message: Told = decode(harmless(data))
        return message
    except msgspec.DecodeError:
        return None
