"""The definition of a route of the HTTP API, and the search for the route that matches a request."""

from collections.abc import Callable, Iterable
from typing import Any, Literal
from urllib.parse import quote, unquote

from msgspec import Struct

__all__ = ["Function", "Route", "match_route"]

Function = Callable[..., Any]
"""An async function that answers the requests of a route.

Its arguments are the parameters of the path, by name, and, if the route has them, `search` (the decoded query string)
and `data` (the decoded body).
"""
MAX_DIGITS = 9
"""The maximum number of digits of an integer parameter in a path; a longer one does not match the route."""


class Route(Struct, frozen=True):
    """A route of the HTTP API: the form of its requests, and of their responses.

    `path` is relative to `/api` and has parameters in braces, for example `matches/{match:str}/deals/{deal:int}`.
    `search` (the query string after `?`), `body` and `response` are types to decode or encode; None means that there is
    no such part. The `response` type bytes stands for a match log. `function` answers the request on every host, and
    gets the `ApiHost` as its first argument, `host`; if it is None, each host has a function of its own.

    `status` is the status of a successful response; `errors` are the statuses of failures, except those that any
    request may have. `max_bytes` is the maximum size of a body, 0 for the host's default. If `signed_in` is true, a
    server answers only signed-in users.
    """

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    path: str
    response: Any
    search: type[Struct] | None = None
    body: Any = None
    function: Function | None = None
    status: int = 200
    errors: tuple[int, ...] = ()
    max_bytes: int = 0
    signed_in: bool = False

    @property
    def parameters(self) -> dict[str, type]:
        """The type of each parameter in the path, by the parameter's name."""
        return {name: int if kind == "int" else str for name, kind in _parts(self.path) if kind}

    def address(self, **parameters: str | int) -> str:
        """Return the path with the values of the parameters filled in and percent-encoded."""
        return "/".join(quote(str(parameters[name]), safe="") if kind else name for name, kind in _parts(self.path))


def match_route(routes: Iterable[Route], method: str, path: str) -> tuple[Route, dict[str, str | int]] | None:
    """Return the first route that a request matches, and the values of the path's parameters by name.

    Return None if the request matches none of the `routes`.
    """
    parts = path.split("/")
    for route in routes:
        if route.method == method and (parameters := _parameters(route, parts)) is not None:
            return route, parameters
    return None


def _parts(path: str) -> list[tuple[str, str]]:
    """Split a route's path into pairs (name, type): a parameter has the type "int" or "str", a fixed part has ""."""
    split_parts = (part.strip("{}").partition(":") for part in path.split("/"))
    return [(name, kind) for name, _, kind in split_parts]


def _parameters(route: Route, parts: list[str]) -> dict[str, str | int] | None:
    """Return the values of a route's parameters in the `parts` of a request's path; None if the path does not match."""
    route_parts, parameters = _parts(route.path), dict[str, str | int]()
    if len(parts) != len(route_parts):
        return None
    for part, (name, kind) in zip(parts, route_parts, strict=True):
        if kind == "int":
            if not (part.isascii() and part.isdigit() and len(part) <= MAX_DIGITS):
                return None
            parameters[name] = int(part)
        elif kind:
            parameters[name] = unquote(part)
        elif part != name:
            return None
    return parameters
