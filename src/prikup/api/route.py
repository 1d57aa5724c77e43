"""The definition of a route of the HTTP API, and the search for the route that matches a request.

Clients fill in the path of a route, and hosts find the route and the parameters again:

    >>> deal = Route("GET", "matches/{match:str}/deals/{deal:int}", response=None)
    >>> deal.address(match="a b", deal=3)
    'matches/a%20b/deals/3'
    >>> match_route([deal], "GET", "matches/a%20b/deals/3") == (deal, {"match": "a b", "deal": 3})
    True
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Literal
from urllib.parse import quote, unquote

from msgspec import Struct

from prikup.api.errors import MethodNotAllowed, NotFound
from prikup.rules.errors import reason

__all__ = ["Function", "Route", "match_route"]

Function = Callable[..., Any]
"""An async function that answers the requests of a route (a method and a path of the HTTP API).

Its arguments are the parameters of the path, by name. If the route has them, it also gets `search` (the decoded query
string) and `data` (the decoded body).
"""
MAX_DIGITS = 9
"""The maximum number of digits of an integer parameter in a path; a longer one does not match the route."""
PARAMETER = re.compile(r"\{(\w+):(int|str)\}")
"""A part of a route's path that stands for a parameter: its name and its type in braces."""


class Route(Struct, frozen=True):
    """A route of the HTTP API: the form of its requests, and of their responses.

    - `method`: the HTTP method.
    - `path`: the path relative to `/api`, with parameters in braces, for example
      `matches/{match:str}/deals/{deal:int}`.
    - `response`: the type of the response's body, None if it has none. The type bytes stands for a match log.
    - `search`: the type of the query string after `?`, None if there is none.
    - `body`: the type of the request's body, None if there is none.
    - `function`: the function that answers the request on every host (a server or a device), and gets the `ApiHost` as
      its first argument, `host`. If it is None, each host has a function of its own.
    - `status`: the HTTP status of a successful response.
    - `errors`: the HTTP statuses of failures, except those that any request may have.
    - `max_bytes`: the maximum size of a request's body, 0 for the host's default.
    - `signed_in`: true if a server answers only signed-in users.
    - `on_device`: true if a device (a browser that runs tables itself) answers the request too, with a function of its
      own. A request with a `function` is answered by every host.
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
    on_device: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError if a part of the path has braces but is no parameter, or if two parameters share a name."""
        names = [name for name, type_name in _parts(self.path) if type_name]
        if len(set(names)) < len(names):
            raise ValueError(f"the path {self.path!r} has two parameters of the same name")

    @property
    def parameters(self) -> dict[str, type]:
        """The type of each parameter in the path, by the parameter's name."""
        return {name: int if type_name == "int" else str for name, type_name in _parts(self.path) if type_name}

    def address(self, **parameters: str | int) -> str:
        """Return the path with the values of the parameters filled in and percent-encoded.

        Raise TypeError unless the names are those of the path's parameters.
        """
        if parameters.keys() != self.parameters.keys():
            raise TypeError(f"the path {self.path!r} cannot be filled with {', '.join(parameters) or 'no parameters'}")
        return "/".join(
            quote(str(parameters[name]), safe="") if type_name else name for name, type_name in _parts(self.path)
        )


def match_route(routes: Iterable[Route], method: str, path: str) -> tuple[Route, dict[str, str | int]]:
    """Return the first of `routes` that a request matches, and the values of the path's parameters by name.

    `method` is the HTTP method of the request, and `path` its path relative to `/api`. Raise MethodNotAllowed if the
    path matches only routes with other methods, and NotFound if it matches no route.
    """
    parts = path.split("/")
    is_known_path = False
    for route in routes:
        if (parameters := _parameters(route, parts)) is not None:
            if route.method == method:
                return route, parameters
            is_known_path = True
    if is_known_path:
        raise MethodNotAllowed(reason("no-such-method"))
    raise NotFound(reason("no-such-page"))


@cache
def _parts(path: str) -> tuple[tuple[str, str], ...]:
    """Split a route's path into pairs (name, type): a parameter has the type "int" or "str", a fixed part has "".

    Raise ValueError for a part with braces that is not a parameter, such as one without a type.
    """
    return tuple(_split_part(part, path) for part in path.split("/"))


def _split_part(part: str, path: str) -> tuple[str, str]:
    if match := PARAMETER.fullmatch(part):
        return match[1], match[2]
    if "{" in part or "}" in part:
        raise ValueError(f"{part!r} in the path {path!r} is not a parameter such as {{deal:int}} or {{match:str}}")
    return part, ""


def _parameters(route: Route, parts: list[str]) -> dict[str, str | int] | None:
    """Return the values of a route's parameters in the `parts` of a request's path; None if the path does not match."""
    route_parts, parameters = _parts(route.path), dict[str, str | int]()
    if len(parts) != len(route_parts):
        return None
    for part, (name, type_name) in zip(parts, route_parts, strict=True):
        if type_name == "int":
            if not (part.isascii() and part.isdigit() and len(part) <= MAX_DIGITS):
                return None
            parameters[name] = int(part)
        elif type_name:
            parameters[name] = unquote(part)
        elif part != name:
            return None
    return parameters
