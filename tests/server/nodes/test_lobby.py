"""The lobby of two servers that share a PostgreSQL database (make test-postgres)."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.http.test_friends_api import JSON, accounts, befriend
from server.lobby.lobby_client import open_lobby
from server.server_thread import HASTY, Running, Visitor, receive, run_server
from support import patient
from support.example_games import example
from support.waiting import eventually

from prikup.server import process

FOUR = example(seats=4)


@pytest.fixture
def pair(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lasting_leases: None
) -> Iterator[tuple[Running, Running]]:
    """Two servers; one that is stopped shuts down without a drain period."""
    monkeypatch.setattr(process, "DRAIN_S", 0.0)
    with (
        run_server(tmp_path, HASTY, database=url) as first_server,
        run_server(tmp_path, HASTY, database=url) as second_server,
    ):
        yield first_server, second_server


async def test_call_reaches_friend_whose_table_is_relayed(pair: tuple[Running, Running]) -> None:
    """The server of the caller, that of the table, and that to which the friend is connected need not be the same."""
    first_server, second_server = pair
    with accounts(first_server, "Anna", "Boris") as (anna, boris):
        befriend(anna, "Anna", boris, "Boris")
        table, own_table = anna.table(game=FOUR), boris.table(game=FOUR)
        async with boris.socket(own_table) as socket:
            await receive(socket, "seats")  # the first server owns the table now
        with Visitor(second_server, "Boris") as elsewhere:
            await asyncio.to_thread(elsewhere.post, "login", name="Boris", password="long enough")
            async with elsewhere.socket(own_table) as socket:
                await receive(socket, "seats")
                await asyncio.to_thread(anna.post, "invitations", table=table, friend="Boris")
                assert [call["table"] for call in (await receive(socket, "invited"))["calls"]] == [table]


async def test_lobby_of_each_server_shows_same_tables_and_host_may_use_either(pair: tuple[Running, Running]) -> None:
    first_server, second_server = pair
    with Visitor(first_server, "Vera") as vera, Visitor(second_server, "Anna") as anna:
        async with open_lobby(first_server) as first_lobby, open_lobby(second_server, anna) as second_lobby:
            table = vera.table(game=FOUR, open=True)
            await first_lobby.until(lambda rows: table in rows)
            await second_lobby.until(lambda rows: table in rows)
            rows = [lobby.rows[table] | {"age": 0} for lobby in (first_lobby, second_lobby)]
            assert rows[0] == rows[1], "the keys of people are the same"
            bearer, path = {"Authorization": f"Bearer {vera.token}"}, f"/api/tables/{table}/listing"
            answer = patient.post(f"{second_server.url}{path}", json={"listed": False}, headers=bearer)
            assert answer.json() == {"listed": False}
            for lobby in (first_lobby, second_lobby):
                await lobby.until(lambda rows: table not in rows)


async def test_host_blocked_on_one_server_is_hidden_on_page_of_another(pair: tuple[Running, Running]) -> None:
    first_server, second_server = pair
    with Visitor(first_server, "Vera") as vera, Visitor(first_server, "Anna") as anna:
        for visitor, name in ((vera, "Vera"), (anna, "Anna")):
            visitor.post("account", name=name, password="long enough")
        async with open_lobby(second_server, anna) as lobby:
            table = vera.table(game=FOUR, open=True)
            await lobby.until(lambda rows: table in rows)
            (block,) = await asyncio.to_thread(anna.post, "blocks", name="Vera")
            await lobby.until(lambda _: table not in lobby.visible_rows)
            await asyncio.to_thread(anna.http.delete, f"/api/blocks/{block['id']}", headers=JSON)
            await lobby.until(lambda _: table in lobby.visible_rows)


async def test_listed_table_of_stopped_server_is_loaded_by_another(pair: tuple[Running, Running]) -> None:
    first_server, second_server = pair
    with Visitor(first_server, "Vera") as vera:
        async with open_lobby(second_server) as lobby:
            table = vera.table(game=FOUR, open=True)
            await lobby.until(lambda rows: table in rows)
            first_server.stop()
            await eventually(lambda: table in second_server.services.tables)
            assert table in lobby.rows
