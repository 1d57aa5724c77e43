"""The line of a node to the others over Redis: only what may be lost is told there.

How often somebody has asked for something, who is connected, and which sessions have ended. While Redis is away nothing
of that is told: each node goes by what it knows itself, and games go on. No table tells anything here, so there is no
card in it, and addresses go by what only nodes can make of them. What does not bear the signature of their secret is
not heard.
"""

import asyncio
import hmac
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from prikup.errors import reason
from prikup.server.accounts.accounts import News
from prikup.server.logging import logger
from prikup.server.storage.errors import BadDatabase
from prikup.table.storage import new_id
from prikup.table.timekeeper import LOOP_TIME, Timekeeper, pause

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

__all__ = ["Broadcast", "Charge"]

CHANNEL = "prikup"
"""The channel on which nodes speak. Nothing is stored: who does not hear does not know."""
GATHER_S = 0.05
"""Seconds for which what is to be told is gathered: so much later others know of it."""
ANSWER_WITHIN, AGAIN_AFTER = 1.0, 1.0
"""Seconds that Redis has to answer, and until it is tried again."""
PRESENT_EVERY, PRESENT_FOR = 10.0, 30.0
"""Seconds between two times that a node says who is connected to it, and for which that is believed."""
MOST = 10_000
"""The number of charges that wait to be told, at most: where Redis is slow, the later ones are not told."""
CLIENTS = 20_000
_SIGNATURE = 32


class Charge(Struct, frozen=True, array_like=True):
    """A request that counts against a limit: its name, the key of the client who has made it, and its amount."""

    limit: str
    client: str
    amount: float = 1.0


class _Told(Struct, frozen=True, omit_defaults=True):
    """A message of one node to the others.

    `present` are the users who are connected to it, None where it says nothing of them.
    """

    node: str
    charges: tuple[Charge, ...] = ()
    news: tuple[News, ...] = ()
    present: tuple[str, ...] | None = None


class Broadcast:
    """A node's line to the others.

    `on_charge` and `on_news` hear what others have told. `secret` is that of all nodes: by it they know each other, and
    it hides whose addresses are counted. Raises BadDatabase for a URL that is none of Redis, and without its driver.
    """

    def __init__(
        self,
        url: str,
        secret: bytes,
        on_charge: Callable[[Charge], object],
        on_news: Callable[[News], object],
        keeper: Timekeeper = LOOP_TIME,
    ) -> None:
        self.up, self._keeper = False, keeper
        self._id, self._secret = new_id(), secret
        self._on_charge, self._on_news = on_charge, on_news
        self._redis = _client(url)
        self._charges: list[Charge] = []
        self._news: list[News] = []
        self._wake = asyncio.Event()
        self._present: dict[str, tuple[tuple[str, ...], float]] = {}  # by node, with the time until which it holds
        self._task: asyncio.Task[None] | None = None
        self._said_lost = False
        self.key = lru_cache(CLIENTS)(self._key)

    def begin(self, present: Callable[[], Iterable[str]]) -> None:
        """Begin to speak and to hear; `present` returns the users who are connected to this node."""
        self._task = asyncio.create_task(self._keep(present))

    async def end(self) -> None:
        """Say nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        with suppress(Exception):  # whatever its driver raises
            await self._within(self._say(_Told(self._id, present=())))
        with suppress(Exception):
            await self._within(self._redis.aclose())

    def _key(self, client: str) -> str:
        """Return what stands for a client (an address, a user): nobody else can tell whom."""
        return hmac.digest(self._secret, b"client " + client.encode(errors="surrogatepass"), "sha256")[:12].hex()

    # Speaking

    def charge(self, limit: str, client: str, amount: float) -> None:
        """Tell others of a request; `client` is a key."""
        if self.up and len(self._charges) < MOST:
            self._charges.append(Charge(limit, client, amount))
            self._wake.set()

    def tell(self, news: News) -> None:
        """Tell others some news, which the database tells them as well."""
        if self.up:
            self._news.append(news)
            self._wake.set()

    @property
    def elsewhere(self) -> set[str]:
        """The users who are connected to other nodes, as far as these have said so lately."""
        now = self._keeper.now()
        return {user for users, until in self._present.values() if until > now for user in users}

    async def _speak(self) -> None:
        while True:
            await self._wake.wait()
            await pause(self._keeper, GATHER_S)
            charges, news = tuple(self._charges), tuple(self._news)
            self._charges, self._news = [], []
            self._wake.clear()
            await self._say(_Told(self._id, charges, news))

    async def _say_present(self, present: Callable[[], Iterable[str]]) -> None:
        while True:
            await self._say(_Told(self._id, present=tuple(sorted(present()))))
            await pause(self._keeper, PRESENT_EVERY)

    async def _say(self, told: _Told) -> None:
        await self._within(self._redis.publish(CHANNEL, self._sealed(msgspec.json.encode(told))))

    # Hearing

    async def _hear(self, line: "PubSub") -> None:
        while True:
            message: Any = await line.get_message(ignore_subscribe_messages=True, timeout=PRESENT_EVERY)
            if message is None:
                await self._within(line.ping())
            elif message["type"] == "message" and (body := self._opened(message["data"])) is not None:
                self._take(msgspec.json.decode(body, type=_Told))

    def _take(self, told: _Told) -> None:
        if told.node != self._id:
            for charge in told.charges:
                self._on_charge(charge)
            for news in told.news:
                self._on_news(news)
            if told.present is not None:
                self._present[told.node] = told.present, self._keeper.now() + PRESENT_FOR

    # The line

    async def _keep(self, present: Callable[[], Iterable[str]]) -> None:
        """Speak and hear until this is cancelled; where one of both fails, both begin again."""
        while True:
            try:
                async with self._redis.pubsub() as line:
                    await self._within(line.subscribe(CHANNEL))
                    await self._within(line.get_message(timeout=None))  # that it is so
                    self._found()
                    await _first(self._speak(), self._say_present(present), self._hear(line))
            except Exception as error:  # whatever its driver raises
                self._lost(error)
            with suppress(Exception):
                await self._redis.connection_pool.disconnect()
            await pause(self._keeper, AGAIN_AFTER)

    async def _within(self, answer: Any) -> Any:
        async with asyncio.timeout(ANSWER_WITHIN):
            answered = await answer
        if (task := asyncio.current_task()) is not None and task.cancelling():
            raise asyncio.CancelledError  # the driver keeps it to itself where it meets it as it connects
        return answered

    def _found(self) -> None:
        self.up = True
        if self._said_lost:
            self._said_lost = False
            logger.info("redis-again")

    def _lost(self, error: Exception) -> None:
        """Say once that Redis is away, and forget what nobody will hear."""
        self.up = False
        self._charges, self._news = [], []
        if not self._said_lost:
            self._said_lost = True
            logger.warning("redis-lost", error=error)

    def _sealed(self, body: bytes) -> bytes:
        return hmac.digest(self._secret, b"told " + body, "sha256") + body

    def _opened(self, sealed: bytes) -> bytes | None:
        """Return what a node has said; None for what none of them has."""
        body = sealed[_SIGNATURE:]
        return body if hmac.compare_digest(self._sealed(body), sealed) else None


async def _first(*works: Coroutine[Any, Any, None]) -> None:
    """Do several works until the first of them ends or fails, or this is cancelled; then end the others."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        ended.pop().result()
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
