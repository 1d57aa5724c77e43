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
from server.server_thread import HASTY, Running, Visitor, heard, say, served, until
from support.random_walk import KINDS
from support.redis_server import PROGRAM, redis_served
from support.waiting import eventually

from prikup.rules.game_definition import GameDefinition
from prikup.rules.state import view
from prikup.server import process
from prikup.server.nodes import broadcast
from prikup.server.nodes.broadcast import CHANNEL
from prikup.server.nodes.relay import reached
from prikup.server.websocket import endpoint
from prikup.table.actor import Table
from prikup.table.protocol import Sit, Start, Why
from prikup.worlds.possible_worlds import worlds

Frames = list[tuple[str, str | bytes]]
PEOPLE = (0, 1)
"""The seats taken by users."""
EVERYTHING = Counter(present=3, request=1, socket=1)
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
    noted: Frames = []

    @asynccontextmanager
    async def recorded(*where: Any) -> AsyncIterator[Recorded]:
        async with reached(*where) as owner:
            yield Recorded(owner, noted)

    monkeypatch.setattr(endpoint, "reached", recorded)
    return noted


@pytest.fixture
def pair(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Running, Running, str]]:
    """Two servers and the Redis that they share."""
    if not PROGRAM:
        pytest.skip("there is no redis-server here: apt-get install redis-server")
    monkeypatch.setattr(process, "DRAIN_S", 0.0)
    monkeypatch.setattr(broadcast, "PRESENT_EVERY", 0.1)
    with (
        redis_served() as redis,
        served(tmp_path, HASTY, database=url, redis=redis.url, limited=True) as one,
        served(tmp_path, HASTY, database=url, redis=redis.url, limited=True) as other,
    ):
        yield one, other, redis.url


@contextmanager
def told(url: str) -> Iterator[set[bytes]]:
    """Collect all Redis messages of the block: each request charge and each list of connected users."""
    noted: set[bytes] = set()
    over = threading.Event()
    client = Redis.from_url(url)
    line = client.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
    line.subscribe(CHANNEL)

    def hear() -> None:
        while not over.is_set():
            message = line.get_message(timeout=0.1)
            if message is not None:
                said = msgspec.json.decode(message["data"][32:])
                noted.update(msgspec.json.encode([said["node"], name, each]) for name in said for each in said[name])

    thread = threading.Thread(target=hear)
    thread.start()
    try:
        yield noted
    finally:
        over.set()
        thread.join()
        line.close()
        client.close()


def told_of(said: set[bytes]) -> Counter[str]:
    """Count the lists of connected users, and note whether each limit was charged."""
    found = Counter[str]()
    for _, name, each in map(msgspec.json.decode, list(said)):
        if name == "present":
            found[name] += 1
        elif name == "charges":
            found[each[0]] = 1
    return found


def way(frame: tuple[str, str | bytes]) -> str:
    """Return the direction of a frame: the order is only defined within one direction."""
    return frame[0]


def loaded(running: Running, name: str) -> Table:
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
def test_no_byte_between_nodes_depends_on_anything_hidden(
    name: str, kind: GameDefinition, pair: tuple[Running, Running, str], frames: Frames
) -> None:
    one, other, redis = pair
    rng = random.Random(name)

    async def gone(table: str) -> None:
        """Wait until only Vera is connected, and has been sent that there are no watchers."""
        await eventually(lambda: (loaded(one, table).clients, loaded(one, table)._live.watchers) == (1, 0))

    async def visit(table: str) -> tuple[Frames, set[bytes]]:
        """Connect through the other server, ask about many actions, and leave."""
        frames.clear()
        with told(redis) as said:
            async with anna.socket(table) as here:
                n = (await heard(here, "view"))["n"]
                for act in (*range(0, 52, 5), 999):  # one at a time, since a burst may drop answers
                    await say(here, Why(n, act))
                    await heard(here, "why")
                await eventually(lambda: told_of(said) == EVERYTHING)
            await gone(table)
        return list(frames), said

    async def compare(table: str) -> None:
        async with vera.socket(table) as there:
            await heard(there, "welcome")
            async with anna.socket(table) as here:
                await say(here, Sit(1))
                while (await heard(here, "seats"))["you"] != 1:
                    pass
                await say(there, Start())
                await heard(here, "view")
            found = loaded(one, table)
            await gone(table)
            await quiet(found)
            state = found._live.table.state
            assert state is not None
            await visit(table)  # earlier messages have arrived by its end
            first = await visit(table)
            assert sum(len(frame) for _, frame in first[0]) > 2000
            game = found._live.table.game
            set_state(found, next(world for world in worlds(game, view(state, 1), rng) if world != state))
            second = await visit(table)
            for this, that in zip(sorted(first[0], key=way), sorted(second[0], key=way), strict=True):
                assert this == that, "the relay"
            assert first[1] == second[1], "Redis"
            hands = (state.hands[1], state.hands[0], *state.hands[2:])
            set_state(found, msgspec.structs.replace(state, hands=hands))
            assert (await visit(table))[0] != first[0], "what they see must show"
            set_state(found, state)

    with Visitor(one, "Vera") as vera, Visitor(other, "Anna") as anna:
        until(lambda: all(each.services._broadcast.up for each in (one, other)))  # type: ignore[union-attr]
        asyncio.run(compare(vera.table(game=name, absent="wait")))
