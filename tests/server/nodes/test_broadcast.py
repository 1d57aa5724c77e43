"""Messages between nodes over a real Redis; skipped without redis-server."""

import asyncio
import io
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from redis.asyncio import Redis
from server.captured_log import events
from server.http.test_friends_api import accounts, answer, ask, state_of
from server.lobby.lobby_client import open_lobby
from server.server_thread import PEER_SECRET, Running, Visitor, run_server
from support import patient
from support.redis_server import PROGRAM, RedisServer, running_redis
from support.waiting import DEADLINE_S, eventually

from prikup.server import process
from prikup.server.accounts.accounts import UserChange
from prikup.server.http.errors import HttpError
from prikup.server.http.rate_limits import RateLimit, RateLimits
from prikup.server.nodes import broadcast as module
from prikup.server.nodes.broadcast import Broadcast
from prikup.server.nodes.presence import CONNECTED

LIMIT = RateLimit(60, 10)


@pytest.fixture(scope="module")
def one_redis() -> Iterator[RedisServer]:
    if not PROGRAM:
        pytest.skip("there is no redis-server here: apt-get install redis-server")
    with running_redis() as server:
        yield server


@pytest.fixture
def redis(one_redis: RedisServer) -> Iterator[RedisServer]:
    """A Redis server that a test may kill."""
    yield one_redis
    one_redis.kill()
    one_redis.start()


class Told:
    """The Redis side of a node: its rate limits and the change notices it received."""

    def __init__(self, url: str, secret: bytes = PEER_SECRET, local_users: tuple[str, ...] = ()) -> None:
        self.limits = RateLimits({"login": LIMIT}, lambda: 0.0)
        self.news: list[UserChange] = []
        self.line = Broadcast(
            url, secret, lambda charge: self.limits.hear(charge.limit, charge.client, charge.amount), self.news.append
        )
        self.limits.share(self.line.key, self.line.charge)
        self.line.begin(lambda: dict.fromkeys(local_users, CONNECTED))

    def may_send(self) -> bool:
        """Return whether an address may send another request."""
        try:
            self.limits.spend("login", "10.1.2.3")
        except HttpError:
            return False
        return True

    @property
    def request_count(self) -> int:
        """Return the number of requests of the address, as far as this node knows."""
        return round(sum(self.limits._paid.values()) / LIMIT.seconds)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PRESENT_EVERY", 0.2)
    monkeypatch.setattr(module, "AGAIN_AFTER", 0.1)
    monkeypatch.setattr(module, "ANSWER_WITHIN", DEADLINE_S)


async def test_rate_limit_is_shared_by_nodes_and_local_while_redis_is_down(
    redis: RedisServer, stream: io.StringIO
) -> None:
    a, b = Told(redis.url, local_users=("v",)), Told(redis.url, local_users=("w",))
    try:
        await eventually(lambda: a.line.users_on_other_nodes and b.line.users_on_other_nodes)
        assert all(a.may_send() for _ in range(6))
        await eventually(lambda: b.request_count == 6)
        assert [b.may_send() for _ in range(5)] == [True] * 4 + [False]
        await eventually(lambda: a.request_count == 10)
        assert not a.may_send()
        redis.kill()
        await eventually(lambda: not a.line.up and not b.line.up)
        assert not a.may_send(), "what was known is known"
        a.limits._paid.clear()
        b.limits._paid.clear()
        assert [node.may_send() for node in (a, b) for _ in range(11)] == ([True] * 10 + [False]) * 2
        assert events(stream.getvalue())["redis-lost"] == 2, "once by each"
        a.line._present.clear()
        b.line._present.clear()
        redis.start()
        await eventually(lambda: a.line.users_on_other_nodes and b.line.users_on_other_nodes)
        a.limits._paid.clear()
        b.limits._paid.clear()
        assert a.may_send()
        await eventually(lambda: b.request_count == 1)
        assert events(stream.getvalue())["redis-again"] == 2
    finally:
        await asyncio.gather(a.line.end(), b.line.end())


async def test_broadcast_ignores_users_announced_by_older_node() -> None:
    line = Broadcast("redis://localhost:1", b"", lambda charge: None, lambda news: None)
    line._process_message(msgspec.json.decode(b'{"node": "older", "present": ["v"]}', type=module._NodeMessage))
    assert line.users_on_other_nodes == {}


async def test_broadcast_logs_loss_once_while_subscribing_fails(redis: RedisServer, stream: io.StringIO) -> None:
    a, b = Told(redis.url, local_users=("v",)), Told(redis.url, local_users=("w",))
    async with Redis.from_url(redis.url) as admin:
        try:
            await eventually(lambda: a.line.users_on_other_nodes and b.line.users_on_other_nodes)
            await admin.acl_setuser("default", enabled=True, commands=["-subscribe"])
            await admin.client_kill_filter(_type="pubsub")
            await eventually(lambda: not a.line.up and not b.line.up)
            with patch.object(a.line, "_mark_down", wraps=a.line._mark_down) as lost_mock:
                await eventually(lambda: lost_mock.call_count > 3)
            assert {a.line.up, b.line.up} == {False}
            assert (events(stream.getvalue())["redis-lost"], events(stream.getvalue())["redis-again"]) == (2, 0)
            await admin.acl_setuser("default", enabled=True, commands=["+subscribe"])
            await eventually(lambda: a.line.up and b.line.up)
            assert (events(stream.getvalue())["redis-lost"], events(stream.getvalue())["redis-again"]) == (2, 2)
        finally:
            await asyncio.gather(a.line.end(), b.line.end())


async def test_broadcast_sends_user_changes_and_connected_users(redis: RedisServer) -> None:
    a, b = Told(redis.url, local_users=("v", "w")), Told(redis.url, local_users=("x",))
    try:
        await eventually(lambda: [*a.line.users_on_other_nodes] == ["x"] and len(b.line.users_on_other_nodes) == 2)
        assert b.line.users_on_other_nodes == {"v": CONNECTED, "w": CONNECTED}
        a.line.tell(UserChange(token="a digest"))
        await eventually(lambda: b.news)
        assert (a.news, b.news) == ([], [UserChange(token="a digest")])
        a.line.tell_network("v", a.line.key("10.1.2.3"))
        await eventually(lambda: b.line.networks)
        assert b.line.networks == {"v": b.line.key("10.1.2.3")}
        assert a.line.networks == {}
        await a.line.end()
        await eventually(lambda: not b.line.users_on_other_nodes)
    finally:
        await b.line.end()


async def test_broadcast_ignores_nodes_without_secret_and_sends_no_address(redis: RedisServer) -> None:
    a, forger = Told(redis.url), Told(redis.url, b"another secret, of somebody else")
    async with Redis.from_url(redis.url) as listening, listening.pubsub() as line:
        await line.subscribe("prikup")
        try:
            await eventually(lambda: a.line.up and forger.line.up)
            forger.line.tell(UserChange("v", ended=True))
            await listening.publish("prikup", b"whatever")
            assert a.may_send()
            payload = b""
            while b"charges" not in payload:
                payload = (await line.get_message(ignore_subscribe_messages=True, timeout=5) or {}).get("data", b"")
            assert b"10.1.2.3" not in payload
            assert await listening.keys() == [], "nothing is stored"
            b = Told(redis.url)
            await eventually(lambda: b.line.up)
            b.line.tell(UserChange("w"))
            await eventually(lambda: a.news)
            await b.line.end()
            assert a.news == [UserChange("w")], "what came before is not heard"
        finally:
            await asyncio.gather(a.line.end(), forger.line.end())


# Servers


@pytest.fixture
def pair(
    url: str, redis: RedisServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lasting_leases: None
) -> Iterator[tuple[Running, Running]]:
    """Two servers that share a Redis."""
    monkeypatch.setattr(process, "DRAIN_S", 0.0)
    options: dict[str, Any] = {"limited": True, "redis": redis.url}
    with (
        run_server(tmp_path, database=url, **options) as first_server,
        run_server(tmp_path, database=url, **options) as second_server,
    ):
        yield first_server, second_server


def test_servers_share_login_limit_and_work_without_redis(pair: tuple[Running, Running], redis: RedisServer) -> None:
    def guess(running: Running) -> int:
        body = {"name": "Vera", "password": "not this one"}
        return patient.post(f"{running.url}/api/login", json=body).status_code

    first_server, second_server = pair
    for running in pair:
        line = running.services._broadcast
        assert line is not None
        asyncio.run(eventually(partial(getattr, line, "up")))
    assert [guess(first_server) for _ in range(6)] == [400] * 6
    charges = second_server.services.rate_limits._paid

    def are_shared() -> bool:
        login_charges = [seconds for (name, _), seconds in dict(charges).items() if name == "login"]
        return len(login_charges) == 2 and max(login_charges) > 35

    asyncio.run(eventually(are_shared))
    assert [guess(second_server) for _ in range(5)] == [400] * 4 + [429]
    redis.kill()
    with Visitor(first_server, "Vera") as vera:
        assert vera.recognised_user()["name"] == "Vera"
        assert guess(second_server) == 429
    asyncio.run(eventually(lambda: events(second_server.journal)["redis-lost"] == 2))  # it logs for both


async def test_hidden_friend_is_away_on_every_server_and_unknown_without_redis(
    pair: tuple[Running, Running], redis: RedisServer
) -> None:
    first_line, second_line = (running.services._broadcast for running in pair)
    assert first_line is not None
    assert second_line is not None
    with accounts(pair[0], "Anna") as (anna,), accounts(pair[1], "Boris", "Vera") as (boris, vera):
        for friend, name in ((anna, "Anna"), (vera, "Vera")):
            ask(friend, name="Boris")
            answer(boris, name)

        async def states() -> list[tuple[str, str]]:
            return [await asyncio.to_thread(state_of, friend) for friend in (anna, vera)]

        async def set_seen_by(who: str) -> None:
            await asyncio.to_thread(lambda: boris.http.put("/api/me/settings", json={"seen_by": who}))

        async with open_lobby(pair[1], boris):
            await eventually(lambda: boris.me["id"] in first_line.users_on_other_nodes)
            assert await states() == [("here", "")] * 2
            await set_seen_by("nobody")
            assert await states() == [("away", "")] * 2
            redis.kill()
            await eventually(lambda: not first_line.up and not second_line.up)
            assert await states() == [("unknown", "")] * 2, "like everybody who may be connected to another server"
            await set_seen_by("friends")
            assert (await states())[1] == ("here", ""), "this is the server to which he is connected"
