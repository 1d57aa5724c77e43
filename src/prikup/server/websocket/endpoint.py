"""The WebSocket endpoint. It authenticates the user, then connects to a table, relays to its node or shows the lobby.

A node is one of several servers that share a database. The endpoint is plain ASGI without Litestar: after a server
restart thousands of users reconnect at once, and a quarter of the work for each of them would be that of Litestar.
"""

import asyncio
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.types import Receive, Scope, Send

from prikup.rules.errors import Reason, reason
from prikup.server.accounts.accounts import LoginSession, User
from prikup.server.http.caller import Caller
from prikup.server.http.handler_helpers import token_of
from prikup.server.lobby.socket import LobbySocket
from prikup.server.logging import logger
from prikup.server.nodes.relay import CAME, ORIGIN, Relay, Unreachable, connect_to_node
from prikup.server.services import Services
from prikup.server.telemetry import PARENT, ConnectionSpan
from prikup.server.websocket.connection import (
    DISCONNECT_ERRORS,
    FORBIDDEN,
    GOING_AWAY,
    INTERNAL_ERROR,
    NO_SUCH_TABLE,
    TOO_FAST,
    TableSocket,
    reject,
)
from prikup.table.host.services import OwnedElsewhere
from prikup.table.host.storage import NotRead
from prikup.table.state.presence import ConnectionOrigin

__all__ = ["WebSocketEndpoint"]

PATH, LOBBY_PATH = "/ws/tables/", "/ws/lobby"
AWAY_FOR, ASK_EVERY = 10.0, 0.35
"""`AWAY_FOR` is the number of seconds for which a user waits for a table while no responding node owns it.

`ASK_EVERY` is the number of seconds between two lookups of the table's owner. A node is one of the servers that share a
database.
"""


SETTLE = 0.05
"""Seconds that the server waits before a user joins a table.

If the server has stalled, users may have given up and reconnected to another server. In this time the server notices
that their WebSockets have ended.
"""
MAX_KEPT = 64
"""Maximum number of messages that are received and queued while a user waits for a table."""


class _Socket:
    """An accepted WebSocket that has not joined its table yet.

    - `receive`, `send`: its ASGI functions.
    - `came`: the time at which the user connected, in microseconds.
    - `relayed`: True if another node (a server that shares the database) relays the connection.
    - `parent`: the trace context that this other node has sent for telemetry, "" for none.
    - `origin`: the device and the network address that it comes from.
    - `session`: the session that opened it, None once the session has ended.
    """

    def __init__(
        self,
        receive: Receive,
        send: Send,
        came: int,
        relayed: bool,
        parent: str,
        origin: ConnectionOrigin,
        session: LoginSession | None = None,
    ) -> None:
        self.send, self.came, self.relayed, self.parent, self.origin = send, came, relayed, parent, origin
        self.session = session
        self._receive: Any = receive
        self._kept: deque[Any] = deque()

    def renew(self, session: LoginSession) -> None:
        """Replace the sign-in session by its newer state, because the user has a new name or has opened an account."""
        self.session = session

    def close(self, code: int, reason: Reason) -> None:
        """Note that the session has ended.

        The endpoint then stops waiting for the table, and closes the WebSocket with a code and reason of its own.
        """
        self.session = None

    async def receive(self) -> Any:
        """Return the next ASGI event: one that `ends_within` has queued, or else a new one."""
        return self._kept.popleft() if self._kept else await self._receive()

    async def ends_within(self, seconds: float) -> bool:
        """Return whether the WebSocket ends within this number of seconds. Queue messages that arrive meanwhile.

        A user who has given up and reconnected to another server would otherwise lose the seat there to the old
        WebSocket.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while len(self._kept) < MAX_KEPT:
                    self._kept.append(await self._receive())
                    if self._kept[-1]["type"] != "websocket.receive":
                        return True
                await asyncio.Event().wait()
        return False


class WebSocketEndpoint:
    """The ASGI application of all WebSockets.

    It connects each one to the table that the path of the WebSocket names, or shows the lobby (the page with the open
    tables) on it.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one WebSocket until it ends."""
        path = scope["path"]
        await receive()  # websocket.connect
        if scope["state"]["relayed"] is not None and not self._services.acting(path.removeprefix(PATH)):
            await send({"type": "websocket.close", "code": GOING_AWAY, "reason": ""})  # the relay looks up the owner
            return
        try:
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        except DISCONNECT_ERRORS:
            return
        try:
            relayed = scope["state"]["relayed"] is not None
            headers = {name: value.decode("latin-1") for name, value in scope["headers"]} if relayed else {}
            came, parent = self._connection_time(headers), headers.get(PARENT.encode(), "")
            origin = _origin(scope["state"]["caller"], headers)
            session = await self._session(scope)
            is_program = b"ticket=" in scope["query_string"]
            scope.clear()  # type: ignore[union-attr]  # free its 4 kB, because a spectator may stay for hours
            if path == LOBBY_PATH and not relayed and (session is not None or not is_program):
                await self._show_lobby(session, origin, receive, send)
            elif session is None:
                self._services.metrics.sockets_declined.labels("not-signed-in").inc()
                logger.info("declined", path=path[:200], reason="not-signed-in")
                await reject(send, FORBIDDEN, reason("not-signed-in"))
            else:
                await self._connect(path, _Socket(receive, send, came, relayed, parent, origin, session))
        except NotRead:
            await reject(send, INTERNAL_ERROR, reason("not-read"))
        except Exception as error:
            logger.error("failed", path=path[:200], error=error)
            await reject(send, INTERNAL_ERROR, reason("server-failed"))

    async def _show_lobby(
        self, session: LoginSession | None, origin: ConnectionOrigin, receive: Receive, send: Send
    ) -> None:
        """Show the lobby (the page with the open tables) on a WebSocket until the WebSocket ends.

        `session` is None for a visitor who is not signed in, and `origin` is where the WebSocket comes from.
        """
        services = self._services
        if not services.has_lobby(session.user if session is not None else None):
            await reject(send, NO_SUCH_TABLE, reason("no-such-page"))
        elif services.leaving:
            await reject(send, GOING_AWAY, reason("server-stops"))
        elif session is None and services.lobby.is_full:
            services.metrics.sockets_declined.labels("full").inc()
            await reject(send, TOO_FAST, reason("full"))
        else:
            limited, clock = services.config.limited, services.keeper.now
            socket = LobbySocket(
                session,
                services.lobby,
                services.seekers,
                services.friend_watch,
                services.turn_watch,
                receive,
                send,
                limited=limited,
                clock=clock,
                device=_browser_digest(origin.device),
                network=origin.address,
            )
            await socket.run()

    async def _connect(self, path: str, socket: "_Socket") -> None:
        """Connect a WebSocket to its table, on this server or through a relay to the node that owns the table.

        `path` is the path of the WebSocket, which names the table. A node is one of the servers that share a database.
        Retry for `AWAY_FOR` seconds while no responding node owns the table, as long as the session has not ended.
        """
        self._services.arriving.add(socket)
        try:
            await self._find_table_and_join(path, socket)
        finally:
            self._services.arriving.discard(socket)

    async def _find_table_and_join(self, path: str, socket: "_Socket") -> None:
        services, name, until = self._services, path.removeprefix(PATH), self._services.keeper.now() + AWAY_FOR
        if services.config.peers is not None and not socket.relayed and await socket.ends_within(SETTLE):
            return  # the user may have reconnected to another server and must not lose the seat to this one
        while (session := socket.session) and not services.has_released(name) and services.keeper.now() < until:
            try:
                await self._join(name, session.user, socket)
                return
            except OwnedElsewhere as elsewhere:
                if socket.relayed:  # the relaying node retries
                    break
                if elsewhere.address and await self._relay(elsewhere.address, path, session.token, socket):
                    return
            if await socket.ends_within(ASK_EVERY):
                return
        await reject(socket.send, GOING_AWAY, reason("server-stops" if socket.session else "signed-out"))

    async def _join(self, name: str, user: User, socket: "_Socket") -> None:
        """Join the table `name` on this server until the connection ends. Raise OwnedElsewhere if another node owns it.

        A node is one of the servers that share a database. `user` is the user of the WebSocket.
        """
        services = self._services
        table = await services.tables.find(name)
        if table is not None and table.stage == "over":
            is_hidden = await services.archive.visibility.is_hidden(name, user.id)
            # Find it again: it may have been unloaded meanwhile, and a table that is not loaded sends no messages.
            table = None if is_hidden else await services.tables.find(name)
        if table is None:
            await reject(socket.send, NO_SUCH_TABLE, reason("no-such-table"))
            return
        if table.lacks_ratings and (effects := await services.archive.rating_effects(name)):
            table.show_ratings(effects)
        if socket.session is None:  # it has ended meanwhile
            await reject(socket.send, GOING_AWAY, reason("signed-out"))
            return
        limited = services.config.limited
        came, receive, send = socket.came, socket.receive, socket.send
        way, clock = services.spans.begin("table", came, socket.parent), services.keeper.now
        on_answer = partial(services.spans.act, way) if services.spans.enabled else None
        connection = TableSocket(
            socket.session,
            came,
            table,
            receive,
            send,
            services.metrics,
            limited=limited,
            on_answer=on_answer,
            clock=clock,
            origin=socket.origin,
            on_joined=services.friend_watch.show_calls_at_table,
        )
        services.arriving.discard(socket)
        await self._run(name, came, connection, way)

    async def _relay(self, address: str, path: str, token: str, socket: "_Socket") -> bool:
        """Relay a WebSocket to the node at `address`, which owns the table, until the connection ends.

        `path` is the path of the WebSocket, and `token` the digest of its user's sign-in token. A node is one of the
        servers that share a database. Return False if that node is unreachable, or if the session has ended.
        """
        services = self._services
        ticket, way = services.relays.issue(token), services.spans.begin("relay", socket.came)
        try:
            async with connect_to_node(address, path, ticket, socket.came, way.parent, socket.origin) as owner:
                if socket.session is None:
                    return False
                relay = Relay(socket.session, owner, socket.receive, socket.send)
                services.arriving.discard(socket)
                await self._run(path.removeprefix(PATH), socket.came, relay, way)
        except Unreachable:
            return False
        return True

    async def _run(self, table: str, came: int, connection: TableSocket | Relay, way: ConnectionSpan) -> None:
        """Run a connection to a table until it ends, and log its beginning and end.

        `came` is the time at which the user connected, in microseconds. The logs of all servers identify the connection
        by this number. `way` is the span that records the connection for telemetry.
        """
        services = self._services
        bound_logger = logger.bind(table=table, trace=f"{came:x}", relay=isinstance(connection, Relay))
        bound_logger.info("joined")
        try:
            await services.run_connection(connection)
        finally:
            services.metrics.sockets_closed.labels(connection.code).inc()
            services.spans.end(way, connection.code)
            bound_logger.info("left", code=connection.code)

    def _connection_time(self, headers: Mapping[bytes, str]) -> int:
        """Return the time at which the user connected, in microseconds of the clock that all servers share.

        If another server relays the connection, one of `headers` contains the time; otherwise it is the present time.
        """
        came = headers.get(CAME.encode(), "")
        return int(came) if came.isdecimal() else int(self._services.clock() * 1_000_000)

    async def _session(self, scope: Scope) -> LoginSession | None:
        """Return the session that a WebSocket belongs to; None if the user is not signed in.

        A browser page is identified by its cookie, and a program by its ticket, a text that opens one WebSocket. A
        WebSocket that another server relays is identified by the digest of the user's token in the relay ticket.
        """
        if token_digest := scope["state"]["relayed"]:
            return await self._services.accounts.session_of_digest(token_digest)
        request = ASGIConnection[Any, Any, Any, State](scope)
        caller: Caller = scope["state"]["caller"]
        ticket = request.query_params.get("ticket", "")
        if ticket or not caller.origin:
            return await self._services.accounts.redeem_ticket(ticket)
        return await self._services.accounts.session(token_of(request.headers, request.cookies))


def _origin(caller: Caller, headers: Mapping[bytes, str]) -> ConnectionOrigin:
    """Return the device and the network address that a WebSocket comes from.

    `headers` are those that another server has added when it relayed the WebSocket; they are empty if it is not
    relayed.
    """
    if headers:
        device, _, address = headers.get(ORIGIN.encode(), "").partition(" ")
        return ConnectionOrigin(device, address)
    return ConnectionOrigin(caller.device, caller.address)


def _browser_digest(device: str) -> str:
    """Return a text that identifies a browser without revealing its cookie `device`; "" if it has no cookie."""
    return sha256(device.encode()).hexdigest()[:32] if device else ""
