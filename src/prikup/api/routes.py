"""The table of all routes of the HTTP API.

Each area of the API has a module with its routes, structs and functions. `find_route` imports only the module of the
area that a request belongs to, because a device loads modules one by one while a page waits.
"""

from importlib import import_module

from prikup.api.route import Route, match_route

__all__ = ["all_routes", "find_route"]

AREAS = {
    "tables": ("bootstrap", "options", "tables"),
    "accounts": ("me", "guests", "account", "login", "device", "password", "logout", "tickets", "blocks"),
    "positions": ("analyse",),
    "problems": ("problems",),
    "scoring": ("score", "scores"),
    "matches": ("matches", "imports", "statistics"),
}
"""The modules of this package that define routes, with the first path segments of the routes in each module."""


def all_routes() -> tuple[Route, ...]:
    """Import every area and return all routes of the API."""
    return tuple(route for area in AREAS for route in _routes_of(area))


def find_route(method: str, path: str) -> tuple[Route, dict[str, str | int]] | None:
    """Return the route that a request to a device matches, and the values of the path's parameters by name.

    A device is a browser that runs tables itself, without a server. `method` is the HTTP method, and `path` is relative
    to `/api`. Return None if there is no such route. Only the area that `AREAS` names for the path's first segment is
    searched, so `tables/ID/tables`, a route of the area `matches`, is not found; only servers answer it.
    """
    first = path.partition("/")[0]
    area = next((area for area, first_parts in AREAS.items() if first in first_parts), None)
    return match_route(_routes_of(area), method, path) if area else None


def _routes_of(area: str) -> tuple[Route, ...]:
    routes: tuple[Route, ...] = import_module(f"prikup.api.{area}").ROUTES
    return routes
