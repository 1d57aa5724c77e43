"""Quick pairing through a server: from the lobby's WebSocket to the table."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.lobby.pairing_server import LANE, PARTNER_LANE
from server.server_thread import HASTY, Running, Visitor, receive, run_server
from server.still_time import StillTime
from support import patient
from support.waiting import DEADLINE_S, eventually
from websockets.asyncio.client import ClientConnection

from prikup.server.storage.pairing_rows import COME_S
from prikup.table.opening.lanes import lanes

NAMES = ("Anna", "Boris", "Clara")


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


async def lobby_of(running: Running, visitor: Visitor, stack: AsyncExitStack) -> ClientConnection:
    ticket = visitor.post("tickets")["ticket"]
    return await stack.enter_async_context(patient.connect(f"ws://{running.address}/ws/lobby?ticket={ticket}"))


async def send(socket: ClientConnection, **message: Any) -> None:
    await socket.send(msgspec.json.encode(message).decode())


async def answer(socket: ClientConnection, *types: str) -> dict[str, Any]:
    """Return the next message of one of these types."""
    async with asyncio.timeout(DEADLINE_S):
        while (message := msgspec.json.decode(await socket.recv()))["type"] not in types:
            pass
    return dict(message)


async def find_table(
    running: Running, clock: StillTime, people: list[Visitor], stack: AsyncExitStack
) -> tuple[list[ClientConnection], list[dict[str, Any]]]:
    """Let people look for a table until it is found; return their sockets and what they were sent."""
    sockets = [await lobby_of(running, visitor, stack) for visitor in people]
    for socket in sockets:
        await send(socket, type="seek", lanes=[LANE.name])
        assert (await answer(socket, "sought", "refused"))["type"] == "sought"
    await eventually(lambda: len(clock.waiting) > 0)
    searches = [asyncio.create_task(answer(socket, "found")) for socket in sockets]
    while not any(search.done() for search in searches):  # then no time passes in which they have to come
        clock.advance(0.5)
        await asyncio.sleep(0.01)  # real time: the server runs in another thread
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

    asyncio.run(play())


async def seed_of(running: Running, table: str) -> str:
    """Return the secret seed of a table's first shuffle."""
    loop = running.services.tables._unloader.get_loop()
    settings = asyncio.run_coroutine_threadsafe(running.services.store.settings(table), loop)
    stored = await asyncio.wrap_future(settings)
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
            answers = [asyncio.create_task(answer(socket, "sought", "refused")) for socket in lobbies]
            while not all(task.done() for task in answers):
                clock.advance(0.5)
                await asyncio.sleep(0.01)  # real time: the server runs in another thread
            first, second, missing = (task.result() for task in answers)
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
            socket = await lobby_of(running, people[0], stack)
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


def test_bootstrap_lists_the_lanes_with_the_games(running: Running, people: list[Visitor]) -> None:
    assert "lanes" not in people[0].get("bootstrap")
    assert [lane["name"] for lane in people[0].get("bootstrap?games=true")["lanes"]] == list(lanes())


def test_server_without_a_lobby_has_no_lanes(tmp_path: Path) -> None:
    with run_server(tmp_path, lobby="off") as running, Visitor(running) as vera:
        assert "lanes" not in vera.get("bootstrap?games=true")
