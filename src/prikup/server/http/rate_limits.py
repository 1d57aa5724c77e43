"""Limits of how often a client may ask for something."""

import math
from collections.abc import Callable, Mapping
from http import HTTPStatus

from msgspec import Struct

from prikup.errors import reason
from prikup.server.http.errors import HttpError
from prikup.server.logging import logger
from prikup.table.timekeeper import LOOP_TIME

__all__ = ["LIMITS", "RateLimit", "RateLimits"]


class RateLimit(Struct, frozen=True):
    """One request every `seconds`, and `burst` of them at once after a pause."""

    seconds: float
    burst: int


LIMITS = {
    "request": RateLimit(0.05, 600),
    "file": RateLimit(0.005, 6000),
    "socket": RateLimit(1, 60),
    "guest": RateLimit(120, 30),
    "login": RateLimit(6, 10),
    "table": RateLimit(20, 40),
    "block": RateLimit(10, 20),
    "review": RateLimit(5, 60),
    "upload": RateLimit(60, 30),
    "work": RateLimit(2, 120),
    "shared": RateLimit(60, 20),
}
"""The limits of a public server by what is limited; each counts by network address and, where there is one, by user.

The bursts are those of a class of twenty behind one router, each of whom comes in with some 25 requests. Of `work`
(`prikup.server.http.public_work`) seconds of computing are counted instead of requests.
"""


class RateLimits:
    """Counts requests against `limits`; nothing that `limits` does not name is limited.

    For each client one number is kept: the time at which everything it has asked for will be paid for, at the price of
    one request every `seconds`. Where other servers count too, `share` gives what stands for a client among them, and
    the function that tells them of each request; `hear` is told of theirs.
    """

    CLIENTS = 20_000
    """Above this number those that have nothing to pay are forgotten."""

    def __init__(self, limits: Mapping[str, RateLimit] = LIMITS, clock: Callable[[], float] = LOOP_TIME.now) -> None:
        self._limits, self._clock = limits, clock
        self._paid: dict[tuple[str, str], float] = {}
        self._key: Callable[[str], str] = lambda client: client
        self._tell: Callable[[str, str, float], object] = lambda name, key, amount: None

    def share(self, key: Callable[[str], str], tell: Callable[[str, str, float], object]) -> None:
        """Count clients by `key` from now on, and `tell` others of each request."""
        self._key, self._tell = key, tell

    def hear(self, name: str, key: str, amount: float = 1.0) -> None:
        """Count what another server has counted."""
        if name in self._limits:
            self._count(name, key, amount)

    def spend(self, name: str, *clients: str) -> None:
        """Count one request of the limit `name` for each of `clients` (an address, a user).

        Raises HttpError 429 if one of them has asked too often; then nothing is counted.
        """
        self.check(name, *clients)
        self.charge(name, *clients)

    def check(self, name: str, *clients: str, why: str = "too-many") -> None:
        """Raise HttpError 429 with the reason `why` if one of `clients` has asked too often; count nothing."""
        limit = self._limits.get(name)
        if limit is None:
            return
        wait = max((self._owed(name, client) for client in clients), default=0.0) - (limit.burst - 1) * limit.seconds
        if wait > 0:
            seconds = int(wait) + 1
            logger.info("limit-reached", limit=name)
            raise HttpError(HTTPStatus.TOO_MANY_REQUESTS, reason(why, seconds=seconds), seconds)

    def charge(self, name: str, *clients: str, amount: float = 1.0) -> None:
        """Count one request of the limit `name`, or another amount, for each of `clients`, whatever they have used."""
        for client in clients if name in self._limits else ():
            key = self._key(client)
            self._count(name, key, amount)
            self._tell(name, key, amount)

    def excess(self, name: str, client: str) -> int:
        """Return the number of requests of a client beyond the burst that are not paid for yet."""
        limit = self._limits[name]
        return max(0, math.ceil(self._owed(name, client) / limit.seconds) - limit.burst)

    def _count(self, name: str, key: str, amount: float) -> None:
        now = self._clock()
        if len(self._paid) > self.CLIENTS:
            self._paid = {key: until for key, until in self._paid.items() if until > now}
        self._paid[name, key] = now + self._owed_by(name, key) + amount * self._limits[name].seconds

    def _owed(self, name: str, client: str) -> float:
        """Return the seconds until everything that a client has asked for is paid for."""
        return self._owed_by(name, self._key(client))

    def _owed_by(self, name: str, key: str) -> float:
        now = self._clock()
        return max(self._paid.get((name, key), now) - now, 0.0)
