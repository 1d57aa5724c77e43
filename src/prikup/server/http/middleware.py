"""What stands before the application: where a request comes from, how often it comes, and what a browser may do with
the answer.

A browser tells the page that a request or a socket comes from (`Origin`): it must be ours. A state-changing request
must be JSON, which no form of a foreign page can send. A program has no Origin; it asks for a ticket and opens its
socket with that, so a foreign page can open none with the cookie of its reader.
"""

import ipaddress
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct

from prikup.errors import Reason, reason
from prikup.server.logging import journal
from prikup.server.metrics import Meters

__all__ = ["LARGEST", "RATES", "Caller", "Declined", "Door", "Limits", "Problem", "Rate", "caller"]

LARGEST = 16 * 1024
"""Bytes of a request's body, and of a message."""
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
SAFE = {"GET", "HEAD", "OPTIONS"}


class Problem(Struct, frozen=True):
    """The body of every answer that is no success."""

    reason: Reason


class Declined(Exception):
    """A request is not done: the status of the answer, and the reason in it; `wait` seconds, then it may come again."""

    def __init__(self, status: int, reason: Reason, wait: int = 0) -> None:
        super().__init__(reason.key)
        self.status, self.reason = status, reason
        self.headers = {"Retry-After": str(wait)} if wait else {}


# Who calls


class Caller(Struct, frozen=True):
    """Where a request comes from: the network address that limits count by, the host that was asked for, whether the
    way to the browser is encrypted, and the page that sent it ("" where it was no browser)."""

    address: str
    host: str
    secure: bool
    origin: str
    site: str
    """`Sec-Fetch-Site`."""

    @property
    def foreign(self) -> bool:
        """Whether a page of another site sent it."""
        return self.site in ("cross-site", "same-site") or (
            bool(self.origin) and self.origin.partition("://")[2].lower() != self.host
        )


def caller(scope: Mapping[str, Any], proxy: bool) -> Caller:
    """The caller of an ASGI scope. Behind a `proxy` of ours its headers are believed; what it wrote itself comes
    last in them."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    client = scope.get("client")
    address, host, scheme = client[0] if client else "", headers.get(b"host", ""), scope.get("scheme", "http")
    if proxy:
        address = _last(headers.get(b"x-forwarded-for")) or address
        host = _last(headers.get(b"x-forwarded-host")) or host
        scheme = _last(headers.get(b"x-forwarded-proto")) or scheme
    origin, site = headers.get(b"origin", ""), headers.get(b"sec-fetch-site", "")
    return Caller(_network(address), host.lower(), scheme in ("https", "wss"), origin, site)


def _last(listed: str | None) -> str:
    return (listed or "").rpartition(",")[2].strip()


def _network(address: str) -> str:
    """The address itself; of IPv6 the network of 2^64 addresses that one customer has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))


# How often


class Rate(Struct, frozen=True):
    """One in so many seconds, and so many at once after a pause."""

    seconds: float
    burst: int


RATES = {
    "request": Rate(0.05, 300),
    "socket": Rate(1, 60),
    "guest": Rate(120, 10),
    "login": Rate(6, 10),
    "table": Rate(20, 20),
}
"""The limits of a public server, each by address and, where there is one, by person."""


class Limits:
    """Remembers who did what how often. For each one number is kept: the time at which all of it will be paid for."""

    MOST = 20_000

    def __init__(self, rates: Mapping[str, Rate] = RATES, clock: Callable[[], float] = time.monotonic) -> None:
        self._rates, self._clock = rates, clock
        self._paid: dict[tuple[str, str], float] = {}

    def spend(self, what: str, *who: str) -> None:
        """Count one for each of those who do it. Raises Declined (429) if one of them has done it too often; then
        nothing is counted."""
        rate = self._rates.get(what)
        if rate is None:
            return
        now = self._clock()
        paid = {(what, one): max(self._paid.get((what, one), now), now) for one in who}
        wait = max(paid.values(), default=now) - now - (rate.burst - 1) * rate.seconds
        if wait > 0:
            seconds = int(wait) + 1
            raise Declined(HTTPStatus.TOO_MANY_REQUESTS, reason("too-many", seconds=seconds), seconds)
        if len(self._paid) > self.MOST:
            self._paid = {key: until for key, until in self._paid.items() if until > now}
        self._paid |= {key: until + rate.seconds for key, until in paid.items()}


# The door


class Door:
    """The guard before the application and before what takes `sockets`: refuses, counts and writes down requests, and
    adds the headers that bind the browser."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp, proxy: bool, limits: Limits, meters: Meters) -> None:
        self._app, self._sockets = app, sockets
        self._proxy, self._limits, self._meters = proxy, limits, meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket in."""
        come = scope["state"]["caller"] = caller(scope, self._proxy)
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, send, come)
        else:
            await self._socket(scope, receive, send, come)

    async def _socket(self, scope: Scope, receive: Receive, send: Send, come: Caller) -> None:
        try:
            self._limits.spend("socket", come.address)
            if come.foreign:
                raise Declined(HTTPStatus.FORBIDDEN, reason("origin-foreign"))
        except Declined as declined:
            journal.info("declined", path=scope["path"][:200], reason=declined.reason.key)
            await send({"type": "websocket.close", "code": 4003, "reason": ""})  # no handshake: the answer is a 403
        else:
            await self._sockets(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send, come: Caller) -> None:
        name, begun, status = secrets.token_hex(4), time.perf_counter(), 0
        method, path = scope["method"], scope["path"]  # type: ignore[typeddict-item]  # an HTTP scope has a method

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *HEADERS, (b"x-request-id", name.encode())]
            await send(message)

        try:
            self._limits.spend("request", come.address)
            if method not in SAFE:
                _checked(come, scope["headers"])
        except Declined as declined:
            await _decline(declined, answer)
        else:
            await self._app(scope, receive, answer)
        ms = round((time.perf_counter() - begun) * 1000, 1)
        self._meters.requests.labels(status).inc()
        journal.info("request", id=name, method=method, path=path[:200], status=status, ms=ms)


def _checked(come: Caller, headers: Iterable[tuple[bytes, bytes]]) -> None:
    """A state-changing request comes from our page or from no page, and is JSON."""
    if come.foreign:
        raise Declined(HTTPStatus.FORBIDDEN, reason("origin-foreign"))
    kind = next((value for name, value in headers if name == b"content-type"), b"")
    if kind.partition(b";")[0].strip().lower() != b"application/json":
        raise Declined(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, reason("request-not-json"))


async def _decline(declined: Declined, send: Send) -> None:
    body = msgspec.json.encode(Problem(declined.reason))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += ((name.lower().encode(), value.encode()) for name, value in declined.headers.items())
    await send({"type": "http.response.start", "status": declined.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
