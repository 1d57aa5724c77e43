"""Quick versions of the attacks: attackers are disconnected or refused, this is logged, and other users are served.

`make attack` runs the full attacks and measures them.
"""

import asyncio
import math
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.captured_log import entries, events
from server.server_thread import Running, Visitor, receive, run_server, say, until
from server.socket_player import Message, Player
from server.still_time import StillTime
from server.test_connection_limits import is_closed, open_raw_websocket
from support import patient
from support.waiting import DEADLINE_S
from websockets.asyncio.client import ClientConnection, connect

from prikup.games import GAMES
from prikup.server.logging import BURST
from prikup.table.host.storage import NotWritten
from prikup.table.protocol.client_messages import ChatCommand, SitCommand, StandCommand

FIRST = next(iter(GAMES))


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test is so slow that the log has room for more lines, or that a working database seems to fail."""
    monkeypatch.setattr("prikup.server.logging.REPEAT_S", math.inf)
    monkeypatch.setattr("prikup.server.services.HEALTHY_WITHIN", DEADLINE_S)


@pytest.fixture
def running_server(tmp_path: Path) -> Iterator[Running]:
    with run_server(tmp_path, limited=True) as running:
        yield running


# Database failures


def test_health_requests_share_one_database_check(running_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    check_count = 0

    async def wait_forever() -> None:
        nonlocal check_count
        check_count += 1
        await asyncio.Event().wait()

    monkeypatch.setattr("prikup.server.services.HEALTHY_WITHIN", 0.05)
    monkeypatch.setattr(running_server.services.store, "check_writable", wait_forever)
    assert [patient.get(f"{running_server.url}/health").status_code for _ in range(4)] == [503] * 4
    assert check_count == 1
    assert events(running_server.journal)["unhealthy"] == 1


def test_health_recovers_after_failed_check(running_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise NotWritten("the-secret")

    with monkeypatch.context() as patch:
        patch.setattr(running_server.services.store, "check_writable", fail)
        answer = patient.get(f"{running_server.url}/health")
        assert (answer.status_code, answer.json()) == (503, {"database": False})
    assert "the-secret" not in running_server.journal
    assert patient.get(f"{running_server.url}/health").status_code == 200
    assert (events(running_server.journal)["unhealthy"], events(running_server.journal)["healthy-again"]) == (1, 1)


def test_server_acknowledges_nothing_while_database_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.table.actor.PAUSE_S", 0.0)  # by default a table pauses for a second after a failure
    pragmas = ("busy_timeout = 50", "synchronous = FULL", "foreign_keys = ON")
    monkeypatch.setattr("prikup.server.storage.database._PRAGMAS", pragmas)
    with run_server(tmp_path, limited=True) as running, Visitor(running) as vera:
        table = vera.table(game=FIRST, bots=True)
        file = sqlite3.connect(tmp_path / "tables.sqlite", timeout=DEADLINE_S, isolation_level=None)
        with closing(file):
            receipt = asyncio.run(_moves_while_locked(vera, table, file))
            (last_row,) = file.execute("SELECT max(seq) FROM moves WHERE table_id = ?", (table,)).fetchone()
        assert last_row >= receipt
        assert patient.get(f"{running.url}/health").status_code == 200
        assert 0 < events(running.journal)["not-written"] <= BURST


async def _moves_while_locked(vera: Visitor, table: str, file: sqlite3.Connection) -> int:
    """Send an action of `vera` at a table while the database is locked, and again after it is refused.

    The database `file` is unlocked in between. Return the version in the receipt of the second action.
    """
    player = Player(1)
    async with asyncio.timeout(DEADLINE_S), vera.socket(table) as socket:
        act = await _play_until_act(socket, player)
        file.execute("BEGIN EXCLUSIVE")
        await _send(socket, act)
        refusal = await receive(socket, "refused")
        assert refusal["reason"]["key"] == "not-written"
        file.execute("ROLLBACK")
        await _send(socket, player.respond(refusal) or await _play_until_act(socket, player))
        receipt: int = (await receive(socket, "receipt"))["n"]
        return receipt


async def _play_until_act(socket: ClientConnection, player: Player) -> Message:
    """Play until the player is about to take an action, and return the command without sending it."""
    while True:
        answer = player.respond(msgspec.json.decode(await socket.recv()))
        if answer is not None and answer["type"] == "act":
            return answer
        await _send(socket, answer)


async def _send(socket: ClientConnection, message: Message | None) -> None:
    if message is not None:
        await socket.send(msgspec.json.encode(message).decode())


# Connections


def test_server_disconnects_client_that_answers_no_ping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prikup.server.process.PING", 0.2)
    with run_server(tmp_path, limited=True) as running, Visitor(running) as vera:
        table = vera.table(game=FIRST)
        with closing(open_raw_websocket(running, vera, table)) as slow:
            assert is_closed(slow)
            until(lambda: "pings-unanswered" in running.journal)
        assert vera.recognised_user(), "other users are still served"


def test_server_declines_frequent_connections_of_one_address_only(tmp_path: Path) -> None:
    with run_server(tmp_path, limited=True, proxy=True) as running:
        attacker_headers, other_headers = {"x-forwarded-for": "10.0.0.1"}, {"x-forwarded-for": "10.0.0.2"}
        upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
        upgrade["sec-websocket-key"] = "dGhlIHNhbXBsZSBub25jZQ=="

        def connection_status(headers: dict[str, str]) -> int:
            with patient.stream("GET", f"{running.url}/ws/tables/x", headers=headers | upgrade) as answer:
                return answer.status_code

        answers = Counter(connection_status(attacker_headers) for _ in range(90))
        assert answers[403] > BURST
        assert connection_status(other_headers) == 101
        assert events(running.journal)["limit-reached"] == BURST, "not one line per refusal"
        assert events(running.journal)["declined"] <= 2 * BURST


# Users


def test_server_rejects_and_logs_too_frequent_messages(tmp_path: Path) -> None:
    with run_server(tmp_path, limited=True, keeper=StillTime()) as running, Visitor(running) as vera:
        table = vera.table(game=FIRST)
        assert asyncio.run(_refusal_reason(vera, table, ChatCommand("buy now"))) == "chat-too-fast"
        assert asyncio.run(_refusal_reason(vera, table, ChatCommand("buy now"))) == "chat-too-fast", (
            "the limit also holds after reconnecting"
        )
        assert asyncio.run(_refusal_reason(vera, table, StandCommand(), SitCommand(0))) == "seat-too-fast"
        log_lines = [line for line in entries(running.journal) if line["event"] == "too-often"]
        assert {line["reason"] for line in log_lines} == {"chat-too-fast", "seat-too-fast"}
        assert {line["table"] for line in log_lines} == {table}
        assert "buy now" not in running.journal


async def _refusal_reason(vera: Visitor, table: str, *messages: Any) -> str:
    """Send these messages of `vera` at a table in turn until one is refused, and return the key of the reason."""
    async with vera.socket(table) as socket:
        await receive(socket, "seats")
        for number in range(40):
            await say(socket, messages[number % len(messages)])
        reason: str = (await receive(socket, "refused"))["reason"]["key"]
        return reason


async def _closing_reason(socket: connect, *texts: str) -> str:
    """Send these texts, and return the key of the reason why the server closes the connection."""
    async with socket as connection:
        for text in texts:
            await connection.send(text)
        reason: str = (await receive(connection, "goodbye"))["reason"]["key"]
        return reason


def test_server_logs_unreadable_client_once(running_server: Running) -> None:
    with Visitor(running_server) as vera:
        socket = vera.socket(vera.table(game=FIRST))
        assert asyncio.run(_closing_reason(socket, *["nonsense"] * 20)) == "message-unreadable"
    assert events(running_server.journal)["sent-away"] == 1


def test_ticket_of_ended_session_is_declined(running_server: Running) -> None:
    with Visitor(running_server) as vera:
        socket = vera.socket(vera.table(game=FIRST))
        vera.post("logout")
        assert asyncio.run(_closing_reason(socket)) == "not-signed-in"
    assert events(running_server.journal)["declined"] == 1
