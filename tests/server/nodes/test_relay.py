"""Two servers that share a PostgreSQL database (make test-postgres), and users who connect to either."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from server.captured_log import entries, events
from server.node_cluster import open_shared_database
from server.server_thread import HASTY, Running, Visitor, receive, run_server, say, until
from sqlalchemy import insert, select
from support import patient
from support.example_games import example
from support.waiting import DEADLINE_S, eventually
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from prikup.server import process, services
from prikup.server.storage.sql_tables import owners
from prikup.server.websocket import endpoint
from prikup.table.host.time_source import Timekeeper, sleep_until
from prikup.table.protocol.client_messages import ChatCommand, SitCommand, StartCommand

FOUR = example(seats=4)


@pytest.fixture
def pair(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lasting_leases: None
) -> Iterator[tuple[Running, Running]]:
    """Two servers; one that is stopped shuts down without a drain period, unless a test changes that."""
    monkeypatch.setattr(process, "DRAIN_S", 0.0)
    with (
        run_server(tmp_path, HASTY, database=url) as first_server,
        run_server(tmp_path, HASTY, database=url) as second_server,
    ):
        yield first_server, second_server


def to(running: Running, visitor: Visitor, table: str) -> connect:
    """Return a socket of a visitor to a table through one of the servers."""
    ticket = visitor.post("tickets")["ticket"]
    return patient.connect(f"ws://{running.address}/ws/tables/{table}?ticket={ticket}")


async def test_relay_connects_users_of_two_servers_to_one_table(pair: tuple[Running, Running]) -> None:
    first_server, second_server = pair
    with Visitor(first_server, "Vera") as vera, Visitor(second_server, "Anna") as anna:
        table = vera.table(game=FOUR)
        async with to(first_server, vera, table) as vera_socket:
            welcome = await receive(vera_socket, "welcome")
            async with to(second_server, anna, table) as anna_socket:
                assert await receive(anna_socket, "welcome") == welcome
                await say(anna_socket, SitCommand(1))
                while not (await receive(anna_socket, "seats"))["seats"][1]:
                    pass
                await say(vera_socket, ChatCommand("a word"))
                assert (await receive(anna_socket, "chatted"))["text"] == "a word"
        assert (len(first_server.services.tables), len(second_server.services.tables)) == (1, 0)
        until(lambda: events(second_server.journal)["left"] == 3)  # in-process servers share the log
    lines = entries(second_server.journal)
    trace_counts = Counter[str](line["trace"] for line in lines if line["event"] == "joined")
    assert sorted(trace_counts.values()) == [1, 2], "one came by way of the other server"
    trace = trace_counts.most_common(1)[0][0]
    assert sorted(line["relay"] for line in lines if line.get("trace") == trace) == [False, False, True, True]


async def test_table_data_is_same_from_either_server(pair: tuple[Running, Running]) -> None:
    first_server, second_server = pair
    with Visitor(first_server, "Vera") as vera:
        bearer = {"Authorization": f"Bearer {vera.token}"}
        table = vera.table(game=FOUR)
        async with vera.socket(table) as socket:
            await say(socket, SitCommand(0))
            await say(socket, StartCommand())
            await receive(socket, "view")
            for path in (f"tables/{table}", "bootstrap", f"tables/{table}/log"):
                answers = [
                    patient.get(f"{server.url}/api/{path}", headers=bearer) for server in (first_server, second_server)
                ]
                assert answers[0].is_success
                assert answers[0].content == answers[1].content


async def test_stopping_server_releases_tables_to_another(pair: tuple[Running, Running]) -> None:
    first_server, second_server = pair
    with Visitor(first_server, "Vera") as vera, Visitor(second_server, "Anna") as anna:
        table = vera.table(game=FOUR)
        bearer = {"Authorization": f"Bearer {vera.token}"}
        async with to(first_server, vera, table) as vera_socket:
            await say(vera_socket, SitCommand(0))
            while (await receive(vera_socket, "seats"))["you"] != 0:
                pass
            async with to(second_server, anna, table) as anna_socket:
                await receive(anna_socket, "seats")
                first_server.stop()
                for socket in (vera_socket, anna_socket):
                    assert (await receive(socket, "goodbye"))["reason"]["key"] == "server-stops"
                    with pytest.raises(ConnectionClosed) as close_info:
                        await receive(socket, "nothing more")
                    assert close_info.value.rcvd is not None
                    assert close_info.value.rcvd.code == 1001
        new_ticket = anna.http.post("/api/tickets", json={}, headers=bearer).json()["ticket"]
        async with patient.connect(f"ws://{second_server.address}/ws/tables/{table}?ticket={new_ticket}") as socket:
            assert (await receive(socket, "seats"))["you"] == 0
        assert len(second_server.services.tables) == 1


async def test_stopping_server_releases_tables_one_by_one(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    first_server, second_server = pair
    may_go_on = threading.Event()

    async def wait_and_sleep(keeper: Timekeeper, time: float) -> None:
        """Pause after a table has been given up until the test lets the server go on."""
        await eventually(may_go_on.is_set)
        await sleep_until(keeper, time)

    monkeypatch.setattr("prikup.table.registry.sleep_until", wait_and_sleep)
    with ExitStack() as stack:
        stack.callback(may_go_on.set)
        vera, anna = (stack.enter_context(Visitor(second_server, name)) for name in ("Vera", "Anna"))
        names = [vera.table(game=FOUR), anna.table(game=FOUR)]
        async with to(first_server, vera, names[0]) as vera_socket, to(first_server, anna, names[1]) as anna_socket:
            for socket in (vera_socket, anna_socket):
                await receive(socket, "seats")
            first_server.stop()
            assert (await receive(vera_socket, "goodbye"))["reason"]["key"] == "server-stops"
            async with to(second_server, vera, names[0]) as new_socket:
                await receive(new_socket, "seats")
            await say(anna_socket, ChatCommand("still here"))
            assert (await receive(anna_socket, "chatted"))["text"] == "still here"
            async with to(second_server, anna, names[1]) as relayed_socket:
                await receive(relayed_socket, "seats")
                assert len(second_server.services.tables) == 1, "the table is still where it was"
                assert (await receive(anna_socket, "goodbye"))["reason"]["key"] == "seat-elsewhere"
                may_go_on.set()
                assert (await receive(relayed_socket, "goodbye"))["reason"]["key"] == "server-stops"
            async with to(second_server, anna, names[1]) as new_socket:
                await receive(new_socket, "seats")
        assert len(second_server.services.tables) == 2


async def test_stopping_server_releases_table_that_it_has_not_loaded(pair: tuple[Running, Running], url: str) -> None:
    """A claim that seemed to fail may have made the server the owner of such a table."""
    first_server, second_server = pair
    node = first_server.services._node
    assert node is not None
    with Visitor(second_server, "Vera") as vera:
        table = vera.table(game=FOUR)
        row = {"table_id": table, "node": node._id, "claim": "seemed to fail"}
        async with open_shared_database(url) as database:
            async with database.writing() as connection:
                await connection.execute(insert(owners), row)
            first_server.stop()
            is_owned = True
            async with asyncio.timeout(DEADLINE_S):
                while is_owned:
                    async with database.reading() as connection:
                        is_owned = bool((await connection.execute(select(owners.c.node))).all())


async def test_stopping_server_drains_and_releases_all_tables_on_hurry(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    first_server, second_server = pair
    monkeypatch.setattr(services, "PACE", 60.0)
    monkeypatch.setattr(process, "DRAIN_S", DEADLINE_S)
    with Visitor(second_server, "Vera") as vera, Visitor(second_server, "Anna") as anna:
        names = [vera.table(game=FOUR), anna.table(game=FOUR)]
        async with to(first_server, vera, names[0]) as vera_socket, to(first_server, anna, names[1]) as anna_socket:
            for socket in (vera_socket, anna_socket):
                await receive(socket, "seats")
            first_server.stop()
            while (health := await asyncio.to_thread(patient.get, f"{first_server.url}/health")).status_code != 404:
                pass
            assert health.json() == {"leaving": True}
            await say(vera_socket, ChatCommand("still here"))
            assert (await receive(vera_socket, "chatted"))["text"] == "still here"
            first_server.hurry()
            for socket in (vera_socket, anna_socket):
                assert (await receive(socket, "goodbye"))["reason"]["key"] == "server-stops"
    monkeypatch.setattr(process, "DRAIN_S", 0.0)


async def test_log_out_and_rename_reach_all_servers(pair: tuple[Running, Running]) -> None:
    first_server, second_server = pair

    def recognised_user(running: Running) -> Any:
        """Return the user whom a server recognises by Vera's token."""
        return patient.get(f"{running.url}/api/bootstrap", headers=bearer).json()["me"]

    with Visitor(first_server, "Vera") as vera, Visitor(first_server, "Anna") as anna:
        bearer = {"Authorization": f"Bearer {vera.token}"}
        table = vera.table(game=FOUR)
        async with to(first_server, anna, table) as anna_socket, to(second_server, vera, table) as vera_socket:
            await say(vera_socket, SitCommand(0))
            seats = await receive(anna_socket, "seats")
            assert (recognised_user(first_server)["name"], recognised_user(second_server)["name"]) == ("Vera", "Vera")
            name_url = f"{second_server.url}/api/me"
            await asyncio.to_thread(patient.patch, name_url, json={"name": "Vivian"}, headers=bearer)
            while not seats["seats"][0] or seats["seats"][0]["name"] != "Vivian":
                seats = await receive(anna_socket, "seats")
            assert (recognised_user(first_server)["name"], recognised_user(second_server)["name"]) == (
                "Vivian",
                "Vivian",
            )
            await asyncio.to_thread(patient.post, f"{first_server.url}/api/logout", json={}, headers=bearer)
            assert (await receive(vera_socket, "goodbye"))["reason"]["key"] == "signed-out"
            assert recognised_user(first_server) is None
            await eventually(
                lambda: recognised_user(second_server) is None, "the other server hears of it a moment later"
            )


async def test_relayed_socket_that_arrives_late_does_not_replace_newer_one(pair: tuple[Running, Running]) -> None:
    first_server, second_server = pair
    with Visitor(first_server, "Vera") as vera:
        table = vera.table(game=FOUR)
        async with to(first_server, vera, table) as socket:
            await say(socket, SitCommand(0))
            await receive(socket, "seats")
        earlier_us = int(second_server.services.clock() * 1_000_000)
        async with to(second_server, vera, table) as socket:
            await receive(socket, "seats")
            relay = second_server.services.relays.issue(sha256(vera.token.encode()).hexdigest())
            headers = {"x-prikup-relay": relay, "x-prikup-came": str(earlier_us)}
            slow_url = f"ws://{first_server.address}/ws/tables/{table}"
            async with patient.connect(slow_url, additional_headers=headers) as late_socket:
                assert (await receive(late_socket, "goodbye"))["reason"]["key"] == "seat-elsewhere"
            await say(socket, ChatCommand("still here"))
            assert (await receive(socket, "chatted"))["text"] == "still here"


async def test_socket_closed_before_it_was_accepted_takes_no_seat(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that connects to a stalled server may be gone when the server reaches its request."""
    first_server, second_server = pair
    is_gone, gone_noticed, loop = endpoint._Socket.ends_within, asyncio.Event(), asyncio.get_running_loop()

    async def check_and_notice(socket: Any, timeout_s: float) -> bool:
        has_gone = await is_gone(socket, timeout_s)
        if has_gone:
            loop.call_soon_threadsafe(gone_noticed.set)
        return has_gone

    with Visitor(first_server, "Vera") as vera:
        table = vera.table(game=FOUR)
        async with to(second_server, vera, table) as vera_socket:
            await say(vera_socket, SitCommand(0))
            await receive(vera_socket, "seats")
            monkeypatch.setattr(endpoint, "SETTLE", DEADLINE_S)
            monkeypatch.setattr(endpoint._Socket, "ends_within", check_and_notice)
            async with to(first_server, vera, table):
                pass
            await gone_noticed.wait()
            await say(vera_socket, ChatCommand("still here"))
            assert (await receive(vera_socket, "chatted"))["text"] == "still here"


async def test_relay_requires_secret_of_nodes(pair: tuple[Running, Running]) -> None:
    first_server, _ = pair
    with Visitor(first_server, "Vera") as vera:
        address = f"ws://{first_server.address}/ws/tables/{vera.table(game=FOUR)}"
        ticket = vera.post("tickets")["ticket"]
        for forged_relay in (ticket, vera.token, "", "x" * 112):
            headers = {"x-prikup-relay": forged_relay}
            async with patient.connect(address, additional_headers=headers) as socket:
                assert (await receive(socket, "goodbye"))["reason"]["key"] == "not-signed-in"
