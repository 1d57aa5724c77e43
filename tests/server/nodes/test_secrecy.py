"""Hidden information changes no byte between nodes, neither on the relay nor in Redis (make test-postgres).

A player connects through one server to a table owned by the other, asks about many actions and leaves. Then everything
hidden from that player is changed and the visit is repeated. All frames between the servers, in both directions, and
all Redis messages must be equal. If something visible is changed instead, they must differ.
"""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis import Redis
from server.server_thread import HASTY, Running, Visitor, receive, run_server, say, until
from support.random_walk import KINDS
from support.redis_server import PROGRAM, running_redis
from support.waiting import DEADLINE_S, eventually

from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import view
from prikup.server import process
from prikup.server.nodes import broadcast
from prikup.server.nodes.broadcast import CHANNEL
from prikup.server.nodes.relay import connect_to_node
from prikup.server.websocket import endpoint
from prikup.table.actor import Table
from prikup.table.protocol.client_messages import SitCommand, StartCommand, WhyCommand
from prikup.worlds.possible_worlds import sample_worlds

Frames = list[tuple[str, str | bytes]]
PEOPLE = (0, 1)
"""The seats taken by users."""
EXPECTED_MESSAGES = Counter(places=3, request=1, socket=1)
"""The Redis messages during a visit: one user is at one node, the other joins there through the second."""


class Recorded:
    """A connection to another node that records all frames."""

    def __init__(self, owner: Any, frames: Frames) -> None:
        self._owner, self._frames = owner, frames

    @property
    def close_code(self) -> Any:
        return self._owner.close_code

    async def send(self, frame: str | bytes) -> None:
        self._frames.append(("there", frame))
        await self._owner.send(frame)

    async def recv(self) -> str | bytes:
        frame: str | bytes = await self._owner.recv()
        self._frames.append(("back", frame))
        return frame


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> Frames:
    """Record all frames between the servers."""
    recorded_frames: Frames = []

    @asynccontextmanager
    async def reach_and_record(*arguments: Any) -> AsyncIterator[Recorded]:
        async with connect_to_node(*arguments) as owner:
            yield Recorded(owner, recorded_frames)

    monkeypatch.setattr(endpoint, "connect_to_node", reach_and_record)
    return recorded_frames


@pytest.fixture
def pair(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lasting_leases: None
) -> Iterator[tuple[Running, Running, str]]:
    """Two servers and the Redis that they share."""
    if not PROGRAM:
        pytest.skip("there is no redis-server here: apt-get install redis-server")
    monkeypatch.setattr(process, "DRAIN_S", 0.0)
    monkeypatch.setattr(broadcast, "PRESENT_EVERY", 0.1)
    monkeypatch.setattr(broadcast, "ANSWER_WITHIN", DEADLINE_S)
    with (
        running_redis() as redis,
        run_server(tmp_path, HASTY, database=url, redis=redis.url, limited=True) as first_server,
        run_server(tmp_path, HASTY, database=url, redis=redis.url, limited=True) as second_server,
    ):
        yield first_server, second_server, redis.url


@contextmanager
def collect_redis_messages(url: str) -> Iterator[set[bytes]]:
    """Collect all Redis messages of the block: each request charge and each list of connected users."""
    messages: set[bytes] = set()
    over = threading.Event()
    client = Redis.from_url(url)
    line = client.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
    line.subscribe(CHANNEL)

    def hear() -> None:
        while not over.is_set():
            message = line.get_message(timeout=0.1)
            if message is not None:
                content = msgspec.json.decode(message["data"][32:])
                messages.update(
                    msgspec.json.encode([content["node"], name, entry]) for name in content for entry in content[name]
                )

    thread = threading.Thread(target=hear)
    thread.start()
    try:
        yield messages
    finally:
        over.set()
        thread.join()
        line.close()
        client.close()


def message_counts(messages: set[bytes]) -> Counter[str]:
    """Count the lists of connected users, and note whether each limit was charged."""
    counts = Counter[str]()
    for _, name, entry in map(msgspec.json.decode, list(messages)):
        if name == "places":
            counts[name] += 1
        elif name == "charges":
            counts[entry[0]] = 1
    return counts


def way(frame: tuple[str, str | bytes]) -> str:
    """Return the direction of a frame: the order is only defined within one direction."""
    return frame[0]


def loaded_table(running: Running, name: str) -> Table:
    """Return a table that a server has loaded."""
    table = running.services.tables._tables[name].result()
    assert table is not None
    return table


async def quiet(table: Table) -> None:
    """Wait until a table waits for a user."""

    def waits() -> bool:
        state = table._live.table.state
        return state is not None and state.public.actor in PEOPLE and not table._bots._tasks

    await eventually(waits)


def set_state(table: Table, state: Any) -> None:
    """Replace the state of a table at which nothing is happening."""
    log = table._live.table.log
    assert log is not None
    log.state = table._live.table.last = state


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_messages_between_nodes_do_not_depend_on_hidden_information(
    name: str, kind: GameDefinition, pair: tuple[Running, Running, str], frames: Frames
) -> None:
    first_server, second_server, redis = pair
    rng = random.Random(name)

    async def wait_until_anna_left(table: str) -> None:
        """Wait until only Vera is connected, and has been sent that there are no watchers."""
        await eventually(
            lambda: (
                (loaded_table(first_server, table).clients, loaded_table(first_server, table)._live.watchers) == (1, 0)
            )
        )

    async def visit(table: str) -> tuple[Frames, set[bytes]]:
        """Connect through the other server, ask about many actions, and leave."""
        frames.clear()
        with collect_redis_messages(redis) as messages:
            async with anna.socket(table) as anna_socket:
                n = (await receive(anna_socket, "view"))["n"]
                for act in (*range(0, 52, 5), 999):  # one at a time, since a burst may drop answers
                    await say(anna_socket, WhyCommand(n, act))
                    await receive(anna_socket, "why")
                await eventually(lambda: message_counts(messages) == EXPECTED_MESSAGES)
            await wait_until_anna_left(table)
        return list(frames), messages

    async def compare(table: str) -> None:
        async with vera.socket(table) as vera_socket:
            await receive(vera_socket, "welcome")
            async with anna.socket(table) as anna_socket:
                await say(anna_socket, SitCommand(1))
                while (await receive(anna_socket, "seats"))["you"] != 1:
                    pass
                await say(vera_socket, StartCommand())
                await receive(anna_socket, "view")
            server_table = loaded_table(first_server, table)
            await wait_until_anna_left(table)
            await quiet(server_table)
            state = server_table._live.table.state
            assert state is not None
            await visit(table)  # earlier messages have arrived by its end
            first = await visit(table)
            assert sum(len(frame) for _, frame in first[0]) > 2000
            game = server_table._live.table.game
            set_state(server_table, next(world for world in sample_worlds(game, view(state, 1), rng) if world != state))
            second = await visit(table)
            for first_frame, second_frame in zip(sorted(first[0], key=way), sorted(second[0], key=way), strict=True):
                assert first_frame == second_frame, "the relay"
            assert first[1] == second[1], "Redis"
            hands = (state.hands[1], state.hands[0], *state.hands[2:])
            set_state(server_table, msgspec.structs.replace(state, hands=hands))
            assert (await visit(table))[0] != first[0], "what they see must show"
            set_state(server_table, state)

    with Visitor(first_server, "Vera") as vera, Visitor(second_server, "Anna") as anna:
        until(lambda: all(server.services._broadcast.up for server in (first_server, second_server)))  # type: ignore[union-attr]
        asyncio.run(compare(vera.table(game=name, absent="wait")))
