"""The network connections of a server: uvicorn's protocol classes, with the limits that uvicorn lacks.

uvicorn waits without limit for the rest of a request, answers pings into a buffer that may never be read, and accepts
as many connections as there are file descriptors. The classes here add a timeout for each request and each response,
and a maximum number of connections from one address. They cut a WebSocket if its client does not receive the answers to
its own pings, or floods the server with frames.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from prikup.server.http.caller import network_of
from prikup.server.logging import logger
from prikup.server.metrics import Metrics
from prikup.server.websocket.event_queue import EventQueue, Gate
from prikup.table.host.time_source import LOOP_TIME, Timekeeper, Timer

__all__ = ["ConnectionLimits", "HttpProtocol", "NetworkConfig", "WebSocketProtocol", "raise_file_limit"]

REQUEST_WITHIN, RESPONSE_WITHIN = 15.0, 60.0
"""Seconds that a client has to send a whole request, and then to receive the whole response."""
PER_ADDRESS = 256
"""Maximum number of open connections from one network address. It is enough for a school behind one address."""
SPARE_FILES = 64
"""The number of file descriptors that are left for the database, the workers and the log."""
SECONDS_PER_FRAME, FRAME_BURST = 1 / 40, 400
"""The limits on a client's WebSocket frames: one every 1/40 of a second, and 400 at once after a pause."""
CLOSE_WITHIN = 10.0
"""Seconds that a client has to receive the queued data after the server has closed its WebSocket."""
PIECE = 4096
"""The number of received bytes of a WebSocket that are parsed at a time.

As a piece contains only few frames, a client that sends too many frames is cut before all its bytes are parsed.
"""
LOG_EVERY = 60.0
"""Seconds between two log lines about refused connections."""
MAX_FILES = 65_536
"""The limit of open files that is set if the system allows any number of them."""
SENT_STATES = (h11.DONE, h11.MUST_CLOSE, h11.CLOSED)
"""The states of a connection in the library h11 in which the client has sent its whole HTTP request."""


def raise_file_limit() -> int:
    """Raise this process's limit of open files to `MAX_FILES`, or as far as the system allows; return the new limit."""
    try:
        import resource
    except ModuleNotFoundError:  # this system has no such limit
        return MAX_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft_limit = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, max(soft, MAX_FILES))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft_limit, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class ConnectionLimits:
    """Counts the open network connections, and refuses new ones at a limit.

    `max_connections` is the limit for all connections together, and `per_address` that for each network address. Behind
    a proxy all connections come from the address of the proxy, so `per_address` should then be as high as
    `max_connections`. `metrics` count the refused connections, and `clock` returns monotonic seconds.
    """

    def __init__(
        self, metrics: Metrics, max_connections: int, per_address: int, clock: Callable[[], float] = LOOP_TIME.now
    ) -> None:
        self._metrics = metrics
        metrics.connections_most.set(max_connections)
        self._most, self._per_address, self._clock = max_connections, per_address, clock
        self._open: Counter[str] = Counter()
        self._refused = 0
        self._log_after = 0.0

    def __len__(self) -> int:
        return self._open.total()

    def enter(self, address: str) -> bool:
        """Count a new connection from an address and return True.

        If a limit is reached, count nothing and return False; the caller must then close the connection.
        """
        full = len(self) >= self._most
        if full or self._open[address] >= self._per_address:
            self._refuse("address" if not full else "server")
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Stop counting a connection from an address, because it has ended."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _refuse(self, full: str) -> None:
        self._metrics.connections_refused.labels(full).inc()
        self._refused += 1
        if (now_s := self._clock()) >= self._log_after:
            logger.warning("connections-full", full=full, open=len(self), most=self._most, refused=self._refused)
            self._refused, self._log_after = 0, now_s + LOG_EVERY


class NetworkConfig(uvicorn.Config):
    """The configuration of uvicorn, together with the objects that the protocol classes of this module need.

    `app` is the ASGI application, and `settings` are uvicorn's own settings. `limits` are the connection limits, None
    if there are none. `metrics` count the connections that are cut, and `keeper` is the source of time.
    """

    def __init__(
        self, app: Any, limits: ConnectionLimits | None, metrics: Metrics, keeper: Timekeeper, **settings: Any
    ) -> None:
        super().__init__(app, http=SilentProtocol, ws=WebSocketProtocol, **settings)
        self.limits, self.metrics, self.keeper = limits, metrics, keeper

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call `callback` after this number of seconds; return the timer."""
        return self.keeper.call_at(self.keeper.now() + seconds, callback)

    def cut(self, why: str, transport: asyncio.Transport) -> None:
        """Abort a connection without notifying its client, count it in the metrics and log it.

        `why` is the reason, such as "too-slow". It is the event key in the log and the label in the metrics.
        """
        client = get_remote_addr(transport)
        self.metrics.connections_cut.labels(why).inc()
        logger.info(why, address=network_of(client[0] if client else ""))
        transport.abort()


class SilentProtocol(asyncio.Protocol):
    """A connection from which no data has been received yet.

    It is counted for its network address, and cut if its first byte does not arrive within `REQUEST_WITHIN` seconds. It
    uses little memory, because thousands may connect at the same time and send nothing. When the first byte arrives, an
    `HttpProtocol` replaces this object. `server_state` and `app_state` are uvicorn's state of the server and of the
    application.
    """

    __slots__ = ("_app_state", "_config", "_deadline", "_entered", "_state", "_transport")

    def __init__(
        self,
        config: NetworkConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._config, self._state, self._app_state = config, server_state, app_state
        self._entered: str | None = None
        self._deadline: Timer | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Count the new connection for its network address, or close it at once if a limit is reached."""
        self._transport = transport
        if self._config.limits is not None:
            client = get_remote_addr(transport)
            address = network_of(client[0] if client else "")
            if not self._config.limits.enter(address):
                transport.abort()
                return
            self._entered = address
        self._state.connections.add(self)  # type: ignore[arg-type]  # uvicorn shuts it down like its own protocols
        self._deadline = self._config.call_later(REQUEST_WITHIN, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection for its network address."""
        self._leave()
        if self._config.limits is not None and self._entered is not None:
            self._config.limits.leave(self._entered)

    def data_received(self, data: bytes) -> None:
        """Create an `HttpProtocol` that handles the connection from now on, and pass the data on to it.

        The new object also becomes responsible for counting the connection for its network address.
        """
        self._leave()
        protocol = HttpProtocol(self._config, self._state, self._app_state)
        protocol.entered = self._entered
        self._transport.set_protocol(protocol)
        protocol.connection_made(self._transport)
        protocol.data_received(data)

    def shutdown(self) -> None:
        """Abort the connection when the server stops. No request is lost, because none has begun to arrive."""
        self._transport.abort()

    def _leave(self) -> None:
        self._state.connections.discard(self)
        if self._deadline is not None:
            self._deadline.cancel()

    def _too_slow(self) -> None:
        self._config.cut("too-slow", self._transport)


class HttpProtocol(H11Protocol):
    """An HTTP connection with a timeout for each request and for each response.

    `entered` is the network address for which the connection is counted, None if it is not counted.
    """

    config: NetworkConfig
    loop: asyncio.AbstractEventLoop
    entered: str | None = None
    _deadline: Timer | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout, and stop counting the connection for its network address."""
        self._expect(None)
        if self.config.limits is not None and self.entered is not None:
            self.config.limits.leave(self.entered)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive `data`, a part of a request.

        The first part starts the timeout for the whole request. The last part starts the timeout for the response.
        """
        if self._deadline is None:
            self._expect(REQUEST_WITHIN)
        was_waiting = self.conn.their_state not in SENT_STATES
        super().data_received(data)
        if was_waiting and self.conn.their_state in SENT_STATES:
            self._expect(RESPONSE_WITHIN)

    def on_response_complete(self) -> None:
        """Stop the timeout after a response. uvicorn's keep-alive timeout limits the wait for the next request."""
        self._expect(None)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Create a `WebSocketProtocol` that handles the connection from now on.

        The new object also becomes responsible for counting the connection for its network address.
        """
        self._expect(None)
        super().handle_websocket_upgrade(event)
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocketProtocol):
            protocol.entered, self.entered = self.entered, None

    def _expect(self, seconds: float | None) -> None:
        """Restart the timeout of the client with this number of seconds, or stop it if `seconds` is None.

        When the timeout has passed, the connection is cut.
        """
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.config.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._deadline = None
        self.config.cut("too-slow", self.transport)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that is cut if its client floods it with frames, or sends pings without receiving the answers.

    The constructor has uvicorn's own parameters. `entered` is the network address for which the connection is counted,
    None if it is not counted.

    Thousands of WebSockets may be open and idle, so each uses little memory. Its opening request is not stored. A
    smaller queue replaces asyncio's, which contains four queues. Some of uvicorn's attributes are in slots, because the
    dictionary of an object with more than thirty attributes is five times as large.
    """

    __slots__ = (
        "_cut",
        "_paid",
        "curr_msg_data_type",
        "entered",
        "frames",
        "last_ping_rtt",
        "pending_ping_payload",
        "ping_sent_at",
        "ping_timer",
        "pong_timer",
        "queue",
        "request",
        "response",
        "scope",
        "writable",
    )
    config: NetworkConfig

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.queue = EventQueue()  # type: ignore[assignment]  # it has all that uvicorn uses of asyncio's queue
        self.writable = Gate()  # type: ignore[assignment]  # it has all that uvicorn uses of its own event
        self.entered: str | None = None
        self._paid = 0.0  # the time at which the frames received so far will no longer count against the limit
        self._cut = False

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection for its network address."""
        if self.config.limits is not None and self.entered is not None:
            self.config.limits.leave(self.entered)
            self.entered = None
        super().connection_lost(exc)
        self.conn.parser.close()  # else the parser and `conn`, a cycle, stay until garbage collection

    def handle_connect(self, event: Request) -> None:
        """Handle the opening request of the WebSocket, then delete its headers to save memory.

        The application has a copy of the headers.
        """
        super().handle_connect(event)
        event.headers.clear()

    def data_received(self, data: bytes) -> None:
        """Receive data, and parse `PIECE` bytes of it at a time.

        If the client sends too many frames, the connection is cut and the remaining bytes are not parsed.
        """
        for first in range(0, len(data), PIECE):
            if not self._cut:
                super().data_received(data[first : first + PIECE])

    def handle_cont(self, event: Frame) -> None:
        """Handle a continuation frame, which counts as a frame however small it is."""
        if self._count_frame():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Handle a text message, or the first frame of one."""
        if self._count_frame():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Handle a binary message, or the first frame of one."""
        if self._count_frame():
            super().handle_bytes(event)

    def handle_ping(self) -> None:
        """Answer a ping.

        If the buffer is full because the client does not receive earlier data, cut the connection instead.
        """
        if not self._count_frame():
            return
        if not self.writable.is_set():
            self._abort("pings-unread")
        else:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Handle the answer to a ping."""
        if self._count_frame():
            super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        """Cut the connection of a client that has not answered the server's ping in time.

        The queued data is dropped, because such a client would not receive it either.
        """
        if not self.transport.is_closing():
            self.config.metrics.connections_cut.labels("pings-unanswered").inc()
            logger.info("pings-unanswered", address=network_of(self.client[0] if self.client else ""))
        super().keepalive_timeout()
        self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send an ASGI message.

        After the message that closes the WebSocket, the client has `CLOSE_WITHIN` seconds to receive all queued data.
        """
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.response
        elif message["type"] == "websocket.close" and self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(CLOSE_WITHIN, self.transport.abort)

    def _count_frame(self) -> bool:
        """Count a received frame; return True if it may be handled. Cut the connection if there are too many frames."""
        if self._cut:
            return False
        if self.config.limits is None:
            return True
        self._paid = max(self._paid, now_s := self.config.keeper.now()) + SECONDS_PER_FRAME
        if self._paid - now_s > SECONDS_PER_FRAME * FRAME_BURST:
            self._abort("frames-flood")
            return False
        return True

    def _abort(self, why: str) -> None:
        self._cut = True
        self.config.metrics.connections_cut.labels(why).inc()
        logger.warning(why, address=network_of(self.client[0] if self.client else ""))
        self.transport.abort()
