import asyncio
import re
from typing import Any

import msgspec
import pytest
from server.still_time import StillTime

from prikup.server.http.caller import Caller, caller_of
from prikup.server.http.errors import HttpError
from prikup.server.http.middleware import SECURITY_HEADERS, Middleware
from prikup.server.http.rate_limits import RateLimit, RateLimits
from prikup.server.metrics import Metrics


def scope(method: str = "POST", kind: str = "http", path: str = "/api/guests", **headers: str) -> dict[str, Any]:
    """Return the ASGI scope of a request to prikup.example from 10.0.0.7."""
    all_headers = {"host": "prikup.example", "content-type": "application/json"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    encoded_headers = [(name.encode(), value.encode()) for name, value in all_headers.items()]
    return {
        "type": kind,
        "method": method,
        "path": path,
        "scheme": "http",
        "client": ("10.0.0.7", 5),
        "headers": encoded_headers,
        "state": {},
    }


# The caller's address


def test_caller_with_own_origin_is_not_foreign() -> None:
    assert not caller_of(scope(origin="http://prikup.example", sec_fetch_site="same-origin"), proxy=False).foreign
    assert not caller_of(scope(origin="https://PRIKUP.example"), proxy=False).foreign
    assert not caller_of(scope(), proxy=False).foreign


def test_caller_with_other_origin_is_foreign() -> None:
    foreign_headers = (
        {"origin": "http://evil.example"},
        {"origin": "http://prikup.example:81"},
        {"origin": "http://prikup.example.evil.example"},
        {"origin": "http://evil.example/prikup.example"},
        {"origin": "null"},
        {"origin": "prikup.example"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    )
    assert [headers for headers in foreign_headers if not caller_of(scope(**headers), proxy=False).foreign] == []


def test_forwarded_headers_are_trusted_only_behind_proxy() -> None:
    """The last entry was written by our proxy; anyone can forge the entries before it."""
    headers = {
        "x_forwarded_for": "6.6.6.6, 192.0.2.1",
        "x_forwarded_host": "cards.example",
        "x_forwarded_proto": "https",
        "origin": "https://cards.example",
    }
    assert caller_of(scope(**headers), proxy=True) == Caller(
        "192.0.2.1", "cards.example", True, "https://cards.example", "", False
    )
    caller = caller_of(scope(**headers), proxy=False)
    assert (caller.address, caller.host, caller.secure) == ("10.0.0.7", "prikup.example", False)
    assert caller.foreign


def test_caller_address_groups_ipv6_by_network() -> None:
    first_scope, second_scope = ({**scope(), "client": (address, 1)} for address in ("2001:db8::1", "2001:db8::ffff:2"))
    assert (
        caller_of(first_scope, proxy=False).address == caller_of(second_scope, proxy=False).address == "2001:db8::/64"
    )


CALLERS: tuple[tuple[str, dict[str, str], bool, bool], ...] = (
    ("127.0.0.1", {}, False, True),
    ("::1", {}, False, True),
    ("10.0.0.7", {}, False, False),
    ("nowhere", {}, False, False),
    ("127.0.0.1", {}, True, False),
    ("127.0.0.1", {"x_forwarded_for": "127.0.0.1"}, True, False),
    ("127.0.0.1", {"x_forwarded_for": "6.6.6.6"}, False, False),
    ("127.0.0.1", {"via": "1.1 somebody"}, False, False),
    ("127.0.0.1", {"forwarded": "for=6.6.6.6"}, False, False),
)
"""An address, the headers, whether there is a proxy, and whether the caller is on this machine."""


def test_caller_is_local_only_without_proxy_or_forwarding() -> None:
    for address, headers, proxy, local in CALLERS:
        caller = caller_of({**scope(**headers), "client": (address, 1)}, proxy)
        assert caller.local is local, (address, headers, proxy)


# Rate limits


def test_rate_limit_allows_burst_then_steady_rate() -> None:
    clock = StillTime()
    limits = RateLimits({"guest": RateLimit(120, 10)}, clock)
    for _ in range(10):
        limits.spend("guest", "a")
    with pytest.raises(HttpError) as refusal:
        limits.spend("guest", "a")
    assert refusal.value.status == 429
    assert 115 < int(refusal.value.headers["Retry-After"]) <= 121
    limits.spend("guest", "b")
    clock.advance(121)
    limits.spend("guest", "a")
    with pytest.raises(HttpError):
        limits.spend("guest", "a")
    clock.advance(10_000)
    for _ in range(10):
        limits.spend("guest", "a")


def test_rate_limits_charge_nothing_for_declined_request() -> None:
    clock = StillTime()
    limits = RateLimits({"login": RateLimit(6, 1)}, clock)
    limits.spend("login", "address", "name")
    for _ in range(100):
        with pytest.raises(HttpError):
            limits.spend("login", "other", "name")
    limits.spend("login", "other")


def test_rate_limits_ignore_unlimited_kinds() -> None:
    limits = RateLimits({})
    for _ in range(1000):
        limits.spend("request", "a")


def test_rate_limits_bound_their_memory() -> None:
    clock = StillTime()
    limits = RateLimits({"request": RateLimit(1, 2)}, clock)
    for number in range(3 * RateLimits.CLIENTS):
        limits.spend("request", str(number))
        clock.advance(0.001)
    assert len(limits._paid) <= RateLimits.CLIENTS + 1


# Middleware


def send_request(
    request: dict[str, Any], limits: RateLimits | None = None, *, proxy: bool = False
) -> list[dict[str, Any]]:
    """Return what is sent for a request to an application that answers 200 to everything."""
    messages: list[dict[str, Any]] = []

    async def application(_: Any, __: Any, send: Any) -> None:
        if request["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"in"})
        else:
            await send({"type": "websocket.accept"})

    async def keep(message: Any) -> None:
        messages.append(message)

    metrics = Metrics()
    middleware = Middleware(
        application,
        application,
        proxy,
        limits or RateLimits({}),
        metrics,
        redeem_relay_ticket=lambda ticket: None,
        on_response=lambda *arguments: None,
        is_file=lambda path: path.startswith("/assets/"),
    )
    asyncio.run(middleware(request, None, keep))  # type: ignore[arg-type]  # a plain scope, and nothing is received
    return messages


def status(messages: list[dict[str, Any]]) -> tuple[int, str]:
    """Return the status and the key of the reason."""
    body = messages[1]["body"]
    return messages[0]["status"], "" if body == b"in" else msgspec.json.decode(body)["reason"]["key"]


def test_middleware_refuses_changes_from_foreign_page() -> None:
    for method in ("POST", "PATCH", "PUT", "DELETE"):
        assert status(send_request(scope(method, origin="http://evil.example"))) == (403, "origin-foreign")
        assert status(send_request(scope(method, sec_fetch_site="cross-site"))) == (403, "origin-foreign")
        assert status(send_request(scope(method))) == (200, "")


def test_middleware_requires_json_for_changes() -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert status(send_request(scope(content_type=kind))) == (415, "request-not-json")
    assert status(send_request(scope(content_type="Application/JSON; charset=utf-8"))) == (200, "")


def test_middleware_allows_reads_from_foreign_page() -> None:
    assert status(send_request(scope("GET", origin="http://evil.example", content_type="text/plain"))) == (200, "")


def test_middleware_refuses_socket_from_foreign_page() -> None:
    assert send_request(scope(kind="websocket", origin="http://evil.example"))[0]["type"] == "websocket.close"
    assert send_request(scope(kind="websocket", origin="http://prikup.example"))[0]["type"] == "websocket.accept"


def test_middleware_limits_api_and_file_requests_separately() -> None:
    limits = RateLimits({"request": RateLimit(1, 2)}, StillTime())
    api_statuses = [status(send_request(scope("GET"), limits)) for _ in range(3)]
    assert api_statuses == [(200, ""), (200, ""), (429, "too-many")]
    # Caching the client for offline use requests 150 files; they must not count against the API limit.
    limits = RateLimits({"request": RateLimit(1, 1), "file": RateLimit(1, 3)}, StillTime())
    file_statuses = [status(send_request(scope("GET", path="/assets/index-1.js"), limits)) for _ in range(4)]
    assert file_statuses == [(200, "")] * 3 + [(429, "too-many")]
    assert status(send_request(scope("GET"), limits)) == (200, "")
    assert status(send_request(scope("POST", path="/assets/index-1.js"), limits)) == (429, "too-many"), (
        "no file is changed"
    )


def test_middleware_limits_sockets() -> None:
    limits = RateLimits({"socket": RateLimit(1, 1)}, StillTime())
    message_types = [send_request(scope(kind="websocket"), limits)[0]["type"] for _ in range(2)]
    assert message_types == ["websocket.accept", "websocket.close"]


def test_middleware_sends_hsts_only_over_proxied_https() -> None:
    for scheme, proxy in (("https", True), ("http", True), ("https", False), ("", True)):
        headers = {"x_forwarded_proto": scheme} if scheme else {}
        messages = send_request(scope("GET", **headers), proxy=proxy)
        hsts_values = [value for name, value in messages[0]["headers"] if name == b"strict-transport-security"]
        assert hsts_values == ([b"max-age=31536000"] if (scheme, proxy) == ("https", True) else []), (scheme, proxy)


def test_middleware_allows_framing_of_embed_page_only() -> None:
    def policy(path: str) -> tuple[bytes, bytes]:
        content_policy = dict(send_request(scope("GET", path=path))[0]["headers"])[b"content-security-policy"]
        rest, _, frames = content_policy.partition(b"frame-ancestors ")
        return rest, frames

    rest, frames = policy("/embed")
    assert frames == b"*"
    for path in ("/", "/analyse", "/embed/", "/embed/x", "/t/embed", "/embedded", "/api/embed"):
        assert policy(path) == (rest, b"'none'"), path


def test_middleware_adds_security_headers_to_every_response() -> None:
    for messages in (send_request(scope()), send_request(scope(origin="null"))):
        assert set(SECURITY_HEADERS) <= set(messages[0]["headers"])
        headers = dict(messages[0]["headers"])
        assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]
        assert b"default-src 'self'" in headers[b"content-security-policy"]
        assert re.findall(rb"'[a-z-]*unsafe[a-z-]*'", headers[b"content-security-policy"]) == [b"'wasm-unsafe-eval'"]
        assert b"x-frame-options" not in headers, "a second word on who may frame a page"
        assert (headers[b"x-content-type-options"], headers[b"referrer-policy"]) == (b"nosniff", b"same-origin")
        isolation_headers = headers[b"cross-origin-opener-policy"], headers[b"cross-origin-embedder-policy"]
        assert isolation_headers == (b"same-origin", b"require-corp")
