"""Quick pairing through a server: from the lobby's WebSocket to the table."""

import asyncio
import sqlite3
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, ExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from server.lobby.pairing_server import LANE, PARTNER_LANE
from server.server_thread import HASTY, Running, Visitor, receive, run_server
from server.still_time import StillTime
from support import patient
from support.waiting import DEADLINE_S
from websockets.asyncio.client import ClientConnection

from prikup.server.lobby.lobby import WAITING_FOR
from prikup.server.lobby.seekers import Seekers
from prikup.server.nodes.chore_lease import ChoreLease
from prikup.server.storage.pairing_rows import COME_S
from prikup.table.opening.lanes import lanes

NAMES = ("Anna", "Boris", "Clara")
T = TypeVar("T")


@pytest.fixture
def clock() -> StillTime:
    return StillTime()


@pytest.fixture
def running(tmp_path: Path, clock: StillTime) -> Iterator[Running]:
    with run_server(tmp_path, HASTY, keeper=clock) as running:
        yield running


@pytest.fixture
def people(running: Running) -> Iterator[list[Visitor]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Visitor(running, name)) for name in NAMES]


async def send(socket: ClientConnection, **message: Any) -> None:
    await socket.send(msgspec.json.encode(message).decode())


async def answer(socket: ClientConnection, *types: str) -> dict[str, Any]:
    """Return the next message of one of these types."""
    async with asyncio.timeout(DEADLINE_S):
        while (message := msgspec.json.decode(await socket.recv()))["type"] not in types:
            pass
    return dict(message)


async def in_loop_of(running: Running, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of `work`, which runs in the event loop of a server."""
    loop = running.services.tables._unloader.get_loop()
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


async def do_round(running: Running, clock: StillTime, worker: ChoreLease | Seekers) -> None:
    """Let a server do another round of work that it does every second, and wait until that is done.

    The clock moves only while the server waits for it. So few seconds pass, however slow the server is; with more, it
    would be too late for people to come.
    """
    last_round = worker._round
    while (current_round := worker._round) is last_round or current_round is None or not current_round.done():
        if current_round is not None and current_round.done():
            clock.advance(1.0)
        await in_loop_of(running, asyncio.sleep(0))  # real time: none passes; lets the server begin


async def find_table(
    running: Running, clock: StillTime, people: list[Visitor], stack: AsyncExitStack
) -> tuple[list[ClientConnection], list[dict[str, Any]]]:
    """Let people look for a table until it is found; return their sockets and what they were sent."""
    sockets = [await stack.enter_async_context(visitor.lobby_socket()) for visitor in people]
    for socket in sockets:
        await send(socket, type="seek", lanes=[LANE.name])
        assert (await answer(socket, "sought", "refused"))["type"] == "sought"
    searches = [asyncio.create_task(answer(socket, "found")) for socket in sockets]
    while not running.services.seekers._sent_tables:
        await do_round(running, clock, running.services._pairing_lease)
    return sockets, await asyncio.gather(*searches)


def test_people_who_look_for_a_table_play_at_one(running: Running, clock: StillTime, people: list[Visitor]) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            _, found = await find_table(running, clock, people, stack)
            (table,) = {message["table"] for message in found}
            assert found[0]["lane"] == LANE.name
            assert sorted(seat[0] for seat in found[0]["seats"]) == sorted(NAMES)
            sockets = [await stack.enter_async_context(visitor.socket(table)) for visitor in people]
            while (seats := await receive(sockets[0], "seats"))["stage"] == "open":
                pass
            assert [seat["name"] for seat in seats["seats"]] == [seat[0] for seat in found[0]["seats"]]
            assert not seats["host"]
            shuffle = await receive(sockets[0], "sealed")
            seed = await seed_of(running, table)
            assert shuffle["commitment"] == sha256(bytes.fromhex(seed)).hexdigest()
            ranks = [sha256(f"{seed} {seat['id']}".encode()).hexdigest() for seat in seats["seats"]]
            assert ranks == sorted(ranks), "everybody can check the order of the seats"
            (match,) = (await asyncio.to_thread(people[0].get, "lobby"))["watch"]
            names = [seat[0] for seat in found[0]["seats"]]
            assert (match["id"], [name for name, _ in match["seats"]]) == (table, names)
            assert all(match["keys"])

    asyncio.run(play())


async def seed_of(running: Running, table: str) -> str:
    """Return the secret seed of a table's first shuffle."""
    stored = await in_loop_of(running, running.services.store.settings(table))
    assert stored is not None
    return str(msgspec.json.decode(stored)["pairing"]["seed"])


def test_people_look_again_when_somebody_does_not_come(
    running: Running, clock: StillTime, people: list[Visitor]
) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            lobbies, found = await find_table(running, clock, people, stack)
            table = found[0]["table"]
            sockets = [await stack.enter_async_context(visitor.socket(table)) for visitor in people[:2]]
            for socket in sockets:
                await receive(socket, "seats")
            clock.advance(COME_S + 1)
            for socket in sockets:
                assert (await receive(socket, "goodbye"))["reason"]["key"] == "table-annulled"
            await do_round(running, clock, running.services.seekers)
            first, second, missing = [await answer(socket, "sought", "refused") for socket in lobbies]
            assert first["type"] == second["type"] == "sought"
            assert min(first["waited_ms"], second["waited_ms"]) >= COME_S * 1000
            assert missing["reason"]["key"] == "seek-missed"
            await send(lobbies[2], type="seek", lanes=[LANE.name])
            assert (await answer(lobbies[2], "sought", "refused"))["reason"]["key"] == "seek-missed"
            assert all(visitor.tables() == [] for visitor in people)

    asyncio.run(play())


def test_search_on_a_socket_is_refused_and_cancelled(running: Running, clock: StillTime, people: list[Visitor]) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            socket = await stack.enter_async_context(people[0].lobby_socket())
            stranger = await stack.enter_async_context(patient.connect(f"ws://{running.address}/ws/lobby"))
            await send(stranger, type="seek", lanes=[LANE.name])
            assert (await answer(stranger, "refused"))["reason"]["key"] == "not-signed-in"
            await send(socket, type="seek", lanes=["nowhere"])
            assert (await answer(socket, "refused"))["reason"]["key"] == "lane-unknown"
            await send(socket, type="seek", lanes=[PARTNER_LANE.name], partner="Boris")
            assert (await answer(socket, "refused"))["reason"]["key"] == "partner-account"
            await send(socket, type="seek", lanes=[])
            assert (await answer(socket, "refused"))["reason"]["key"] == "message-unreadable"
            await send(socket, type="seek", lanes=[LANE.name])
            await answer(socket, "sought")
            await send(socket, type="cancel")
            await send(socket, type="look")
            await answer(socket, "lobby")
            assert running.services.seekers.count == 0

    asyncio.run(play())


def test_lobby_sends_waiting_seekers_per_lane(running: Running, clock: StillTime, people: list[Visitor]) -> None:
    async def look() -> None:
        async with AsyncExitStack() as stack:
            seeker = await stack.enter_async_context(people[0].lobby_socket())
            stranger = await stack.enter_async_context(patient.connect(f"ws://{running.address}/ws/lobby"))
            await send(stranger, type="look")
            assert (await answer(stranger, "lobby"))["waiting"] == {}
            await send(seeker, type="seek", lanes=[LANE.name])
            await answer(seeker, "sought")
            clock.advance(WAITING_FOR)
            rows = await answer(stranger, "rows")
            assert (rows["set"], rows["gone"], rows["waiting"]) == ([], [], {LANE.name: 1})
            assert people[1].get("lobby")["waiting"] == {LANE.name: 1}
            await send(seeker, type="cancel")
            await send(seeker, type="look")
            assert (await answer(seeker, "lobby"))["waiting"] == {LANE.name: 1}, "five seconds old at most"
            clock.advance(WAITING_FOR)
            for socket in (stranger, seeker):
                assert (await answer(socket, "rows"))["waiting"] == {}

    asyncio.run(look())


def test_lobby_sends_time_since_last_match_of_lane(
    running: Running, clock: StillTime, people: list[Visitor], tmp_path: Path
) -> None:
    async def look() -> None:
        async with patient.connect(f"ws://{running.address}/ws/lobby") as stranger:
            await send(stranger, type="look")
            assert LANE.name not in (await answer(stranger, "lobby"))["last_tables"]
            row = {"table_id": "earlier", "lane": LANE.name, "began": clock.wall() - 90}
            with closing(sqlite3.connect(tmp_path / "tables.sqlite", timeout=DEADLINE_S)) as database, database:
                database.execute("INSERT INTO lane_starts VALUES (:table_id, :lane, :began)", row)
            clock.advance(WAITING_FOR)
            assert (await answer(stranger, "rows"))["last_tables"] == {LANE.name: 95}
            clock.advance(WAITING_FOR)
            assert people[0].get("lobby")["last_tables"] == {LANE.name: 100}

    asyncio.run(look())


def test_bootstrap_lists_the_lanes_with_the_games(running: Running, people: list[Visitor]) -> None:
    assert "lanes" not in people[0].get("bootstrap")
    assert [lane["name"] for lane in people[0].get("bootstrap?games=true")["lanes"]] == list(lanes())


PAIRING_TASKS = {"Seekers.run", "PairingChore.run", "Lobby.run_waiting"}
"""The background tasks of quick pairing, as the names of their methods."""


def pairing_tasks(running: Running) -> set[str]:
    """Return those of `PAIRING_TASKS` that a server runs."""
    services = running.services
    running_tasks = [str(task.get_coro()) for task in (*services._lobby_tasks, *services._pairing_tasks)]
    return {name for name in PAIRING_TASKS if any(f" {name} " in text for text in running_tasks)}


def test_only_a_server_with_a_lobby_runs_quick_pairing(running: Running, tmp_path: Path) -> None:
    assert pairing_tasks(running) == PAIRING_TASKS
    folder = tmp_path / "without"
    folder.mkdir()
    with run_server(folder, lobby="off") as without:
        assert pairing_tasks(without) == set()


def test_server_without_a_lobby_has_no_lanes(tmp_path: Path) -> None:
    with run_server(tmp_path, lobby="off") as running, Visitor(running) as vera:
        assert "lanes" not in vera.get("bootstrap?games=true")
