"""The web framework's handlers for the routes that `prikup.api` declares.

A route is answered by a function of this server (`handles`), or by a function that this server shares with browsers
that host tables themselves (`shared_handler`).
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from inspect import Parameter, Signature
from typing import Any, Literal, ParamSpec, TypeVar, get_type_hints

from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import AnyCallable, Empty
from msgspec import Struct
from msgspec.structs import fields

from prikup.api.errors import ErrorBody
from prikup.api.route import Route
from prikup.archive.uploads import UploadedMatch
from prikup.rules.errors import reason
from prikup.server.accounts.accounts import User
from prikup.server.http.caller import Caller
from prikup.server.http.errors import HttpError
from prikup.server.http.handler_helpers import JSON_LINES, FromCaller, FromServices, SignedIn
from prikup.server.services import Services
from prikup.table.table_settings import TableSettings

__all__ = ["handles", "shared_handler"]

P = ParamSpec("P")
T = TypeVar("T")
WRITE_ERRORS = (400, 403, 413, 415)
"""The HTTP statuses of the errors that any request with a body may cause, for the OpenAPI document."""
# Litestar's parameter markers, typed as Any because the parameter types are known only at run time.
FROM_PATH: Any = FromPath
FROM_QUERY: Any = FromQuery
JSON_BODY: Any = JSONBody
DEPENDENCY: Any = NamedDependency


class ServerHost:
    """The server as a host of tables (`ApiHost`), through which shared route functions use the server's services.

    A shared route function answers a request on a server and also in a browser that hosts tables. An instance is
    created for each request: `caller` is its sender, and `user` is the signed-in user, None if no user is signed in.
    """

    def __init__(self, services: Services, caller: Caller, user: User | None = None) -> None:
        self._services, self._caller, self._user = services, caller, user

    @property
    def _signed_in(self) -> User:
        if self._user is None:
            raise HttpError(HTTPStatus.UNAUTHORIZED, reason("not-signed-in"))
        return self._user

    @property
    def user_id(self) -> str:
        """The id of the signed-in user. Raise HttpError 401 if no user is signed in."""
        return self._signed_in.id

    def admit(self, limit: Literal["table", "upload"]) -> None:
        """Count a request against the rate limit `limit` of the sender's network address and user.

        Raise HttpError 429 if a limit is exceeded, or 403 for an upload by a guest.
        """
        if limit == "upload" and self._signed_in.guest:
            raise HttpError(HTTPStatus.FORBIDDEN, reason("upload-account"))
        self._services.rate_limits.spend(limit, self._caller.address, self.user_id)

    async def compute(self, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs) -> T:
        """Run a function in a worker process and return its result.

        Requests from one network address run one after the other.
        """
        return await self._services.public_work.brief_jobs.run(self._caller.address, function, *arguments, **keywords)

    compute_brief = compute  # both run in a worker process, so neither delays the tables

    async def open_table(self, settings: TableSettings) -> str:
        """Open a table and return its id."""
        return await self._services.tables.open(settings)

    async def add_match(self, match: UploadedMatch) -> None:
        """Add an uploaded match to the archive. Raise HttpError 409 if the archive already contains it."""
        if not await self._services.archive.add_upload(match):
            raise HttpError(HTTPStatus.CONFLICT, reason("upload-known"))


FromHost = NamedDependency[ServerHost]
"""The type of the parameter in which a handler gets the server as a host of tables (`ServerHost`)."""


def handles(route: Route, *, described_as: Any = None) -> Callable[[AnyCallable], HTTPRouteHandler]:
    """Return a decorator that makes a function of this server the handler of `route`, a route of the HTTP API.

    `described_as` is the response type in the OpenAPI document, if OpenAPI cannot describe the real type; None means
    the real type.
    """
    errors = (*route.errors, *(() if route.method == "GET" else WRITE_ERRORS), HTTPStatus.TOO_MANY_REQUESTS)
    responses = {status: ResponseSpec(ErrorBody, description=HTTPStatus(status).phrase) for status in errors}
    if route.response is not None:
        responses[route.status] = _success(described_as or route.response)
    return HTTPRouteHandler(
        f"/{route.path}",
        http_method=route.method,
        status_code=route.status,
        responses=responses,
        dependencies=_dependencies(route),
        request_max_body_size=route.max_bytes or Empty,
    )


def _dependencies(route: Route) -> dict[str, Provide]:
    """Return the functions that provide the parameters `search` and `host` of a route's handler."""
    dependencies = dict[str, Provide]()
    if route.search:
        dependencies["search"] = Provide(_search_reader(route.search), sync_to_thread=False)
    if route.function:
        dependencies["host"] = Provide(_host_of_user if route.signed_in else _host, sync_to_thread=False)
    return dependencies


def shared_handler(route: Route) -> HTTPRouteHandler:
    """Return the handler of a route that all hosts answer with the same function, `route.function`.

    A host is a server, or a browser that hosts tables itself. The handler is that function, with each parameter marked
    with the source from which Litestar takes its value. The function itself has no marks, because browsers have no
    Litestar.
    """
    function = route.function
    assert function is not None

    @wraps(function)
    async def handle(**arguments: Any) -> Any:
        return await function(**arguments)

    handle.__annotations__ = {name: _marked(name, hint) for name, hint in get_type_hints(function).items()}
    return handles(route)(handle)


def _marked(name: str, hint: Any) -> Any:
    """Return the type `kind` of a route function's parameter `name`, with a mark that tells Litestar its source.

    Sources are the path, the query, the body of the request, and dependencies. `name` may also be "return".
    """
    match name:
        case "return":
            return hint
        case "host":
            return FromHost
        case "search":
            return DEPENDENCY[hint]
        case "data":
            return JSON_BODY[hint]
    return FROM_PATH[hint]


def _host(services: FromServices, caller: FromCaller) -> ServerHost:
    return ServerHost(services, caller)


def _host_of_user(services: FromServices, caller: FromCaller, user: SignedIn) -> ServerHost:
    return ServerHost(services, caller, user)


def _search_reader(search: type[Struct]) -> AnyCallable:
    """Return a function that creates the struct `search` from the query parameters of a URL.

    Litestar calls this function for each request, and passes the struct to the handler.
    """

    def read(**values: Any) -> Any:
        return search(**values)

    parameters = [
        Parameter(field.name, Parameter.KEYWORD_ONLY, default=Parameter.empty if field.required else field.default)
        for field in fields(search)
    ]
    reader: Any = read
    reader.__signature__ = Signature(parameters)  # from which Litestar learns which arguments to pass
    read.__annotations__ = {field.name: FROM_QUERY[field.type] for field in fields(search)} | {"return": search}
    return read


def _success(response: Any) -> ResponseSpec:
    """Return the OpenAPI description of a successful response, whose type is `response`.

    It contains no examples, because Litestar would generate random ones that do not fit together.
    """
    if response is bytes:
        return ResponseSpec(bytes, media_type=JSON_LINES)
    text = response.__doc__ if isinstance(response, type) else None
    return ResponseSpec(response, description=(text or "The response.").partition("\n")[0], generate_examples=False)
