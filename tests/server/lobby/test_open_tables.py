import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from server.lobby.lobby_client import open_lobby
from server.server_thread import Running, Visitor, problem, receive, run_server, say, until
from server.still_time import StillTime
from support import patient
from support.example_games import example
from support.waiting import DEADLINE_S, eventually

from prikup.ratings.model import VERSION
from prikup.server.lobby import lobby as lobby_module
from prikup.server.lobby.check import check_tables
from prikup.server.storage.table_check import TableCheck
from prikup.table.protocol.client_messages import LockCommand, SitCommand, StandCommand
from prikup.terminal.cli.app import run

THREE, FOUR = example(seats=3), example(seats=4)
NAMES = ("Anna", "Boris", "Clara", "Dora")


@pytest.fixture
def clock() -> StillTime:
    return StillTime()


@pytest.fixture
def running(tmp_path: Path, clock: StillTime) -> Iterator[Running]:
    with run_server(tmp_path, keeper=clock) as running:
        yield running


@pytest.fixture
def people(running: Running) -> Iterator[list[Visitor]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Visitor(running, name)) for name in NAMES]


def check(folder: Path) -> TableCheck:
    return asyncio.run(check_tables(f"sqlite:///{folder}/tables.sqlite"))


async def seats_until(socket: Any, key: str, value: object) -> dict[str, Any]:
    """Return the first `seats` message with this value."""
    while True:
        message = await receive(socket, "seats")
        if message[key] == value:
            return message


def test_open_table_is_listed_until_last_seat_is_taken_and_starts_after_five_seconds(
    running: Running, clock: StillTime, people: list[Visitor], tmp_path: Path
) -> None:
    anna, boris, clara, dora = people

    async def play() -> None:
        async with open_lobby(running, dora) as lobby, open_lobby(running) as stranger:
            table = anna.table(game=THREE, open=True, deals=12)
            lobbies = (lobby, stranger)
            clock.advance(2)
            for client in lobbies:
                await client.until(lambda rows: table in rows)
            async with anna.socket(table) as first, boris.socket(table) as second, clara.socket(table) as third:
                await seats_until(first, "you", 0)
                clock.advance(2)
                for client in lobbies:
                    await client.until(lambda rows: rows[table]["seats"] == [["Anna", None], None, None])
                row = stranger.rows[table]
                assert (row["host"], row["game"], row["more"], row["deals"]) == ("Anna", THREE, 0, 12)
                assert (row["key"], row["age"], row["wants"]) == (row["keys"][0], 4, {})
                assert lobby.frames[-1] == stranger.frames[-1]
                await say(second, SitCommand(1))
                await say(third, SitCommand(2))
                await seats_until(first, "starting", True)
                clock.advance(2)
                for client in lobbies:
                    await client.until(lambda rows: table not in rows)
                assert (await seats_until(second, "starting", True))["stage"] == "open"
                await say(third, StandCommand())
                await seats_until(first, "starting", False)
                clock.advance(5)
                for client in lobbies:  # a list that is on its way while the clock moves would be the last one
                    await client.until(lambda rows: table in rows)
                await say(third, SitCommand(2))
                assert (await seats_until(first, "starting", True))["stage"] == "open"
                clock.advance(5)
                await seats_until(first, "stage", "shuffle")
                clock.advance(10)
                for client in lobbies:
                    await client.until(lambda rows: table not in rows)
                view = boris.get(f"lobby?game={THREE}")
                assert (view["rows"], [match["id"] for match in view["watch"]]) == ([], [table])
                assert view["online"] == 4

    asyncio.run(play())
    assert check(tmp_path) == TableCheck(1, ())


def test_rows_show_ratings_of_host_and_players_except_hidden_ones(
    running: Running, clock: StillTime, people: list[Visitor], tmp_path: Path
) -> None:
    anna, boris, clara = people[:3]
    now_ms = running.services.wall_clock_ms()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", timeout=DEADLINE_S)) as connection, connection:
        for visitor, game in ((anna, THREE), (boris, THREE), (clara, FOUR)):
            row = [visitor.me["id"], game, VERSION, 35.0, 1.0, 30, now_ms]
            connection.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        connection.execute("UPDATE people SET profile = 'friends' WHERE id = ?", [boris.me["id"]])

    async def look() -> None:
        table = anna.table(game=THREE, open=True)
        hidden = boris.table(game=THREE, open=True)
        async with anna.socket(table) as first, boris.socket(table) as second, clara.socket(hidden) as third:
            await seats_until(first, "you", 0)
            await say(second, SitCommand(1))
            await say(third, SitCommand(1))
            await seats_until(second, "you", 1)
            await seats_until(third, "you", 1)
            clock.advance(2)
            rows = {row["id"]: row for row in anna.get("lobby")["rows"]}
        assert (rows[table]["rating"], rows[table]["seats"]) == (
            [1740, 47, False],
            [["Anna", 1740], ["Boris", None], None],
        )
        assert rows[hidden]["rating"] is None
        assert ["Clara", None] in rows[hidden]["seats"]

    asyncio.run(look())


def test_rows_stop_showing_rating_once_the_profile_is_hidden(
    running: Running, clock: StillTime, people: list[Visitor], tmp_path: Path
) -> None:
    anna = people[0]
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", timeout=DEADLINE_S)) as connection, connection:
        row = [anna.me["id"], THREE, VERSION, 35.0, 1.0, 30, running.services.wall_clock_ms()]
        connection.execute("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    async def hide() -> None:
        async with open_lobby(running) as lobby:
            table = anna.table(game=THREE, open=True)
            clock.advance(2)
            await lobby.until(lambda rows: table in rows and rows[table]["rating"])
            await asyncio.to_thread(anna.http.put, "/api/me/settings", json={"profile": "friends"})
            clock.advance(2)
            await lobby.until(lambda rows: rows[table]["rating"] is None)

    asyncio.run(hide())


def test_open_table_leaves_list_if_locked_or_host_is_away_or_half_an_hour_is_over(
    running: Running, clock: StillTime, people: list[Visitor], tmp_path: Path
) -> None:
    anna, boris = people[:2]

    async def watch() -> None:
        async with open_lobby(running) as lobby:
            table = anna.table(game=THREE, open=True)
            async with anna.socket(table) as host:
                await seats_until(host, "listing", "on")
                clock.advance(2)
                await lobby.until(lambda rows: table in rows)
                await say(host, LockCommand(True))
                await seats_until(host, "locked", True)
                clock.advance(2)
                await lobby.until(lambda rows: table not in rows)
                assert problem(anna.http.post(f"/api/tables/{table}/listing", json={"listed": True})) == (
                    409,
                    "not-listed",
                )
                await say(host, LockCommand(False))
                await seats_until(host, "locked", False)
                clock.advance(2)
                await lobby.until(lambda rows: table in rows)
                clock.advance(1800)
                await seats_until(host, "listing", "ended")
                clock.advance(2)
                await lobby.until(lambda rows: table not in rows)
                assert problem(boris.http.post(f"/api/tables/{table}/listing", json={"listed": True}))[0] == 403
                assert anna.post(f"tables/{table}/listing", listed=True) == {"listed": True}
                await seats_until(host, "listing", "on")
                clock.advance(2)
                await lobby.until(lambda rows: table in rows)
            await eventually(lambda: any(call.due == clock.now() + 60 for call in clock.waiting))
            clock.advance(59)
            assert anna.http.get("/api/lobby").json()["rows"] != []
            clock.advance(1)
            await lobby.until(lambda rows: table not in rows)
            assert problem(anna.http.post(f"/api/tables/{table}/listing", json={"listed": True})) == (409, "not-listed")

    asyncio.run(watch())
    assert check(tmp_path) == TableCheck(1, ())


def test_host_has_one_listed_table_and_lists_none_after_three_without_match(tmp_path: Path, clock: StillTime) -> None:
    with run_server(tmp_path, keeper=clock, limited=True) as running, Visitor(running, "Anna") as anna:
        tables = [anna.table(game=THREE, open=True) for _ in range(4)]
        (row,) = anna.get("lobby")["rows"]
        assert row["id"] == tables[-1]
        refusal = anna.http.post("/api/tables", json={"game": THREE, "open": True})
        assert (problem(refusal), refusal.json()["reason"]["numbers"]["seconds"]) == ((429, "seek-wait"), 600)
        assert anna.table(game=THREE), "a table for people with its link"
        clock.advance(60)

        def is_lobby_empty() -> bool:
            clock.advance(1)
            return not anna.get("lobby")["rows"]

        until(is_lobby_empty)
        clock.advance(600)
        assert anna.table(game=THREE, open=True)
    assert check(tmp_path).wrong == ()


def test_user_who_left_five_open_tables_waits_five_minutes(tmp_path: Path, clock: StillTime) -> None:
    async def hop(running: Running, hosts: list[Visitor], boris: Visitor) -> None:
        for number, host in enumerate(hosts):
            table = host.table(game=THREE, open=True)
            async with boris.socket(table) as socket:
                await say(socket, SitCommand(1))
                if number < 5:
                    await seats_until(socket, "you", 1)
                    await say(socket, StandCommand())
                    await seats_until(socket, "you", None)
                    continue
                refusal = await receive(socket, "refused")
                assert refusal["reason"] == {"key": "seek-wait", "numbers": {"seconds": 300}}
                clock.advance(300)
                await say(socket, SitCommand(1))
                await seats_until(socket, "you", 1)

    with run_server(tmp_path, keeper=clock, limited=True) as running, ExitStack() as stack:
        hosts = [stack.enter_context(Visitor(running, f"Host {number}")) for number in range(6)]
        boris = stack.enter_context(Visitor(running, "Boris"))
        asyncio.run(hop(running, hosts, boris))


def test_blocked_host_is_hidden_by_key_and_rows_are_same_for_everybody(
    running: Running, clock: StillTime, people: list[Visitor]
) -> None:
    anna, boris, clara = people[:3]

    async def block() -> None:
        table = boris.table(game=THREE, open=True)
        async with anna.socket(table) as watcher, boris.socket(table) as host:
            seats = await seats_until(host, "you", 0)
            await receive(watcher, "welcome")
            anna.post("blocks", table=table, person=seats["seats"][0]["id"])
        async with open_lobby(running, anna) as hers, open_lobby(running, clara) as other:
            assert table in hers.rows
            assert (table in hers.visible_rows, table in other.visible_rows) == (False, True)
            new_table = boris.table(game=FOUR, open=True)
            clock.advance(2)
            for client in (hers, other):
                await client.until(lambda rows: new_table in rows)
            changes = [[frame for frame in client.frames if '"type":"rows"' in frame] for client in (hers, other)]
            assert changes[0] == changes[1] != []
            assert hers.visible_rows == set()
            own_table = anna.table(game=THREE, open=True)
            async with anna.socket(own_table) as host, boris.socket(own_table) as blocked:
                await seats_until(host, "you", 0)
                await say(blocked, SitCommand(1))
                assert (await receive(blocked, "refused"))["reason"]["key"] == "seat-blocked"
            block_id = anna.get("blocks")[0]["id"]
            anna.http.delete(f"/api/blocks/{block_id}", headers={"content-type": "application/json"})
            while hers.blocked_keys:
                await hers.receive()

    asyncio.run(block())


def test_keys_change_every_day(running: Running, clock: StillTime, people: list[Visitor]) -> None:
    table = people[0].table(game=THREE, open=True)

    async def watch() -> None:
        async with people[0].socket(table) as host, open_lobby(running) as lobby:
            await seats_until(host, "you", 0)
            clock.advance(2)
            await lobby.until(lambda rows: rows[table]["keys"][0])
            old_key = lobby.rows[table]["key"]
            people[0].post(f"tables/{table}/listing", listed=False)
            clock.advance(86_400 - 60 - clock.wall())
            await lobby.until(lambda rows: table not in rows)
            people[0].post(f"tables/{table}/listing", listed=True)
            clock.advance(2)
            await lobby.until(lambda rows: table in rows and rows[table]["key"] == old_key)
            clock.advance(60)
            await lobby.until(lambda rows: table in rows and rows[table]["key"] != old_key)

    asyncio.run(watch())


def test_open_table_for_accounts_refuses_guests(running: Running, people: list[Visitor]) -> None:
    anna, boris = people[:2]
    wish = {"game": THREE, "open": True, "wants": {"accounts": True}}
    assert problem(anna.http.post("/api/tables", json=wish)) == (403, "account-needed")
    anna.post("account", name="Anna", password="correct horse")
    table = anna.table(**wish)

    async def join() -> tuple[str, int | None]:
        async with boris.socket(table) as socket:
            reason = (await receive(socket, "goodbye"))["reason"]["key"]
            await socket.wait_closed()
            return reason, socket.close_code

    assert asyncio.run(join()) == ("account-needed", 4003)


def test_computer_players_take_empty_seats_after_two_people_waited(
    running: Running, clock: StillTime, people: list[Visitor]
) -> None:
    anna, boris = people[:2]
    table = anna.table(game=THREE, open=True, bots_after_s=30)

    async def wait() -> None:
        async with anna.socket(table) as first, boris.socket(table) as second:
            await seats_until(first, "you", 0)
            clock.advance(60)
            await say(second, SitCommand(1))
            await seats_until(second, "you", 1)
            clock.advance(29)
            await say(second, StandCommand())
            await seats_until(second, "you", None)
            await say(second, SitCommand(1))
            assert (await seats_until(second, "you", 1))["seats"][2] is None
            clock.advance(30)
            assert (await seats_until(second, "starting", True))["seats"][2]["level"] == "rule"
            clock.advance(5)
            await seats_until(first, "stage", "shuffle")

    asyncio.run(wait())


@pytest.mark.parametrize("option", ["bots", "coach"])
def test_open_table_excludes_options(running: Running, people: list[Visitor], option: str) -> None:
    refusal = people[0].http.post("/api/tables", json={"game": THREE, "open": True, option: True})
    assert (refusal.status_code, refusal.json()["reason"]) == (
        400,
        {"key": "open-excludes", "numbers": {"option": option}},
    )
    too_soon = people[0].http.post("/api/tables", json={"game": THREE, "bots_after_s": 29})
    assert problem(too_soon) == (400, "bots-after-short")


def test_lobby_shows_only_requested_games(running: Running, clock: StillTime, people: list[Visitor]) -> None:
    three, four = people[0].table(game=THREE, open=True), people[1].table(game=FOUR, open=True)
    hidden = people[2].table(game=THREE)

    async def look() -> None:
        async with open_lobby(running, games=[THREE]) as lobby:
            assert lobby.rows.keys() == {three}
            await lobby.look(games=[FOUR, "chess"])
            assert lobby.rows.keys() == {four}
            await lobby.look()
            assert lobby.rows.keys() == {three, four}
            await lobby.look(turns=True)
            assert not lobby.rows

    asyncio.run(look())
    assert [row["id"] for row in people[0].get(f"lobby?game={FOUR}")["rows"]] == [four]
    assert people[0].get("lobby?rated=true")["rows"] == people[0].get("lobby?turns=true")["rows"] == []
    assert hidden not in [row["id"] for row in people[0].get("lobby")["rows"]]


def test_lobby_has_no_place_for_too_many_strangers(
    running: Running, people: list[Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "MAX_STRANGERS", 1)

    async def enter() -> tuple[str, int | None]:
        async with (
            open_lobby(running),
            open_lobby(running, people[0]),
            patient.connect(f"ws://{running.address}/ws/lobby") as socket,
        ):
            reason = (await receive(socket, "goodbye"))["reason"]["key"]
            await socket.wait_closed()
            return reason, socket.close_code

    assert asyncio.run(enter()) == ("full", 4008)
    until(lambda: "prikup_lobby_sockets 0.0" in patient.get(f"{running.url}/metrics").text)


def test_refused_listing_leaves_other_table_in_list(running: Running, clock: StillTime, people: list[Visitor]) -> None:
    anna = people[0]
    linked, listed = anna.table(game=THREE), anna.table(game=THREE, open=True)
    refusal = anna.http.post(f"/api/tables/{linked}/listing", json={"listed": True})
    assert problem(refusal) == (409, "not-listed")
    clock.advance(1)
    assert [row["id"] for row in anna.get("lobby")["rows"]] == [listed]


def test_table_of_deleted_host_leaves_list_without_name(
    running: Running, clock: StillTime, people: list[Visitor], tmp_path: Path
) -> None:
    anna, boris = people[:2]
    anna.post("account", name="Annabel", password="correct horse")
    table = anna.table(game=THREE, open=True)
    assert [row["host"] for row in boris.get("lobby")["rows"]] == ["Annabel"]
    anna.post("account/deletion", password="correct horse")
    clock.advance(1)
    assert boris.get("lobby")["rows"] == []
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        rows = connection.execute("SELECT settings, summary FROM tables WHERE id = ?", [table]).fetchall()
    assert len(rows) == 1
    assert "Annabel" not in str(rows)
    assert check(tmp_path).wrong == ()


def test_lobby_closes_oldest_of_too_many_sockets_of_user(
    running: Running, people: list[Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "MAX_PER_USER", 2)

    async def enter() -> tuple[str, int | None]:
        async with (
            open_lobby(running, people[1]),
            open_lobby(running, people[0]) as oldest,
            open_lobby(running, people[0]),
            open_lobby(running, people[0]),
        ):
            reason = (await receive(oldest.socket, "goodbye"))["reason"]["key"]
            await oldest.socket.wait_closed()
            assert len(running.services.lobby.readers) == 3
            return reason, oldest.socket.close_code

    assert asyncio.run(enter()) == ("lobby-pages", 4008)


@pytest.mark.parametrize("users", ["accounts", "off"])
def test_server_without_lobby_for_guests(tmp_path: Path, users: str) -> None:
    with run_server(tmp_path, lobby=users) as running, Visitor(running, "Anna") as anna:
        assert "lobby" not in anna.get("bootstrap")
        assert anna.http.get("/api/lobby").status_code == patient.get(f"{running.url}/api/lobby").status_code == 404
        assert anna.http.post("/api/tables", json={"game": THREE, "open": True}).status_code == 404

        async def enter() -> int | None:
            async with patient.connect(f"ws://{running.address}/ws/lobby") as socket:
                await receive(socket, "goodbye")
                await socket.wait_closed()
                return socket.close_code

        assert asyncio.run(enter()) == 4004
        anna.post("account", name="Anna", password="correct horse")
        assert anna.get("bootstrap").get("lobby", False) is (users == "accounts")
        assert anna.http.get("/api/lobby").status_code == (200 if users == "accounts" else 404)


def test_restarted_server_takes_table_out_of_list_if_host_does_not_return(tmp_path: Path, clock: StillTime) -> None:
    with run_server(tmp_path, keeper=clock) as running, Visitor(running, "Anna") as anna:
        table = anna.table(game=THREE, open=True)

    async def wait(running: Running) -> None:
        async with open_lobby(running) as lobby:
            assert lobby.rows.keys() == {table}
            await eventually(lambda: any(call.due == later_clock.now() + 60 for call in later_clock.waiting))
            later_clock.advance(60)
            await lobby.until(lambda rows: not rows)

    later_clock = StillTime()
    with run_server(tmp_path, keeper=later_clock) as running:
        asyncio.run(wait(running))
    assert check(tmp_path) == TableCheck(1, ())


def test_check_of_tables_names_table_whose_list_is_wrong(
    running: Running, people: list[Visitor], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = people[0].table(game=THREE, open=True)
    command = ["tables", "--check", "--database", f"sqlite:///{tmp_path}/tables.sqlite", "--language", "en"]
    assert run(command) == 0
    assert "Tables compared: 1. The lists agree" in capsys.readouterr().out
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", timeout=DEADLINE_S)) as database:
        database.execute("UPDATE tables SET listed = 0")
        database.commit()
    assert run([*command, "--json"]) == 1
    assert capsys.readouterr().out == f'{{"tables": 1, "wrong": ["{table}"]}}\n'
    assert run(["tables", "--language", "en"]) == 2
