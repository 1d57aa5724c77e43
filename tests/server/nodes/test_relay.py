"""Two servers that share a PostgreSQL database (make test-postgres), and users who connect to either."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.captured_log import entries
from server.server_thread import HASTY, Running, Visitor, heard, say, served, until
from support import patient
from support.example_games import example
from support.waiting import DEADLINE_S, eventually
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from prikup.server import process, services
from prikup.server.websocket import endpoint
from prikup.table.protocol import Chat, Sit, Start

FOUR = example(seats=4)


@pytest.fixture
def pair(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Running, Running]]:
    """Two servers; one that is stopped shuts down without a drain period, unless a test changes that."""
    monkeypatch.setattr(process, "DRAIN_S", 0.0)
    with served(tmp_path, HASTY, database=url) as one, served(tmp_path, HASTY, database=url) as other:
        yield one, other


def to(running: Running, visitor: Visitor, table: str) -> connect:
    """Return a socket of a visitor to a table through one of the servers."""
    ticket = visitor.post("tickets")["ticket"]
    return patient.connect(f"ws://{running.address}/ws/tables/{table}?ticket={ticket}")


async def test_people_at_two_servers_sit_at_one_table(pair: tuple[Running, Running]) -> None:
    one, other = pair
    with Visitor(one, "Vera") as vera, Visitor(other, "Anna") as anna:
        table = vera.table(game=FOUR)
        async with to(one, vera, table) as here:
            welcome = await heard(here, "welcome")
            async with to(other, anna, table) as there:
                assert await heard(there, "welcome") == welcome
                await say(there, Sit(1))
                while not (await heard(there, "seats"))["seats"][1]:
                    pass
                await say(here, Chat("a word"))
                assert (await heard(there, "chatted"))["text"] == "a word"
        assert (len(one.services.tables), len(other.services.tables)) == (1, 0)
        until(lambda: not other.services.connections)
    lines = entries(other.journal)  # in-process servers share the log
    passed = Counter[str](line["trace"] for line in lines if line["event"] == "joined")
    assert sorted(passed.values()) == [1, 2], "one came by way of the other server"
    trace = passed.most_common(1)[0][0]
    assert sorted(line["relay"] for line in lines if line.get("trace") == trace) == [False, False, True, True]


async def test_what_anybody_may_read_is_told_by_either_server(pair: tuple[Running, Running]) -> None:
    one, other = pair
    with Visitor(one, "Vera") as vera:
        bearer = {"Authorization": f"Bearer {vera.token}"}
        table = vera.table(game=FOUR)
        async with vera.socket(table) as here:
            await say(here, Sit(0))
            await say(here, Start())
            await heard(here, "view")
            for path in (f"tables/{table}", "bootstrap", f"tables/{table}/log"):
                told = [patient.get(f"{each.url}/api/{path}", headers=bearer) for each in (one, other)]
                assert told[0].is_success
                assert told[0].content == told[1].content


async def test_a_server_that_ends_gives_its_tables_to_the_other(pair: tuple[Running, Running]) -> None:
    one, other = pair
    with Visitor(one, "Vera") as vera, Visitor(other, "Anna") as anna:
        table = vera.table(game=FOUR)
        bearer = {"Authorization": f"Bearer {vera.token}"}
        again = anna.http.post("/api/tickets", json={}, headers=bearer).json()["ticket"]
        async with to(one, vera, table) as here, to(other, anna, table) as there:
            await say(here, Sit(0))
            for socket in (here, there):
                await heard(socket, "seats")
            one.stop()
            for socket in (here, there):
                assert (await heard(socket, "goodbye"))["reason"]["key"] == "server-stops"
                with pytest.raises(ConnectionClosed) as closed:
                    await heard(socket, "nothing more")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1001
        async with patient.connect(f"ws://{other.address}/ws/tables/{table}?ticket={again}") as socket:
            assert (await heard(socket, "seats"))["you"] == 0
        assert len(other.services.tables) == 1


async def test_a_server_that_ends_gives_up_one_table_after_the_other(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    monkeypatch.setattr(services, "PACE", 5.0)
    with Visitor(other, "Vera") as vera, Visitor(other, "Anna") as anna:
        names = [vera.table(game=FOUR), anna.table(game=FOUR)]
        async with to(one, vera, names[0]) as first, to(one, anna, names[1]) as second:
            for socket in (first, second):
                await heard(socket, "seats")
            one.stop()
            assert (await heard(first, "goodbye"))["reason"]["key"] == "server-stops"
            async with to(other, vera, names[0]) as again:
                await heard(again, "seats")
            await say(second, Chat("still here"))
            assert (await heard(second, "chatted"))["text"] == "still here"
            async with to(other, anna, names[1]) as relayed:
                await heard(relayed, "seats")
                assert len(other.services.tables) == 1, "the table is still where it was"
                assert (await heard(second, "goodbye"))["reason"]["key"] == "seat-elsewhere"
                assert (await heard(relayed, "goodbye"))["reason"]["key"] == "server-stops"
            async with to(other, anna, names[1]) as again:
                await heard(again, "seats")
        assert len(other.services.tables) == 2


async def test_a_server_that_is_to_end_goes_on_for_a_while_and_told_twice_gives_up_all_tables_at_once(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    monkeypatch.setattr(services, "PACE", 60.0)
    monkeypatch.setattr(process, "DRAIN_S", DEADLINE_S)
    with Visitor(other, "Vera") as vera, Visitor(other, "Anna") as anna:
        names = [vera.table(game=FOUR), anna.table(game=FOUR)]
        async with to(one, vera, names[0]) as first, to(one, anna, names[1]) as second:
            for socket in (first, second):
                await heard(socket, "seats")
            one.stop()
            while (told := await asyncio.to_thread(httpx.get, f"{one.url}/health")).is_success:
                pass
            assert (told.status_code, told.json()) == (404, {"leaving": True})
            await say(first, Chat("still here"))
            assert (await heard(first, "chatted"))["text"] == "still here"
            one.hurry()
            for socket in (first, second):
                assert (await heard(socket, "goodbye"))["reason"]["key"] == "server-stops"
    monkeypatch.setattr(process, "DRAIN_S", 0.0)


async def test_a_log_out_and_a_new_name_are_known_to_all_servers(pair: tuple[Running, Running]) -> None:
    one, other = pair

    def known(running: Running) -> Any:
        """Return the user whom a server recognises by Vera's token."""
        return patient.get(f"{running.url}/api/bootstrap", headers=bearer).json()["me"]

    with Visitor(one, "Vera") as vera, Visitor(one, "Anna") as anna:
        bearer = {"Authorization": f"Bearer {vera.token}"}
        table = vera.table(game=FOUR)
        async with to(one, anna, table) as here, to(other, vera, table) as there:
            await say(there, Sit(0))
            seats = await heard(here, "seats")
            assert (known(one)["name"], known(other)["name"]) == ("Vera", "Vera")
            renamed = f"{other.url}/api/me"
            await asyncio.to_thread(httpx.patch, renamed, json={"name": "Vivian"}, headers=bearer)
            while not seats["seats"][0] or seats["seats"][0]["name"] != "Vivian":
                seats = await heard(here, "seats")
            assert (known(one)["name"], known(other)["name"]) == ("Vivian", "Vivian")
            await asyncio.to_thread(httpx.post, f"{one.url}/api/logout", json={}, headers=bearer)
            assert (await heard(there, "goodbye"))["reason"]["key"] == "signed-out"
            assert known(one) is None
            await eventually(lambda: known(other) is None, "the other server hears of it a moment later")


async def test_of_two_ways_the_one_taken_first_does_not_win_by_being_slow(pair: tuple[Running, Running]) -> None:
    one, other = pair
    with Visitor(one, "Vera") as vera:
        table = vera.table(game=FOUR)
        async with to(one, vera, table) as here:
            await say(here, Sit(0))
            await heard(here, "seats")
        before = int(other.services.clock() * 1_000_000)
        async with to(other, vera, table) as here:
            await heard(here, "seats")
            relay = other.services.relays.issue(sha256(vera.token.encode()).hexdigest())
            headers = {"x-prikup-relay": relay, "x-prikup-came": str(before)}
            slow = f"ws://{one.address}/ws/tables/{table}"
            async with patient.connect(slow, additional_headers=headers) as late:
                assert (await heard(late, "goodbye"))["reason"]["key"] == "seat-elsewhere"
            await say(here, Chat("still here"))
            assert (await heard(here, "chatted"))["text"] == "still here"


async def test_who_has_gone_before_a_server_came_to_them_takes_no_seat(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that connects to a stalled server may be gone when the server reaches its request."""
    one, other = pair
    gone, found, loop = endpoint._Socket.gone, asyncio.Event(), asyncio.get_running_loop()

    async def noticed(socket: Any, within: float) -> bool:
        went = await gone(socket, within)
        if went:
            loop.call_soon_threadsafe(found.set)
        return went

    with Visitor(one, "Vera") as vera:
        table = vera.table(game=FOUR)
        async with to(other, vera, table) as here:
            await say(here, Sit(0))
            await heard(here, "seats")
            monkeypatch.setattr(endpoint, "SETTLE", DEADLINE_S)
            monkeypatch.setattr(endpoint._Socket, "gone", noticed)
            async with to(one, vera, table):
                pass
            await found.wait()
            await say(here, Chat("still here"))
            assert (await heard(here, "chatted"))["text"] == "still here"


async def test_a_relay_wants_the_secret_of_the_nodes(pair: tuple[Running, Running]) -> None:
    one, _ = pair
    with Visitor(one, "Vera") as vera:
        address = f"ws://{one.address}/ws/tables/{vera.table(game=FOUR)}"
        ticket = vera.post("tickets")["ticket"]
        for forged in (ticket, vera.token, "", "x" * 112):
            headers = {"x-prikup-relay": forged}
            async with patient.connect(address, additional_headers=headers) as socket:
                assert (await heard(socket, "goodbye"))["reason"]["key"] == "not-signed-in"
