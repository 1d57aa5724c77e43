"""The web application of a server: its routes, middleware and error responses."""

import hmac
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus

from litestar import HttpMethod, Litestar, Response, get, route
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server
from litestar.params import FromPath
from litestar.types import Scope

from prikup.api.errors import ErrorBody
from prikup.games import GAMES
from prikup.rules.errors import reason
from prikup.server.http.api import API
from prikup.server.http.errors import HttpError, http_error
from prikup.server.http.handler_helpers import (
    AnyRequest,
    FromCaller,
    FromServices,
    caller_of_scope,
    services_of,
    token_of,
)
from prikup.server.http.middleware import MAX_BODY, Middleware
from prikup.server.http.static_files import ROUTES, ClientPage
from prikup.server.logging import logger
from prikup.server.metrics import CONTENT_TYPE
from prikup.server.services import Services
from prikup.server.websocket.endpoint import WebSocketEndpoint

__all__ = ["create_app"]

LANGUAGE = "prikup_lang"
"""The name of the cookie with the language that the user has chosen for the pages."""


def create_app(services: Services) -> Litestar:
    """Return the web application of one server; `services` has the objects and the data of the server.

    The caller must open `services` before the application serves requests, and close them afterwards.
    """

    async def count_failure(error: Exception, scope: Scope) -> None:
        if http_error(error).status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            logger.error("failed", path=scope["path"][:200], error=error)

    app = Litestar(
        [API, health, metrics, static_file],
        dependencies={
            "services": Provide(services_of, sync_to_thread=False),
            "caller": Provide(caller_of_scope, sync_to_thread=False),
        },
        state=State({"services": services}),
        exception_handlers={Exception: _error_response},
        after_exception=[count_failure],
        request_max_body_size=MAX_BODY,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="prikup",
            version="1",
            servers=[Server(services.config.root_path or "/")],
            path="/api/openapi.json",  # Litestar answers all paths below it, so no other route may be there
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
            use_handler_docstrings=True,
        ),
    )
    endpoint = WebSocketEndpoint(services)
    app.asgi_handler = Middleware(
        app.asgi_handler,
        endpoint,
        services.config.proxy,
        services.rate_limits,
        services.metrics,
        lambda ticket: services.relays.redeem(ticket),
        lambda *fields: services.spans.request(*fields),
        lambda path: path in services.static_files,
        services.config.root_path,
    )
    return app


def _error_response(_: AnyRequest, error: Exception) -> Response[ErrorBody]:
    known_error = http_error(error)
    return Response(known_error.body, status_code=known_error.status, headers=known_error.headers)


# Routes


@get("/health", include_in_schema=False)
async def health(services: FromServices) -> Response[dict[str, bool]]:
    """Report for load balancers and monitoring whether the server works.

    Status 200 means that the database accepts writes, and 503 that it does not. Status 404 means that the server is
    about to stop.
    """
    if services.draining:
        return Response({"leaving": True}, status_code=HTTPStatus.NOT_FOUND)
    healthy = await services.healthy()
    status = HTTPStatus.OK if healthy else HTTPStatus.SERVICE_UNAVAILABLE
    return Response({"database": healthy}, status_code=status)


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest, services: FromServices, caller: FromCaller) -> Response[bytes]:
    """Return the metrics in Prometheus text format.

    Only programs on this machine, or programs that send the configured metrics token, may load them. Everyone else gets
    a 404 response.
    """
    token, sent_token = services.config.metrics_token, token_of(request.headers, {})
    if not caller.local and not (token and hmac.compare_digest(sent_token.encode(), token.encode())):
        raise HttpError(HTTPStatus.NOT_FOUND, reason("no-such-page"))
    return Response(services.metrics.exposition(), media_type=CONTENT_TYPE)


@route(["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
async def static_file(request: AnyRequest, services: FromServices, path: FromPath[str] = "") -> Response[bytes]:
    """Return the page or the file of the browser client at `path`."""
    accept_encoding, if_none_match = (
        request.headers.get("accept-encoding", ""),
        request.headers.get("if-none-match", ""),
    )
    first, _, second = path.strip("/").partition("/")
    if first not in ROUTES or path in services.static_files:
        return services.static_files.response(path, accept_encoding, if_none_match)
    page = await _page(request, services, ROUTES[first], second)
    response = services.static_files.page(page, accept_encoding, if_none_match)
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    return response


async def _page(request: AnyRequest, services: Services, name: str, second: str) -> ClientPage:
    """Return the requested page, with the game and the languages for which a browser should preload files.

    `name` is the first part of the path, which names the page, and `second` is the rest of the path, such as the id of
    a table. The returned page may have a more precise name, such as "gone" for a table that does not exist.
    """
    chosen_language = request.cookies.get(LANGUAGE, "")
    languages = (chosen_language, *_languages(request.headers.get("accept-language", "")))
    game = ""
    match name:
        case "table":
            name = "gone"
            with suppress(Exception):  # the page itself reports an error of the table
                if (table := await services.tables.look(second)) is not None:
                    game = table.settings.game
                    name = "waiting" if table.seats.stage == "open" else "table"
        case "matches" if second:
            last = second.rpartition("/")[2]
            name = "find" if last == "find" else "deal" if "/" in second else "match"
        case "rules":
            game = second
        case "lobby":
            game = request.query_params.get("game", next(iter(GAMES)))
    return ClientPage(name, game, languages)


def _languages(accept_language: str) -> Iterator[str]:
    """Yield the languages of an `Accept-Language` header in its order. The preferred one is usually first.

    A region is left out, so `en-GB` becomes `en`.
    """
    return (part.partition(";")[0].strip().partition("-")[0].lower() for part in accept_language.split(","))
