"""A route of the HTTP API, and the route that a request fits."""

from collections.abc import Callable, Iterable
from typing import Any, Literal
from urllib.parse import quote, unquote

from msgspec import Struct

__all__ = ["Function", "Route", "match_route"]

Function = Callable[..., Any]
"""An async function that answers requests: its arguments are the parameters of the path, `search` and `data`."""
MAX_DIGITS = 9
"""The maximum number of digits of a number in a path."""


class Route(Struct, frozen=True):
    """A request of the HTTP API, and its response.

    `path` is below `/api` and has parameters in braces, for example `matches/{match:str}/deals/{deal:int}`. `search`
    (after the `?` of the address), `body` and `response` are types; the response bytes is a log, None is empty.
    `function` answers the request on every host, and has the `ApiHost` as its first argument, `host`; without it, each
    host has a function of its own.

    `status` is that of a success; `errors` are the statuses of failures, without those that any request may have.
    `max_bytes` is the maximum size of a body (0: that of most requests). `signed_in`: a server requires a user.
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
        """The types of the parameters of the path, by name."""
        return {name: int if kind == "int" else str for name, kind in _parts(self.path) if kind}

    def address(self, **parameters: str | int) -> str:
        """Return the path with these parameters."""
        return "/".join(quote(str(parameters[name]), safe="") if kind else name for name, kind in _parts(self.path))


def match_route(routes: Iterable[Route], method: str, path: str) -> tuple[Route, dict[str, str | int]] | None:
    """Return the first of some routes that a request fits, and its parameters; None if it fits none."""
    parts = path.split("/")
    for route in routes:
        if route.method == method and (parameters := _parameters(route, parts)) is not None:
            return route, parameters
    return None


def _parts(path: str) -> list[tuple[str, str]]:
    """Return the parts of a route's path, each with the type of the parameter that it is, "" for a fixed part."""
    split_parts = (part.strip("{}").partition(":") for part in path.split("/"))
    return [(name, kind) for name, _, kind in split_parts]


def _parameters(route: Route, parts: list[str]) -> dict[str, str | int] | None:
    """Return the parameters of a request's path, None if it does not fit the route."""
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
