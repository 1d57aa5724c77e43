import asyncio
import re
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.server_thread import Running, Visitor, receive, run_server, say, until
from server.socket_player import play
from sqlalchemy import update
from support import patient
from support.example_games import example
from support.waiting import eventually
from websockets.exceptions import ConnectionClosed

from prikup.games import GAMES
from prikup.history.deck_checks import verify
from prikup.history.log import Log
from prikup.history.log_file import read_events
from prikup.server.storage.sql_tables import people
from prikup.server.websocket import endpoint
from prikup.server.websocket.connection import GOING_AWAY, TableSocket
from prikup.table.actor import Table
from prikup.table.host.services import OwnedElsewhere
from prikup.table.protocol.client_messages import ChatCommand

THREE, FOUR = example(seats=3), example(seats=4)


async def close_code(socket: Any) -> int:
    """Return the code with which the server closes a connection."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()
    assert socket.close_code is not None
    code: int = socket.close_code
    return code


def test_socket_requires_page_cookie_or_unused_ticket(running: Running, vera: Visitor) -> None:
    table = vera.table(game=FOUR)
    address = f"ws://{running.address}/ws/tables"
    cookie, ticket = {"Cookie": f"prikup={vera.token}"}, vera.post("tickets")["ticket"]
    page = cookie | {"Origin": running.url}

    async def code(path: str, headers: dict[str, str]) -> int:
        async with patient.connect(f"{address}/{path}", additional_headers=headers) as socket:
            message = msgspec.json.decode(await socket.recv())
            return await close_code(socket) if message["type"] == "goodbye" else 0

    async def all_codes() -> list[int]:
        return [
            await code(table, page),
            await code(f"{table}?ticket={ticket}", {}),
            await code(f"{table}?ticket={ticket}", {}),  # a ticket is valid once
            await code(table, cookie),  # a program with only a cookie
            await code(table, {"Origin": running.url}),  # a page without a cookie
            await code("nothing", page),
        ]

    assert asyncio.run(all_codes()) == [0, 0, 4003, 4003, 4003, 4004]


def test_socket_overtaken_during_table_load_does_not_regain_seat(
    running: Running, vera: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash many tables are loaded at once, and some clients have already given up and reconnected."""
    table = vera.table(game=THREE, bots=True)
    load, first_to_ask = running.services.tables.find, [True]

    async def load_slowly(name: str) -> Table | None:
        loaded_table = await load(name)
        if first_to_ask:
            first_to_ask.clear()
            await eventually(lambda: loaded_table and loaded_table.clients)
        return loaded_table

    async def connect_twice() -> int:
        monkeypatch.setattr(running.services.tables, "find", load_slowly)
        async with vera.socket(table) as first:
            await eventually(lambda: not first_to_ask)
            async with vera.socket(table) as second:
                await receive(second, "seats")
                code = await close_code(first)
                await say(second, ChatCommand("here"))
                await receive(second, "chatted")
                return code

    assert asyncio.run(connect_twice()) == 4001


class HeldSocket:
    """Holds back the first WebSocket that comes to a table, after the method `name` of `owner`, until `go` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self._is_held, self.go = threading.Event(), threading.Event()
        method = getattr(owner, name)

        async def hold(*arguments: Any) -> Any:
            result = await method(*arguments)
            if not self._is_held.is_set():
                self._is_held.set()
                await asyncio.to_thread(self.go.wait)
            return result

        monkeypatch.setattr(owner, name, hold)

    async def is_held(self) -> None:
        """Wait until the WebSocket is held back."""
        await asyncio.to_thread(self._is_held.wait)


def test_socket_is_closed_if_its_session_ends_while_table_loads(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sign_out_meanwhile() -> tuple[str, int]:
        held = HeldSocket(monkeypatch, running.services.tables, "find")
        async with vera.socket(table) as socket:
            await held.is_held()
            await asyncio.to_thread(vera.http.post, "/api/logout", json={})
            held.go.set()
            message = msgspec.json.decode(await socket.recv())
            return message["type"], await close_code(socket)

    with Visitor(running) as vera:
        table = vera.table(game=THREE)
        assert asyncio.run(sign_out_meanwhile()) == ("goodbye", GOING_AWAY)


@pytest.mark.parametrize("is_connected", [False, True])
def test_user_renamed_before_joining_sits_there_under_new_name(
    running: Running, monkeypatch: pytest.MonkeyPatch, *, is_connected: bool
) -> None:
    async def rename_meanwhile() -> Any:
        place = (TableSocket, "_early_event") if is_connected else (running.services.tables, "find")
        held = HeldSocket(monkeypatch, *place)
        async with vera.socket(table) as socket:
            await held.is_held()
            await asyncio.to_thread(vera.http.patch, "/api/me", json={"name": "Nina"})
            held.go.set()
            return (await receive(socket, "seats"))["seats"][0]["name"]

    with Visitor(running) as vera:
        table = vera.table(game=THREE)
        assert asyncio.run(rename_meanwhile()) == "Nina"


def test_new_name_is_shown_although_its_notice_was_missed(running: Running) -> None:
    services = running.services

    async def rename_unnoticed(user: str) -> None:
        async with services.store.database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == user).values(name="Nina"))
        services.accounts.hear(None)
        await services.change_listener.check_sessions()

    async def sit_and_rename() -> None:
        async with vera.socket(table) as socket:
            assert (await receive(socket, "seats"))["seats"][0]["name"] == "Vera"
            loop = services.tables._unloader.get_loop()
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(rename_unnoticed(vera.me["id"]), loop))
            assert (await receive(socket, "seats"))["seats"][0]["name"] == "Nina"

    with Visitor(running) as vera:
        table = vera.table(game=THREE)
        asyncio.run(sit_and_rename())


@pytest.mark.parametrize("is_table_elsewhere", [False, True])
def test_socket_is_answered_if_lease_lapses_while_it_joins_finished_match(
    running: Running, vera: Visitor, monkeypatch: pytest.MonkeyPatch, *, is_table_elsewhere: bool
) -> None:
    table = vera.table(game=THREE, bots=True, deals=1, level="random")
    services = running.services

    async def lapse_during_query(*_: str) -> bool:
        services._drop_tables()
        if is_table_elsewhere:
            monkeypatch.setattr(services.tables, "find", find_elsewhere)
        return False

    async def find_elsewhere(_: str) -> None:
        raise OwnedElsewhere("")

    async def play_and_join_again() -> tuple[str, int]:
        async with vera.socket(table) as socket:
            await play(socket)
        monkeypatch.setattr(services.archive.visibility, "is_hidden", lapse_during_query)
        if is_table_elsewhere:
            monkeypatch.setattr(endpoint, "AWAY_FOR", 0.5)
        async with vera.socket(table) as socket:
            message = await receive(socket, "goodbye" if is_table_elsewhere else "welcome")
            return message["type"], await close_code(socket) if is_table_elsewhere else 0

    assert asyncio.run(play_and_join_again()) == (("goodbye", GOING_AWAY) if is_table_elsewhere else ("welcome", 0))


def test_socket_refuses_long_message_and_closes_on_oversized_frame(vera: Visitor) -> None:
    table = vera.table(game=FOUR)

    async def shout() -> int:
        async with vera.socket(table) as socket:
            await socket.send("x" * 5000)
            assert (await receive(socket, "refused"))["reason"]["key"] == "message-unreadable"
            await socket.send("x" * 20_000)
            return await close_code(socket)

    assert asyncio.run(shout()) == 1009


@pytest.mark.parametrize("name", GAMES)
def test_socket_plays_whole_match(running: Running, vera: Visitor, name: str) -> None:
    table = vera.table(game=name, bots=True, deals=3, level="random")

    async def match() -> list[str]:
        async with vera.socket(table) as socket:
            return await play(socket)

    messages = asyncio.run(match())
    assert len(messages) > 30
    events, _, incomplete = read_events(vera.http.get(f"/api/tables/{table}/log").content)
    log = Log.replay(events)
    assert (log.over, incomplete) == (True, False)
    assert all(deck.right and deck.commitment for deck in verify(log))
    assert vera.get(f"tables/{table}")["stage"] == "over"
    until(lambda: table not in {facts["id"] for facts in vera.tables()})


def test_server_log_contains_no_secrets(tmp_path: Path) -> None:
    """Play a whole match with secrets of every kind, then search the log for each of them."""
    chat, name, password = "a-word-among-friends", "Verotschka", "correct horse battery"
    with run_server(tmp_path) as running, Visitor(running, name) as vera:
        table = vera.table(game=THREE, bots=True, deals=2, level="random")
        ticket = vera.post("tickets")["ticket"]
        address = f"ws://{running.address}/ws/tables/{table}?ticket={ticket}"

        async def match() -> list[str]:
            async with patient.connect(address) as socket:
                await say(socket, ChatCommand(chat))
                return await play(socket)

        messages = asyncio.run(match())
        vera.post("account", name=name, password=password)
        vera.http.post("/api/login", json={"name": name, "password": "wrong password"})
        token = vera.post("login", name=name, password=password)["token"]
        vera.http.get("/api/nothing?ticket=in-a-query")
        log = vera.http.get(f"/api/tables/{table}/log").text
        journal = running.journal
    decks = [deck for text in messages if '"opened"' in text for deck in msgspec.json.decode(text)["decks"]]
    assert len(decks) >= 2
    secret = [chat, name, password, "wrong password", vera.token, token, ticket, "in-a-query"]
    secret += [msgspec.json.decode(text)["id"] for text in messages if '"receipt"' in text]
    secret += [deck["seed"] for deck in decks]
    secret += [entropy for deck in decks for entropy in deck["entropy"]]
    secret += [",".join(map(str, deck["deck"][:4])) for deck in decks]
    secret += re.findall(r'"hand":(\d{9,})', " ".join(messages))  # short numbers may occur by chance
    assert all(deck["seed"] in log for deck in decks)
    assert table in journal
    plain = journal.replace(" ", "")
    assert [word for word in secret if word in journal or word in plain] == []


def test_socket_receives_close_message_when_server_stops(tmp_path: Path) -> None:
    async def end() -> tuple[str, int]:
        async with vera.socket(vera.table(game=FOUR)) as socket:
            await receive(socket, "seats")
            running.stop()
            return (await receive(socket, "goodbye"))["reason"]["key"], await close_code(socket)

    with run_server(tmp_path) as running, Visitor(running) as vera:
        assert asyncio.run(end()) == ("server-stops", 1001)
