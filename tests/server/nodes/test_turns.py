"""Turn-based tables on two servers that share a PostgreSQL database (make test-postgres)."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from server.node_cluster import lapse
from server.server_thread import receive, run_server
from server.socket_player import Message, Player
from server.turn_based.test_long_match import DAY_MS, begin_match
from server.turn_based.test_turns_api import account, open_table
from server.turn_based.turn_server import HOUR_S, PushMessages, TurnServer, turn_server
from sqlalchemy import update
from support import patient
from support.waiting import eventually
from websockets.asyncio.client import ClientConnection

from prikup.server import process
from prikup.server.storage.sql_tables import chores
from prikup.server.turn_based.check import check_turns
from prikup.table.state.events import TimeExpired, decode


async def end_leases(server: TurnServer) -> None:
    """End the leases of a server that has died, by the clock of the database. Its clock does not move any more."""
    await lapse(server.database, server.address)
    async with server.database.writing() as connection:
        await connection.execute(update(chores).where(chores.c.node == server.address).values(until=0.0))


async def late_decisions(server: TurnServer, table_id: str) -> list[int]:
    """Return the seats for which a computer player has taken a decision because the time was over."""
    commits = await server.store.commits(table_id)
    events = [event for commit in commits for event in decode(commit.events)]
    return [event.seat for event in events if isinstance(event, TimeExpired)]


async def test_second_server_ends_turns_of_dead_server_and_notifies_once(
    postgresql: str, stream: StringIO, lasting_leases: None
) -> None:
    push = PushMessages()
    async with turn_server(postgresql, push, "a:1") as first, turn_server(postgresql, push, "b:1") as second:
        table_id = await begin_match(first)
        decision = await first.wait_for_decision(table_id)
        second.clock.advance(first.clock.now() - second.clock.now())
        push.people.clear()
        assert table_id in first.registry
        await end_leases(first)
        await second.advance(120)
        assert push.people == [decision.user], "the question was asked before the server died"
        await second.advance(18 * HOUR_S)
        assert push.people == [decision.user], "it is not repeated before a quarter of the time is left"
        await second.advance(8 * HOUR_S)
        await second.wait_for_answer(table_id, decision)
        next_decision = await second.wait_for_decision(table_id)
        await second.advance(120)
        assert await late_decisions(second, table_id) == [decision.seat]
        sent = Counter(push.people)

        first.clock.advance(second.clock.now() - first.clock.now())  # it was only suspended, and its alarm rings
        await eventually(lambda: "not-written" in stream.getvalue())
        await first.work()
        await second.advance(120)
        assert await late_decisions(second, table_id) == [decision.seat]
        assert await second.decisions(table_id) == [next_decision]
        assert Counter(push.people) == sent == Counter({decision.user: 2, next_decision.user: 1})
    assert (await check_turns(postgresql)).wrong == ()


async def play_until_dealt(socket: ClientConnection, player: Player) -> Message:
    """Take a seat, take part in the first shuffle, and return the first view. Send nothing for the next shuffle."""
    while True:
        message: Message = msgspec.json.decode(await socket.recv())
        if message["type"] == "view":
            return message
        if message["type"] != "ahead" and (command := player.respond(message)):
            await socket.send(msgspec.json.encode(command).decode())


async def test_holiday_set_at_one_server_is_shown_at_a_table_of_the_other(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lasting_leases: None
) -> None:
    monkeypatch.setattr(process, "DRAIN_S", 0.0)
    async with AsyncExitStack() as stack:
        owner, other_server = (stack.enter_context(run_server(tmp_path, database=url)) for _ in range(2))
        people = [stack.enter_context(account(owner, name)) for name in ("Anna N", "Boris N", "Clara N")]
        table_id = open_table(people[0]).json()["id"]
        sockets = [await stack.enter_async_context(person.socket(table_id)) for person in people]
        players = [Player(seat, place=seat, persons=len(people)) for seat in range(len(people))]
        views = await asyncio.gather(*map(play_until_dealt, sockets, players))
        due_times = views[0]["clock"]["due"]
        (actor,) = (seat for seat, due_ms in enumerate(due_times) if due_ms is not None)
        tomorrow = datetime.now(UTC).date() + timedelta(days=1)
        answer = patient.post(
            f"{other_server.url}/api/me/holidays",
            json={"from": tomorrow.isoformat(), "days": 2},
            headers={"Authorization": f"Bearer {people[actor].token}"},
        )
        assert answer.is_success, answer.text
        for socket in sockets:
            moved = await receive(socket, "view")
            assert moved["did"] == []
            assert moved["clock"]["due"][actor] == due_times[actor] + 2 * DAY_MS


async def test_turn_at_a_table_of_one_server_is_shown_in_the_lobby_of_the_other(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lasting_leases: None
) -> None:
    monkeypatch.setattr(process, "DRAIN_S", 0.0)
    async with AsyncExitStack() as stack:
        owner, other_server = (stack.enter_context(run_server(tmp_path, database=url)) for _ in range(2))
        people = [stack.enter_context(account(owner, name)) for name in ("Anna O", "Boris O", "Clara O")]
        table_id = open_table(people[0]).json()["id"]
        sockets = [await stack.enter_async_context(person.socket(table_id)) for person in people]
        tickets = [person.post("tickets")["ticket"] for person in people]
        lobbies = [
            await stack.enter_async_context(patient.connect(f"ws://{other_server.address}/ws/lobby?ticket={ticket}"))
            for ticket in tickets
        ]
        for lobby in lobbies:
            await lobby.send('{"type": "turns"}')
            assert (await receive(lobby, "turns"))["tables"] == []
        players = [Player(seat, place=seat, persons=len(people)) for seat in range(len(people))]
        views = await asyncio.gather(*map(play_until_dealt, sockets, players))
        (actor,) = (seat for seat, due_ms in enumerate(views[0]["clock"]["due"]) if due_ms is not None)
        while (await receive(lobbies[actor], "turns"))["tables"] != [table_id]:
            pass
