"""The application: every route, what an error looks like, and what it is to begin and to end."""

import asyncio
from http import HTTPStatus
from typing import Any

from litestar import HttpMethod, Litestar, Request, Response, get, route
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.types import Scope

from prikup.errors import PrikupError, reason
from prikup.server.http.api import API, Inside, inside
from prikup.server.http.middleware import LARGEST, Declined, Door, Problem
from prikup.server.logging import journal
from prikup.server.metrics import TEXT
from prikup.server.services import House, ServerConfig
from prikup.server.websocket.endpoint import Endpoint
from prikup.table.storage import NotWritten

__all__ = ["create_app"]

ALIVE = 2.0
"""Seconds that the database has to let itself be written to."""
FAILED = Declined(HTTPStatus.INTERNAL_SERVER_ERROR, reason("server-failed"))
STATUSES = {
    HTTPStatus.NOT_FOUND: reason("no-such-page"),
    HTTPStatus.METHOD_NOT_ALLOWED: reason("no-such-method"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: reason("request-too-large"),
}
AnyRequest = Request[Any, Any, State]


def create_app(site: ServerConfig) -> Litestar:
    """The application of one server. Its `House` is `state.house`, which whoever serves it opens before and closes
    after."""
    house = House(site)

    async def failed(error: Exception, scope: Scope) -> None:
        if _declined(error).status >= FAILED.status:
            house.meters.errors.inc()
            journal.error("failed", path=scope["path"][:200], error=error)

    app = Litestar(
        [API, health, metrics, page],
        dependencies={"house": Provide(inside, sync_to_thread=False)},
        state=State({"house": house}),
        exception_handlers={Exception: _answer},
        after_exception=[failed],
        request_max_body_size=LARGEST,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="prikup",
            version="1",
            path="/api/openapi.json",  # below it Litestar answers whatever is asked: nothing else may stand there
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
            use_handler_docstrings=True,
        ),
    )
    app.asgi_handler = Door(app.asgi_handler, Endpoint(house), site.proxy, house.limits, house.meters)
    return app


# Errors


def _declined(error: Exception) -> Declined:
    """What an error is to the one who asked."""
    match error:
        case Declined():
            return error
        case PrikupError():
            return Declined(HTTPStatus.BAD_REQUEST, error.reason)
        case NotWritten():
            return Declined(HTTPStatus.SERVICE_UNAVAILABLE, reason("not-written"))
        case HTTPException(status_code=status) if status < FAILED.status:
            return Declined(status, STATUSES.get(HTTPStatus(status), reason("request-unreadable")))
        case RecursionError() | UnicodeDecodeError():  # brackets within brackets within brackets, or no UTF-8
            return Declined(HTTPStatus.BAD_REQUEST, reason("request-unreadable"))
        case _:
            return FAILED


def _answer(_: AnyRequest, error: Exception) -> Response[Problem]:
    declined = _declined(error)
    return Response(Problem(declined.reason), status_code=declined.status, headers=declined.headers)


# Routes


@get("/health", include_in_schema=False)
async def health(house: Inside) -> Response[dict[str, bool]]:
    """Whether the database lets itself be written to."""
    try:
        async with asyncio.timeout(ALIVE):
            await house.store.writable()
    except (NotWritten, TimeoutError):
        return Response({"database": False}, status_code=HTTPStatus.SERVICE_UNAVAILABLE)
    return Response({"database": True})


@get("/metrics", include_in_schema=False)
async def metrics(house: Inside) -> Response[bytes]:
    """The meters."""
    return Response(house.meters.page(), media_type=TEXT)


@route(["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
async def page(request: AnyRequest, house: Inside, path: FromPath[str] = "") -> Response[bytes]:
    """A page or a file of the browser client."""
    headers = request.headers
    return house.pages.answer(path, headers.get("accept-encoding", ""), headers.get("if-none-match", ""))
