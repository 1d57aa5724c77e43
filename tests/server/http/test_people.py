"""Users who have met at a table: new names, blocks, and stored reports."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from server.server_thread import Running, Visitor, problem, receive, run_server, say
from server.socket_player import play
from support.example_games import example
from typer.testing import CliRunner

from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.table.protocol.client_messages import ReportCommand, SitCommand
from prikup.terminal.cli.app import app

THREE = example(seats=3)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with run_server(tmp_path) as running:
        yield running


async def _seats(socket: Any, true: Any) -> dict[str, Any]:
    """Return the next seats message that satisfies a condition."""
    while not true(seats := await receive(socket, "seats")):
        pass
    return seats


def test_seats_message_shows_new_user_name_at_once(vera: Visitor, oleg: Visitor) -> None:
    async def sitting() -> None:
        table = vera.table(game=THREE)
        async with vera.socket(table) as vera_socket, oleg.socket(table) as oleg_socket:
            await _seats(oleg_socket, lambda seats: seats["seats"][0])
            await say(oleg_socket, SitCommand(1))
            await _seats(vera_socket, lambda seats: seats["seats"][1])
            response = await asyncio.to_thread(lambda: oleg.http.patch("/api/me", json={"name": "Anna"}))
            assert response.is_success
            assert (await _seats(vera_socket, lambda s: s["seats"][1]["name"] != "Oleg"))["seats"][1]["name"] == "Anna"
            await asyncio.to_thread(oleg.post, "account", name="Anush", password="long enough")
            assert (await _seats(vera_socket, lambda s: s["seats"][1]["name"] != "Anna"))["seats"][1]["name"] == "Anush"

    asyncio.run(sitting())


def unblock(visitor: Visitor, block: str) -> Any:
    """Remove a block and return the remaining ones."""
    return visitor.http.delete(f"/api/blocks/{block}", headers={"content-type": "application/json"}).json()


def test_blocked_user_cannot_sit_at_blockers_table_until_unblocked(
    vera: Visitor, oleg: Visitor, tmp_path: Path
) -> None:
    async def meeting() -> None:
        first = vera.table(game=THREE)
        async with vera.socket(first) as vera_socket, oleg.socket(first) as oleg_socket:
            await say(oleg_socket, SitCommand(1))
            seats = await _seats(vera_socket, lambda seats: seats["seats"][1])
            person = seats["seats"][1]["id"]
            assert oleg.me["id"] not in str(seats)
            blocks = await asyncio.to_thread(lambda: vera.post("blocks", table=first, person=person))
            assert [entry["name"] for entry in blocks] == ["Oleg"]
            own_problem, unknown_problem = (
                problem(vera.http.post("/api/blocks", json={"table": first, "person": entry}))
                for entry in (seats["me"], "0" * 16)
            )
            assert (own_problem, unknown_problem) == ((400, "block-yourself"), (404, "nobody-so"))
        second = vera.table(game=THREE)
        async with vera.socket(second) as vera_socket, oleg.socket(second) as oleg_socket:
            await _seats(vera_socket, lambda seats: seats["you"] == 0)
            await say(oleg_socket, SitCommand(1))
            assert (await receive(oleg_socket, "refused"))["reason"]["key"] == "seat-blocked"
            assert unblock(oleg, blocks[0]["id"]) == []
            assert len(vera.get("blocks")) == 1, "nobody takes back what is another's"
            assert unblock(vera, blocks[0]["id"]) == []
            await say(oleg_socket, SitCommand(1))
            assert await _seats(vera_socket, lambda seats: seats["seats"][1])

    asyncio.run(meeting())
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
        kinds = [kind for (kind,) in file.execute("SELECT kind FROM audit ORDER BY id")]
    assert [kind for kind in kinds if "blocked" in kind] == ["blocked", "unblocked"]


def test_report_is_stored_and_listed_by_positions_command(vera: Visitor, tmp_path: Path) -> None:
    async def reporting() -> None:
        table = vera.table(game=THREE, bots=True, deals=1)
        async with vera.socket(table) as socket:
            messages = [json.loads(text) for text in await play(socket)]
        views = [message for message in messages if message["type"] == "view"]
        n, seat = next((v["n"], m["seat"]) for v in reversed(views) for m in v["moved"] if m["seat"] != 0)
        async with vera.socket(table) as socket:
            await say(socket, ReportCommand(n, seat))
            assert (await receive(socket, "noted"))["n"] == n

    asyncio.run(reporting())
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
        rows = list(file.execute("SELECT game, deal, level FROM reports"))
    assert rows == [(THREE, 1, "rule")]
    url = f"sqlite:///{tmp_path}/tables.sqlite"
    run = CliRunner().invoke(app, ["reports", "--database", url, "--out", str(tmp_path / "logs")])
    assert run.exit_code == 0, run.output
    assert THREE in run.output
    (log_file,) = (tmp_path / "logs").iterdir()
    events, _, _ = read_events(log_file.read_bytes())
    assert Log.replay(events).match.deals == 1
    run = CliRunner().invoke(app, ["reports", "--json", "--database", url])
    record = json.loads(run.output)
    assert (record["game"], record["deal"], record["level"]) == (THREE, 1, "rule")
    assert record["action"] != "?"
