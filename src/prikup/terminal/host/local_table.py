"""A table that runs in this process, and the connection of its single player.

The table has a thread of its own. Messages are encoded as JSON, as over a network, so the same client works for this
table and for one on a server. All messages that one event causes arrive together.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from socket import socket
from threading import Thread

import msgspec

from prikup.rules.errors import Reason, reason
from prikup.table.actor import Table
from prikup.table.host.services import Host
from prikup.table.host.time_source import LOOP_TIME
from prikup.table.protocol.client_messages import ClientCommand
from prikup.table.protocol.server_messages import ServerMessage
from prikup.table.state.presence import UNKNOWN_ORIGIN
from prikup.table.table_settings import TableSettings, Timing
from prikup.terminal.client.connection import ConnectionEnded, IncomingMessage, Mailbox, decode_message, encode
from prikup.terminal.host.local_settings import YOU
from prikup.terminal.host.match_file import MatchFile
from prikup.terminal.host.thread_workers import Threads

__all__ = ["LocalTable"]

NO_TIMEOUT_S = 1e8
"""The timeout in seconds of every step that waits for the player. It is so long that it never ends in practice."""
CLOSE_TIMEOUT_S = 10.0
"""The maximum number of seconds that the table may take to finish its work when the player leaves."""

_decode = msgspec.json.Decoder(ClientCommand).decode
logging.getLogger("prikup.table").addHandler(logging.NullHandler())  # keeps log output off the screen


class LocalTable:
    """The connection of the player `name` to the table whose match is stored in `file`.

    Closing the connection closes the file. `settings` are the settings of the table. Computer players act after `pace`
    seconds. The constructor raises any error that occurs while the table is loaded.
    """

    def __init__(self, file: MatchFile, settings: TableSettings, name: str, pace: float = 0.0) -> None:
        self._mailbox = Mailbox()
        self.news: socket = self._mailbox.news
        self.wait: Callable[[float], None] = self._mailbox.wait
        self.take_messages: Callable[[], list[IncomingMessage]] = self._mailbox.take
        self._loop = asyncio.new_event_loop()
        self._player = _Player(name, self._loop, self._mailbox)
        self._leaving = asyncio.Event()
        table_future: Future[Table] = Future()
        self._thread = Thread(target=self._run, args=(file, settings, _timing(pace), table_future), daemon=True)
        self._thread.start()
        try:
            self._table = table_future.result()
        except BaseException:
            self.close()
            raise

    def send(self, message: ClientCommand) -> bool:
        """Send a command to the table and return True; return False if the table is closed."""
        try:
            self._loop.call_soon_threadsafe(self._receive, encode(message))
        except RuntimeError:
            return False
        return True

    def log(self) -> bytes:
        """Return the log of the match (a line of JSON for each event) up to its last finished deal.

        The call waits until the table's thread answers.
        """
        return asyncio.run_coroutine_threadsafe(self._closed_deals(), self._loop).result()

    def reconnect(self) -> None:
        """Do nothing: this connection ends only when the player leaves."""

    def close(self) -> None:
        """Leave the table and close its file."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._leaving.set)
        self._thread.join(CLOSE_TIMEOUT_S)
        self._mailbox.close()

    # The table's thread

    def _run(self, file: MatchFile, settings: TableSettings, timing: Timing, table_future: "Future[Table]") -> None:
        file.failed = lambda error: self._player.close(0, _write_failure(file, error))
        try:
            self._loop.run_until_complete(self._host(file, settings, timing, table_future))
        except BaseException as error:
            if not table_future.done():
                table_future.set_exception(error)
            raise
        finally:
            file.close()
            self._loop.close()

    async def _host(
        self, file: MatchFile, settings: TableSettings, timing: Timing, table_future: "Future[Table]"
    ) -> None:
        host = Host(file, Threads(), LOOP_TIME)
        table = await Table.load(str(file.path), settings, host, timing)
        table.start_task()
        table.join(self._player)
        table_future.set_result(table)
        await self._leaving.wait()
        await table.stop()

    def _receive(self, message: bytes) -> None:
        self._table.receive(self._player, _decode(message))

    async def _closed_deals(self) -> bytes:
        return self._table.finished_lines


class _Player:
    """The player's connection as the table sees it.

    `name` is the player's name. Messages that the table sends in one iteration of its event loop are delivered
    together.
    """

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop, mailbox: Mailbox) -> None:
        self.user, self.name, self.guest, self.came = YOU, name, True, 0
        self.origin = UNKNOWN_ORIGIN
        self._loop, self._mailbox = loop, mailbox
        self._pending_messages: list[bytes] = []

    def send(self, message: ServerMessage) -> None:
        """Send a message to the player."""
        if not self._pending_messages:
            self._loop.call_soon(self._pass_on)
        self._pending_messages.append(encode(message))

    def close(self, code: int, reason: Reason) -> None:
        """Notify the player that the connection has ended, with the `reason`. The parameter `code` is not used."""
        self._pass_on()
        self._mailbox.put([ConnectionEnded(reason)])

    def _pass_on(self) -> None:
        messages, self._pending_messages = self._pending_messages, []
        self._mailbox.put(message for data in messages if (message := decode_message(data)) is not None)


def _timing(pace: float) -> Timing:
    return Timing(pace, hash_s=NO_TIMEOUT_S, entropy_s=NO_TIMEOUT_S, cut_s=NO_TIMEOUT_S, rest_s=NO_TIMEOUT_S)


def _write_failure(file: MatchFile, error: OSError) -> Reason:
    """Return the message for the player about `error`, because of which the match file could not be written."""
    return reason("error-file-error", file=str(file.path), error=error.strerror or str(error))
