"""Friends over HTTP: equal answers to requests, who sees whom, codes, and calls to a table."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from server.http.test_notices import BOTH
from server.server_thread import Running, Visitor, problem, receive, run_server, say, until
from server.statements import record_statements
from server.still_time import StillTime
from support.example_games import example

from prikup.server.http.rate_limits import LIMITS
from prikup.server.notices.settings_file import NoticeSettings
from prikup.table.protocol.client_messages import LockCommand, SitCommand

THREE = example(seats=3)
JSON = {"content-type": "application/json"}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with run_server(tmp_path) as running:
        yield running


@contextmanager
def accounts(running: Running, *names: str) -> Iterator[list[Visitor]]:
    """Yield visitors with accounts of these names."""
    visitors = [Visitor(running, name) for name in names]
    for visitor, name in zip(visitors, names, strict=True):
        visitor.post("account", name=name, password="long enough")
    try:
        yield visitors
    finally:
        for visitor in visitors:
            visitor.http.close()


def ask(visitor: Visitor, **request: str) -> httpx.Response:
    return visitor.http.post("/api/friends", json=request)


def path_of(name: str) -> str:
    """Return the path of a name, which is percent-encoded twice."""
    return f"/api/friends/{quote(quote(name, safe=''), safe='')}"


def answer(visitor: Visitor, name: str, *, yes: bool = True) -> Any:
    return visitor.http.post(path_of(name), json={"yes": yes}).json()


def befriend(asker: Visitor, name: str, friend: Visitor, friend_name: str) -> None:
    assert ask(asker, name=friend_name).status_code == 202
    assert [each["name"] for each in answer(friend, name)["friends"]] == [name]


def state_of(visitor: Visitor) -> tuple[str, str]:
    """Return the state and the table of the visitor's only friend."""
    (friend,) = visitor.get("friends")["friends"]
    return friend["state"], friend["table"]


@pytest.mark.parametrize("notices", [None, BOTH])
def test_friend_request_has_equal_answer_and_queries_for_every_outcome(
    tmp_path: Path, notices: NoticeSettings | None
) -> None:
    names = ("Anna", "Existing", "Blocking", "Refusing", "Asked")
    with (
        # No chore makes queries meanwhile.
        run_server(tmp_path, notices=notices, client=tmp_path, keeper=StillTime()) as running,
        accounts(running, *names) as (anna, _, blocking, refusing, _a),
    ):
        table = blocking.table(game=THREE)

        async def block() -> None:
            async with blocking.socket(table) as owner, anna.socket(table) as guest:
                person = (await receive(guest, "seats"))["me"]
                await receive(owner, "seats")
                await asyncio.to_thread(blocking.post, "blocks", table=table, person=person)

        asyncio.run(block())
        for _ in range(2):
            ask(anna, name="Refusing")
            answer(refusing, "Anna", yes=False)
        ask(anna, name="Asked")
        outcomes = dict[str, tuple[object, ...]]()
        for name in ("Existing", "Missing", "Blocking", "Refusing", "Asked"):
            with record_statements() as statements:
                response = ask(anna, name=name)
            headers = {key: value for key, value in response.headers.items() if key not in ("date", "x-request-id")}
            outcomes[name] = (response.status_code, response.content, headers, statements)
        assert all(outcome == outcomes["Existing"] for outcome in outcomes.values()), outcomes
        assert outcomes["Existing"][:2] == (202, b"{}")
        assert set(anna.get("friends")["asked"]) == outcomes.keys()


def test_guest_has_no_friends(running: Running, vera: Visitor) -> None:
    with accounts(running, "Anna") as (anna,):
        for response in (
            ask(vera, name="Anna"),
            vera.http.post(path_of("Anna"), json={"yes": True}),
            vera.http.get("/api/friend-code"),
            vera.http.post("/api/friend-code", json={}),
            vera.http.post("/api/invitations", json={"table": "t", "friend": "Anna"}),
        ):
            assert problem(response) == (403, "account-needed")
        assert vera.get("friends") == {"friends": [], "asked": [], "asking": [], "calls": []}
        assert anna.http.get("/api/friends").is_success


def test_name_with_slash_is_accepted_and_removed(running: Running) -> None:
    with accounts(running, "Anna", "A/B %2F") as (anna, slash):
        befriend(slash, "A/B %2F", anna, "Anna")
        lists = anna.http.delete(path_of("A/B %2F"), headers=JSON).json()
        assert lists["friends"] == []


def test_request_to_person_at_table_reaches_them(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        table = anna.table(game=THREE)

        async def meet() -> None:
            async with anna.socket(table) as anna_socket, boris.socket(table) as boris_socket:
                await receive(anna_socket, "seats")
                person = (await receive(boris_socket, "seats"))["me"]
                unknown = await asyncio.to_thread(lambda: ask(anna, table=table, person="0" * 16))
                assert problem(unknown) == (404, "nobody-so")
                assert (await asyncio.to_thread(lambda: ask(anna, table=table, person=person))).status_code == 202

        asyncio.run(meet())
        assert boris.get("friends")["asking"] == ["Anna"]
        assert anna.get("friends")["asked"] == ["Boris"]


def test_friend_code_is_used_until_renewed(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        code = anna.get("friend-code")["code"]
        assert ask(boris, code=code).status_code == 202
        assert anna.get("friends")["asking"] == ["Boris"]
        assert anna.post("friend-code")["code"] != code
        assert problem(ask(boris, code=code)) == (404, "friend-code-unknown")


def test_friend_state_follows_connections_and_table(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        befriend(anna, "Anna", boris, "Boris")
        assert state_of(anna) == ("away", "")
        table = boris.table(game=THREE, spectators=False)

        async def sit() -> None:
            async with boris.socket(table) as socket:
                assert (await receive(socket, "seats"))["you"] == 0
                assert await asyncio.to_thread(state_of, anna) == ("table", table)
                await say(socket, LockCommand(True))
                while not (await receive(socket, "seats"))["locked"]:
                    pass
                assert await asyncio.to_thread(state_of, anna) == ("table", "")
                response = await asyncio.to_thread(
                    lambda: boris.http.put("/api/me/settings", json={"seen_by": "nobody"})
                )
                assert response.json() == {"seen_by": "nobody", "profile": "everybody", "forced": True}
                assert await asyncio.to_thread(state_of, anna) == ("away", "")

        asyncio.run(sit())
        assert boris.get("me/settings") == {"seen_by": "nobody", "profile": "everybody", "forced": True}
        assert boris.http.put("/api/me/settings", json={}).json() == boris.get("me/settings")
        until(lambda: not running.services.connections)


def test_spectator_is_here_and_not_at_table(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        befriend(anna, "Anna", boris, "Boris")
        table = anna.table(game=THREE)

        async def watch() -> None:
            async with boris.socket(table) as socket:
                await receive(socket, "seats")
                assert await asyncio.to_thread(state_of, anna) == ("here", "")

        asyncio.run(watch())


def test_call_reaches_friend_of_seated_user_only(running: Running) -> None:
    with accounts(running, "Anna", "Boris", "Vera") as (anna, boris, vera):
        befriend(anna, "Anna", boris, "Boris")
        table = anna.table(game=THREE)
        call = {"table": table, "friend": "Boris"}
        assert anna.http.post("/api/invitations", json=call).status_code == 202
        (shown,) = boris.get("friends")["calls"]
        assert (shown["name"], shown["table"], shown["game"]) == ("Anna", table, THREE)
        assert boris.http.delete(f"/api/invitations/{shown['id']}", headers=JSON).json()["calls"] == []
        stranger = anna.http.post("/api/invitations", json=call | {"friend": "Vera"})
        assert problem(stranger) == (404, "friend-unknown")
        assert problem(vera.http.post("/api/invitations", json=call)) == (404, "no-such-table")
        closed_table = anna.table(game=THREE, bots=True, spectators=False)

        async def start() -> None:
            async with anna.socket(closed_table) as socket:
                while (await receive(socket, "seats"))["stage"] == "open":
                    pass

        asyncio.run(start())
        closed = anna.http.post("/api/invitations", json=call | {"table": closed_table})
        assert problem(closed) == (409, "friend-call-closed")
        for _ in range(4):
            assert anna.http.post("/api/invitations", json=call).status_code == 202
        assert problem(anna.http.post("/api/invitations", json=call)) == (409, "friend-calls-many")


def test_call_stores_notices_for_push_and_mail_if_server_sends_notices(tmp_path: Path) -> None:
    with (
        run_server(tmp_path, notices=BOTH, client=tmp_path, keeper=StillTime()) as running,
        accounts(running, "Anna", "Boris") as (anna, boris),
    ):
        befriend(anna, "Anna", boris, "Boris")
        call = {"table": anna.table(game=THREE), "friend": "Boris"}
        for _ in range(2):
            assert anna.http.post("/api/invitations", json=call).status_code == 202
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
            query = "SELECT person, kind, about, part, facts FROM notices WHERE kind = 'invited' ORDER BY part"
            rows = file.execute(query).fetchall()
        notice = (boris.me["id"], "invited", call["table"])
        assert [row[:4] for row in rows] == [(*notice, "mail"), (*notice, "push")]
        assert json.loads(rows[0][4]) == json.loads(rows[1][4]) == {"game": THREE, "name": "Anna"}


def test_request_stores_as_many_notices_for_every_outcome(tmp_path: Path) -> None:
    with (
        run_server(tmp_path, notices=BOTH, client=tmp_path, keeper=StillTime()) as running,
        accounts(running, "Anna", "Boris") as (anna, boris),
    ):
        for name in ("Boris", "Boris", "Missing"):
            assert ask(anna, name=name).status_code == 202
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
            rows = file.execute("SELECT person, kind, about, part FROM notices ORDER BY part").fetchall()
        receivers = [boris.me["id"], boris.me["id"], anna.me["id"]]
        expected = [(person, "friend", "Anna", part) for part in ("mail", "push") for person in receivers]
        assert sorted(rows) == sorted(expected)


def test_blocked_person_is_no_friend_any_more(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        befriend(anna, "Anna", boris, "Boris")
        table = anna.table(game=THREE)

        async def block() -> None:
            async with anna.socket(table) as anna_socket, boris.socket(table) as boris_socket:
                await say(boris_socket, SitCommand(1))
                while (seats := await receive(anna_socket, "seats"))["seats"][1] is None:
                    pass
                await asyncio.to_thread(anna.post, "blocks", table=table, person=seats["seats"][1]["id"])

        asyncio.run(block())
        assert (anna.get("friends")["friends"], boris.get("friends")["friends"]) == ([], [])


def test_requests_are_limited(tmp_path: Path) -> None:
    with run_server(tmp_path, limited=True) as running, accounts(running, "Anna") as (anna,):
        for index in range(LIMITS["friend"].burst):
            assert ask(anna, name=f"Name {index}").status_code == 202
        assert problem(ask(anna, name="Another")) == (429, "too-many")
        for index in range(LIMITS["block"].burst):
            assert anna.http.delete(path_of(f"Name {index}"), headers=JSON).is_success
        assert problem(anna.http.delete(path_of("Another"), headers=JSON)) == (429, "too-many")
        assert problem(anna.http.put("/api/me/settings", json={"seen_by": "nobody"})) == (429, "too-many")
        assert anna.get("me/settings") == {"seen_by": "friends", "profile": "everybody", "forced": True}
