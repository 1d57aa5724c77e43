"""Rate limits: how often a client may make each kind of request."""

import math
from collections.abc import Callable, Mapping
from http import HTTPStatus

from msgspec import Struct

from prikup.rules.errors import reason
from prikup.server.http.errors import HttpError
from prikup.server.logging import logger
from prikup.table.host.time_source import LOOP_TIME

__all__ = ["LIMITS", "RateLimit", "RateLimits"]


class RateLimit(Struct, frozen=True):
    """A limit on one kind of request.

    It allows one request every `seconds`, and `burst` requests at once after a pause.
    """

    seconds: float
    burst: int


LIMITS = {
    "request": RateLimit(0.05, 600),
    "file": RateLimit(0.005, 6000),
    "socket": RateLimit(1, 60),
    "guest": RateLimit(120, 30),
    "login": RateLimit(6, 10),
    "table": RateLimit(20, 40),
    "seek": RateLimit(5, 20),
    "block": RateLimit(10, 20),
    "friend": RateLimit(360, 10),
    "invite": RateLimit(60, 20),
    "review": RateLimit(5, 60),
    "upload": RateLimit(60, 30),
    "work": RateLimit(2, 120),
    "shared": RateLimit(60, 20),
    "push": RateLimit(60, 10),
    "mail": RateLimit(3600, 3),
}
"""The rate limits of a public server by kind of request. Requests are counted by network address and by user.

The bursts suit a class of twenty behind one router, each of whom starts with some 25 requests. The limit `work`
(`prikup.server.http.public_work`) counts seconds of computing instead of requests.
"""


class RateLimits:
    """Counts the requests of clients against `limits`; a kind of request that is not in `limits` is not limited.

    A client is a network address or a user id. Each request adds the `seconds` of its limit to the client's debt, and
    the debt becomes smaller as time passes. So only one number is stored per client and limit: the time at which the
    debt will be zero. `clock` returns monotonic seconds. If several servers count the same clients, `share` makes this
    object send its counts to the others, and `hear` adds the counts that the others send.
    """

    CLIENTS = 20_000
    """Maximum number of stored clients; if there are more, those without a debt are dropped.

    A client has a debt until enough time has passed since its requests.
    """

    def __init__(self, limits: Mapping[str, RateLimit] = LIMITS, clock: Callable[[], float] = LOOP_TIME.now) -> None:
        self._limits, self._clock = limits, clock
        self._paid: dict[tuple[str, str], float] = {}
        self._key: Callable[[str], str] = lambda client: client
        self._tell: Callable[[str, str, float], object] = lambda name, key, amount: None

    def share(self, key: Callable[[str], str], tell: Callable[[str, str, float], object]) -> None:
        """Share the counts with other servers: from now on call `tell` for each counted request.

        `tell` gets the name of the limit, the key of the client and the amount. The function `key` converts a client (a
        network address or a user id) to the key by which all servers identify it.
        """
        self._key, self._tell = key, tell

    def hear(self, name: str, key: str, amount: float = 1.0) -> None:
        """Add a request that another server has counted to the counts of this server.

        `name` is the name of the limit, `key` identifies the client, and `amount` is the number of requests that it
        counts as.
        """
        if name in self._limits:
            self._count(name, key, amount)

    def spend(self, name: str, *clients: str) -> None:
        """Count one request against the limit `name` for each of `clients` (network addresses or user ids).

        Raise HttpError 429 and count nothing if the request would exceed the limit of one of them.
        """
        self.check(name, *clients)
        self.charge(name, *clients)

    def check(self, name: str, *clients: str, why: str = "too-many") -> None:
        """Check the limit `name` without counting a request.

        Raise HttpError 429 with the reason `why` if one of `clients` (network addresses or user ids) has exceeded it.
        """
        limit = self._limits.get(name)
        if limit is None:
            return
        wait = max((self._owed(name, client) for client in clients), default=0.0) - (limit.burst - 1) * limit.seconds
        if wait > 0:
            seconds = int(wait) + 1
            logger.info("limit-reached", limit=name)
            raise HttpError(HTTPStatus.TOO_MANY_REQUESTS, reason(why, seconds=seconds), seconds)

    def charge(self, name: str, *clients: str, amount: float = 1.0) -> None:
        """Count one request, or another `amount`, against the limit `name` for each of `clients`.

        `clients` are network addresses or user ids. The request is counted even if it exceeds the limit.
        """
        for client in clients if name in self._limits else ():
            key = self._key(client)
            self._count(name, key, amount)
            self._tell(name, key, amount)

    def excess(self, name: str, client: str) -> int:
        """Return by how many requests a client exceeds the limit `name`; 0 if the client does not exceed it."""
        limit = self._limits[name]
        return max(0, math.ceil(self._owed(name, client) / limit.seconds) - limit.burst)

    def _count(self, name: str, key: str, amount: float) -> None:
        now_s = self._clock()
        if len(self._paid) > self.CLIENTS:
            self._paid = {key: until for key, until in self._paid.items() if until > now_s}
        self._paid[name, key] = now_s + self._owed_by(name, key) + amount * self._limits[name].seconds

    def _owed(self, name: str, client: str) -> float:
        """Return the debt of a client: the seconds until no earlier request counts against the limit `name` any more.

        Each request adds the `seconds` of the limit to the debt.
        """
        return self._owed_by(name, self._key(client))

    def _owed_by(self, name: str, key: str) -> float:
        now_s = self._clock()
        return max(self._paid.get((name, key), now_s) - now_s, 0.0)
