"""The bounds of network connections: silence, floods, and who does not read, beside somebody who just plays."""

import gc
import os
import socket
import time
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from server.logged import logged
from server.running import Running, Visitor, served, until
from websockets.server import ServerProtocol

from prikup.games import GAMES
from prikup.server import network
from prikup.server.metrics import Metrics
from prikup.server.network import ConnectionLimits, raise_file_limit

WITHIN = 0.4
FIRST = next(iter(GAMES))


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(network, "REQUEST_WITHIN", WITHIN)
    monkeypatch.setattr("prikup.server.process.PER_ADDRESS", 20)
    with served(tmp_path, limited=True) as running:
        yield running


def line(running: Running) -> socket.socket:
    host, _, port = running.address.partition(":")
    return socket.create_connection((host, int(port)), timeout=10)


def ended(connection: socket.socket) -> bool:
    """Whether the server ends a connection, which is read to its end."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def upgraded(running: Running, visitor: Visitor, table: str) -> socket.socket:
    """A WebSocket of a visitor, as bytes."""
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


def flood(connection: socket.socket, frame: bytes, seconds: float = 10) -> int:
    """Send a frame over and over without reading, until the connection is cut; the bytes that were taken."""
    connection.setblocking(False)
    chunk, sent, until = frame * 2000, 0, time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            sent += connection.send(chunk)
        except BlockingIOError:
            time.sleep(0.01)
        except ConnectionError:
            return sent
    raise AssertionError("it is not cut")


def frame(opcode: int, body: bytes = b"", fin: bool = True) -> bytes:
    return bytes([(0x80 if fin else 0) | opcode, 0x80 | len(body)]) + bytes(4) + body


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="silent"),
        pytest.param(b"GET / HTT", id="half-a-line"),
        pytest.param(
            b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            id="half-a-body",
        ),
    ],
)
def test_who_does_not_finish_a_request_is_closed(running: Running, said: bytes) -> None:
    with closing(line(running)) as connection:
        connection.sendall(said)
        assert ended(connection)
    assert "too-slow" in running.journal
    assert b'prikup_connections_cut_total{why="too-slow"} 1.0' in running.services.metrics.exposition()


def test_who_hangs_up_in_the_middle_is_no_failure_of_the_server(running: Running) -> None:
    with closing(line(running)) as connection:
        head = "POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
        connection.sendall(head.encode())
        time.sleep(0.1)
    until(lambda: '"status":400' in running.journal or '"failed"' in running.journal)
    assert '"failed"' not in running.journal


def test_a_connection_is_kept_alive_for_the_next_request(running: Running) -> None:
    with Visitor(running) as visitor:
        time.sleep(2 * WITHIN)
        assert visitor.known()["name"] == "Vera"


def test_an_address_has_so_many_connections_and_no_more(running: Running) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(line(running))) for _ in range(20)]
        time.sleep(0.1)
        with closing(line(running)) as refused:
            assert ended(refused)
        assert "connections-full" in running.journal
        lines[0].close()
        time.sleep(0.1)
        with closing(line(running)) as taken:
            taken.sendall(f"GET /health HTTP/1.1\r\nHost: {running.address}\r\n\r\n".encode())
            assert taken.recv(12) == b"HTTP/1.1 200"


def test_a_socket_is_counted_until_it_ends(running: Running) -> None:
    with Visitor(running) as visitor:
        table = visitor.table(game=FIRST)
        for _ in range(25):
            with closing(upgraded(running, visitor, table)):
                pass
        assert visitor.known()


@pytest.mark.parametrize(
    ("begin", "repeated", "why"),
    [
        pytest.param(b"", frame(9, os.urandom(100)), "pings-unread|frames-flood", id="pings-unread"),
        pytest.param(frame(1, b"", fin=False), frame(0, b"", fin=False), "frames-flood", id="empty-fragments"),
        pytest.param(frame(1, b"x", fin=False), frame(0, b"x", fin=False), "frames-flood", id="tiny-fragments"),
        pytest.param(b"", frame(10), "frames-flood", id="pongs-nobody-asked-for"),
    ],
)
def test_a_flood_of_frames_is_cut(running: Running, begin: bytes, repeated: bytes, why: str) -> None:
    with Visitor(running) as visitor:
        table = visitor.table(game=FIRST)
        with closing(upgraded(running, visitor, table)) as connection:
            connection.sendall(begin)
            flood(connection, repeated)
        assert visitor.known(), "others are served"
    seen = [one for one in why.split("|") if one in running.journal]
    assert seen
    assert f'prikup_connections_cut_total{{why="{seen[0]}"}} 1.0'.encode() in running.services.metrics.exposition()


def test_what_follows_in_a_flood_is_not_looked_at(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    counted, looked = network.WebSocketProtocol._counted, 0

    def counting(protocol: network.WebSocketProtocol) -> bool:
        nonlocal looked
        looked += 1
        return counted(protocol)

    monkeypatch.setattr(network.WebSocketProtocol, "_counted", counting)
    with Visitor(running) as visitor, closing(upgraded(running, visitor, visitor.table(game=FIRST))) as connection:
        connection.sendall(frame(1, b"", fin=False) + frame(0, b"", fin=False) * 10_000)
        assert ended(connection)
    assert looked < 2000


def test_limits_by_address_and_of_all() -> None:
    now = [0.0]
    with logged() as journal:
        metrics = Metrics()
        limits = ConnectionLimits(metrics, 3, 2, clock=lambda: now[0])
        assert [limits.enter("a"), limits.enter("a"), limits.enter("a")] == [True, True, False]
        assert [limits.enter("b"), limits.enter("c")] == [True, False]
        assert len(limits) == 3
        assert journal.getvalue().count("connections-full") == 1, "one line a minute"
        now[0] = 61.0
        assert not limits.enter("b")
        assert b'prikup_connections_refused_total{full="address"} 1.0' in metrics.exposition()
        assert b'prikup_connections_refused_total{full="server"} 2.0' in metrics.exposition()
        assert b"prikup_connections_most 3.0" in metrics.exposition()
        assert '"full":"server"' in journal.getvalue().splitlines()[-1]
        limits.leave("a")
        assert limits.enter("b")


@pytest.mark.skipif(os.name != "posix", reason="only there a process has a limit of files")
def test_as_many_files_as_the_system_allows() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        assert raise_file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_of_sockets_that_have_ended_nothing_stays(running: Running) -> None:
    """Nor until garbage is looked for: that would be when a thousand have come and gone."""
    with Visitor(running) as visitor:
        table = visitor.table(game=FIRST)
        gc.collect()
        gc.disable()
        try:
            protocols = [weakref.ref(each) for each in _sockets(running, visitor, table)]
            until(lambda: not any(protocol() for protocol in protocols))
        finally:
            gc.enable()


def _sockets(running: Running, visitor: Visitor, table: str) -> list[ServerProtocol]:
    """Open some sockets, close them, and return what the server kept of each."""

    def kept() -> list[ServerProtocol]:
        connections = list(running._process.server_state.connections)
        return [each.conn for each in connections if isinstance(each, network.WebSocketProtocol)]

    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(closing(upgraded(running, visitor, table)))
        until(lambda: len(kept()) == 5)
        return kept()
