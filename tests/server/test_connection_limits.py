"""Limits of network connections: silent, flooding and non-reading clients, next to one that plays normally."""

import gc
import os
import select
import socket
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from server.captured_log import capture_log
from server.server_thread import Running, Visitor, run_server, until
from server.still_time import StillTime
from support.waiting import DEADLINE_S
from websockets.server import ServerProtocol

from prikup.games import GAMES
from prikup.server import connection_limits
from prikup.server.connection_limits import ConnectionLimits, raise_file_limit
from prikup.server.metrics import Metrics

FIRST = next(iter(GAMES))


@pytest.fixture
def time() -> StillTime:
    return StillTime()


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: StillTime) -> Iterator[Running]:
    monkeypatch.setattr("prikup.server.process.PER_ADDRESS", 20)
    with run_server(tmp_path, limited=True, keeper=time) as running:
        yield running


def line(running: Running) -> socket.socket:
    host, _, port = running.address.partition(":")
    return socket.create_connection((host, int(port)), timeout=DEADLINE_S)


def is_closed(connection: socket.socket) -> bool:
    """Return whether the server closes a connection; read it to its end."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def open_raw_websocket(running: Running, visitor: Visitor, table: str) -> socket.socket:
    """Return the raw TCP connection of a visitor's WebSocket after the handshake."""
    ticket = visitor.post("tickets")["ticket"]
    connection = line(running)
    connection.sendall(
        f"GET /ws/tables/{table}?ticket={ticket} HTTP/1.1\r\nHost: {running.address}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(1)
    assert head.startswith(b"HTTP/1.1 101"), head
    return connection


def flood(connection: socket.socket, frame: bytes) -> None:
    """Send a frame repeatedly without reading until the server closes the connection."""
    connection.setblocking(False)
    while select.select([], [connection], [], DEADLINE_S)[1]:
        try:
            connection.send(frame * 2000)
        except ConnectionError:
            return
    raise AssertionError("it is not cut")


def frame(opcode: int, body: bytes = b"", fin: bool = True) -> bytes:
    return bytes([(0x80 if fin else 0) | opcode, 0x80 | len(body)]) + bytes(4) + body


HALF_A_REQUEST = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"


def test_connection_with_unfinished_request_is_closed(running: Running, time: StillTime) -> None:
    for number, request in enumerate((b"", b"GET / HTT", HALF_A_REQUEST), 1):
        with closing(line(running)) as connection:
            connection.sendall(request)
            until(lambda: "_too_slow" in str(time.waiting))
            time.advance(connection_limits.REQUEST_WITHIN)
            assert is_closed(connection)
        assert running.journal.count('"too-slow"') == number
        cut = f'prikup_connections_cut_total{{why="too-slow"}} {number}.0'
        assert cut.encode() in running.services.metrics.exposition()


def test_connection_closed_mid_request_is_not_a_server_failure(running: Running) -> None:
    with closing(line(running)) as connection:
        connection.sendall(HALF_A_REQUEST)
        until(lambda: any(isinstance(protocol, connection_limits.HttpProtocol) for protocol in connections(running)))
    until(lambda: '"status":400' in running.journal or '"failed"' in running.journal)
    assert '"failed"' not in running.journal


def test_connection_stays_open_for_next_request(running: Running, time: StillTime) -> None:
    with Visitor(running) as visitor:
        time.advance(2 * connection_limits.REQUEST_WITHIN)
        assert visitor.recognised_user()["name"] == "Vera"


def connections(running: Running) -> list[object]:
    """Return the server's open connection objects."""
    return list(running._process.server_state.connections)


def test_connection_count_per_address_is_limited(running: Running) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(line(running))) for _ in range(20)]
        until(lambda: len(connections(running)) == 20)
        with closing(line(running)) as refused_connection:
            assert is_closed(refused_connection)
        assert "connections-full" in running.journal
        lines[0].close()
        until(lambda: len(connections(running)) == 19)
        with closing(line(running)) as accepted_connection:
            accepted_connection.sendall(f"GET /api/bootstrap HTTP/1.1\r\nHost: {running.address}\r\n\r\n".encode())
            assert accepted_connection.recv(12) == b"HTTP/1.1 200"


def test_socket_frees_its_connection_slot_when_closed(running: Running) -> None:
    with Visitor(running) as visitor:
        table = visitor.table(game=FIRST)
        for _ in range(25):
            with closing(open_raw_websocket(running, visitor, table)):
                pass
        assert visitor.recognised_user()


@pytest.mark.parametrize(
    ("first_frame", "flood_frame", "why"),
    [
        pytest.param(b"", frame(9, os.urandom(100)), "pings-unread|frames-flood", id="pings-unread"),
        pytest.param(frame(1, b"", fin=False), frame(0, b"", fin=False), "frames-flood", id="empty-fragments"),
        pytest.param(frame(1, b"x", fin=False), frame(0, b"x", fin=False), "frames-flood", id="tiny-fragments"),
        pytest.param(b"", frame(10), "frames-flood", id="pongs-nobody-asked-for"),
    ],
)
def test_connection_with_frame_flood_is_closed(
    running: Running, first_frame: bytes, flood_frame: bytes, why: str
) -> None:
    with Visitor(running) as visitor:
        table = visitor.table(game=FIRST)
        with closing(open_raw_websocket(running, visitor, table)) as connection:
            connection.sendall(first_frame)
            flood(connection, flood_frame)
        assert visitor.recognised_user(), "others are served"
    reasons = [reason for reason in why.split("|") if reason in running.journal]
    assert reasons
    assert f'prikup_connections_cut_total{{why="{reasons[0]}"}} 1.0'.encode() in running.services.metrics.exposition()


def test_frame_flood_is_not_examined_after_it_is_detected(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    original, look_count = connection_limits.WebSocketProtocol._count_frame, 0

    def counting(protocol: connection_limits.WebSocketProtocol) -> bool:
        nonlocal look_count
        look_count += 1
        return original(protocol)

    monkeypatch.setattr(connection_limits.WebSocketProtocol, "_count_frame", counting)
    with (
        Visitor(running) as visitor,
        closing(open_raw_websocket(running, visitor, visitor.table(game=FIRST))) as connection,
    ):
        connection.sendall(frame(1, b"", fin=False) + frame(0, b"", fin=False) * 10_000)
        assert is_closed(connection)
    assert look_count < 2000


def test_connection_limits_apply_per_address_and_in_total() -> None:
    time = StillTime()
    with capture_log() as journal:
        metrics = Metrics()
        limits = ConnectionLimits(metrics, 3, 2, time)
        assert [limits.enter("a"), limits.enter("a"), limits.enter("a")] == [True, True, False]
        assert [limits.enter("b"), limits.enter("c")] == [True, False]
        assert len(limits) == 3
        assert journal.getvalue().count("connections-full") == 1, "one line a minute"
        time.advance(61.0)
        assert not limits.enter("b")
        assert b'prikup_connections_refused_total{full="address"} 1.0' in metrics.exposition()
        assert b'prikup_connections_refused_total{full="server"} 2.0' in metrics.exposition()
        assert b"prikup_connections_most 3.0" in metrics.exposition()
        assert '"full":"server"' in journal.getvalue().splitlines()[-1]
        limits.leave("a")
        assert limits.enter("b")


@pytest.mark.skipif(os.name != "posix", reason="only there a process has a limit of files")
def test_raise_file_limit_reaches_system_maximum() -> None:
    import resource

    old_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, old_limit[1]))
        assert raise_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, old_limit)


def test_closed_sockets_are_freed_without_garbage_collector(running: Running) -> None:
    """Closed sockets are freed without the garbage collector, which would run only after about a thousand."""
    with Visitor(running) as visitor:
        table = visitor.table(game=FIRST)
        gc.collect()
        gc.disable()
        try:
            protocols = [weakref.ref(server_protocol) for server_protocol in _sockets(running, visitor, table)]
            until(lambda: not any(protocol() for protocol in protocols))
        finally:
            gc.enable()


def _sockets(running: Running, visitor: Visitor, table: str) -> list[ServerProtocol]:
    """Open and close some sockets; return the server's protocol object for each."""

    def server_protocols() -> list[ServerProtocol]:
        return [
            connection.conn
            for connection in connections(running)
            if isinstance(connection, connection_limits.WebSocketProtocol)
        ]

    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(closing(open_raw_websocket(running, visitor, table)))
        until(lambda: len(server_protocols()) == 5)
        return server_protocols()
