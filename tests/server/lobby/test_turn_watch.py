"""The turn-based tables that wait for a user, on the WebSocket of the lobby."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from server.lobby.lobby_client import open_lobby
from server.lobby.pairing_server import Reader
from server.server_thread import Running, Visitor, receive
from server.still_time import StillTime
from server.turn_based.test_long_match import PEOPLE, begin_match
from server.turn_based.turn_server import TurnServer, turn_server
from support.waiting import eventually

from prikup.server.lobby import turn_watch
from prikup.server.lobby.turn_watch import LOAD_EVERY, TurnWatch
from prikup.table.host.storage import NotRead


@asynccontextmanager
async def watching(server: TurnServer) -> AsyncIterator[tuple[TurnWatch, StillTime, dict[str, Reader]]]:
    """Show the turns of all people at a server; yield the watch, its clock, and the WebSockets by person."""
    clock = StillTime()
    watch = TurnWatch(server.database, clock)
    server.store.on_turns = watch.changed
    readers = {person: Reader(person) for person in PEOPLE}
    for reader in readers.values():
        watch.show(reader)
    work = asyncio.create_task(watch.run())
    yield watch, clock, readers
    work.cancel()


async def load_until(clock: StillTime, condition: Callable[[], object]) -> None:
    """Let the watch load the turns that may have changed, again and again, until a condition holds."""

    def is_fulfilled() -> bool:
        if clock.waiting:
            clock.advance(LOAD_EVERY)
        return bool(condition())

    await eventually(is_fulfilled)


async def test_users_are_sent_tables_that_begin_or_stop_to_wait_for_them(url: str) -> None:
    async with turn_server(url) as server:
        table = await begin_match(server)
        first = (await server.wait_for_decision(table)).user
        async with watching(server) as (_, clock, readers):
            await load_until(clock, lambda: all(reader.messages for reader in readers.values()))
            for person, reader in readers.items():
                assert reader.take() == [{"type": "turns", "tables": [table] if person == first else []}]
            await server.act(table, first)
            second = (await server.wait_for_decision(table)).user
            assert second != first
            await load_until(clock, lambda: readers[first].messages and readers[second].messages)
            assert readers[first].take() == [{"type": "turns", "tables": []}]
            assert readers[second].take() == [{"type": "turns", "tables": [table]}]
            (third,) = set(PEOPLE) - {first, second}
            assert readers[third].messages == [], "nothing has changed for them"


async def test_turns_are_loaded_again_after_missed_notices_and_failures(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with turn_server(url) as server, watching(server) as (watch, clock, readers):
        await load_until(clock, lambda: all(reader.messages for reader in readers.values()))
        server.store.on_turns = lambda users: None  # as if another server wrote the commits, and its notices were lost
        table = await begin_match(server)
        actor = (await server.wait_for_decision(table)).user
        failures = 0

        async def fail(*_: object) -> None:
            nonlocal failures
            failures += 1
            raise NotRead

        with monkeypatch.context() as patch:
            patch.setattr(turn_watch, "waiting_tables", fail)
            watch.changed(None)
            await load_until(clock, lambda: failures)
        await load_until(clock, lambda: len(readers[actor].messages) == 2)
        assert readers[actor].messages[-1] == {"type": "turns", "tables": [table]}


async def test_lobby_socket_shows_turns_to_owner_of_account_only(running: Running) -> None:
    with Visitor(running, "Vera") as vera:
        async with open_lobby(running, vera) as lobby:
            await lobby.socket.send('{"type": "turns"}')
            assert (await receive(lobby.socket, "refused"))["reason"]["key"] == "account-needed"
            await asyncio.to_thread(lambda: vera.post("account", name="Vera W", password="long enough"))
            await lobby.socket.send('{"type": "turns"}')
            assert (await receive(lobby.socket, "turns"))["tables"] == []
