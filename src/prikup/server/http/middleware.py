"""The middleware that every request passes through: rate limits, an origin check, security headers and a log line.

The origin check protects users from pages of other sites. A browser sends the origin of the page that makes a request
or opens a WebSocket (`Origin`), and the page must belong to this server. A state-changing request must also be JSON,
which no form on a foreign page can send. A program sends no `Origin`. It must open its WebSocket with a ticket, a text
that it requests before. So a foreign page cannot open a WebSocket with the cookie of its reader.
"""

import secrets
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from prikup.rules.errors import reason
from prikup.server.http.caller import Caller, caller_of
from prikup.server.http.errors import HttpError
from prikup.server.http.rate_limits import RateLimits
from prikup.server.logging import logger
from prikup.server.metrics import Metrics
from prikup.server.nodes.relay import HEADER

__all__ = ["MAX_BODY", "Middleware"]

MAX_BODY = 16 * 1024
"""Maximum number of bytes in the body of a request, and in a message on a WebSocket."""
POLICY = (
    b"default-src 'self';script-src 'self' 'wasm-unsafe-eval';object-src 'none';base-uri 'none';"
    b"form-action 'self';frame-ancestors %s"
)
"""The content security policy of a page; `%s` stands for the sites that may embed the page in a frame.

Every page may run WebAssembly, because any page may start hosting tables. There are no spaces after the semicolons,
because each of the twenty responses for a first visit has this header.
"""
EMBED_PATH = "/embed"
"""The path of the page that other sites may embed in a frame.

This is safe, because the page has no controls except cards of a displayed position, which belong to no player.
"""
SECURITY_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(),geolocation=(),microphone=()"),
)
ENCRYPTED_ONLY = (b"strict-transport-security", b"max-age=31536000")
"""The header that tells a browser to use only https for this site for a year (HSTS).

It is only sent to browsers that have used https.
"""
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
ONE_CLICK_PATH = "/api/notices/mail/stop/"
"""The start of the path to which mail programs post a form that stops the mails (RFC 8058).

The path ends with a secret that the mail contained.
"""


class Middleware:
    """The outermost ASGI application, which passes HTTP requests on to `app` and WebSockets to `endpoint`.

    - `proxy`: True if a trusted proxy is in front of the server; then its headers determine the sender of a request.
    - `limits`: the rate limits. Files have a limit of their own, because a browser that stores the client (the files of
      all pages) requests all of them at once.
    - `metrics`: count the requests by status, and the WebSockets that are not accepted.
    - `redeem_relay_ticket`: checks the ticket with which another node (a server that shares the database) relays a
      user's WebSocket. It returns the digest of the user's sign-in token, or None if the text is not a valid ticket.
    - `on_response`: called after each request with the request's id in the log, its method, its status and its seconds.
    - `is_file`: returns whether a path is that of a file of the client.
    - `root_path`: the prefix that a proxy may add to all paths, "" for none.
    """

    def __init__(
        self,
        app: ASGIApp,
        endpoint: ASGIApp,
        proxy: bool,
        limits: RateLimits,
        metrics: Metrics,
        redeem_relay_ticket: Callable[[str], str | None],
        on_response: Callable[[str, str, int, float], object],
        is_file: Callable[[str], bool],
        root_path: str = "",
    ) -> None:
        self._app, self._endpoint = app, endpoint
        self._is_file, self._root_path = is_file, root_path
        self._proxy, self._limits, self._metrics, self._redeem_relay_ticket = (
            proxy,
            limits,
            metrics,
            redeem_relay_ticket,
        )
        self._on_response = on_response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an HTTP request or a WebSocket until it ends."""
        self._remove_root_path(scope)
        caller = scope["state"]["caller"] = caller_of(scope, self._proxy)
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, send, caller)
        else:
            await self._websocket(scope, receive, send, caller)

    def _remove_root_path(self, scope: Scope) -> None:
        """Remove the root path, a prefix that a proxy adds, from the path of a request.

        Some proxies remove it themselves, others do not.
        """
        path, root = scope["path"], self._root_path
        if root and (path == root or path.startswith(f"{root}/")):
            scope["path"] = path.removeprefix(root) or "/"

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, caller: Caller) -> None:
        headers = dict(scope["headers"])
        token_digest = scope["state"]["relayed"] = self._redeem_relay_ticket(
            headers.get(HEADER.encode(), b"").decode("latin-1")
        )
        try:
            if token_digest is None:  # a relayed socket was counted by the node that accepted it
                self._limits.spend("socket", caller.address)
            if caller.foreign:
                raise HttpError(HTTPStatus.FORBIDDEN, reason("origin-foreign"))
        except HttpError as error:
            self._metrics.sockets_declined.labels(error.reason.key).inc()
            logger.info("declined", path=scope["path"][:200], reason=error.reason.key)
            await send({"type": "websocket.close", "code": 4003, "reason": ""})  # without a handshake this is a 403
        else:
            await self._endpoint(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send, caller: Caller) -> None:
        name, start_s, status = secrets.token_hex(4), time.perf_counter(), 0
        method, path = scope["method"], scope["path"]  # type: ignore[typeddict-item]  # an HTTP scope has a method

        async def respond(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                request_id = (b"x-request-id", name.encode())
                https_headers = (ENCRYPTED_ONLY,) if caller.secure else ()
                policy = (b"content-security-policy", POLICY % (b"*" if path == EMBED_PATH else b"'none'"))
                security = (policy, *SECURITY_HEADERS, *https_headers)
                message["headers"] = [*message.get("headers", ()), *security, request_id]
            await send(message)

        try:
            is_file = method in SAFE_METHODS and self._is_file(path)
            self._limits.spend("file" if is_file else "request", caller.address)
            if method not in SAFE_METHODS and not path.startswith(ONE_CLICK_PATH):
                _check(caller, scope["headers"])
        except HttpError as error:
            await _send_error(error, respond)
        else:
            await self._app(scope, receive, respond)
        seconds = time.perf_counter() - start_s
        ms = round(seconds * 1000, 1)
        self._on_response(name, method, status, seconds)
        self._metrics.requests.labels(status).inc()
        logger.info("request", id=name, method=method, path=path[:200], status=status, ms=ms)


def _check(caller: Caller, headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Check the sender and the `headers` of a request that may change state.

    Pages of other sites must not act for a user. Raise HttpError unless the request is JSON and comes from a page of
    this server or from no page.
    """
    if caller.foreign:
        raise HttpError(HTTPStatus.FORBIDDEN, reason("origin-foreign"))
    kind = next((value for name, value in headers if name == b"content-type"), b"")
    if kind.partition(b";")[0].strip().lower() != b"application/json":
        raise HttpError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, reason("request-not-json"))


async def _send_error(error: HttpError, send: Send) -> None:
    body = msgspec.json.encode(error.body)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += ((name.lower().encode(), value.encode()) for name, value in error.headers.items())
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
