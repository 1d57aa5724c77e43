"""A broadcast from each node to the others over Redis, used only for messages that may be lost.

A node is one of the servers that share a database. A node announces the requests that it counts against rate limits,
its connected users with the tables at which they sit, the networks from which people look for a table, and changes of
users such as ended sessions. While Redis is unavailable, nothing is sent: each node uses only what it knows itself, and
games continue. Tables send nothing here, so no message contains a card. Network addresses are hashed with a secret that
only nodes know. Messages without a valid signature made with this secret are ignored.
"""

import asyncio
import hmac
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from prikup.rules.errors import reason
from prikup.server.accounts.accounts import UserChange
from prikup.server.logging import logger
from prikup.server.nodes.presence import Place, merge_places
from prikup.server.storage.errors import BadDatabase
from prikup.table.host.storage import new_id
from prikup.table.host.time_source import LOOP_TIME, Timekeeper, pause

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

__all__ = ["Broadcast", "Charge"]

CHANNEL = "prikup"
"""The name of the Redis channel. Redis stores nothing, so a node (server) that is not listening misses a message."""
GATHER_S = 0.05
"""Seconds for which a node (server) collects messages before it sends them to the other nodes as one message."""
ANSWER_WITHIN, AGAIN_AFTER = 1.0, 1.0
"""`ANSWER_WITHIN` is the number of seconds that Redis has to answer.

`AGAIN_AFTER` is the number of seconds after a failure until the next attempt.
"""
NETWORK_FOR = 30.0
"""Seconds for which the announced network of a person who looks for a table stays known."""
PRESENT_EVERY, PRESENT_FOR = 10.0, 30.0
"""`PRESENT_EVERY` is the number of seconds between two announcements of the users connected to a node (server).

`PRESENT_FOR` is the number of seconds for which such an announcement is valid.
"""
MAX_CHARGES = 10_000
"""Maximum number of counted requests that wait to be sent to other nodes (servers).

Further requests are dropped if Redis is slow.
"""
CLIENTS = 20_000
_SIGNATURE = 32


class Charge(Struct, frozen=True, array_like=True):
    """A request that a node (one of the servers that share a database) has counted against a rate limit.

    `limit` is the name of the limit, and `client` the key that identifies the client on all nodes. `amount` is the
    number of requests that it counts as, 1 for most.
    """

    limit: str
    client: str
    amount: float = 1.0


class _NodeMessage(Struct, frozen=True, omit_defaults=True):
    """A message from one node (one of the servers that share a database) to the others.

    - `node`: the id of the node that sends it.
    - `charges`: requests that this node has counted against rate limits.
    - `news`: changes of users, such as ended sessions.
    - `networks`: by user id, the keys of the networks of people who look for a table.
    - `places`: the place of each user connected to this node, by user id, such as the table at which the user sits
      (`prikup.server.nodes.presence`). None if the message does not announce the users.
    """

    node: str
    charges: tuple[Charge, ...] = ()
    news: tuple[UserChange, ...] = ()
    networks: dict[str, str] = {}
    places: dict[str, Place] | None = None


class Broadcast:
    """Sends messages of this node to the other nodes over Redis, and receives theirs.

    A node is one of the servers that share a database. `on_charge` is called with each counted request that another
    node sends, and `on_news` with each change of a user. All nodes share `secret`, which signs their messages and hides
    the network addresses of clients. `keeper` is the source of time. The constructor raises BadDatabase if `url` is not
    that of a Redis server or the Redis driver is not installed.
    """

    def __init__(
        self,
        url: str,
        secret: bytes,
        on_charge: Callable[[Charge], object],
        on_news: Callable[[UserChange], object],
        keeper: Timekeeper = LOOP_TIME,
    ) -> None:
        self.up, self._keeper = False, keeper
        self._id, self._secret = new_id(), secret
        self._on_charge, self._on_news = on_charge, on_news
        self._redis = _client(url)
        self._charges: list[Charge] = []
        self._news: list[UserChange] = []
        self._new_networks: dict[str, str] = {}
        self._networks: dict[str, tuple[str, float]] = {}  # by user: the key, and until when it is known
        self._wake = asyncio.Event()
        # By node: the places of its users, and until when this is valid.
        self._present: dict[str, tuple[dict[str, Place], float]] = {}
        self._task: asyncio.Task[None] | None = None
        self._said_lost = False
        self.key = lru_cache(CLIENTS)(self._key)

    def begin(self, present: Callable[[], dict[str, Place]]) -> None:
        """Start to send messages to the other nodes (servers) and to receive theirs.

        `present` returns the place of each user connected to this node, by user id: the table at which the user sits,
        for example.
        """
        self._task = asyncio.create_task(self._keep(present))

    async def end(self) -> None:
        """Stop sending and receiving, and tell the other nodes that this node has no connected users any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        with suppress(Exception):  # the driver may raise any error
            await self._with_timeout(self._send(_NodeMessage(self._id, places={})))
        with suppress(Exception):
            await self._with_timeout(self._redis.aclose())

    def _key(self, client: str) -> str:
        """Return a keyed hash of a client (a network address or a user id), by which all nodes identify the client.

        Without the secret of the nodes the hash reveals nothing about the client.
        """
        return hmac.digest(self._secret, b"client " + client.encode(errors="surrogatepass"), "sha256")[:12].hex()

    # Sending

    def charge(self, limit: str, client: str, amount: float) -> None:
        """Send the other nodes (servers) a request that this node has counted against the rate limit `limit`.

        `client` is the key of the client, as `Broadcast.key` returns it, and `amount` the number of requests that it
        counts as. If Redis is unavailable, nothing is sent.
        """
        if self.up and len(self._charges) < MAX_CHARGES:
            self._charges.append(Charge(limit, client, amount))
            self._wake.set()

    def tell(self, news: UserChange) -> None:
        """Send the other nodes (servers) a change of a user, such as an ended session.

        The message may be lost, but the database notifies them too.
        """
        if self.up:
            self._news.append(news)
            self._wake.set()

    def tell_network(self, user: str, key: str) -> None:
        """Send the other nodes (servers) the network from which a user looks for a table.

        `key` stands for the network; it is the keyed hash that `Broadcast.key` returns.
        """
        if self.up:
            self._new_networks[user] = key
            self._wake.set()

    @property
    def networks(self) -> dict[str, str]:
        """The keyed hashes of the networks of people who look for a table on other nodes (servers), by user id."""
        now_s = self._keeper.now()
        self._networks = {user: entry for user, entry in self._networks.items() if entry[1] > now_s}
        return {user: key for user, (key, _) in self._networks.items()}

    @property
    def users_on_other_nodes(self) -> dict[str, Place]:
        """The users connected to other nodes (servers), as a mapping from user id to the user's place.

        A place is the table at which the user sits, for example. Users of a node whose last announcement has expired
        are left out.
        """
        now_s = self._keeper.now()
        return merge_places(*(places for places, until in self._present.values() if until > now_s))

    async def _speak(self) -> None:
        while True:
            await self._wake.wait()
            await pause(self._keeper, GATHER_S)
            charges, news, networks = tuple(self._charges), tuple(self._news), self._new_networks
            self._charges, self._news, self._new_networks = [], [], {}
            self._wake.clear()
            await self._send(_NodeMessage(self._id, charges, news, networks))

    async def _say_present(self, present: Callable[[], dict[str, Place]]) -> None:
        while True:
            await self._send(_NodeMessage(self._id, places=present()))
            await pause(self._keeper, PRESENT_EVERY)

    async def _send(self, message: _NodeMessage) -> None:
        await self._with_timeout(self._redis.publish(CHANNEL, self._sign(msgspec.json.encode(message))))

    # Receiving

    async def _hear(self, line: "PubSub") -> None:
        while True:
            message: Any = await line.get_message(ignore_subscribe_messages=True, timeout=PRESENT_EVERY)
            if message is None:
                await self._with_timeout(line.ping())
            elif message["type"] == "message" and (body := self._verified_body(message["data"])) is not None:
                self._process_message(msgspec.json.decode(body, type=_NodeMessage))

    def _process_message(self, message: _NodeMessage) -> None:
        if message.node != self._id:
            for charge in message.charges:
                self._on_charge(charge)
            for news in message.news:
                self._on_news(news)
            until = self._keeper.now() + NETWORK_FOR
            self._networks |= {user: (key, until) for user, key in message.networks.items()}
            if message.places is not None:
                self._present[message.node] = message.places, self._keeper.now() + PRESENT_FOR

    # The connection to Redis

    async def _keep(self, present: Callable[[], dict[str, Place]]) -> None:
        """Send and receive messages until cancelled. After a failure, reconnect to Redis and start again.

        `present` returns the place of each user connected to this node, by user id: the table at which the user sits,
        for example.
        """
        while True:
            try:
                async with self._redis.pubsub() as line:
                    await self._with_timeout(line.subscribe(CHANNEL))
                    await self._with_timeout(line.get_message(timeout=None))  # the confirmation of the subscription
                    self._mark_up()
                    await _run_until_first_ends(self._speak(), self._say_present(present), self._hear(line))
            except Exception as error:  # the driver may raise any error
                self._mark_down(error)
            with suppress(Exception):
                await self._redis.connection_pool.disconnect()
            await pause(self._keeper, AGAIN_AFTER)

    async def _with_timeout(self, answer: Any) -> Any:
        async with asyncio.timeout(ANSWER_WITHIN):
            result = await answer
        if (task := asyncio.current_task()) is not None and task.cancelling():
            raise asyncio.CancelledError  # while it connects, the driver ignores a cancellation
        return result

    def _mark_up(self) -> None:
        self.up = True
        if self._said_lost:
            self._said_lost = False
            logger.info("redis-again")

    def _mark_down(self, error: Exception) -> None:
        """Record that Redis is unavailable, log this once, and drop the messages that wait to be sent."""
        self.up = False
        self._charges, self._news, self._new_networks = [], [], {}
        if not self._said_lost:
            self._said_lost = True
            logger.warning("redis-lost", error=error)

    def _sign(self, body: bytes) -> bytes:
        return hmac.digest(self._secret, b"told " + body, "sha256") + body

    def _verified_body(self, signed_body: bytes) -> bytes | None:
        """Return the body of a signed message; None if the signature is not valid."""
        body = signed_body[_SIGNATURE:]
        return body if hmac.compare_digest(self._sign(body), signed_body) else None


async def _run_until_first_ends(*works: Coroutine[Any, Any, None]) -> None:
    """Run coroutines until one of them ends or fails, or until this function is cancelled; then cancel the others."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        ended_tasks, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        ended_tasks.pop().result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


def _client(url: str) -> "Redis":
    try:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ModuleNotFoundError:
        raise BadDatabase(reason("redis-no-driver")) from None
    try:
        return Redis.from_url(
            url, socket_connect_timeout=ANSWER_WITHIN, retry=Retry(NoBackoff(), 0), health_check_interval=0
        )
    except ValueError:
        raise BadDatabase(reason("redis-unknown")) from None
