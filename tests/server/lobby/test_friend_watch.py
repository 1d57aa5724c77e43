"""Friends on the WebSocket of the lobby: the lists, and the changes of the friends' states."""

import asyncio
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.accounts.test_friends import GAME, SECRET, Circle, open_circle
from server.http.test_friends_api import JSON, accounts, ask, befriend
from server.lobby.lobby_client import open_lobby
from server.lobby.pairing_server import Reader
from server.server_thread import Running, Visitor, receive, run_server, until
from server.still_time import StillTime
from support.example_games import example
from support.waiting import eventually

from prikup.api.friends import Friend
from prikup.server.accounts.accounts import UserChange
from prikup.server.accounts.friends import CALL_MS, FriendLists, FriendRow
from prikup.server.lobby.friend_watch import CALLS_AGAIN_S, DAY, PUSH_EVERY, FriendWatch, friend_of
from prikup.server.nodes.presence import AT_CLOSED_TABLE, CONNECTED
from prikup.table.protocol.message_parts import FriendCall

THREE = example(seats=3)
NOW = 1_800_000_000_000


@pytest.fixture
def clock() -> StillTime:
    return StillTime()


@pytest.fixture
def running(tmp_path: Path, clock: StillTime) -> Iterator[Running]:
    with run_server(tmp_path, keeper=clock) as running:
        yield running


class Seated:
    """A WebSocket of a user at a table, which records the calls that it is told."""

    def __init__(self, user: str, *, guest: bool = False) -> None:
        self.user, self.guest = user, guest
        self.calls: tuple[FriendCall, ...] = ()

    def show_calls(self, calls: tuple[FriendCall, ...]) -> None:
        self.calls = calls


def push(clock: StillTime) -> None:
    """Let the server compare the states of all friends with those that it has sent."""
    until(lambda: clock.now() + PUSH_EVERY in [call.due for call in clock.waiting])
    clock.advance(PUSH_EVERY)


async def show_friends(socket: Any) -> dict[str, Any]:
    """Ask for the user's friends; return the answer."""
    await socket.send('{"type": "friends"}')
    return await receive(socket, "friends")


async def test_lobby_socket_sends_lists_and_states_of_friends(running: Running, clock: StillTime) -> None:
    with accounts(running, "Anna", "Boris", "Vera") as (anna, boris, vera):
        befriend(anna, "Anna", boris, "Boris")
        async with open_lobby(running, anna) as client:
            lists = await show_friends(client.socket)
            boris_away = {"name": "Boris", "state": "away", "table": "", "today": False, "often_absent": False}
            assert lists["friends"] == [boris_away | {"ratings": {}}]
            async with open_lobby(running, boris):
                await asyncio.to_thread(push, clock)
                friend = await receive(client.socket, "friend")
                assert (friend["name"], friend["state"]) == ("Boris", "here")
            until(lambda: len(running.services.lobby.readers) == 1)
            await asyncio.to_thread(push, clock)
            assert (await receive(client.socket, "friend"))["state"] == "away"
            await asyncio.to_thread(lambda: ask(vera, name="Anna"))
            assert (await receive(client.socket, "friends"))["asking"] == ["Vera"]


async def test_hidden_friend_is_away_at_once(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        befriend(anna, "Anna", boris, "Boris")
        async with open_lobby(running, anna) as client, open_lobby(running, boris):
            assert (await show_friends(client.socket))["friends"][0]["state"] == "here"
            await asyncio.to_thread(lambda: boris.http.put("/api/me/settings", json={"seen_by": "nobody"}))
            assert (await receive(client.socket, "friends"))["friends"][0]["state"] == "away"


async def test_renamed_and_deleted_friend_changes_lists(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        befriend(anna, "Anna", boris, "Boris")
        async with open_lobby(running, anna) as client:
            await show_friends(client.socket)
            await asyncio.to_thread(lambda: boris.http.patch("/api/me", json={"name": "Borislav"}))
            assert (await receive(client.socket, "friends"))["friends"][0]["name"] == "Borislav"
            await asyncio.to_thread(lambda: boris.post("account/deletion", password="long enough"))
            assert (await receive(client.socket, "friends"))["friends"] == []


async def test_lists_have_ratings_and_states_have_none(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle:
        await circle.befriend("Anna", "Boris")
        await circle.rate("Boris", 30.0)
        places: dict[str, str] = {}
        watch = FriendWatch(circle.friends, lambda users: places, lambda: True, StillTime())
        (friend,) = (await watch.list_of(circle.id("Anna"))).friends
        assert friend.ratings == {GAME: (1620, 94, False)}
        anna = Reader(circle.id("Anna"))
        await watch.show(anna)
        assert [message["friends"][0]["ratings"] for message in anna.take()] == [{GAME: [1620, 94, False]}]
        places[circle.id("Boris")] = CONNECTED
        watch.push_states()
        assert [message.keys() for message in anna.take()] == [
            {"type", "name", "state", "table", "today", "often_absent"}
        ]


async def test_lists_without_change_are_not_sent_again(url: str) -> None:
    async with open_circle(url, "Anna", "Boris", "Vera") as circle, asyncio.TaskGroup() as group:
        await circle.befriend("Anna", "Vera")
        watch = FriendWatch(circle.friends, lambda users: {}, lambda: True, StillTime())
        anna, boris = Reader(circle.id("Anna")), Reader(circle.id("Boris"))
        for reader in (anna, boris):
            await watch.show(reader)
            reader.take()
        work = group.create_task(watch.run())
        await circle.rate("Vera", 30.0)
        await circle.block("Boris", "Anna")
        await circle.ask("Vera", "Boris")
        watch.lists_changed([circle.id("Anna"), circle.id("Boris")])
        await eventually(lambda: bool(boris.messages))
        assert [message["asking"] for message in boris.take()] == [["Vera"]]
        assert anna.take() == [], "a block must not show"
        await watch.show(anna)
        assert [message["type"] for message in anna.take()] == ["friends"], "the client has asked"
        work.cancel()


async def test_dismissed_call_disappears_from_every_page_of_user(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        befriend(anna, "Anna", boris, "Boris")
        table = anna.table(game=THREE)
        anna.post("invitations", table=table, friend="Boris")
        async with open_lobby(running, boris) as client:
            (call,) = (await show_friends(client.socket))["calls"]
            await asyncio.to_thread(lambda: boris.http.delete(f"/api/invitations/{call['id']}", headers=JSON))
            assert (await receive(client.socket, "friends"))["calls"] == []


def befriend_and_open_tables(anna: Visitor, boris: Visitor) -> tuple[str, str]:
    """Make two people friends; return the tables that they have opened."""
    befriend(anna, "Anna", boris, "Boris")
    return anna.table(game=THREE), boris.table(game=THREE)


async def test_call_reaches_friend_at_another_table(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        table, own_table = befriend_and_open_tables(anna, boris)
        async with boris.socket(own_table) as socket:
            await receive(socket, "seats")
            await asyncio.to_thread(anna.post, "invitations", table=table, friend="Boris")
            (call,) = (await receive(socket, "invited"))["calls"]
            assert (call["name"], call["table"], call["game"]) == ("Anna", table, THREE)
            async with boris.socket(own_table) as newer_socket:
                assert (await receive(newer_socket, "invited"))["calls"] == [call], "told again after reconnecting"
                await asyncio.to_thread(boris.http.delete, f"/api/invitations/{call['id']}", headers=JSON)
                assert (await receive(newer_socket, "invited"))["calls"] == []


async def test_call_that_is_over_disappears_from_pages_and_tables(running: Running, clock: StillTime) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        table, own_table = befriend_and_open_tables(anna, boris)
        async with boris.socket(own_table) as socket, open_lobby(running, boris) as client:
            await receive(socket, "seats")
            await show_friends(client.socket)
            await asyncio.to_thread(anna.post, "invitations", table=table, friend="Boris")
            assert (await receive(socket, "invited"))["calls"]
            assert (await receive(client.socket, "friends"))["calls"]
            await asyncio.to_thread(clock.advance, CALL_MS / 1000)
            assert (await receive(socket, "invited"))["calls"] == []
            assert (await receive(client.socket, "friends"))["calls"] == []


async def test_calls_are_read_for_all_who_join_at_once(url: str) -> None:
    async with open_circle(url, "Anna", "Boris", "Vera") as circle, asyncio.TaskGroup() as group:
        for name in ("Boris", "Vera"):
            await circle.befriend("Anna", name)
        await circle.open_table("t")
        await circle.call("Anna", "Boris", "t")
        watch = FriendWatch(circle.friends, lambda users: {}, lambda: True, StillTime())
        calls_to, reads = circle.friends.calls_to, list[set[str]]()

        async def count_reads(users: Collection[str]) -> dict[str, tuple[FriendCall, ...]]:
            reads.append(set(users))
            return await calls_to(users)

        # A method of one object is replaced, which mypy forbids: the watch must read through it.
        circle.friends.calls_to = count_reads  # type: ignore[method-assign]
        boris, vera, guest = Seated(circle.id("Boris")), Seated(circle.id("Vera")), Seated("guest", guest=True)
        for seated in (boris, vera, guest):
            watch.show_calls_at_table(seated)
        work = group.create_task(watch.run())
        await eventually(lambda: bool(boris.calls))
        assert (vera.calls, guest.calls) == ((), ())
        assert reads == [{boris.user, vera.user}]
        work.cancel()


async def test_call_at_table_shows_new_name_of_caller_until_caller_is_deleted(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle, asyncio.TaskGroup() as group:
        await circle.befriend("Anna", "Boris")
        await circle.open_table("t")
        await circle.call("Anna", "Boris", "t")
        boris = Seated(circle.id("Boris"))
        watch = FriendWatch(circle.friends, lambda users: {}, lambda: True, StillTime(), lambda: [boris])
        work = group.create_task(watch.run())
        watch.show_calls_at_table(boris)
        await eventually(lambda: [call.name for call in boris.calls] == ["Anna"])
        await circle.accounts.rename(circle.users["Anna"], "Annabel")
        watch.user_changed(UserChange(circle.id("Anna"), "Annabel"))
        await eventually(lambda: [call.name for call in boris.calls] == ["Annabel"])
        await circle.accounts.delete(circle.users["Anna"], SECRET)
        watch.user_changed(UserChange(circle.id("Anna"), ended=True))
        await eventually(lambda: boris.calls == ())
        work.cancel()


async def test_shown_calls_are_loaded_again_after_an_unexpected_error(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle, asyncio.TaskGroup() as group:
        await circle.befriend("Anna", "Boris")
        await circle.open_table("t")
        await circle.call("Anna", "Boris", "t")
        boris, clock, errors = Seated(circle.id("Boris")), StillTime(), [RuntimeError()]
        boris.calls = (FriendCall("over", "Vera", "u", GAME),)

        def at_tables() -> list[Seated]:
            if errors:
                raise errors.pop()
            return [boris]

        watch = FriendWatch(circle.friends, lambda users: {}, lambda: True, clock, at_tables)
        work = group.create_task(watch.run())
        for _ in range(2):
            await eventually(lambda: clock.now() + CALLS_AGAIN_S in [call.due for call in clock.waiting])
            clock.advance(CALLS_AGAIN_S)
        await eventually(lambda: [call.name for call in boris.calls] == ["Anna"])
        work.cancel()


async def test_friend_request_shows_new_name_of_sender_until_sender_is_deleted(running: Running) -> None:
    with accounts(running, "Anna", "Boris") as (anna, boris):
        ask(boris, name="Anna")
        async with open_lobby(running, anna) as client:
            assert (await show_friends(client.socket))["asking"] == ["Boris"]
            await asyncio.to_thread(boris.http.patch, "/api/me", json={"name": "Boryslav"})
            assert (await receive(client.socket, "friends"))["asking"] == ["Boryslav"]
            await asyncio.to_thread(boris.post, "account/deletion", password="long enough")
            assert (await receive(client.socket, "friends"))["asking"] == []


def hold_first_lists(circle: Circle) -> tuple[asyncio.Event, asyncio.Event]:
    """Hold back the lists of friends that are read first. Return two events.

    The first one is set once the lists were read, and they are returned once the second one is set.
    """
    lists_of, was_read, go = circle.friends.lists_of, asyncio.Event(), asyncio.Event()

    async def slow_lists_of(user: str) -> FriendLists:
        lists = await lists_of(user)
        if not was_read.is_set():
            was_read.set()
            await go.wait()
        return lists

    # A method of one object is replaced, which mypy forbids: the watch must read through it.
    circle.friends.lists_of = slow_lists_of  # type: ignore[method-assign]
    return was_read, go


async def test_lists_that_were_read_before_a_change_are_not_sent_after_it(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle, asyncio.TaskGroup() as group:
        watch = FriendWatch(circle.friends, lambda users: {}, lambda: True, StillTime())
        work = group.create_task(watch.run())
        anna = Reader(circle.id("Anna"))
        was_read, lists_sent = hold_first_lists(circle)
        showing = group.create_task(watch.show(anna))
        await was_read.wait()
        await circle.ask("Boris", "Anna")
        watch.lists_changed([circle.id("Anna")])
        await eventually(lambda: bool(anna.messages))
        lists_sent.set()
        await showing
        assert [message["asking"] for message in anna.take()] == [["Boris"]]
        work.cancel()


async def test_friend_renamed_while_lists_are_read_is_shown_with_new_name(url: str) -> None:
    async with open_circle(url, "Anna", "Boris") as circle, asyncio.TaskGroup() as group:
        await circle.befriend("Anna", "Boris")
        watch = FriendWatch(circle.friends, lambda users: {}, lambda: True, StillTime())
        work = group.create_task(watch.run())
        anna = Reader(circle.id("Anna"))
        was_read, go = hold_first_lists(circle)
        showing = group.create_task(watch.show(anna))
        await was_read.wait()
        await circle.accounts.rename(circle.users["Boris"], "Boryslav")
        watch.user_changed(UserChange(circle.id("Boris"), "Boryslav"))
        go.set()
        await showing
        await eventually(lambda: anna.messages and anna.messages[-1]["friends"][0]["name"] == "Boryslav")
        work.cancel()


async def test_guest_has_no_friends_on_lobby_socket(running: Running) -> None:
    with Visitor(running) as guest:
        async with open_lobby(running, guest) as client, open_lobby(running) as stranger:
            for socket in (client.socket, stranger.socket):
                await socket.send('{"type": "friends"}')
                assert (await receive(socket, "refused"))["reason"]["key"] == "account-needed"


async def test_guest_who_opens_account_has_friends_on_open_lobby_socket(running: Running) -> None:
    with Visitor(running) as guest:
        async with open_lobby(running, guest) as client:
            account = {"name": "Nina", "password": "long enough"}
            await asyncio.to_thread(guest.http.post, "/api/account", json=account)
            await client.socket.send('{"type": "friends"}')
            assert msgspec.json.decode(await client.socket.recv())["type"] == "friends"


@pytest.mark.parametrize(
    ("hidden", "place", "complete", "expected"),
    [
        (False, None, True, Friend("Anna", "away")),
        (False, None, False, Friend("Anna", "unknown", today=True)),
        (False, CONNECTED, False, Friend("Anna", "here")),
        (False, AT_CLOSED_TABLE, True, Friend("Anna", "table")),
        (False, "t", True, Friend("Anna", "table", "t")),
        (True, "t", True, Friend("Anna", "away")),
        (True, "t", False, Friend("Anna", "unknown")),
        (True, None, False, Friend("Anna", "unknown")),
    ],
)
def test_friend_of_shows_state_unless_hidden(hidden: bool, place: str | None, complete: bool, expected: Friend) -> None:
    row = FriendRow("id", "Anna", hidden, NOW - DAY + 1)
    assert friend_of(row, place, NOW, is_complete=complete) == expected
    assert not friend_of(row, None, NOW + 1, is_complete=False).today
